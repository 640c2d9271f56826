"""The loop that puts tables away at which nobody is and nothing is due: one worker's at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
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
        self._away: set[str] = set()
        """Tables that are parked."""
        self._ghosts: set[str] = set()
        """Tables that have a card, but are neither in the live store nor parked."""

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
        if not await self.leads():
            self._quiet, self._away, self._ghosts = {}, set(), set()
            return 0
        tables, quiet, away = list(await self._store.directory.listings()), dict[str, Quiet](), set[str]()
        for n in range(0, len(tables), AT_ONCE):
            some = tables[n : n + AT_ONCE]
            heads = await asyncio.gather(*(self._store.log.head(table) for table in some))
            here = {table: head for table, head in zip(some, heads, strict=True) if head is not None}
            quiet |= await self._quiet_of(here)
            away |= {*some} - here.keys()
        self._quiet = quiet
        await self._lay_ghosts(away)
        now = self._tables.now()
        return sum([await self._park(table) for table, one in list(quiet.items()) if now - one.since >= QUIET])

    async def _quiet_of(self, heads: Mapping[str, Position]) -> dict[str, Quiet]:
        """Those of these tables at which nobody is, and since when they have been quiet."""
        now = self._tables.now()
        people = await asyncio.gather(*(self._store.presence.present(table, now) for table in heads))
        since = {table: self._quiet.get(table, Quiet(head, now)) for table, head in heads.items()}
        return {
            table: since[table] if since[table].position == head else Quiet(head, now)
            for (table, head), present in zip(heads.items(), people, strict=True)
            if not present
        }

    async def _lay_ghosts(self, away: set[str]) -> None:
        """Take the cards of tables away that lie nowhere: one of the stores has come back older than the other."""
        unknown, ghosts = sorted(away - self._away), set[str]()
        for n in range(0, len(unknown), AT_ONCE):
            ghosts |= await self._parking.missing(unknown[n : n + AT_ONCE])
        for table in sorted(ghosts & self._ghosts):  # those that were none a moment ago may be on their way
            _log.warning("table.ghost", table=table)
            await self._store.log.drop(table)
        self._away, self._ghosts = away - ghosts, ghosts

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

    async def leads(self) -> bool:
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
