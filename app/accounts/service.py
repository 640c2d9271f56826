"""Guests and their sessions. The token is opaque and only in the browser's cookie; the database has its SHA-256."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Final

import msgspec

from app import errors
from app.accounts.names import clean
from app.accounts.tokens import digest, new_code, new_id, new_token
from app.db import users
from app.db.sessions import Database, DatabaseUnavailable
from app.engine.basics import Refusal

SESSION_MS: Final = 400 * 24 * 3_600_000
"""How long a session lasts, ms: the longest that browsers keep a cookie."""
HANDOFF_MS: Final = 300_000
"""How long a code brings somebody to another browser, ms."""
_CACHE_MS: Final = 10_000
"""How long another worker may go on showing the old name, ms."""
_CACHE_SIZE: Final = 10_000
_LANG: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")


class User(msgspec.Struct, frozen=True):
    """A person as the rest of the house knows him."""

    id: str
    name: str
    lang: str


class Held(msgspec.Struct, frozen=True):
    """What is known of a session for a short while."""

    user: User
    expires: int
    until: int
    """When to ask the database again."""


class Accounts:
    """Who is who. `now` gives milliseconds since the Unix epoch."""

    def __init__(self, db: Database, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self._db = db
        self._now = now
        self._held: dict[bytes, Held] = {}

    async def welcome(self, name: str, lang: str) -> tuple[User, str]:
        """A new guest and the token of his session. Raises Refusal `bad.name.*`, `bad.lang`."""
        user = User(new_id(), clean(name), _language(lang))
        token, now = new_token(), self._now()
        key = digest(token)
        assert key is not None  # noqa: S101 - a token of ours
        async with self._db.writing() as db:
            await users.add(db, user.id, user.name, user.lang, now)
            await users.open_session(db, key, user.id, now, now + SESSION_MS)
        self._hold(key, user, now + SESSION_MS)
        return user, token

    async def rename(self, user: User, name: str, lang: str) -> User:
        """The same person with another name and language. Raises Refusal `bad.name.*`, `bad.lang`."""
        changed = User(user.id, clean(name), _language(lang))
        async with self._db.writing() as db:
            await users.change(db, changed.id, changed.name, changed.lang)
        for key, held in self._held.items():
            if held.user.id == user.id:
                self._held[key] = Held(changed, held.expires, held.until)
        return changed

    async def identify(self, token: str | None) -> User | None:
        """Whose session it is, None for no or an ended one. Raises DatabaseUnavailable if it was not seen before."""
        key = digest(token) if token else None
        if key is None:
            return None
        held = await self._look(key)
        return held.user if held else None

    async def renew(self, token: str) -> bool:
        """Let a session past half its time last the whole of it again. True if it was: the cookie must be sent anew."""
        key, now = digest(token), self._now()
        held = await self._look(key) if key else None
        if key is None or held is None or held.expires - now > SESSION_MS // 2:
            return False
        async with self._db.writing() as db:
            await users.extend_session(db, key, now + SESSION_MS)
        self._hold(key, held.user, now + SESSION_MS)
        return True

    async def hand_off(self, user: User) -> str:
        """A code that brings this person to another browser, once and for HANDOFF_MS; the one before is void."""
        code, now = new_code(), self._now()
        key = digest(code)
        assert key is not None  # noqa: S101 - a code of ours
        async with self._db.writing() as db:
            await users.open_handoff(db, key, user.id, now, now + HANDOFF_MS)
        return code

    async def handed(self, code: str) -> tuple[User, int]:
        """Whom a code brings, and for how many ms yet; nothing is taken. Raises Refusal `bad.handoff`."""
        key, now = digest(code), self._now()
        async with self._db.reading() as db:
            row = await users.of_handoff(db, key, now) if key else None
        if row is None:
            raise Refusal(errors.HANDOFF)
        return User(row.id, row.name, row.lang), row.expires - now

    async def awaited(self, user: User) -> bool:
        """Whether a code of this person has been neither used nor forgotten."""
        async with self._db.reading() as db:
            return await users.has_handoff(db, user.id, self._now())

    async def claim(self, code: str, before: str | None) -> tuple[User, str]:
        """The person whom a code brings, and the token of a new session of his; the code is used up.

        `before` is the token that the browser has had: that session ends. Raises Refusal `bad.handoff`.
        """
        key, now, token = digest(code), self._now(), new_token()
        old, new = digest(before) if before else None, digest(token)
        async with self._db.writing() as db:
            row = await users.of_handoff(db, key, now) if key else None
            if key is None or row is None or new is None or not await users.take_handoff(db, key, now):
                raise Refusal(errors.HANDOFF)
            if old:
                await users.close_session(db, old)
            await users.open_session(db, new, row.id, now, now + SESSION_MS)
        if old:
            self._held.pop(old, None)
        user = User(row.id, row.name, row.lang)
        self._hold(new, user, now + SESSION_MS)
        return user, token

    async def sweep(self) -> None:
        """Forget the sessions and codes that have ended."""
        async with self._db.writing() as db:
            await users.close_expired(db, self._now())

    async def _look(self, key: bytes) -> Held | None:
        now = self._now()
        if (held := self._held.get(key)) and now < min(held.until, held.expires):
            return held
        try:
            async with self._db.reading() as db:
                row = await users.of_session(db, key, now)
        except DatabaseUnavailable:
            # live tables do without the database, and so do those who play at them
            if held is not None and now < held.expires:
                return held
            raise
        if row is None:
            self._held.pop(key, None)
            return None
        return self._hold(key, User(row.id, row.name, row.lang), row.expires)

    def _hold(self, key: bytes, user: User, expires: int) -> Held:
        if len(self._held) >= _CACHE_SIZE and key not in self._held:
            del self._held[next(iter(self._held))]  # the oldest: dicts keep their order
        held = self._held[key] = Held(user, expires, self._now() + _CACHE_MS)
        return held


def _language(lang: str) -> str:
    if not _LANG.fullmatch(lang):
        raise Refusal("bad.lang")
    return lang
