"""Statements on parked tables: what is kept of a game that nobody is at, so that it can be woken and played on."""

from __future__ import annotations

import zlib
from collections.abc import Collection

import msgspec
from sqlalchemy import ColumnElement, and_, select, update
from sqlalchemy import delete as deleting
from sqlalchemy.dialects import postgresql, sqlite

from app.db.models import Parked
from app.db.sessions import Reading, Writing

_bodies = msgspec.msgpack.Decoder(tuple[bytes, ...])
_chat = msgspec.msgpack.Decoder(tuple[tuple[int, bytes], ...])


class Place(msgspec.Struct, frozen=True):
    """Where in which telling of the table its log ended when it was parked."""

    epoch: str
    seq: int
    chain: str


class ParkedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A parked table, whole. Times are ms since the Unix epoch."""

    table: str
    place: Place
    bodies: tuple[bytes, ...]
    secrets: bytes
    chat: tuple[tuple[int, bytes], ...]
    """The numbers and bodies of the lines that were kept."""
    deadline: int | None
    parked_at: int
    woken_at: int | None = None
    """When it went on elsewhere: what lies here is old since."""


async def place(db: Reading, table: str) -> Place | None:
    """Where the table ended that lies here, if there is one."""
    found = await db.execute(select(Parked.epoch, Parked.seq, Parked.chain).where(Parked.table_id == table))
    row = found.one_or_none()
    return Place(*row) if row else None


async def those_of(db: Reading, tables: Collection[str]) -> set[str]:
    """Which of these tables lie here."""
    return set((await db.execute(select(Parked.table_id).where(Parked.table_id.in_(tables)))).scalars())


async def put(db: Writing, row: ParkedRow, over: Place | None) -> bool:
    """Store a table in place of what lies here of it, which must be `over` (None: nothing).

    False, and nothing done, if it is not: somebody else has parked the table since the caller looked, and what he has
    put here may be newer.
    """
    values = {
        "epoch": row.place.epoch,
        "seq": row.place.seq,
        "chain": row.place.chain,
        "bodies": _pack(row.bodies),
        "secrets": row.secrets,
        "chat": _pack(row.chat),
        "deadline": row.deadline,
        "parked_at": row.parked_at,
        "woken_at": row.woken_at,
    }
    if over is not None:
        changed = update(Parked).where(_at(row.table, over)).values(values).returning(Parked.table_id)
        return (await db.execute(changed)).scalar_one_or_none() is not None
    insert = sqlite.insert if db.get_bind().dialect.name == "sqlite" else postgresql.insert
    new = insert(Parked).values(table_id=row.table, **values).on_conflict_do_nothing().returning(Parked.table_id)
    return (await db.execute(new)).scalar_one_or_none() is not None


async def take(db: Reading, table: str) -> ParkedRow | None:
    """The table as it lies here; it stays."""
    row = (await db.execute(select(Parked).where(Parked.table_id == table))).scalar_one_or_none()
    if row is None:
        return None
    return ParkedRow(
        table=row.table_id,
        place=Place(row.epoch, row.seq, row.chain),
        bodies=_bodies.decode(zlib.decompress(row.bodies)),
        secrets=row.secrets,
        chat=_chat.decode(zlib.decompress(row.chat)),
        deadline=row.deadline,
        parked_at=row.parked_at,
        woken_at=row.woken_at,
    )


async def went_on(db: Writing, table: str, at: Place, now: int) -> bool:
    """Note that the table goes on elsewhere. False if it does not lie here at that place (any more)."""
    marked = update(Parked).where(_at(table, at)).values(woken_at=now).returning(Parked.table_id)
    return (await db.execute(marked)).scalar_one_or_none() is not None


async def delete(db: Writing, table: str, at: Place | None = None) -> None:
    """Forget the table; with `at` only if it lies here at that place."""
    await db.execute(deleting(Parked).where(Parked.table_id == table if at is None else _at(table, at)))


def _at(table: str, at: Place) -> ColumnElement[bool]:
    return and_(Parked.table_id == table, Parked.epoch == at.epoch, Parked.seq == at.seq, Parked.chain == at.chain)


def _pack(value: object) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(value))
