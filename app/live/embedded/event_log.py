"""Logs in SQLite, and their fan-out to the listeners of this process."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence

import msgspec

from app.live.contracts import NO_CHAIN, Append, Line, Listener, Page, Position, Published, Secrets
from app.live.embedded import schema
from app.live.embedded.chat import last_line
from app.live.embedded.journal import Journal

_secrets = msgspec.json.Decoder(Secrets)


class EmbeddedFanout:
    """Calls the listener of a table once its commit is on disk. Loses nothing."""

    def __init__(self) -> None:
        self._listeners: dict[str, Listener] = {}

    async def listen(self, table: str, listener: Listener) -> None:
        if table in self._listeners:
            raise ValueError(f"there is a listener for table {table}")
        self._listeners[table] = listener

    async def unlisten(self, table: str) -> None:
        self._listeners.pop(table, None)

    def on_reconnect(self, callback: Callable[[], None]) -> None:
        """There is no connection to lose: never called."""

    def publish(self, table: str, published: Published) -> None:
        """Tell the table's listener."""
        if listener := self._listeners.get(table):
            listener(published)

    def clear(self) -> None:
        """Forget all listeners."""
        self._listeners.clear()


class EmbeddedEventLog:
    """The logs. A table is a row of `tables` (head, timer, listing) and its rows of `commits`."""

    def __init__(self, journal: Journal, fanout: EmbeddedFanout, dropped: Callable[[str], None]) -> None:
        self._journal = journal
        self._fanout = fanout
        self._dropped = dropped

    async def create(self, table: str, epoch: str, secrets: Secrets, append: Append) -> Position | None:
        position = Position(epoch, 0, NO_CHAIN).after(append.body)

        def work(db: sqlite3.Connection) -> Position | None:
            if db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone():
                return None
            _begin(db, table, position, secrets, append.deadline)
            _write(db, table, position, append)
            return position

        return await self._journal.run(work, self._publisher(table, append.body))

    async def append(self, append: Append) -> Position | None:
        table, expected = append.table, append.expected
        position = expected.after(append.body)
        if append.renew is not None:
            position = msgspec.structs.replace(position, epoch=append.renew)

        def work(db: sqlite3.Connection) -> Position | None:
            # The head is compared and moved by one statement. A table that lingers has neither timer nor listing.
            moved = db.execute(
                "UPDATE tables SET epoch = ?, seq = ?, chain = ?, leased = 0,"
                " due = CASE WHEN expires IS NULL THEN ? END WHERE id = ? AND epoch = ? AND seq = ? AND chain = ?"
                " AND seq > 0",
                (
                    *(position.epoch, position.seq, position.chain, append.deadline),
                    *(table, expected.epoch, expected.seq, expected.chain),
                ),
            )
            if moved.rowcount == 0:
                return None
            _write(db, table, position, append)
            return position

        return await self._journal.run(work, self._publisher(table, append.body))

    async def head(self, table: str) -> Position | None:
        return await self._journal.run(lambda db: _head(db, table))

    async def since(self, table: str, seq: int) -> Page | None:
        def work(db: sqlite3.Connection) -> Page | None:
            if (head := _head(db, table)) is None:
                return None
            sql = "SELECT body FROM commits WHERE table_id = ? AND seq > ? ORDER BY seq"
            return Page(head, [body for (body,) in db.execute(sql, (table, seq))])

        return await self._journal.run(work)

    async def secrets(self, table: str) -> Secrets | None:
        def work(db: sqlite3.Connection) -> Secrets | None:
            row = db.execute("SELECT secrets FROM tables WHERE id = ? AND seq > 0", (table,)).fetchone()
            return _secrets.decode(row[0]) if row else None

        return await self._journal.run(work)

    async def drop(self, table: str, after_ms: int = 0) -> None:
        def work(db: sqlite3.Connection) -> None:
            if after_ms <= 0:
                schema.forget(db, table)
                return
            expires = time.time_ns() // 1_000_000 + after_ms
            db.execute("UPDATE tables SET due = NULL, listing = NULL, expires = ? WHERE id = ?", (expires, table))
            db.execute("DELETE FROM tables WHERE id = ? AND seq = 0", (table,))

        await self._journal.run(work)
        self._dropped(table)

    async def park(self, table: str, expected: Position, said: int | None = None) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            if said is not None and last_line(db, table) != said:
                return False
            parked = db.execute(
                "UPDATE tables SET epoch = '', seq = 0, chain = '', secrets = x''"
                " WHERE id = ? AND epoch = ? AND seq = ? AND chain = ? AND seq > 0 AND expires IS NULL"
                " AND id NOT IN (SELECT table_id FROM outbox)",
                (table, expected.epoch, expected.seq, expected.chain),
            )
            if parked.rowcount == 0:
                return False
            schema.forget_log(db, table)
            db.execute("DELETE FROM tables WHERE id = ? AND due IS NULL AND listing IS NULL", (table,))
            return True

        def then(parked: bool) -> None:
            if parked:
                self._dropped(table)

        return await self._journal.run(work, then)

    async def wake(
        self,
        table: str,
        epoch: str,
        secrets: Secrets,
        bodies: Sequence[bytes],
        deadline: int | None,
        chat: Sequence[Line] = (),
    ) -> Position | None:
        position = Position(epoch, 0, NO_CHAIN)
        for body in bodies:
            position = position.after(body)

        def work(db: sqlite3.Connection) -> Position | None:
            if not _begin(db, table, position, secrets, deadline):
                return None
            commits = [(table, seq, body) for seq, body in enumerate(bodies, 1)]
            db.executemany("INSERT INTO commits (table_id, seq, body) VALUES (?, ?, ?)", commits)
            lines = [(table, number, body) for number, body in chat]
            db.executemany("INSERT INTO chat (room, n, body) VALUES (?, ?, ?)", lines)
            return position

        return await self._journal.run(work)

    def _publisher(self, table: str, body: bytes) -> Callable[[Position | None], None]:
        def publish(position: Position | None) -> None:
            if position is not None:
                self._fanout.publish(table, Published(position, body))

        return publish


def _begin(db: sqlite3.Connection, table: str, position: Position, secrets: Secrets, due: int | None) -> bool:
    """Give the table a head and a timer, and see that it has nothing else; False if it has a head."""
    begun = db.execute(
        "INSERT INTO tables (id, epoch, seq, chain, secrets, due) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, seq = excluded.seq, chain = excluded.chain,"
        " secrets = excluded.secrets, due = excluded.due, leased = 0 WHERE tables.seq = 0",
        (table, position.epoch, position.seq, position.chain, msgspec.json.encode(secrets), due),
    )
    if begun.rowcount == 0:
        return False
    schema.forget_log(db, table)
    return True


def _write(db: sqlite3.Connection, table: str, position: Position, append: Append) -> None:
    if append.listing is not None:
        show = "UPDATE tables SET listing = ? WHERE id = ? AND expires IS NULL"
        db.execute(show, (append.listing or None, table))
    db.execute("INSERT INTO commits (table_id, seq, body) VALUES (?, ?, ?)", (table, position.seq, append.body))
    if append.finished:
        db.execute("INSERT OR REPLACE INTO outbox (table_id, due) VALUES (?, 0)", (table,))


def _head(db: sqlite3.Connection, table: str) -> Position | None:
    row = db.execute("SELECT epoch, seq, chain FROM tables WHERE id = ? AND seq > 0", (table,)).fetchone()
    return Position(*row) if row else None
