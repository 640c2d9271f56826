"""What people say, in SQLite."""

from __future__ import annotations

import sqlite3
import time

from app.live.contracts import Line
from app.live.embedded.journal import Journal


def last_line(db: sqlite3.Connection, room: str) -> int:
    """The number of the room's last line, 0 if there is none."""
    (number,) = db.execute("SELECT COALESCE(MAX(n), 0) FROM chat WHERE room = ?", (room,)).fetchone()
    return int(number)


class EmbeddedChat:
    """A line is a row of `chat`."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def say(self, room: str, body: bytes, keep: int, ttl_ms: int = 0) -> int:
        def work(db: sqlite3.Connection) -> int:
            expires = time.time_ns() // 1_000_000 + ttl_ms if ttl_ms > 0 else None
            if expires is None and not db.execute("SELECT 1 FROM tables WHERE id = ? AND seq > 0", (room,)).fetchone():
                return 0
            number = last_line(db, room) + 1
            db.execute("INSERT INTO chat (room, n, body) VALUES (?, ?, ?)", (room, number, body))
            db.execute("DELETE FROM chat WHERE room = ? AND n <= ?", (room, number - keep))
            if expires is not None:
                db.execute("UPDATE chat SET expires = ? WHERE room = ?", (expires, room))
            return number

        return await self._journal.run(work)

    async def said(self, room: str) -> list[Line]:
        sql = "SELECT n, body FROM chat WHERE room = ? ORDER BY n"
        return await self._journal.run(lambda db: [(n, body) for n, body in db.execute(sql, (room,))])

    async def forget(self, room: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM chat WHERE room = ?", (room,))

        await self._journal.run(work)
