"""PostgreSQL goes away and comes back: DatabaseUnavailable is all that anybody hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from app.db import migrate, users
from app.db.sessions import Database, DatabaseUnavailable
from tests.servers import Postgres


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    server = Postgres().start()
    yield server
    server.close()


async def add(db: Database, name: str) -> None:
    async with db.writing() as session:
        await users.add(session, name, name, "en", 1)


async def test_it_goes_and_comes_back(postgres: Postgres) -> None:
    await migrate.upgrade(postgres.url)
    db = Database(postgres.url)
    await asyncio.gather(*(add(db, f"before{n}") for n in range(5)))
    with pytest.raises(DatabaseUnavailable):
        async with db.writing() as session:
            await users.add(session, "half", "half", "en", 1)
            await asyncio.to_thread(postgres.stop)
            await users.add(session, "other half", "x", "en", 1)
    for _ in range(3):
        for work in (db.ping(), add(db, "away")):
            with pytest.raises(DatabaseUnavailable) as caught:
                await work
            assert len(str(caught.value).splitlines()) == 1
    starting = asyncio.to_thread(postgres.start)
    task = asyncio.create_task(starting)
    while not task.done():
        try:
            await db.ping()
        except DatabaseUnavailable:
            await asyncio.sleep(0.01)
    await task
    await add(db, "after")
    async with db.reading() as session:
        assert await users.of_session(session, b"none", 1) is None
    await db.close()
