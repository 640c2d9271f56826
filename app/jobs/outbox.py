"""The loop that archives finished games. At least once from the outbox, once in the database by its unique key."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

import structlog

from app.db.sessions import DatabaseUnavailable
from app.engine.kernel import peek
from app.engine.record import Record, RecordError, build
from app.live.contracts import StoreUnavailable
from app.tables.rooms import Rooms
from app.tables.service import Tables
from app.tables.talk import archived

LEASE: Final = 5_000
"""ms a worker has to archive what it has claimed before another tries: how long a game waits whose archiver died."""
BATCH: Final = 4
"""Games claimed at once: few enough to be archived well within the lease."""
POLL: Final = 0.5
"""Seconds between looks at the outbox."""
KEEP: Final = 24 * 3600 * 1000
"""ms for which an archived table can still be looked at live."""

_log = structlog.get_logger()


class Archive(Protocol):
    """Where finished games go."""

    async def finish(self, record: Record) -> bool:
        """Store the game, its seats and its record in one transaction; False if it was there already."""

    async def keep_chat(self, game: str, last: int, lines: bytes) -> bool:
        """Store what was said there beside it; False if the game is not stored."""


class OutboxLoop:
    """Archives until cancelled."""

    def __init__(self, tables: Tables, rooms: Rooms, archive: Archive) -> None:
        self._tables = tables
        self._rooms = rooms
        self._archive = archive

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            more = False
            try:
                more = await self.round() == BATCH
            except StoreUnavailable as error:
                _log.warning("outbox.store", error=str(error))
            except Exception:
                _log.exception("outbox.round")
            if not more:
                await asyncio.sleep(POLL)

    async def round(self) -> int:
        """Archive what waits now; how many games that were."""
        claims = await self._tables.store.outbox.waiting(self._tables.now(), LEASE, BATCH)
        for claim in claims:
            try:
                await self._one(claim.table)
            except StoreUnavailable:
                raise
            except RecordError as error:
                # a log that was rolled back comes again when the game has ended again
                _log.error("outbox.unfit", table=claim.table, error=str(error))
                await self._tables.store.outbox.done(claim.table)
            except DatabaseUnavailable as error:
                # the entry stays and comes round again when the lease ends, and so do the others
                _log.warning("outbox.database", table=claim.table, error=str(error))
                break
            except Exception:
                _log.exception("outbox.failed", table=claim.table)
        return len(claims)

    async def said_late(self, table: str) -> None:
        """Somebody has spoken at a table that is over: its archived chat is brought up to date.

        One that is not archived yet will be, with all that was said until then.
        """
        try:
            await self._keep_chat(table)
        except DatabaseUnavailable as error:
            _log.warning("outbox.chat", table=table, error=str(error))

    async def _keep_chat(self, table: str) -> None:
        last, lines = archived(await self._tables.store.chat.said(table))
        if last:
            await self._archive.keep_chat(table, last, lines)

    async def _one(self, table: str) -> None:
        store = self._tables.store
        page = await store.log.since(table, 0)
        if page is None:
            await store.outbox.done(table)
            return
        kernel = self._rooms.kernel(peek(page.bodies[0]).game)
        record = await asyncio.to_thread(build, kernel, page.bodies)
        stored = await self._archive.finish(record)
        _log.info("game.archived", table=table, commits=len(record.commits), new=stored)
        await self._keep_chat(table)
        for seat in record.seats:
            if seat.user:
                await store.directory.forget(seat.user, table)
        await self._rooms.ended(table)
        await store.log.drop(table, KEEP)
        # last: whoever dies before this is followed by another who does it all once more
        await store.outbox.done(table)
