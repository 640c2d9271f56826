"""The rooms of this process: loaded from the log when asked for, kept while somebody follows, forgotten when idle."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import msgspec
import structlog

from app.engine.basics import Refusal
from app.engine.game import Game
from app.engine.kernel import Kernel, peek
from app.engine.upcast import UnknownFormat
from app.live.contracts import LiveStore, Page, Published, StoreUnavailable
from app.tables.room import RolledBack, Room

IDLE_ROOMS: Final = 1000
"""Rooms without followers that are kept for the next command."""

_log = structlog.get_logger()


class Rooms:
    """Where rooms come from. `games` looks a game up by its key (raises Refusal `bad.game`)."""

    def __init__(self, store: LiveStore, games: Callable[[str], Game]) -> None:
        self._store = store
        self._games = games
        self._kernels: dict[str, Kernel] = {}
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.on_rollback: Callable[[Room, str], Any] | None = None

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

    async def get(self, table: str) -> Room:
        """The room of a table, as this process knows it.

        Raises Refusal `bad.table`, `bad.version`; StoreUnavailable.
        """
        room = self._rooms.get(table)
        if room is not None:
            self._rooms.move_to_end(table)
            return room
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, table: str) -> Room:
        page = await self._store.log.since(table, 0)
        secrets = await self._store.log.secrets(table)
        if page is None or secrets is None or not page.bodies:
            raise Refusal("bad.table")
        numbers = peek(page.bodies[0])
        room = Room(table, self.kernel(numbers.game), numbers, secrets)
        _read(room, page)
        self._rooms[table] = room
        self._evict()
        return room

    async def catch_up(self, room: Room) -> bool:
        """Read what the log has beyond the room; True if there was something. The caller holds `room.lock`.

        A log that does not continue the room is loaded anew; if it was rolled back within its epoch, `on_rollback` is
        told.
        """
        page = await self._store.log.since(room.table, room.position.seq)
        if page is None:
            self.forget(room)
            raise Refusal("bad.table")
        before = room.position
        try:
            room.catch_up(page)
        except RolledBack:
            await self._reload(room)
            if room.position.epoch == before.epoch and self.on_rollback is not None:
                self.spawn(self.on_rollback(room, before.epoch))
        return room.position != before

    async def _reload(self, room: Room) -> None:
        whole = await self._store.log.since(room.table, 0)
        if whole is None or not whole.bodies:
            self.forget(room)
            raise Refusal("bad.table")
        _read(room, whole)
        room.snapshot_all()

    def hear(self, room: Room) -> Callable[[Published], None]:
        """The listener that feeds a room from the fan-out."""

        def listener(published: Published) -> None:
            try:
                if room.receive(published):
                    return
            except Exception:
                _log.exception("commit.unreadable", table=room.table, seq=published.position.seq)
            self.spawn(self.refresh(room))

        return listener

    async def refresh(self, room: Room) -> None:
        """Catch up on one's own account; what cannot be read now is read at the next occasion."""
        async with room.lock:
            try:
                await self.catch_up(room)
            except (Refusal, StoreUnavailable) as error:
                _log.warning("room.refresh", table=room.table, error=str(error))

    def spawn(self, work: Any) -> None:
        """Run a coroutine that belongs to no request."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def forget(self, room: Room) -> None:
        """The table is gone: its followers are told."""
        self._rooms.pop(room.table, None)
        for follower in list(room.followers):
            follower.gone("bad.table")
        room.followers.clear()

    def _evict(self) -> None:
        idle = [room for room in self._rooms.values() if not room.followers and not room.lock.locked()]
        for room in idle[: max(0, len(idle) - IDLE_ROOMS)]:
            self._rooms.pop(room.table, None)

    async def close(self) -> None:
        """End the tasks of this process."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _read(room: Room, page: Page) -> None:
    try:
        room.load(page)
    except (UnknownFormat, msgspec.DecodeError, ValueError) as error:
        _log.error("log.unreadable", table=room.table, error=str(error))
        raise Refusal("bad.version") from error
