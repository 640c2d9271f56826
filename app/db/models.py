"""The tables. Every time in code is milliseconds since the Unix epoch; in the database it is a timestamp in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, Index, LargeBinary, MetaData, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


class Moment(TypeDecorator[int]):
    """Milliseconds since the Unix epoch in Python, `timestamp with time zone` in the database. Exact both ways."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else _EPOCH + value * _MS

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> int | None:
        if value is None:
            return None
        # SQLite gives the time back without its zone
        return ((value if value.tzinfo else value.replace(tzinfo=UTC)) - _EPOCH) // _MS


Json = JSON().with_variant(JSONB(), "postgresql")
Id = String(32)
"""Random public ids of users and tables."""


class Base(DeclarativeBase):
    """All tables; constraints have names, so that SQLite's batch migrations can find them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class User(Base):
    """A person. Guests have a name and nothing else."""

    __tablename__ = "users"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    lang: Mapped[str] = mapped_column(String(16))
    created: Mapped[int] = mapped_column(Moment)


class Session(Base):
    """A browser that is signed in. The token itself is only in its cookie."""

    __tablename__ = "sessions"

    digest: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    """SHA-256 of the token."""
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created: Mapped[int] = mapped_column(Moment)
    expires: Mapped[int] = mapped_column(Moment, index=True)


class Handoff(Base):
    """A code that brings a person to another browser, once. The code itself is only in the link he was given."""

    __tablename__ = "handoffs"

    digest: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    """SHA-256 of the code."""
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    expires: Mapped[int] = mapped_column(Moment, index=True)


class Game(Base):
    """A finished game. Its id is the table's, so a table is archived once."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    game: Mapped[str] = mapped_column(String(32))
    rules: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(Json)
    public: Mapped[bool]
    """Whether everybody may look at it; else only those who had a seat."""
    started: Mapped[int] = mapped_column(Moment)
    finished: Mapped[int] = mapped_column(Moment)
    result: Mapped[dict[str, Any]] = mapped_column(Json)


class GameSeat(Base):
    """Who had a seat of a finished game, and how it ended for him."""

    __tablename__ = "game_seats"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    user_id: Mapped[str | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    name: Mapped[str] = mapped_column(String(64))
    """The name at that time; empty for bots."""
    level: Mapped[str] = mapped_column(String(32))
    """The bot's level; empty for people."""
    finished: Mapped[int] = mapped_column(Moment)
    """As the game's, so that one index serves a person's history."""

    __table_args__ = (Index("ix_game_seats_user_id_finished_game_id", "user_id", "finished", "game_id"),)


class Record(Base):
    """The whole of a finished game: docs/record.md, compressed."""

    __tablename__ = "records"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)


class Chat(Base):
    """What was said at the table of a finished game, at the end of it and after."""

    __tablename__ = "chats"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    last: Mapped[int]
    """The number of the last line."""
    body: Mapped[bytes] = mapped_column(LargeBinary)
    """The lines in JSON, compressed."""


class Parked(Base):
    """A table that nobody is at, in play or before; or, since `woken_at`, what it was when it was parked last."""

    __tablename__ = "parked"

    table_id: Mapped[str] = mapped_column(Id, primary_key=True)
    epoch: Mapped[str] = mapped_column(String(32))
    seq: Mapped[int]
    chain: Mapped[str] = mapped_column(String(8))
    """With epoch and seq the position of its log."""
    bodies: Mapped[bytes] = mapped_column(LargeBinary)
    """The commits, compressed."""
    secrets: Mapped[bytes] = mapped_column(LargeBinary)
    chat: Mapped[bytes] = mapped_column(LargeBinary)
    """The lines that were kept, compressed."""
    deadline: Mapped[int | None] = mapped_column(Moment)
    parked_at: Mapped[int] = mapped_column(Moment)
    woken_at: Mapped[int | None] = mapped_column(Moment)
