"""Listings and the tables of users, in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from app.live.embedded.journal import Journal


class EmbeddedDirectory:
    """A listing is a column of its table's row."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def listings(self) -> Mapping[str, bytes]:
        sql = "SELECT id, listing FROM tables WHERE listing IS NOT NULL"
        return await self._journal.run(lambda db: dict(db.execute(sql).fetchall()))

    async def remember(self, user: str, table: str, now: int) -> None:
        def work(db: sqlite3.Connection) -> None:
            sql = "INSERT OR REPLACE INTO remembered (user_id, table_id, at) VALUES (?, ?, ?)"
            db.execute(sql, (user, table, now))

        await self._journal.run(work)

    async def forget(self, user: str, table: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM remembered WHERE user_id = ? AND table_id = ?", (user, table))

        await self._journal.run(work)

    async def tables_of(self, user: str) -> list[str]:
        sql = "SELECT table_id FROM remembered WHERE user_id = ? ORDER BY at DESC, table_id DESC"
        return await self._journal.run(lambda db: [table for (table,) in db.execute(sql, (user,))])
