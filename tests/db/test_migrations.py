"""The schema comes from migrations alone, the same on both databases."""

from __future__ import annotations

import asyncio
import os
import sys

import pytest
from alembic import command
from sqlalchemy import inspect, text

from app.db import migrate, models
from app.db.sessions import DatabaseUnavailable


async def run(url: str, work: object) -> None:
    engine = migrate.engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(work)  # type: ignore[arg-type]
    await engine.dispose()


async def tables(url: str) -> set[str]:
    found: set[str] = set()
    await run(url, lambda sync: found.update(inspect(sync).get_table_names()))
    return found


async def test_models_and_migrations_say_the_same(bare_url: str) -> None:
    await migrate.upgrade(bare_url)
    await run(bare_url, lambda sync: command.check(migrate.config(sync)))
    assert await tables(bare_url) == {*models.Base.metadata.tables, "alembic_version"}


async def test_there_and_back_again(bare_url: str) -> None:
    await migrate.upgrade(bare_url)
    await run(bare_url, lambda sync: command.downgrade(migrate.config(sync), "base"))
    assert await tables(bare_url) == {"alembic_version"}
    await migrate.upgrade(bare_url)
    await run(bare_url, lambda sync: command.check(migrate.config(sync)))


async def test_workers_may_migrate_at_once(bare_url: str) -> None:
    command = (sys.executable, "-m", "alembic", "upgrade", "head")
    env = os.environ | {"CARDS_DATABASE_URL": bare_url}
    workers = [await asyncio.create_subprocess_exec(*command, cwd=migrate.ROOT, env=env) for _ in range(2)]
    assert [await worker.wait() for worker in workers] == [0, 0]
    assert await migrate.compare(bare_url) == "current"


async def test_a_schema_is_compared_with_what_is_known_here(bare_url: str) -> None:
    assert await migrate.compare(bare_url) == "behind"
    await migrate.upgrade(bare_url)
    assert await migrate.compare(bare_url) == "current"
    await run(bare_url, lambda sync: sync.execute(text("UPDATE alembic_version SET version_num = 'ffffffffffff'")))
    assert await migrate.compare(bare_url) == "ahead"


async def test_a_migration_that_fails_leaves_nothing(bare_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(sync: object) -> None:
        command.upgrade(migrate.config(sync), "head")  # type: ignore[arg-type]
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        await run(bare_url, half)
    assert await tables(bare_url) == set()


async def test_a_database_that_is_away_is_told_in_a_line() -> None:
    with pytest.raises(DatabaseUnavailable) as caught:
        await migrate.upgrade("postgresql+asyncpg://nobody@127.0.0.1:1/none")
    assert "\n" not in str(caught.value)
    assert str(caught.value)
