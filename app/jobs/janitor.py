"""The loop that puts tables away at which nobody is and nothing is due: one worker's at a time."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
import structlog

from app.engine.basics import Refusal
from app.engine.table.due import deadline
from app.live.contracts import Position, StoreUnavailable
from app.tables.parking import Parking
from app.tables.rooms import Rooms
from app.tables.service import Tables, new_id

QUIET: Final = 600_000
"""ms for which nobody was there and nothing was done before a table is parked."""
SOON: Final = 600_000
"""A table at which something is due within so many ms stays: it would be woken at once."""
EVERY: Final = 60.0
"""Seconds between looks at all tables."""
LEAD: Final = 150_000
"""ms after which another worker takes over from one that no longer looks."""
JANITORS: Final = "@janitor"
"""Where the workers' janitors are present: the one that has been there longest does the work."""
AT_ONCE: Final = 64
"""Tables asked for in one go."""

_log = structlog.get_logger()


class Quiet(msgspec.Struct, frozen=True):
    """A table at which nobody is: where its log ended, and since when both is so."""

    position: Position
    since: int


class Janitor:
    """Looks at all tables until cancelled. Should two be at it, for a moment, none is parked twice or lost."""

    def __init__(self, tables: Tables, rooms: Rooms, parking: Parking) -> None:
        self._tables = tables
        self._store = tables.store
        self._rooms = rooms
        self._parking = parking
        self._name = ""
        self._quiet: dict[str, Quiet] = {}

    async def run(self) -> None:
        """Until cancelled."""
        try:
            while True:
                try:
                    await self.round()
                except StoreUnavailable as error:
                    _log.warning("janitor.store", error=str(error))
                except Exception:
                    _log.exception("janitor.round")
                await asyncio.sleep(EVERY)
        finally:
            await self._resign()

    async def round(self) -> int:
        """Park what has been quiet for long enough; how many tables that were. Raises StoreUnavailable."""
        if not await self._leads():
            self._quiet = {}
            return 0
        tables, found = list(await self._store.directory.listings()), dict[str, Quiet]()
        for n in range(0, len(tables), AT_ONCE):
            some = tables[n : n + AT_ONCE]
            looks = await asyncio.gather(*(self._look(table) for table in some))
            found |= {table: quiet for table, quiet in zip(some, looks, strict=True) if quiet is not None}
        self._quiet = found
        now = self._tables.now()
        return sum([await self._park(table) for table, quiet in list(found.items()) if now - quiet.since >= QUIET])

    async def _look(self, table: str) -> Quiet | None:
        """Since when the table is quiet; None if somebody is there, or if it is parked."""
        now, position = self._tables.now(), await self._store.log.head(table)
        if position is None or await self._store.presence.present(table, now):
            return None
        before = self._quiet.get(table)
        return before if before is not None and before.position == position else Quiet(position, now)

    async def _park(self, table: str) -> bool:
        """Park a quiet table, or look at it again as if it were quiet from now on."""
        del self._quiet[table]
        try:
            room = await self._rooms.get(table)
            async with room.lock:
                await self._rooms.catch_up(room)
                due = deadline(room.kernel.game, room.looks.state)
                if room.finished or room.followers or (due is not None and due - self._tables.now() <= SOON):
                    return False
                if await self._parking.park(table, room.position, due):
                    await self._rooms.forget(room)
                    return True
        except Refusal as refusal:  # gone meanwhile, or not to be read here
            _log.info("janitor.refused", table=table, code=refusal.code)
        return False

    async def _leads(self) -> bool:
        """Whether it is on this worker to look. Presence lapses, so that nobody waits for one that is dead."""
        now = self._tables.now()
        # names sort by age: a worker that comes takes nothing from one that has watched for some minutes
        self._name = self._name or f"{now:014}.{new_id(6)}"
        await self._store.presence.enter(JANITORS, self._name, "", now, LEAD)
        return (await self._store.presence.present(JANITORS, now))[0] == self._name

    async def _resign(self) -> None:
        try:
            await self._store.presence.leave(JANITORS, self._name, "", self._tables.now())
        except StoreUnavailable as error:
            _log.info("janitor.store", error=str(error))
