"""Tables that nobody is at lie in the database: put away from the live store, and woken when they are asked for.

The row stays when its table is woken, for a live store may lose what it was told last; from then on it says that it is
old. Any worker may park and wake, and die at any moment: what the live store has counts, else what the database has.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import Final

import msgspec
import structlog

from app.db import parked
from app.db.parked import ParkedRow, Place
from app.db.sessions import Database, DatabaseUnavailable, Reading, Writing
from app.engine.basics import Millis
from app.live.contracts import LiveStore, Position, Secrets, StoreUnavailable
from app.tables.rooms import Woken
from app.tables.service import new_id, wall_clock

TRIES: Final = 3
"""How often a table is woken anew that was parked or dropped in the middle of it."""

_log = structlog.get_logger()
_secrets = msgspec.json.Decoder(Secrets)


class Parking:
    """Puts tables away and gets them back. What the database does not do now is StoreUnavailable, too: a table of which
    it cannot be said whether it is parked cannot be used."""

    def __init__(self, store: LiveStore, db: Database, now: Callable[[], Millis] = wall_clock) -> None:
        self._store = store
        self._db = db
        self._now = now

    async def park(self, table: str, expected: Position, deadline: int | None) -> bool:
        """Put a table away whose log ends at `expected`, where `deadline` is the next thing due.

        False if the log does not end there (any more), or somebody spoke or parked meanwhile: the table is where it
        was. Raises StoreUnavailable: it may be parked or not, nothing is lost.
        """
        async with self._reading() as session:
            before = await parked.place(session, table)  # first: what is read after it is no older
        page, secrets, lines = await asyncio.gather(
            self._store.log.since(table, 0), self._store.log.secrets(table), self._store.chat.said(table)
        )
        if page is None or secrets is None or page.head != expected:
            return False
        row = ParkedRow(
            table=table,
            place=Place(expected.epoch, expected.seq, expected.chain),
            bodies=tuple(page.bodies),
            secrets=msgspec.json.encode(secrets),
            chat=tuple(lines),
            deadline=deadline,
            parked_at=self._now(),
        )
        async with self._writing() as session:
            if not await parked.put(session, row, before):
                return False
        if await self._store.log.park(table, expected, lines[-1][0] if lines else 0):
            _log.info("table.parked", table=table, seq=expected.seq)
            return True
        await self._refused(row)
        return False

    async def _refused(self, row: ParkedRow) -> None:
        """The table was not where the row says it is when it was to be put away."""
        if await self._store.log.head(row.table) is not None:
            async with self._writing() as session:
                await parked.went_on(session, row.table, row.place, self._now())
        elif row.table not in await self._store.directory.listings():
            # dropped; the listing of one that somebody else has parked stays
            async with self._writing() as session:
                await parked.delete(session, row.table, row.place)

    async def wake(self, table: str) -> Woken:
        """See that a parked table is in the live store. Raises StoreUnavailable."""
        stale = False
        for _ in range(TRIES):
            async with self._reading() as session:
                row = await parked.take(session, table)
            if row is None:
                if stale:
                    await self._store.log.drop(table)
                return Woken.NOWHERE
            secrets = _secrets.decode(row.secrets)
            position = await self._store.log.wake(table, new_id(8), secrets, row.bodies, row.deadline, row.chat)
            if position is None:
                return Woken.THERE
            async with self._writing() as session:
                true = await parked.went_on(session, table, row.place, self._now())
            if true:
                _log.info("table.woken", table=table, seq=position.seq)
                return Woken.THERE if row.woken_at is None else Woken.LOST
            # others woke it and have parked it anew or dropped it since the row was read: this is old, away with it
            await self._store.log.park(table, position)
            stale = True
        raise StoreUnavailable("The table is being parked.")

    async def missing(self, tables: Collection[str]) -> set[str]:
        """Which of these tables have never been parked, or are over. Raises StoreUnavailable."""
        async with self._reading() as session:
            return {*tables} - await parked.those_of(session, tables)

    async def forget(self, table: str) -> None:
        """The table is over or closed: it is never woken again. Idempotent. Raises StoreUnavailable."""
        async with self._writing() as session:
            await parked.delete(session, table)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[Reading]:
        try:
            async with self._db.reading() as session:
                yield session
        except DatabaseUnavailable as error:
            raise StoreUnavailable(str(error)) from error

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[Writing]:
        try:
            async with self._db.writing() as session:
                yield session
        except DatabaseUnavailable as error:
            raise StoreUnavailable(str(error)) from error
