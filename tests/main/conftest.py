from __future__ import annotations

import secrets
from collections.abc import AsyncIterator

import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from tests.servers import Servers


@pytest_asyncio.fixture
async def bare_postgres(servers: Servers) -> AsyncIterator[str]:
    """A PostgreSQL database without any table."""
    admin, name = servers.postgres(), f"cards_bare_{secrets.token_hex(4)}"
    engine = create_async_engine(admin, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    async with engine.connect() as connection:
        await connection.execute(text(f'create database "{name}"'))
        yield f"{admin.rpartition('/')[0]}/{name}"
        await connection.execute(text(f'drop database "{name}" with (force)'))
    await engine.dispose()
