"""A client that loses nothing: its socket comes back by itself, commands are kept until they are answered.

What it sends can be held back, doubled and sent in another order; what it hears can be withheld.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from app.ws.protocol import SUBPROTOCOL
from tests.chaos.mirror import Mirror
from tests.chaos.moves import MOVES
from tests.chaos.people import Person, Refused, origin

BACKOFF = (0.05, 0.4)
RESEND_AFTER = 2.0
"""Seconds after which a command without an answer is sent again on the same socket."""
_RAW: dict[str, Any] = {"compression": None, "ping_interval": None, "max_size": None, "close_timeout": 0.2}


STARTED: list[Player] = []
"""Players that may have a socket."""


async def stop_all() -> None:
    """Let everybody go, also those that a test that failed has left behind."""
    await asyncio.gather(*(player.stop() for player in STARTED))
    STARTED.clear()


class Player:
    """One socket of a person at one table. `doors` are ports: the first one that answers is used, in turns."""

    def __init__(self, person: Person, table: str, doors: Sequence[int], silence: float = 10) -> None:
        self.person, self.table, self.doors = person, table, list(doors)
        self.silence = silence
        """Seconds after which a silent socket is replaced."""
        self.mirror = Mirror(person.user)
        self.socket: ClientConnection | None = None
        self.at = 0
        """The door of the socket; 0 without one."""
        self.closes: list[int] = []
        """Close codes of the sockets so far; 1006 for those that ended without one."""
        self.outbox: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, list[int | str]] = {}
        """By command: every seq (or code of a refusal) that came back."""
        self.times = 1
        """How often each command is sent."""
        self.held: list[str] | None = None
        """Commands are put here instead of being sent."""
        self.withheld: list[str] | None = None
        """Acks are put here instead of being heard."""
        self.nonce = secrets.token_hex(4)
        self._resting = False
        self._ids = itertools.count(1)
        self._futures: dict[str, asyncio.Future[int]] = {}
        self._changed = asyncio.Event()
        self._away = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._dice = random.Random(person.user)

    # the socket

    def start(self) -> Player:
        self._away.clear()
        STARTED.append(self)
        self._task = asyncio.create_task(self._live())
        return self

    async def stop(self) -> None:
        """Close the socket and stay away; what is held is kept for the next `start`."""
        task, self._task = self._task, None
        if task is not None:
            self._away.set()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _live(self) -> None:
        wait = BACKOFF[0]
        for attempt in itertools.count():
            try:
                await self._connected(self.doors[attempt % len(self.doors)])
                wait = BACKOFF[0]
            except (OSError, TimeoutError, WebSocketException):
                wait = min(2 * wait, BACKOFF[1])
            await asyncio.sleep(wait * (0.5 + self._dice.random()))

    async def _connected(self, port: int) -> None:
        headers = {"Cookie": self.person.cookie, **origin(port)}
        url = f"ws://127.0.0.1:{port}/ws"
        how: dict[str, Any] = {"subprotocols": [SUBPROTOCOL], "additional_headers": headers, "open_timeout": 10}
        async with connect(url, **how, **_RAW) as socket:
            self.socket, self.at = socket, port
            try:
                await self._converse(socket)
            except ConnectionClosed as end:
                self.closes.append(end.rcvd.code if end.rcvd else 1006)
            except TimeoutError:
                self.closes.append(1006)
            finally:
                self.socket, self.at, self.mirror.fresh = None, 0, False
                if not self._away.is_set():
                    socket.transport.abort()  # a dead one would keep us waiting for its goodbye

    async def _converse(self, socket: ClientConnection) -> None:
        held = self.mirror.pos
        where = {} if held is None else {"pos": msgspec.to_builtins(held)}
        await socket.send(_text({"t": "table.join", "table": self.table, "ch": 1, **where}))
        for message in list(self.outbox.values()):
            await self._out(message)
        asked = False
        while True:
            try:
                async with asyncio.timeout(self.silence / 3 if not asked else self.silence):
                    frame = str(await socket.recv())
            except TimeoutError:
                if asked:
                    raise
                asked = True
                await socket.send('{"t":"ping"}')
                continue
            asked = False
            self._heard(frame)

    def _heard(self, frame: str) -> None:
        message = self.mirror.hear(frame)
        if isinstance(message, list) and isinstance(message[0], str):
            if self.withheld is None:
                self._answered(message[0], message[1])
            else:
                self.withheld.append(frame)
        elif isinstance(message, dict) and message["t"] == "nack":
            self._answered(message.get("id", ""), message["code"])
        self._changed.set()

    def _answered(self, id_: str, answer: int | str) -> None:
        self.answers.setdefault(id_, []).append(answer)
        self.outbox.pop(id_, None)
        future = self._futures.pop(id_, None)
        if future is not None and not future.done():
            if isinstance(answer, int):
                future.set_result(answer)
            else:
                future.set_exception(Refused(answer))

    # commands

    def do(self, command: dict[str, Any], turn: int | None = None) -> asyncio.Future[int]:
        """A command; the seq of its commit, however many sockets that takes. Raises Refused."""
        id_ = f"{self.nonce}.{next(self._ids)}"
        turn = self.mirror.public.get("turn", 0) if turn is None else turn
        self.outbox[id_] = {"t": "table.do", "table": self.table, "id": id_, "turn": turn, "cmd": command}
        future = self._futures[id_] = asyncio.get_running_loop().create_future()
        self._send(id_)
        return future

    def _send(self, id_: str) -> None:
        if id_ in self.outbox and self._task is not None:
            sending = asyncio.ensure_future(self._out(self.outbox[id_]))
            sending.add_done_callback(lambda _: asyncio.get_running_loop().call_later(RESEND_AFTER, self._send, id_))

    async def _out(self, message: dict[str, Any]) -> None:
        if self.held is not None:
            self.held.append(message["id"])
            return
        for _ in range(self.times):
            await self.put(message)

    async def put(self, message: dict[str, Any]) -> None:
        """Send something as it is, if there is a socket."""
        if self.socket is not None:
            try:
                await self.socket.send(_text(message))
            except ConnectionClosed:
                return  # it goes out again on the next socket

    async def release(self, order: Callable[[list[str]], list[str]] = list) -> None:
        """Send what was held, in another order if wanted; hold no more."""
        held, self.held = self.held or [], None
        for id_ in order(held):
            if id_ in self.outbox:
                await self._out(self.outbox[id_])

    def hear_withheld(self) -> None:
        """Hear the acks that were withheld; withhold no more."""
        frames, self.withheld = self.withheld or [], None
        for frame in frames:
            self._heard(frame)

    # waiting and playing

    async def until(self, true: Callable[[Mirror], bool], seconds: float = 60) -> None:
        """Wait until something is so in the view."""
        try:
            async with asyncio.timeout(seconds):
                while not true(self.mirror):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            mirror = self.mirror
            where = f"{self.person.name} is at {mirror.pos}, fresh: {mirror.fresh}, {mirror.phase}, act {mirror.act}"
            raise AssertionError(f"{where}, waits for {self.outbox}, closes {self.closes}") from None

    def rest(self, resting: bool = True) -> None:
        """Play no further; `play` returns before the next move."""
        self._resting = resting
        self._changed.set()

    async def play(self, until: Callable[[Mirror], bool] = lambda _: False, pause: float = 0) -> None:
        """Make legal moves and confirm pauses until the game is over or something is so."""

        def enough(mirror: Mirror) -> bool:
            return self._resting or mirror.over or until(mirror)

        while not enough(self.mirror):
            await self.until(lambda m: m.to_act or enough(m), 60)
            if not enough(self.mirror):
                await asyncio.sleep(pause)
                await self.move()

    async def move(self) -> None:
        """Do what is due now; wait for its answer and for the view that shows it."""
        mirror = self.mirror
        if not mirror.to_act:
            return
        turn, phase = mirror.public["turn"], mirror.phase
        command = {"type": "next"} if phase == "between" else self.choice()
        try:
            seq = await self.do(command)
        except Refused as refusal:
            if not refusal.code.startswith(("stale.", "rule.confirmed")):
                raise
            await self.until(lambda m: m.public["turn"] != turn or not m.to_act)
            return
        await self.until(lambda m: m.seq >= seq or m.public["turn"] != turn)

    def choice(self) -> dict[str, Any]:
        """What to do now."""
        public = self.mirror.public
        return MOVES[public["game"]](public["g"], self.mirror.private, self._dice)


def _text(message: dict[str, Any]) -> str:
    return msgspec.json.encode(message).decode()
