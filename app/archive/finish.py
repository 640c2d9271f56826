"""A finished game goes into the database: once, whole, however often it is tried."""

from __future__ import annotations

import zlib

import msgspec

from app.db import games
from app.db.games import GameRow, SeatRow
from app.db.sessions import Database
from app.engine import record as records
from app.engine.record import Record


def pack(record: Record) -> bytes:
    """A record as it is stored."""
    return zlib.compress(records.encode(record), 9)


def unpack(stored: bytes) -> Record:
    """A stored record. Raises RecordError."""
    return records.decode(zlib.decompress(stored))


def row_of(record: Record) -> GameRow:
    """What the list of games shows of a record."""
    return GameRow(
        id=record.table,
        game=record.game,
        rules=record.rules,
        options=record.options,
        public=record.settings["access"] == "public" and record.settings.get("watch") != "none",
        started=record.started,
        finished=record.finished,
        result=msgspec.to_builtins(record.result),
        seats=tuple(SeatRow(s.seat, s.kind, s.user, s.name, s.level) for s in record.seats),
    )


async def finish(db: Database, record: Record) -> bool:
    """Store game, seats and record in one transaction; False if they are there already. Raises DatabaseUnavailable."""
    row, stored = row_of(record), pack(record)
    async with db.writing() as session:
        return await games.add(session, row, stored)


async def keep_chat(db: Database, game: str, last: int, lines: bytes) -> bool:
    """Store what was said at the table up to line `last`, in JSON; less than is there changes nothing.

    False if the game is not stored. Raises DatabaseUnavailable.
    """
    async with db.writing() as session:
        return await games.keep_chat(session, game, last, zlib.compress(lines, 9))
