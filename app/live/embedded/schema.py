"""The tables of `live.db`, and what is to be done to them when it is opened and as time passes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from app.live.contracts import StoreUnavailable

LOCK_WAIT_S = 2.0
"""How long `open` waits for a predecessor that is just closing."""

# A row's `due` is the table's timer. `leased` is 1 while a claimer holds it, so that a deadline which happens to equal
# the lease is not taken for it. `expires` is set by a drop that lets the log linger. A row with `seq` 0 is a parked
# table: of it there are only timer and listing. Bodies lie in the order they came, whatever their table: so a
# transaction of many tables writes few pages.
FIRST = """
CREATE TABLE tables (
  id TEXT PRIMARY KEY, epoch TEXT NOT NULL, seq INTEGER NOT NULL, chain TEXT NOT NULL, secrets BLOB NOT NULL,
  due INTEGER, leased INTEGER NOT NULL DEFAULT 0, listing BLOB, expires INTEGER
) WITHOUT ROWID;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_expires ON tables (expires) WHERE expires IS NOT NULL;
CREATE TABLE commits (table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, seq));
CREATE TABLE outbox (table_id TEXT PRIMARY KEY, due INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE remembered (
  user_id TEXT NOT NULL, table_id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (user_id, table_id)
) WITHOUT ROWID;
"""

# `expires` is the same in all lines of a room, NULL where they are a table's.
CHAT = """
CREATE TABLE chat (
  room TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, expires INTEGER, PRIMARY KEY (room, n)
) WITHOUT ROWID;
CREATE INDEX chat_expires ON chat (expires) WHERE expires IS NOT NULL;
"""

STEPS = (FIRST, CHAT)
"""What makes each version of the file out of the one before."""
VERSION = len(STEPS)


def connect(path: str) -> sqlite3.Connection:
    """Open the file for this process alone, making it if absent. Raises StoreUnavailable."""
    try:
        if path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=LOCK_WAIT_S, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise StoreUnavailable(f"The live store {path} cannot be opened: {error}.") from error
    try:
        _prepare(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: str) -> None:
    try:
        # SQLite holds its lock on the file from the first write to the close. It is a POSIX record lock: it ends with
        # the process however that dies, and children forked from the process do not keep it.
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA fullfsync=ON")  # macOS: plain fsync leaves the data in the drive's cache
        db.execute("BEGIN IMMEDIATE")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise StoreUnavailable(f"{path} was written by a newer version of this program.")
        for step in STEPS[version:]:
            for statement in step.split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StoreUnavailable(f"{path} is in use by another process, and only one can serve from it.") from error
        raise StoreUnavailable(f"The live store {path} cannot be opened: {error}.") from error
    except sqlite3.Error as error:
        raise StoreUnavailable(f"The live store {path} cannot be opened: {error}.") from error


def forget_log(db: sqlite3.Connection, table: str) -> None:
    """Remove the table's log and its chat."""
    db.execute("DELETE FROM commits WHERE table_id = ?", (table,))
    db.execute("DELETE FROM chat WHERE room = ?", (table,))


def forget(db: sqlite3.Connection, table: str) -> None:
    """Remove the table and all that belongs to it."""
    forget_log(db, table)
    db.execute("DELETE FROM tables WHERE id = ?", (table,))


def expire(db: sqlite3.Connection, now: int) -> None:
    """Remove tables whose time after a drop is over, and chats in which nobody has said anything for long."""
    db.execute("DELETE FROM chat WHERE expires <= ?", (now,))
    for (table,) in db.execute("SELECT id FROM tables WHERE expires <= ?", (now,)).fetchall():
        forget(db, table)
