"""Guests and sessions, on both databases."""

from __future__ import annotations

import hashlib

import pytest
from sqlalchemy import text

from app.accounts import service
from app.accounts.service import SESSION_MS, Accounts
from app.db.sessions import Database, DatabaseUnavailable
from app.engine.basics import Refusal

DAY = 24 * 3_600_000


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def accounts(db: Database, clock: Clock) -> Accounts:
    return Accounts(db, clock)


async def test_a_guest_is_known_by_his_token(accounts: Accounts, db: Database, clock: Clock) -> None:
    user, token = await accounts.welcome(" Анна ", "ru")
    assert (user.name, user.lang) == ("Анна", "ru")
    assert await accounts.identify(token) == user
    assert await Accounts(db, clock).identify(token) == user
    other, second = await accounts.welcome("Анна", "ru")
    assert other.id != user.id
    assert second != token


async def test_the_database_has_only_the_digest(accounts: Accounts, db: Database) -> None:
    _, token = await accounts.welcome("Anna", "en")
    async with db.reading() as session:
        stored = (await session.execute(text("SELECT digest FROM sessions"))).scalar_one()
    assert bytes(stored) == hashlib.sha256(token.encode()).digest()


@pytest.mark.parametrize("token", [None, "", "x", "x" * 43, "ж" * 43, "x" * 10_000, "' OR 1=1 --".ljust(43)])
async def test_nobody_else_is(accounts: Accounts, token: str | None) -> None:
    await accounts.welcome("Anna", "en")
    assert await accounts.identify(token) is None


async def test_another_name_is_seen_at_once_here_and_soon_elsewhere(
    accounts: Accounts, db: Database, clock: Clock
) -> None:
    elsewhere = Accounts(db, clock)
    user, token = await accounts.welcome("Anna", "en")
    assert await elsewhere.identify(token) == user
    changed = await accounts.rename(user, "Анна", "ru")
    assert changed.id == user.id
    assert await accounts.identify(token) == changed
    clock.now += 10_001
    assert await elsewhere.identify(token) == changed


@pytest.mark.parametrize(("name", "lang", "code"), [("", "en", "bad.name.empty"), ("Anna", "<b>", "bad.lang")])
async def test_refusals_change_nothing(accounts: Accounts, db: Database, name: str, lang: str, code: str) -> None:
    user, token = await accounts.welcome("Anna", "en")
    for refused in (accounts.welcome(name, lang), accounts.rename(user, name, lang)):
        with pytest.raises(Refusal) as caught:
            await refused
        assert caught.value.code == code
    assert await accounts.identify(token) == user
    async with db.reading() as session:
        assert (await session.execute(text("SELECT count(*) FROM users"))).scalar_one() == 1


async def test_a_session_ends_even_if_it_was_just_seen(accounts: Accounts, clock: Clock) -> None:
    _, token = await accounts.welcome("Anna", "en")
    clock.now += SESSION_MS - 1
    assert await accounts.identify(token)
    clock.now += 1
    assert await accounts.identify(token) is None


async def test_a_session_in_use_does_not_end(accounts: Accounts, db: Database, clock: Clock) -> None:
    user, token = await accounts.welcome("Anna", "en")
    assert not await accounts.renew(token)
    clock.now += SESSION_MS // 2 + DAY
    assert await accounts.renew(token)
    assert not await accounts.renew(token)
    clock.now += SESSION_MS // 2 + DAY
    assert await Accounts(db, clock).identify(token) == user
    assert not await accounts.renew("x" * 43)


async def test_ended_sessions_are_swept(accounts: Accounts, db: Database, clock: Clock) -> None:
    await accounts.welcome("Anna", "en")
    clock.now += SESSION_MS // 2
    _, kept = await accounts.welcome("Boris", "en")
    clock.now += SESSION_MS // 2
    await accounts.sweep()
    async with db.reading() as session:
        assert (await session.execute(text("SELECT count(*) FROM sessions"))).scalar_one() == 1
    assert await accounts.identify(kept)


async def test_who_was_seen_is_known_while_the_database_is_away(
    accounts: Accounts, db: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, token = await accounts.welcome("Anna", "en")
    away = Database("postgresql+asyncpg://nobody@127.0.0.1:1/none")
    monkeypatch.setattr(accounts, "_db", away)
    clock.now += DAY
    assert await accounts.identify(token) == user
    with pytest.raises(DatabaseUnavailable):
        await accounts.identify("x" * 43)
    clock.now += SESSION_MS
    with pytest.raises(DatabaseUnavailable):
        await accounts.identify(token)
    await away.close()


async def test_what_is_remembered_has_an_end(accounts: Accounts, db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "_CACHE_SIZE", 3)
    tokens = [(await accounts.welcome(f"n{n}", "en"))[1] for n in range(6)]
    assert len(accounts._held) == 3
    assert all([await accounts.identify(token) for token in tokens])
    assert len(accounts._held) == 3
