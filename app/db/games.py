"""Statements on finished games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Select, and_, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from app.db.models import Chat, Game, GameSeat, Record, User
from app.db.sessions import Reading, Writing


class SeatRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who had a seat, under the name of that time. `user` is empty for bots and for people who have left for good."""

    seat: int
    kind: str
    user: str = ""
    name: str = ""
    level: str = ""


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game without its record. Times are ms since the Unix epoch."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    public: bool
    started: int
    finished: int
    result: dict[str, Any]
    seats: tuple[SeatRow, ...] = ()


async def add(db: Writing, row: GameRow, record: bytes) -> bool:
    """Store a game with its seats and record. False, and nothing done, if it is there already."""
    insert = sqlite.insert if db.get_bind().dialect.name == "sqlite" else postgresql.insert
    values = {field: getattr(row, field) for field in row.__struct_fields__ if field != "seats"}
    # two archivers at once: the second waits for the first here, and then does nothing
    added = await db.execute(insert(Game).values(values).on_conflict_do_nothing().returning(Game.id))
    if added.scalar_one_or_none() is None:
        return False
    wanted = {seat.user for seat in row.seats if seat.user}
    known = set((await db.execute(select(User.id).where(User.id.in_(wanted)))).scalars())
    for seat in row.seats:
        user = seat.user if seat.user in known else None
        db.add(
            GameSeat(
                game_id=row.id,
                seat=seat.seat,
                kind=seat.kind,
                user_id=user,
                name=seat.name,
                level=seat.level,
                finished=row.finished,
            )
        )
    db.add(Record(game_id=row.id, body=record))
    await db.flush()
    return True


async def keep_chat(db: Writing, game_id: str, last: int, body: bytes) -> bool:
    """Store what was said up to line `last`, unless more of it is there already. False if the game is not stored."""
    if (await db.execute(select(Game.id).where(Game.id == game_id))).scalar_one_or_none() is None:
        return False
    insert = sqlite.insert if db.get_bind().dialect.name == "sqlite" else postgresql.insert
    put = insert(Chat).values(game_id=game_id, last=last, body=body)
    new = {"last": put.excluded.last, "body": put.excluded.body}
    await db.execute(put.on_conflict_do_update(index_elements=["game_id"], set_=new, where=Chat.last < new["last"]))
    return True


async def chat(db: Reading, game_id: str) -> bytes | None:
    """What was said, as it was stored."""
    return (await db.execute(select(Chat.body).where(Chat.game_id == game_id))).scalar_one_or_none()


async def get(db: Reading, game_id: str) -> GameRow | None:
    """One game."""
    game = (await db.execute(select(Game).where(Game.id == game_id))).scalar_one_or_none()
    return None if game is None else (await _with_seats(db, [game]))[0]


async def of_user(db: Reading, user_id: str, before: str | None, limit: int) -> list[GameRow]:
    """Games in which the user had a seat, the latest first; only those that come after `before` in that order."""
    found = list((await db.execute(_of_user(user_id, before, limit))).scalars())
    return await _with_seats(db, found)


async def record(db: Reading, game_id: str) -> bytes | None:
    """A game's record as it was stored."""
    return (await db.execute(select(Record.body).where(Record.game_id == game_id))).scalar_one_or_none()


def _of_user(user_id: str, before: str | None, limit: int) -> Select[Game]:
    # one person may have had two seats: a game is listed once
    seat = (
        select(GameSeat.game_id, GameSeat.finished)
        .where(GameSeat.user_id == user_id)
        .distinct()
        .order_by(GameSeat.finished.desc(), GameSeat.game_id.desc())
        .limit(limit)
    )
    if before is not None:
        mark = select(Game.finished).where(Game.id == before).scalar_subquery()
        seat = seat.where(or_(GameSeat.finished < mark, and_(GameSeat.finished == mark, GameSeat.game_id < before)))
    page = seat.subquery()
    return select(Game).join(page, page.c.game_id == Game.id).order_by(page.c.finished.desc(), page.c.game_id.desc())


async def _with_seats(db: Reading, games: Sequence[Game]) -> list[GameRow]:
    seats: dict[str, list[SeatRow]] = {game.id: [] for game in games}
    rows = await db.execute(
        select(GameSeat).where(GameSeat.game_id.in_(seats)).order_by(GameSeat.game_id, GameSeat.seat)
    )
    for row in rows.scalars():
        seats[row.game_id].append(SeatRow(row.seat, row.kind, row.user_id or "", row.name, row.level))
    return [
        GameRow(
            id=game.id,
            game=game.game,
            rules=game.rules,
            options=game.options,
            public=game.public,
            started=game.started,
            finished=game.finished,
            result=game.result,
            seats=tuple(seats[game.id]),
        )
        for game in games
    ]
