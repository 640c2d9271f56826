"""Bring the database to the newest schema, and tell which one it has. Several workers may do it at once."""

from __future__ import annotations

from typing import Literal

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from app.db.sessions import translated
from app.settings import ROOT


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, with a connection to work on."""
    made = Config(ROOT / "alembic.ini")
    made.set_main_option("script_location", str(ROOT / "migrations"))
    made.attributes["connection"] = connection
    return made


def engine(url: str) -> AsyncEngine:
    """An engine to migrate with: nothing pooled, one transaction around all, and on SQLite no foreign keys.

    Batch mode makes a table anew and drops the old one, which with foreign keys on would delete the rows below it.
    """
    made = create_async_engine(url, poolclass=NullPool)
    if make_url(url).get_backend_name() == "sqlite":

        @event.listens_for(made.sync_engine, "connect")
        def connected(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
            connection.isolation_level = None
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA busy_timeout=60000")  # whoever comes second waits for the first to be through
            cursor.close()

        @event.listens_for(made.sync_engine, "begin")
        def began(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return made


async def upgrade(url: str) -> None:
    """To the newest revision. Raises DatabaseUnavailable."""
    made = engine(url)
    try:
        with translated():
            async with made.begin() as connection:
                await connection.run_sync(lambda sync: command.upgrade(config(sync), "head"))
    finally:
        await made.dispose()


async def compare(url: str) -> Literal["current", "behind", "ahead"]:
    """The database's schema against the newest one known here; "ahead" is one that a newer version has made.

    Raises DatabaseUnavailable.
    """
    made = engine(url)
    try:
        with translated():
            async with made.connect() as connection:
                have = await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision())
    finally:
        await made.dispose()
    script = ScriptDirectory.from_config(config())
    if have == script.get_current_head():
        return "current"
    known = {revision.revision for revision in script.walk_revisions()}
    return "behind" if have is None or have in known else "ahead"
