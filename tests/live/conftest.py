"""Stores of both twins for the tests, each with its own data; what they leave behind is looked for at the end."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest
import pytest_asyncio
import redis.asyncio as redis

from app.live.contracts import NO_CHAIN, Append, LiveStore, Position, Secrets, link
from app.live.embedded import EmbeddedStore
from app.live.redis import RedisStore

NOWHERE = Position("", 0, "")


class Place:
    """Where a twin keeps its data. Every store it opens sees the same; it closes them all."""

    def __init__(self, twin: str, make: Callable[[], LiveStore], url: str = "", prefix: str = "") -> None:
        self.twin = twin
        self.make = make
        self._url, self._prefix = url, prefix
        self.opened: list[LiveStore] = []

    async def open(self) -> LiveStore:
        store = self.make()
        await store.open()
        self.opened.append(store)
        return store

    async def others(self, store: LiveStore, count: int = 1) -> list[LiveStore]:
        """What other processes have: more stores, or the same one where there can be one only."""
        return [await self.open() for _ in range(count)] if self.twin == "redis" else [store] * count

    async def later(self, ms: int) -> None:
        """Let so much time pass for all that lapses by itself."""
        if self.twin == "embedded":
            for table in ("tables", "chat"):
                sql = f"UPDATE {table} SET expires = expires - {ms}"
                await self.opened[-1]._journal.run(lambda db, sql=sql: db.execute(sql).fetchall())  # type: ignore[attr-defined]
            return
        async with redis.Redis.from_url(self._url) as client:
            for key in await client.keys(f"{self._prefix}*"):
                if (left := await client.pttl(key)) > 0:
                    await client.pexpire(key, left - ms)

    async def close(self) -> None:
        for store in self.opened:
            await store.close()
        self.opened.clear()


@pytest_asyncio.fixture(params=["embedded", "redis"])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place]:
    tasks = asyncio.all_tasks()
    if request.param == "embedded":
        place = Place("embedded", lambda: EmbeddedStore(tmp_path / "live.db"))
        yield place
        await place.close()
    else:
        url, prefix = request.getfixturevalue("redis_url"), request.getfixturevalue("redis_prefix")
        place = Place("redis", lambda: RedisStore(url, prefix=prefix), url, prefix)
        yield place
        await place.close()
        async with redis.Redis.from_url(url) as client:
            assert await client.pubsub_channels(f"{prefix}*") == []
            mine = client.connection_pool.connection_kwargs["db"]
            end = time.monotonic() + 30  # a busy server hears of the end of connections a little later
            while (open_ := len([c for c in await client.client_list() if int(c["db"]) == mine])) != 1:
                assert time.monotonic() < end, f"{open_} connections are left"
    assert asyncio.all_tasks() - tasks == {asyncio.current_task()}
    assert not [thread for thread in threading.enumerate() if thread.name == "live-journal"]


@pytest_asyncio.fixture
async def store(place: Place) -> LiveStore:
    return await place.open()


numbers = itertools.count(1)


def new_id() -> str:
    return f"{next(numbers)}-{secrets.token_hex(3)}"


def commit(table: str, expected: Position = NOWHERE, body: bytes = b"first", **more: object) -> Append:
    return Append(table=table, expected=expected, body=body, **more)


async def begin(store: LiveStore, table: str, epoch: str = "e1", **more: object) -> Position:
    """A table with one commit."""
    position = await store.log.create(table, epoch, Secrets("5ec2e7"), commit(table, **more))
    assert position is not None
    return position


async def extend(store: LiveStore, table: str, at: Position, count: int = 1, **more: object) -> Position:
    """`count` commits more."""
    for _ in range(count):
        after = await store.log.append(commit(table, at, f"commit {at.seq + 1}".encode(), **more))
        assert after is not None
        at = after
    return at


def chain_of(bodies: Sequence[bytes]) -> str:
    """The chain value that a log with these bodies leads to."""
    chain = NO_CHAIN
    for body in bodies:
        chain = link(chain, body)
    return chain


async def until(condition: Callable[[], object], seconds: float = 30) -> None:
    """Wait for what happens soon, unless the machine has much else to do."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.005)
