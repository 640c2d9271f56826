"""Statements on finished games."""

from __future__ import annotations

import asyncio

from app.db import games, users
from app.db.games import GameRow, SeatRow
from app.db.sessions import Database


def row(game: str, *holders: str, finished: int = 1_000) -> GameRow:
    return GameRow(
        id=game,
        game="calypso",
        rules=1,
        options={"rounds": 1},
        public=True,
        started=10,
        finished=finished,
        result={"sides": [{"seats": [0, 2], "score": 10, "place": 1}]},
        seats=tuple(SeatRow(i, "person", user, user.title()) for i, user in enumerate(holders)),
    )


async def people(db: Database, *ids: str) -> None:
    async with db.writing() as session:
        for ident in ids:
            await users.add(session, ident, ident.title(), "en", 1)


async def add(db: Database, game: GameRow, record: bytes = b"record") -> bool:
    async with db.writing() as session:
        return await games.add(session, game, record)


async def mine(db: Database, user: str, before: str | None = None, limit: int = 10) -> list[str]:
    async with db.reading() as session:
        return [game.id for game in await games.of_user(session, user, before, limit)]


async def test_a_game_comes_back_as_it_was_stored(db: Database) -> None:
    await people(db, "anna", "boris")
    game = row("g1", "anna", "boris")
    assert await add(db, game, b"\x00\xff")
    async with db.reading() as session:
        assert await games.get(session, "g1") == game
        assert await games.record(session, "g1") == b"\x00\xff"
        assert await games.get(session, "g2") is None
        assert await games.record(session, "g2") is None


async def test_the_same_table_is_stored_once(db: Database) -> None:
    await people(db, "anna")
    done = await asyncio.gather(*(add(db, row("g1", "anna"), bytes([n])) for n in range(5)))
    assert sorted(done) == [False] * 4 + [True]
    assert await mine(db, "anna") == ["g1"]


async def test_a_seat_of_somebody_unknown_keeps_its_name(db: Database) -> None:
    await people(db, "anna")
    assert await add(db, row("g1", "anna", "ghost"))
    async with db.reading() as session:
        game = await games.get(session, "g1")
    assert game is not None
    assert game.seats == (SeatRow(0, "person", "anna", "Anna"), SeatRow(1, "person", "", "Ghost"))


async def test_pages_go_on_where_the_last_ended(db: Database) -> None:
    await people(db, "anna", "boris")
    for n in range(7):
        await add(db, row(f"g{n}", "anna", "boris", finished=1_000 + n // 2))
    await add(db, row("other", "boris", finished=5_000))
    whole = await mine(db, "anna")
    assert whole == ["g6", "g5", "g4", "g3", "g2", "g1", "g0"]
    paged: list[str] = []
    while page := await mine(db, "anna", paged[-1] if paged else None, limit=2):
        paged += page
    assert paged == whole
    assert await mine(db, "anna", before="no such game") == []


async def test_two_seats_of_one_person_are_one_game(db: Database) -> None:
    await people(db, "anna")
    await add(db, row("g1", "anna", "anna"))
    assert await mine(db, "anna") == ["g1"]


async def test_a_chat_is_kept_as_far_as_it_has_got(db: Database) -> None:
    await add(db, row("g1", "anna"))

    async def keep(game: str, last: int) -> bool:
        async with db.writing() as session:
            return await games.keep_chat(session, game, last, b"%d" % last)

    async def kept(game: str) -> bytes | None:
        async with db.reading() as session:
            return await games.chat(session, game)

    assert await kept("g1") is None
    assert not await keep("g2", 1)
    assert await kept("g2") is None
    for last, now in ((3, b"3"), (2, b"3"), (3, b"3"), (12, b"12")):
        assert await keep("g1", last)
        assert await kept("g1") == now
    assert all(await asyncio.gather(*(keep("g1", last) for last in (15, 20, 17, 13))))
    assert await kept("g1") == b"20"
