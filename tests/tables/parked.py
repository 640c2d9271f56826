"""What the tests of parked tables look at, and ways to make parking difficult."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from app.db import parked
from app.db.parked import ParkedRow
from app.db.sessions import Database, DatabaseUnavailable
from app.live.contracts import Position
from tests.workers import Worker

Act = Callable[[], Awaitable[Any]]


async def row_of(lot: Database, table: str) -> ParkedRow | None:
    async with lot.reading() as session:
        return await parked.take(session, table)


async def is_parked(worker: Worker, table: str) -> bool:
    return await worker.store.log.head(table) is None and table in await worker.store.directory.listings()


def in_another_telling(before: Position | None, after: Position | None) -> bool:
    """Whether this is the same place, told anew."""
    assert before and after
    return after.epoch != before.epoch and (after.seq, after.chain) == (before.seq, before.chain)


@contextmanager
def before_call(of: Any, name: str, act: Act) -> Iterator[None]:
    """Something happens just before the first call of a method."""
    method, waiting = getattr(of, name), [act]

    async def call(*args: Any) -> Any:
        if waiting:
            await waiting.pop()()
        return await method(*args)

    setattr(of, name, call)
    yield
    setattr(of, name, method)
    assert not waiting, f"{name} was not called"


@contextmanager
def away(lot: Database, *ways: str) -> Iterator[None]:
    """The database does not answer."""

    def refuse() -> Any:
        raise DatabaseUnavailable("away")

    kept = {way: getattr(lot, way) for way in ways or ("reading", "writing")}
    for way in kept:
        setattr(lot, way, refuse)
    yield
    for way, method in kept.items():
        setattr(lot, way, method)
