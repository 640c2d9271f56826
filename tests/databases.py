"""Fixtures for tests that run on both databases: `from tests.databases import *` in a folder's conftest.py."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.db.sessions import Database
from tests.servers import Servers

__all__ = ["bare_url", "db", "db_url"]


@pytest.fixture(params=["sqlite_url", "pg_fresh_url"], ids=["sqlite", "postgres"])
def db_url(request: pytest.FixtureRequest) -> str:
    """A migrated, empty database."""
    url: str = request.getfixturevalue(request.param)
    return url


@pytest_asyncio.fixture
async def db(db_url: str) -> AsyncIterator[Database]:
    """The same, open."""
    database = Database(db_url)
    yield database
    await database.close()


@pytest_asyncio.fixture(params=["sqlite", "postgres"])
async def bare_url(
    request: pytest.FixtureRequest, servers: Servers, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[str]:
    """A database without any table."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('bare') / 'cards.db'}"
        return
    admin, name = servers.postgres(), f"cards_bare_{secrets.token_hex(4)}"
    engine = create_async_engine(admin, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    async with engine.connect() as connection:
        await connection.execute(text(f'create database "{name}"'))
        yield f"{admin.rpartition('/')[0]}/{name}"
        await connection.execute(text(f'drop database "{name}" with (force)'))
    await engine.dispose()
