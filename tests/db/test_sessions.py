"""Transactions: all or nothing, many at once, readers that cannot write, failures under one name."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from app.db import users
from app.db.models import GameSeat
from app.db.sessions import Database, DatabaseUnavailable


async def names(db: Database) -> list[str]:
    async with db.reading() as session:
        return [row.name for row in await session.execute(text("SELECT name FROM users ORDER BY name"))]


async def test_a_failed_transaction_leaves_nothing(db: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        async with db.writing() as session:
            await users.add(session, "u1", "Anna", "en", 1)
            _ = 1 // 0
    assert await names(db) == []


async def test_writers_that_read_first_do_not_lock_each_other_out(db: Database) -> None:
    async def count_up(n: int) -> None:
        async with db.writing() as session:
            row = (await session.execute(text("SELECT count(*) AS n FROM users"))).one()
            assert row.n >= 0
            await asyncio.sleep(0)
            await users.add(session, f"u{n}", f"{n:02}", "en", n)

    await asyncio.gather(*(count_up(n) for n in range(20)))
    assert await names(db) == [f"{n:02}" for n in range(20)]


async def test_readers_go_on_while_one_writes(db: Database) -> None:
    async with db.writing() as session:
        await users.add(session, "u1", "Anna", "en", 1)
        assert await asyncio.wait_for(names(db), 60) == []
    assert await names(db) == ["Anna"]


async def test_two_processes_write_the_same_file(sqlite_url: str) -> None:
    one, other = Database(sqlite_url), Database(sqlite_url)

    async def fill(db: Database, prefix: str) -> None:
        for n in range(10):
            async with db.writing() as session:
                await names(db)
                await users.add(session, f"{prefix}{n}", prefix, "en", n)

    await asyncio.gather(fill(one, "a"), fill(other, "b"))
    assert len(await names(one)) == 20
    await one.close()
    await other.close()


async def test_a_reading_transaction_cannot_write_on_sqlite(sqlite_url: str) -> None:
    db = Database(sqlite_url)
    with pytest.raises((DBAPIError, DatabaseUnavailable)):
        async with db.reading() as session:
            await session.execute(text("DELETE FROM users"))
    await db.close()


async def test_foreign_keys_hold(db: Database) -> None:
    with pytest.raises(IntegrityError):
        async with db.writing() as session:
            seat = GameSeat(game_id="none", seat=0, kind="bot", user_id=None, name="", level="", finished=1)
            session.add(seat)
            await session.flush()


@pytest.mark.parametrize("at", [0, 1, 999, 1_800_000_000_123, 4_102_444_799_999])
async def test_times_are_exact_to_the_millisecond(db: Database, at: int) -> None:
    async with db.writing() as session:
        await users.add(session, "u1", "Anna", "en", 5)
        await users.open_session(session, b"d" * 32, "u1", 5, at)
    async with db.reading() as session:
        row = await users.of_session(session, b"d" * 32, at - 1)
        assert row is not None
        assert row.expires == at
        assert await users.of_session(session, b"d" * 32, at) is None


async def test_what_is_away_is_unavailable(tmp_path: Path) -> None:
    for url in ("postgresql+asyncpg://nobody@127.0.0.1:1/none", f"sqlite+aiosqlite:///{tmp_path}/no/cards.db"):
        db = Database(url)
        with pytest.raises(DatabaseUnavailable) as caught:
            await db.ping()
        assert str(caught.value)
        with pytest.raises(DatabaseUnavailable):
            async with db.writing() as session:
                await users.add(session, "u", "n", "en", 1)
        await db.close()


async def test_ping(db: Database) -> None:
    await db.ping()
