"""Statements on parked tables."""

from __future__ import annotations

import asyncio

import msgspec

from app.db import parked
from app.db.parked import ParkedRow, Place
from app.db.sessions import Database

FIRST, SECOND = Place("e1", 2, "0a0b0c0d"), Place("e2", 3, "12345678")


def row(at: Place = FIRST, table: str = "t1") -> ParkedRow:
    return ParkedRow(
        table=table,
        place=at,
        bodies=(b'{"seq":1}', *(b"\x00\xff\n" * n for n in range(at.seq - 1))),
        secrets=b'{"chain_end":"00"}',
        chat=((7, b"hello"), (8, b"\xff")),
        deadline=1_796_000_000_123,
        parked_at=1_795_000_000_456,
    )


async def put(db: Database, new: ParkedRow, over: Place | None = None) -> bool:
    async with db.writing() as session:
        return await parked.put(session, new, over)


async def take(db: Database, table: str = "t1") -> ParkedRow | None:
    async with db.reading() as session:
        return await parked.take(session, table)


async def place(db: Database) -> Place | None:
    async with db.reading() as session:
        return await parked.place(session, "t1")


async def test_a_table_comes_back_as_it_was_parked(db: Database) -> None:
    bare = msgspec.structs.replace(row(table="t2"), chat=(), deadline=None)
    assert await put(db, row())
    assert await put(db, bare)
    for _ in range(2):
        assert await take(db) == row()
    assert await take(db, "t2") == bare
    assert await take(db, "t3") is None
    assert await place(db) == FIRST


async def test_a_long_log_is_kept_small(db: Database) -> None:
    bodies = tuple(b'{"seq":%d,"command":{"type":"play","card":"TH"}}' % n for n in range(2000))
    assert await put(db, msgspec.structs.replace(row(), bodies=bodies))
    found = await take(db)
    assert found is not None
    assert found.bodies == bodies


async def test_a_table_is_parked_over_what_the_parker_has_seen_only(db: Database) -> None:
    assert not await put(db, row(), SECOND)
    assert await take(db) is None
    assert await put(db, row())
    assert not await put(db, row(SECOND))
    assert not await put(db, row(SECOND), SECOND)
    assert await take(db) == row()
    assert await put(db, row(SECOND), FIRST)
    assert await take(db) == row(SECOND)
    assert await place(db) == SECOND


async def test_of_racing_parkers_one_is_first(db: Database) -> None:
    done = await asyncio.gather(*(put(db, row(Place("e", n, "00000000"))) for n in range(1, 6)))
    assert sorted(done) == [False] * 4 + [True]
    first = await place(db)
    assert first == Place("e", 1 + done.index(True), "00000000")
    done = await asyncio.gather(*(put(db, row(Place("f", n, "00000000")), first) for n in range(1, 6)))
    assert sorted(done) == [False] * 4 + [True]
    assert await place(db) == Place("f", 1 + done.index(True), "00000000")


async def test_a_table_that_went_on_is_marked(db: Database) -> None:
    await put(db, row())
    async with db.writing() as session:
        assert not await parked.went_on(session, "t1", SECOND, 5)
        assert not await parked.went_on(session, "t2", FIRST, 5)
    assert await take(db) == row()
    async with db.writing() as session:
        assert await parked.went_on(session, "t1", FIRST, 1_797_000_000_001)
    assert await take(db) == msgspec.structs.replace(row(), woken_at=1_797_000_000_001)
    assert await put(db, row(SECOND), FIRST)
    assert await take(db) == row(SECOND)


async def test_tables_that_lie_here_are_told_from_others(db: Database) -> None:
    for table in ("t1", "t2"):
        await put(db, row(table=table))
    async with db.reading() as session:
        assert await parked.those_of(session, ["t0", "t1", "t2"]) == {"t1", "t2"}
        assert await parked.those_of(session, ["t0"]) == set()
        assert await parked.those_of(session, []) == set()


async def test_a_table_is_forgotten(db: Database) -> None:
    await put(db, row())
    await put(db, row(table="t2"))
    async with db.writing() as session:
        await parked.delete(session, "t1", SECOND)
        await parked.delete(session, "nosuch")
    assert await take(db) == row()
    async with db.writing() as session:
        await parked.delete(session, "t1", FIRST)
        await parked.delete(session, "t2")
    assert await take(db) is None
    assert await take(db, "t2") is None
