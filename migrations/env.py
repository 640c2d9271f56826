"""Alembic's environment, for PostgreSQL and SQLite: over the connection it is given, or one of its own."""

from __future__ import annotations

import asyncio
import os
from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection, text

from app.db import migrate, models
from app.settings import load

LOCK = 727274
"""Advisory lock: workers that start together migrate one after the other."""


def render_item(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """Keep the migrations free of the app's own types."""
    if kind == "type" and isinstance(item, models.Moment):
        return "sa.DateTime(timezone=True)"
    return False


def run(connection: Connection) -> None:
    """Migrate in the transaction of this connection."""
    context.configure(
        connection=connection,
        target_metadata=models.Base.metadata,
        compare_type=True,
        compare_server_default=False,
        render_as_batch=True,
        render_item=render_item,
        transactional_ddl=True,
        transaction_per_migration=False,
    )
    with context.begin_transaction():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            # a migration that would queue behind a long query must not make everybody else queue behind it
            connection.execute(text("SET LOCAL lock_timeout = '10s'"))
        context.run_migrations()


async def run_alone() -> None:
    """As a command: any database named by CARDS_DATABASE_URL, else that of the settings."""
    url = os.environ.get("CARDS_DATABASE_URL") or load().sql_url
    engine = migrate.engine(url.replace("postgresql://", "postgresql+asyncpg://", 1))
    async with engine.begin() as connection:
        await connection.run_sync(run)
    await engine.dispose()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(run_alone())
