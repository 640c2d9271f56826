"""Timers and outbox in SQLite."""

from __future__ import annotations

import sqlite3

from app.live.contracts import Claim
from app.live.embedded.journal import Journal


class EmbeddedTimers:
    """A table's timer is the column `due` of its row."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def claim(self, now: int, lease_ms: int, limit: int) -> list[Claim]:
        lease = now + lease_ms

        def work(db: sqlite3.Connection) -> list[Claim]:
            due = db.execute("SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?", (now, limit)).fetchall()
            db.executemany("UPDATE tables SET due = ?, leased = 1 WHERE id = ?", [(lease, table) for (table,) in due])
            return [Claim(table, lease) for (table,) in due]

        return await self._journal.run(work)

    async def settle(self, claim: Claim, at: int | None) -> None:
        sql = "UPDATE tables SET due = ?, leased = 0 WHERE id = ? AND due = ? AND leased = 1"

        def work(db: sqlite3.Connection) -> None:
            db.execute(sql, (at, claim.table, claim.lease))

        await self._journal.run(work)

    async def sleep_until(self, now: int, most_ms: int) -> int:
        def work(db: sqlite3.Connection) -> int:
            (due,) = db.execute("SELECT MIN(due) FROM tables WHERE due IS NOT NULL").fetchone()
            return most_ms if due is None else min(most_ms, max(0, due - now))

        return await self._journal.run(work)


class EmbeddedOutbox:
    """An entry is a row of `outbox`; a leased one is due again when the lease ends."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def waiting(self, now: int, lease_ms: int, limit: int) -> list[Claim]:
        lease = now + lease_ms

        def work(db: sqlite3.Connection) -> list[Claim]:
            sql = "SELECT table_id FROM outbox WHERE due <= ? ORDER BY due, table_id LIMIT ?"
            due = db.execute(sql, (now, limit)).fetchall()
            db.executemany("UPDATE outbox SET due = ? WHERE table_id = ?", [(lease, table) for (table,) in due])
            return [Claim(table, lease) for (table,) in due]

        return await self._journal.run(work)

    async def done(self, table: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM outbox WHERE table_id = ?", (table,))

        await self._journal.run(work)
