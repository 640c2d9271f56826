"""The rooms of this process: loaded from the log when asked for, kept while somebody follows, forgotten when idle."""

from __future__ import annotations

import asyncio
import enum
import re
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, Protocol

import structlog

from app.engine.basics import Refusal
from app.engine.game import Game
from app.engine.kernel import Kernel, peek
from app.live.contracts import LiveStore, Page, Published, Secrets, StoreUnavailable
from app.tables.room import RolledBack, Room

IDLE_ROOMS: Final = 1000
"""Rooms without followers that are kept for the next command."""
WAKINGS: Final = 3
"""How often a table is looked for that is parked again at once."""
MANY: Final = 2_000
"""How many commits may have been lost where nobody knows: more than a table has between two parkings."""

_ID: Final = re.compile(r"[0-9A-Za-z]{1,32}")
"""What the id of a table looks like; for others no store is asked."""

_log = structlog.get_logger()


class Woken(enum.Enum):
    """What has become of a table that was not in the live store."""

    NOWHERE = "nowhere"
    """It is not parked either."""
    THERE = "there"
    """It is in the live store now."""
    LOST = "lost"
    """So it is, but as it was at an earlier parking: since then the live store has lost it."""


class Parked(Protocol):
    """Where tables lie that nobody is at."""

    async def wake(self, table: str) -> Woken:
        """See that the table is in the live store. Raises StoreUnavailable."""

    async def forget(self, table: str) -> None:
        """The table is over or closed. Idempotent. Raises StoreUnavailable."""


class Rooms:
    """Where rooms come from. `games` looks a game up by its key (raises Refusal `bad.game`); without `parked` a table
    is in the live store or nowhere."""

    def __init__(self, store: LiveStore, games: Callable[[str], Game], parked: Parked | None = None) -> None:
        self._store = store
        self._games = games
        self._parked = parked
        self._kernels: dict[str, Kernel] = {}
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.on_rollback: Callable[[Room, str, int], Coroutine[Any, Any, None]] | None = None
        """Told the room, the epoch that has lost commits and the highest position that was known of it."""

    def kernel(self, game: str) -> Kernel:
        """The kernel of a game."""
        if game not in self._kernels:
            self._kernels[game] = Kernel(self._games(game))
        return self._kernels[game]

    def known(self, table: str) -> Room | None:
        """The room of a table if this process holds it."""
        return self._rooms.get(table)

    def held(self) -> list[Room]:
        """All rooms in this process."""
        return list(self._rooms.values())

    @property
    def busy(self) -> bool:
        """Whether a task of this process has still to do with a room."""
        return bool(self._tasks or self._loading)

    async def get(self, table: str) -> Room:
        """The room of a table, as this process knows it.

        Raises Refusal `bad.table`, `bad.version`; StoreUnavailable.
        """
        room = self._rooms.get(table)
        if room is not None:
            self._rooms.move_to_end(table)
            return room
        if not _ID.fullmatch(table):
            raise Refusal("bad.table")
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(partial(self._loaded, table))
        return await asyncio.shield(task)

    def _loaded(self, table: str, task: asyncio.Task[Room]) -> None:
        self._loading.pop(table, None)
        if not task.cancelled():
            task.exception()  # who waited for it may have gone, and nobody else wants to know

    async def _load(self, table: str) -> Room:
        page, secrets, lost = await self._read(table)
        try:
            numbers = peek(page.bodies[0])
            room = Room(table, self.kernel(numbers.game), numbers, secrets)
            room.load(page)
        except Exception as error:
            # of a newer version, or not written by us at all: a table is refused rather than guessed
            _log.error("log.unreadable", table=table, error=f"{type(error).__name__}: {error}")
            raise Refusal("bad.version") from error
        self._rooms[table] = room
        self._evict()
        if lost:
            self._rolled_back(room, room.position.epoch, room.position.seq + MANY)
        return room

    async def _read(self, table: str) -> tuple[Page, Secrets, bool]:
        """The whole log and the secrets, of a parked table once it is woken; and whether what was not parked is lost.

        Raises Refusal `bad.table`, StoreUnavailable.
        """
        lost = False
        for _ in range(WAKINGS):
            page, secrets = await asyncio.gather(self._store.log.since(table, 0), self._store.log.secrets(table))
            if page is not None and secrets is not None and page.bodies:
                return page, secrets, lost
            woken = Woken.NOWHERE if self._parked is None else await self._parked.wake(table)
            if woken is Woken.NOWHERE:
                raise Refusal("bad.table")
            lost = lost or woken is Woken.LOST
        raise StoreUnavailable("The table is parked again and again.")

    def _rolled_back(self, room: Room, epoch: str, seq: int) -> None:
        if self.on_rollback is not None:
            self.spawn(self.on_rollback(room, epoch, seq))

    async def catch_up(self, room: Room) -> bool:
        """Read what the log has beyond the room; True if the room has moved. The caller holds `room.lock`.

        A log that does not continue the room is loaded anew, as is that of a table which was parked meanwhile; if it
        was rolled back within its epoch, `on_rollback` is told. Raises Refusal `bad.table`, `bad.version` when the room
        is forgotten; StoreUnavailable.
        """
        before = room.position
        page = await self._store.log.since(room.table, before.seq)
        if page is None:
            await self._reload(room)
            return True
        try:
            room.catch_up(page, before.seq)
        except RolledBack:
            await self._reload(room)
            if room.position.epoch == before.epoch:
                self._rolled_back(room, before.epoch, before.seq)
        except Exception as error:
            await self._give_up(room, error)
        return room.position != before

    async def _reload(self, room: Room) -> None:
        seq = room.position.seq
        try:
            page, secrets, lost = await self._read(room.table)
        except Refusal:
            await self.forget(room)
            raise
        try:
            numbers = peek(page.bodies[0])
            room.reload(self.kernel(numbers.game), numbers, secrets, page)
        except Exception as error:
            await self._give_up(room, error)
        room.snapshot_all()
        if lost:
            self._rolled_back(room, room.position.epoch, max(seq, room.position.seq + MANY))

    async def _give_up(self, room: Room, error: Exception) -> None:
        _log.error("log.unreadable", table=room.table, error=f"{type(error).__name__}: {error}")
        await self.forget(room, "bad.version")
        raise Refusal("bad.version") from error

    def hear(self, room: Room) -> Callable[[Published], None]:
        """The listener that feeds a room from the fan-out."""

        def listener(published: Published) -> None:
            try:
                heard = room.receive(published)
            except Exception:
                _log.exception("commit.unreadable", table=room.table, seq=published.position.seq)
                heard = False
            if not heard:
                self.spawn(self.refresh(room))
            elif room.looks.state.phase == "closed":
                self.spawn(self.forget(room, "rule.closed"))

        return listener

    async def refresh(self, room: Room) -> None:
        """Catch up on one's own account; what cannot be read now is read at the next occasion."""
        async with room.lock:
            try:
                await self.catch_up(room)
            except Refusal as refusal:
                _log.info("room.gone", table=room.table, code=refusal.code)
            except StoreUnavailable as error:
                _log.warning("room.refresh", table=room.table, error=str(error))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine that belongs to no request."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, StoreUnavailable):
            _log.warning("room.store", error=str(error))
        else:
            _log.error("room.failed", exc_info=error)

    async def unlisten(self, room: Room) -> None:
        """Hear nothing of the table any more. Idempotent."""
        if room.listening:
            room.listening, room.talk = False, None
            await self._store.fanout.unlisten(room.table)
            await self._store.presence.unwatch(room.table)

    async def release(self, room: Room) -> None:
        """If nobody follows the table, hear of it no more; a finished one is not even kept."""
        if room.followers:
            return
        await self.unlisten(room)
        if room.finished and self._rooms.get(room.table) is room:
            del self._rooms[room.table]

    async def forget(self, room: Room, code: str = "bad.table") -> None:
        """The table is gone: its followers are told why, and nothing is heard of it any more. Idempotent."""
        if self._rooms.get(room.table) is room:
            del self._rooms[room.table]
        followers, room.followers = room.followers, {}
        for follower in followers.values():
            follower.gone(code)
        await self.unlisten(room)

    async def ended(self, table: str) -> None:
        """The table is over or closed: nothing is kept of it where parked tables lie. Raises StoreUnavailable."""
        if self._parked is not None:
            await self._parked.forget(table)

    def _evict(self) -> None:
        idle = [r for r in self._rooms.values() if not (r.followers or r.listening or r.lock.locked())]
        for room in idle[: max(0, len(idle) - IDLE_ROOMS)]:
            self._rooms.pop(room.table, None)

    async def close(self) -> None:
        """End the tasks of this process."""
        tasks = [*self._tasks, *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
