"""Statements on people and their sessions."""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, or_, select, update

from app.db.models import Handoff, Session, User
from app.db.sessions import Reading, Writing


class UserRow(msgspec.Struct, frozen=True):
    """A person; for the owner of a session or a code also when that ends."""

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


async def close_session(db: Writing, digest: bytes) -> None:
    """The session ends now."""
    await db.execute(delete(Session).where(Session.digest == digest))


async def close_expired(db: Writing, now: int) -> None:
    """Forget the sessions and codes that have ended."""
    for ended in (Session, Handoff):
        await db.execute(delete(ended).where(ended.expires <= now))


async def open_handoff(db: Writing, digest: bytes, user_id: str, now: int, expires: int) -> None:
    """A code of a person, by its digest; the one he had and those that have ended are forgotten."""
    await db.execute(delete(Handoff).where(or_(Handoff.user_id == user_id, Handoff.expires <= now)))
    db.add(Handoff(digest=digest, user_id=user_id, expires=expires))
    await db.flush()


async def of_handoff(db: Reading, digest: bytes, now: int) -> UserRow | None:
    """Whom a code that has not ended brings."""
    found = await db.execute(
        select(User.id, User.name, User.lang, Handoff.expires)
        .join(Handoff, Handoff.user_id == User.id)
        .where(Handoff.digest == digest, Handoff.expires > now)
    )
    row = found.one_or_none()
    return UserRow(row.id, row.name, row.lang, row.expires) if row else None


async def has_handoff(db: Reading, user_id: str, now: int) -> bool:
    """Whether a person has a code that has not ended."""
    found = await db.execute(select(Handoff.expires).where(Handoff.user_id == user_id, Handoff.expires > now))
    return found.first() is not None


async def take_handoff(db: Writing, digest: bytes, now: int) -> bool:
    """Use up a code. False if it has ended, or somebody was quicker."""
    # two at once: the second waits for the first here, and then finds nothing
    found = await db.execute(
        delete(Handoff).where(Handoff.digest == digest, Handoff.expires > now).returning(Handoff.digest)
    )
    return found.one_or_none() is not None
