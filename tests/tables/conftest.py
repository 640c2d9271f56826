"""Workers over both live twins, and a way to take a twin back to an earlier state."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
import redis.asyncio as redis

from app.db.sessions import Database
from tests.faults import FaultyStore
from tests.live.conftest import Place, place  # noqa: F401
from tests.quiet import *  # noqa: F403
from tests.workers import Clock, Worker

MakeWorker = Callable[[], Awaitable[Worker]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lot() -> Database | None:
    """Where the workers park tables: nowhere, unless a module has another fixture of this name."""
    return None


@pytest_asyncio.fixture
async def make_worker(
    place: Place,  # noqa: F811
    clock: Clock,
    lot: Database | None,
) -> AsyncIterator[MakeWorker]:
    """Opens workers over the same data (embedded: one only)."""
    made: list[Worker] = []

    async def make() -> Worker:
        made.append(Worker(FaultyStore(await place.open()), clock, db=lot))
        return made[-1]

    yield make
    await asyncio.sleep(0)
    for worker in made:
        await worker.close()


@pytest_asyncio.fixture
async def worker(make_worker: MakeWorker) -> Worker:
    return await make_worker()


@pytest.fixture
def faults(worker: Worker) -> FaultyStore:
    """The faults of the worker's store."""
    return worker.store


@pytest_asyncio.fixture
async def other(worker: Worker, make_worker: MakeWorker) -> Worker:
    """A second worker over the same Redis. Tests that ask for it run on that twin only."""
    return await make_worker()


@pytest_asyncio.fixture
async def parking_lot(sqlite_url: str) -> AsyncIterator[Database]:
    """A database to park tables in."""
    db = Database(sqlite_url)
    yield db
    await db.close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The embedded store serves one process: no test with two workers there."""
    alone = [i for i in items if "other" in getattr(i, "fixturenames", ()) and "[embedded" in i.name]
    if alone:
        config.hook.pytest_deselected(items=alone)
        items[:] = [item for item in items if item not in alone]


class Backup:
    """All that a twin holds, as a backup has it."""

    TABLES = ("tables", "commits", "outbox", "remembered", "chat")

    def __init__(self, worker: Worker, url: str) -> None:
        self._journal = getattr(worker.store._store, "_journal", None)
        self._url = url
        self._kept: dict[Any, Any] = {}

    async def take(self) -> dict[Any, Any]:
        """Remember what is there now."""
        if self._journal:
            self._kept = {name: await self._run(f"SELECT * FROM {name}") for name in self.TABLES}
        else:
            async with redis.Redis.from_url(self._url) as client:
                self._kept = {key: await client.dump(key) for key in await client.keys("*")}
        return self._kept

    async def restore(self) -> None:
        """Everything since is lost, without a word to anybody."""
        if self._journal:
            for name, rows in self._kept.items():
                await self._run(f"DELETE FROM {name}")
                for row in rows:
                    await self._run(f"INSERT INTO {name} VALUES ({','.join('?' * len(row))})", row)
            return
        async with redis.Redis.from_url(self._url) as client:
            await client.flushdb()
            for key, value in self._kept.items():
                await client.restore(key, 0, value)

    async def _run(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        assert self._journal
        return await self._journal.run(lambda db: db.execute(statement, values).fetchall())  # type: ignore[no-any-return]


@pytest.fixture
def backup(place: Place, worker: Worker, request: pytest.FixtureRequest) -> Backup:  # noqa: F811
    url = "" if place.twin == "embedded" else request.getfixturevalue("redis_url")
    return Backup(worker, url)
