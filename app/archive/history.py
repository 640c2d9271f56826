"""Who may look at which finished games."""

from __future__ import annotations

import zlib
from typing import Any, Final

import msgspec

from app import errors
from app.archive.finish import unpack
from app.db import games
from app.db.games import GameRow, SeatRow
from app.db.sessions import Database, Reading
from app.engine.basics import Refusal
from app.engine.record import Record

PAGE: Final = 20
"""Games on a page of somebody's history."""


class Holder(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who had a seat."""

    kind: str
    user: str = ""
    name: str = ""
    level: str = ""


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game as its readers see it. Times are ms since the Unix epoch; seats by number, as in views."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    public: bool
    started: int
    finished: int
    result: dict[str, Any]
    seats: dict[str, Holder]


class HistoryPage(msgspec.Struct, frozen=True):
    """Some of somebody's games, the latest first, and whether there are more."""

    games: list[Finished]
    more: bool


async def mine(db: Database, user: str, before: str | None = None) -> HistoryPage:
    """The user's finished games, those after the game `before` in the list. Raises DatabaseUnavailable."""
    async with db.reading() as session:
        rows = await games.of_user(session, user, before, PAGE + 1)
    return HistoryPage([_shown(row) for row in rows[:PAGE]], len(rows) > PAGE)


async def one(db: Database, game: str, user: str | None) -> Finished:
    """A finished game. Raises Refusal `bad.game`, the same for one that is not for this user; DatabaseUnavailable."""
    async with db.reading() as session:
        return _shown(await _allowed(session, game, user))


async def holds(db: Database, game: str) -> bool:
    """Whether a game is stored, for whomever. Raises DatabaseUnavailable."""
    async with db.reading() as session:
        return await games.get(session, game) is not None


async def record(db: Database, game: str, user: str | None) -> Record:
    """The game's record, with the same rights. Raises Refusal `bad.game`, RecordError, DatabaseUnavailable."""
    async with db.reading() as session:
        await _allowed(session, game, user)
        stored = await games.record(session, game)
    if stored is None:
        raise Refusal(errors.GAME)
    return unpack(stored)


async def chat(db: Database, game: str) -> bytes | None:
    """What was said at the table, in JSON, for those who sat there. Raises DatabaseUnavailable."""
    async with db.reading() as session:
        stored = await games.chat(session, game)
    return None if stored is None else zlib.decompress(stored)


async def _allowed(session: Reading, game: str, user: str | None) -> GameRow:
    row = await games.get(session, game)
    if row is None or not (row.public or (user and any(seat.user == user for seat in row.seats))):
        raise Refusal(errors.GAME)
    return row


def _shown(row: GameRow) -> Finished:
    return Finished(
        id=row.id,
        game=row.game,
        rules=row.rules,
        options=row.options,
        public=row.public,
        started=row.started,
        finished=row.finished,
        result=row.result,
        seats={str(seat.seat): _holder(seat) for seat in row.seats},
    )


def _holder(seat: SeatRow) -> Holder:
    return Holder(seat.kind, seat.user, seat.name, seat.level)
