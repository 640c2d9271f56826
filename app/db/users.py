"""Statements on people and their sessions."""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, select, update

from app.db.models import Session, User
from app.db.sessions import Reading, Writing


class UserRow(msgspec.Struct, frozen=True):
    """A person; for a session's owner also when the session ends."""

    id: str
    name: str
    lang: str
    expires: int = 0


async def add(db: Writing, user_id: str, name: str, lang: str, now: int) -> None:
    """A new person."""
    db.add(User(id=user_id, name=name, lang=lang, created=now))
    await db.flush()


async def change(db: Writing, user_id: str, name: str, lang: str) -> None:
    """Another name and language."""
    await db.execute(update(User).where(User.id == user_id).values(name=name, lang=lang))


async def open_session(db: Writing, digest: bytes, user_id: str, now: int, expires: int) -> None:
    """A session of a person, by the digest of its token."""
    db.add(Session(digest=digest, user_id=user_id, created=now, expires=expires))
    await db.flush()


async def extend_session(db: Writing, digest: bytes, expires: int) -> None:
    """The session ends later."""
    await db.execute(update(Session).where(Session.digest == digest).values(expires=expires))


async def of_session(db: Reading, digest: bytes, now: int) -> UserRow | None:
    """The owner of a session that has not ended."""
    found = await db.execute(
        select(User.id, User.name, User.lang, Session.expires)
        .join(Session, Session.user_id == User.id)
        .where(Session.digest == digest, Session.expires > now)
    )
    row = found.one_or_none()
    return UserRow(row.id, row.name, row.lang, row.expires) if row else None


async def close_expired(db: Writing, now: int) -> None:
    """Forget the sessions that have ended."""
    await db.execute(delete(Session).where(Session.expires <= now))
