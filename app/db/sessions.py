"""Ways into the database: `reading` and `writing`, each one transaction. Nobody holds one while waiting for a person.

SQLite has two engines: a single writing connection, whose transactions begin IMMEDIATE because one that upgrades from
reading fails at once instead of waiting, and a few reading ones that cannot write. PostgreSQL has one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

_READERS = 4
_POOL = 5
_WAIT_S = 5
"""How long a request waits for a connection, and a connection for its server."""

_AWAY = (
    OperationalError,
    InterfaceError,
    PoolTimeout,
    ConnectionError,
    TimeoutError,
)
_NOT_NOW = ("08", "53", "57P")
"""Classes of SQLSTATE: connection lost, too many of them, the server is going or coming."""


class DatabaseUnavailable(Exception):
    """The database does not answer now; the message says why in one line."""


class Reading(AsyncSession):
    """A transaction that only reads."""


class Writing(Reading):
    """A transaction that may write; committed when its `async with` ends well."""


class Database:
    """The database at `url`. Engines connect when first used; `close` gives everything back."""

    def __init__(self, url: str) -> None:
        if make_url(url).get_backend_name() == "sqlite":
            self._write = _sqlite(url, begin="BEGIN IMMEDIATE", size=1, writes=True)
            self._read = _sqlite(url, begin="BEGIN", size=_READERS, writes=False)
        else:
            self._write = self._read = _postgres(url)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reading]:
        """One reading transaction. Raises DatabaseUnavailable."""
        with translated():
            async with Reading(self._read, expire_on_commit=False, autoflush=False) as session:
                yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """One writing transaction, all or nothing. Raises DatabaseUnavailable: then nothing is known to be written."""
        with translated():
            async with Writing(self._write, expire_on_commit=False, autoflush=False) as session, session.begin():
                yield session

    async def ping(self) -> None:
        """Raises DatabaseUnavailable if the database does not answer."""
        async with self.reading() as session:
            await session.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Close every connection."""
        await self._write.dispose()
        if self._read is not self._write:
            await self._read.dispose()


@contextmanager
def translated() -> Iterator[None]:
    """Failures of the connection become DatabaseUnavailable."""
    try:
        yield
    except _AWAY as error:
        raise _away(error) from error
    except DBAPIError as error:
        state = str(getattr(error.orig, "sqlstate", None) or "")
        if error.connection_invalidated or state.startswith(_NOT_NOW):
            raise _away(error) from error
        raise


def _away(error: Exception) -> DatabaseUnavailable:
    why = str(getattr(error, "orig", None) or error).splitlines()
    return DatabaseUnavailable(why[0] if why else type(error).__name__)


def _postgres(url: str) -> AsyncEngine:
    return create_async_engine(
        url,
        pool_size=_POOL,
        max_overflow=_POOL,
        pool_timeout=_WAIT_S,
        pool_pre_ping=True,  # a database that was restarted costs nobody a request
        connect_args={"timeout": _WAIT_S, "command_timeout": 2 * _WAIT_S},
    )


def _sqlite(url: str, *, begin: str, size: int, writes: bool) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=size, max_overflow=0, pool_timeout=_WAIT_S)

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # the driver must not open transactions by itself: `began` does
        connection.isolation_level = None
        cursor = connection.cursor()
        # FULL: the live store forgets a game once it is archived here, so that must survive a power cut
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        if not writes:
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def began(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
