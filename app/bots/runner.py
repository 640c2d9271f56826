"""The bot pool: processes that compute moves, so that the event loop never does."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from typing import Final, cast

import msgspec
import structlog

from app.bots.budget import paced, share
from app.bots.thinker import HEAD, Answer, Thought, framed
from app.engine.basics import Command, Seat, View
from app.engine.game import THINKING, Opinion, Reason
from app.engine.kernel import Kernel
from app.games.catalogue import Catalogue
from app.settings import PREFIX

PATIENCE: Final = 2.5
"""Seconds a bot may take, waiting for a process included; less than a timer's lease, so that no table asks twice.
Then the table's timer has it played for by the stand-in's rule."""
START: Final = 30.0
"""Seconds a process may take to get ready."""
WARM: Final = 1.0
"""Seconds after its opening that a pool starts a process which nobody has asked for yet."""
CARE: Final = 4
"""Opinions are thought over so many times as long as moves: a person reads them, and few ask."""
MOST: Final = 1000
"""ms of them at most, so that PATIENCE is enough; a move may be given more."""

_log = structlog.get_logger()


class BotFailed(Exception):
    """The bot gave no answer; the message says why."""


class Mind(asyncio.SubprocessProtocol):
    """One process, which thinks about one question at a time."""

    def __init__(self, packages: Sequence[str]) -> None:
        self.alive = True
        self._loop = asyncio.get_running_loop()
        self._ready: asyncio.Future[Answer] = self._loop.create_future()
        self._asked: asyncio.Future[Answer] | None = None
        self._heard = bytearray()
        self._exited = asyncio.Event()
        self._process: asyncio.SubprocessTransport | None = None
        self._late = self._loop.call_later(START, self.close)
        # not by whoever asks first: he may lose patience, the next one need not wait for it all again
        self._starting = self._loop.create_task(self._start(packages))

    async def _start(self, packages: Sequence[str]) -> None:
        command = [sys.executable, "-m", "app.bots.thinker", *packages]
        # nothing of the configuration: it names stores and their passwords
        env = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        env["PYTHONPATH"] = os.pathsep.join(place or os.curdir for place in sys.path)
        try:
            await self._loop.subprocess_exec(lambda: self, *command, stderr=None, env=env)
        except OSError as error:
            _log.error("bots.not_started", error=str(error))
            self._exited.set()
            self.close()

    async def ask(self, thought: Thought) -> Answer:
        """The answer. Raises BotFailed. Who gives up waiting once the question is out has to `close` the process."""
        await asyncio.shield(self._ready)
        self._asked = self._loop.create_future()
        pipe = self._process.get_pipe_transport(0) if self._process else None
        if pipe is None or not self.alive:
            raise BotFailed("the process has ended")
        cast(asyncio.WriteTransport, pipe).write(framed(thought))
        return await self._asked

    @property
    def busy(self) -> bool:
        """Whether there is a question that it has not answered."""
        return self._asked is not None and (self._asked.cancelled() or not self._asked.done())

    def close(self) -> None:
        """End the process now."""
        self._fail()
        if self._process is not None:
            self._process.close()

    async def ended(self) -> None:
        """Wait until it has ended, once it was closed."""
        await asyncio.gather(self._starting, return_exceptions=True)
        if self._process is not None:
            await self._exited.wait()

    @property
    def gone(self) -> bool:
        """Whether it has ended."""
        return self._exited.is_set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._process = cast(asyncio.SubprocessTransport, transport)  # uvloop's is none by inheritance
        if not self.alive:
            self._process.close()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._heard += data
        length = HEAD + int.from_bytes(self._heard[:HEAD])
        if len(self._heard) < max(HEAD, length):
            return
        answer = msgspec.msgpack.decode(self._heard[HEAD:length], type=Answer)
        del self._heard[:length]
        self._late.cancel()
        waiting = self._asked if self._ready.done() else self._ready
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def process_exited(self) -> None:
        self._exited.set()
        if self.alive:
            code = self._process.get_returncode() if self._process else None
            _log.error("bots.process_ended", status=code)
        self.close()

    def _fail(self) -> None:
        self.alive = False
        self._late.cancel()
        for waiting in (self._ready, self._asked):
            if waiting is not None and not waiting.done():
                waiting.set_exception(BotFailed("the process has ended"))
                waiting.exception()  # nobody may be waiting any more


class Said(msgspec.Struct, frozen=True):
    """An opinion as it comes from a process, its command not read yet."""

    command: msgspec.Raw
    points: int
    reasons: tuple[Reason, ...] = ()


class BotPool:
    """Answers `choose` and `advise` from `processes` processes, each started when it is first needed and again when it
    has ended. `budget`: ms of one core for a move; the longer the queue, the less each question gets."""

    def __init__(self, catalogue: Catalogue, processes: int = 1, budget: int = THINKING) -> None:
        self._catalogue = catalogue
        self._processes = processes
        self._budget = budget
        self._waiting = 0
        self._pace = 1.0
        self._free = asyncio.Semaphore(processes)
        self._minds: list[Mind] = []
        self._idle: list[Mind] = []
        self._kernels: dict[str, Kernel] = {}
        self._warming: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Have a process ready before anybody asks."""
        self._warming = asyncio.get_running_loop().call_later(WARM, self._warm)

    def _warm(self) -> None:
        if not self._minds:
            self._idle.append(self._take())

    async def choose(
        self, game: str, level: str, public: View, private: View, memory: View, seat: Seat, seed: bytes
    ) -> Command:
        """The bot's command. Raises TimeoutError, BotFailed; Refusal `bad.command` if what it says is none."""
        said = await self._said(Thought("choose", game, level, public, private, memory, seat, seed, self._budget))
        return self._kernel(game).command(said)

    async def advise(
        self, game: str, public: View, private: View, memory: View, seat: Seat, seed: bytes
    ) -> list[Opinion]:
        """What the strongest bot thinks, best first. Raises as `choose`."""
        budget = max(self._budget, min(CARE * self._budget, MOST))
        said = await self._said(Thought("advise", game, "", public, private, memory, seat, seed, budget))
        opinions = msgspec.json.decode(said, type=list[Said])
        return [Opinion(self._kernel(game).command(one.command), one.points, one.reasons) for one in opinions]

    def _kernel(self, game: str) -> Kernel:
        if game not in self._kernels:
            self._kernels[game] = Kernel(self._catalogue.get(game))
        return self._kernels[game]

    async def _said(self, thought: Thought) -> bytes:
        async with asyncio.timeout(PATIENCE):
            self._waiting += 1
            try:
                await self._free.acquire()
            finally:
                self._waiting -= 1
            budget = share(thought.budget, self._waiting, self._processes, self._pace)
            begun = asyncio.get_running_loop().time()
            try:
                answer = await self._ask(msgspec.structs.replace(thought, budget=budget))
            finally:
                self._free.release()
                self._pace = paced(self._pace, budget, (asyncio.get_running_loop().time() - begun) * 1000)
        if answer.fault:
            raise BotFailed(answer.fault)
        return answer.said

    async def _ask(self, thought: Thought) -> Answer:
        mind = self._take()
        try:
            return await mind.ask(thought)
        finally:
            if mind.busy:
                # it hangs, or nobody waits any more: what it may still say belongs to no question
                mind.close()
            elif mind.alive:
                self._idle.append(mind)

    def _take(self) -> Mind:
        self._minds = [mind for mind in self._minds if not mind.gone]
        while self._idle:
            mind = self._idle.pop()
            if mind.alive:
                return mind
        mind = Mind(self._catalogue.packages)
        self._minds.append(mind)
        return mind

    async def close(self) -> None:
        """End the processes."""
        if self._warming:
            self._warming.cancel()
        minds, self._minds = self._minds, []
        self._idle.clear()
        for mind in minds:
            mind.close()
        await asyncio.gather(*(mind.ended() for mind in minds))
