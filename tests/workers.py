"""Workers in process: everything between the live store and the sockets, with a clock of the test's."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.db.sessions import Database
from app.engine.basics import Command, Millis, Refusal, Seat, View
from app.engine.dice import Dice
from app.engine.game import Opinion, Reason
from app.engine.table import commands as cmd
from app.engine.table.due import deadline
from app.games.calypso.types import Play
from app.games.catalogue import CATALOGUE
from app.jobs.timers import TimerLoop
from app.live.contracts import Position
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.parking import Parking
from app.tables.rooms import Rooms
from app.tables.service import Person, Tables
from app.tables.timeouts import Timeouts
from tests.live.conftest import until
from tests.promises import Truth, Viewer, assert_nothing_left, truth_of

numbers = itertools.count(1)


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> Millis:
        return Millis(self.now)

    def forward(self, ms: int) -> None:
        self.now += ms


class Inline:
    """Bots that think at once, and what they were asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []
        self.advised: list[tuple[View, View, View, int, bytes]] = []
        self.opinions = [Opinion(Play("2H"), 0, (Reason("safe", {"chance": 80}),)), Opinion(Play("3H"), -12)]

    async def choose(
        self, game: str, level: str, public: View, private: View, memory: View, seat: Seat, seed: bytes
    ) -> Command:
        self.asked.append((level, seat))
        return CATALOGUE.get(game).choose(public, private, memory, seat, level, Dice(seed))

    async def advise(
        self, game: str, public: View, private: View, memory: View, seat: Seat, seed: bytes
    ) -> list[Opinion]:
        self.advised.append((public, private, memory, seat, seed))
        return self.opinions


class Worker:
    """What one process has."""

    def __init__(self, store: Any, clock: Clock, bots: Inline | None = None, db: Database | None = None) -> None:
        self.store = store
        self.clock = clock
        self.bots = bots or Inline()
        self.parking = Parking(store, db, clock) if db else None
        self.rooms = Rooms(store, CATALOGUE.get, self.parking)
        self.tables = Tables(store, self.rooms, clock)
        self.hub = Hub(self.tables, self.rooms)
        self.lobby = Lobby(store, clock)
        self.timeouts = Timeouts(self.tables, self.rooms, self.bots)
        self.timers = TimerLoop(self.tables, self.timeouts)
        self._joined: dict[Viewer, str] = {}

    async def create(self, user: str = "ann", access: str = "public", clock: str = "untimed", **more: object) -> str:
        """A table of one round, played in the order of the seats; its id, for a private one "<id>?<invitation>"."""
        options = {"rounds": 1, "partnerships": "as_seated"}
        settings = {"access": access, "clock": clock, "pace": "fast", **more}
        made = await self.tables.create(person(user), "calypso", options, settings)
        return f"{made.id}?{made.invite}" if made.invite else made.id

    async def do(
        self, table: str, user: str, command: Command | bytes, turn: int = 0, id_: str = "", key: str = ""
    ) -> int:
        who = person(user)
        id_ = id_ or f"{user}.{next(numbers)}"
        return await self.tables.submit(table, who.actor, command, turn, id_, name=who.name, key=key)

    async def refused(self, *args: object, **named: object) -> str:
        """The code with which this is refused."""
        try:
            seq = await self.do(*args, **named)  # type: ignore[arg-type]
        except Refusal as refusal:
            return refusal.code
        raise AssertionError(f"it was done, as commit {seq}")

    async def say(self, table: str, user: str, text: str = "", preset: str = "", id_: str = "", key: str = "") -> int:
        """Say something at a table that somebody follows here, or in the lobby ("")."""
        words = (id_ or f"{user}.{next(numbers)}", text, preset)
        if not table:
            return await self.lobby.say(person(user), *words)
        return await self.hub.say(table, person(user), key, *words)

    async def join(self, viewer: Viewer, table: str, held: Position | None = None, key: str = "") -> Viewer:
        connection = f"c{next(numbers)}"
        await self.hub.join(viewer, connection, table, held, key)
        self._joined[viewer] = connection
        return viewer

    async def leave(self, viewer: Viewer, table: str) -> None:
        await self.hub.leave(viewer, self._joined[viewer], table)

    async def fire(self) -> int:
        """Have answered what is due now; how many timers that were."""
        fired = await self.timers.round()
        await asyncio.gather(*self.timers.running)
        return fired

    async def truth(self, table: str) -> Truth:
        return await truth_of(self.store, table)

    async def park(self, table: str) -> bool:
        """Put a table away as it is now; whether that was possible."""
        assert self.parking
        truth, position = await self.truth(table), await self.store.log.head(table)
        return await self.parking.park(table, position, deadline(truth.kernel.game, truth.state))

    async def close(self) -> None:
        await self.rooms.close()

    async def assert_nothing_left(self) -> None:
        await assert_nothing_left(self.rooms)


def person(user: str) -> Person:
    return Person(user, user.title())


async def begin(worker: Worker, table: str, people: Sequence[str] = ("ann",), key: str = "") -> None:
    """Seat the people, the first of whom is host, bots beside them, and start."""
    for seat, user in enumerate(people[1:], 1):
        await worker.do(table, user, cmd.Sit(seat), key=key)
        await worker.do(table, user, cmd.Ready(True))
    for seat in range(len(people), 4):
        await worker.do(table, people[0], cmd.AddBot(seat, "normal"))
    room = await worker.rooms.get(table)
    await worker.do(table, people[0], cmd.Start(), turn=room.looks.state.turn)


async def flip(worker: Worker, table: str, times: int, user: str = "ann") -> None:
    """So many commits more."""
    room = await worker.rooms.get(table)
    for _ in range(times):
        ready = room.looks.state.seats[room.looks.state.seat_of(user)].ready
        await worker.do(table, user, cmd.Ready(not ready))


def wish(viewer: Viewer) -> Command | None:
    """What the person might do now, from what his page shows and nothing else."""
    if str(viewer.seat) not in viewer.public["act"]:
        return None
    if viewer.public["phase"] == "between":
        return cmd.Next()
    legal = viewer.private["legal"]
    cards = sorted(card for card in viewer.private["hand"] if legal == "any" or card[1] in legal)
    return Play(cards[viewer.turn % len(cards)])


async def play(table: str, people: Mapping[Viewer, Worker], moves: int = 1000) -> int:
    """People play from their pages, timers fire when nobody has to move; how many commits that were.

    Ends after so many moves, or with the game.
    """
    workers = list(dict.fromkeys(people.values()))
    made = 0
    await _shown(people, max([(await worker.rooms.get(table)).position.seq for worker in workers]))
    while made < moves and all(viewer.public["phase"] != "over" for viewer in people):
        mover = next((viewer for viewer in people if wish(viewer)), None)
        if mover is not None:
            command = wish(mover)
            assert command
            seq = await people[mover].do(table, mover.user, command, mover.turn)
        else:
            worker = workers[made % len(workers)]
            worker.clock.forward(1500)
            assert await worker.fire() == 1
            seq = (await worker.rooms.get(table)).position.seq
        made += 1
        await _shown(people, seq)
    return made


async def _shown(pages: Iterable[Viewer], seq: int) -> None:
    await until(lambda: all(page.pos and page.pos.seq >= seq for page in pages))


async def at_play(worker: Worker, user: str = "ann", people: Sequence[str] = ("ann",)) -> tuple[str, Viewer]:
    """A table at which it is the user's turn to play, and his page."""
    table = await worker.create(people[0])
    pages = {await worker.join(Viewer(one), table): worker for one in people}
    await begin(worker, table, people)
    mine = next(page for page in pages if page.user == user)
    while not wish(mine):
        await play(table, pages, 1)
    return table, mine
