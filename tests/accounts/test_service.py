"""Guests and sessions, on both databases."""

from __future__ import annotations

import asyncio
import hashlib

import pytest
from sqlalchemy import text

from app.accounts import service
from app.accounts.service import HANDOFF_MS, SESSION_MS, Accounts
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


async def rows(db: Database, table: str) -> int:
    async with db.reading() as session:
        return int((await session.execute(text(f"SELECT count(*) FROM {table}"))).scalar_one())


async def test_a_code_brings_a_person_to_another_browser_once(accounts: Accounts, db: Database, clock: Clock) -> None:
    elsewhere = Accounts(db, clock)  # another worker
    user, first = await accounts.welcome("Anna", "en")
    code = await accounts.hand_off(user)
    clock.now += 1_000
    assert await elsewhere.handed(code) == (user, HANDOFF_MS - 1_000)
    assert await elsewhere.handed(code) == (user, HANDOFF_MS - 1_000)
    claimed, second = await elsewhere.claim(code, None)
    assert (claimed, await elsewhere.identify(second), await accounts.identify(second)) == (user, user, user)
    assert second != first
    assert await accounts.identify(first) == user
    for used in (accounts.claim(code, None), elsewhere.claim(code, None), accounts.handed(code)):
        with pytest.raises(Refusal) as caught:
            await used
        assert caught.value.code == "bad.handoff"
    assert (await rows(db, "sessions"), await rows(db, "handoffs")) == (2, 0)


async def test_of_two_who_claim_at_once_one_gets_it(accounts: Accounts, db: Database, clock: Clock) -> None:
    user, _ = await accounts.welcome("Anna", "en")
    code = await accounts.hand_off(user)
    claims = [Accounts(db, clock).claim(code, None) for _ in range(4)]
    done = await asyncio.gather(*claims, return_exceptions=True)
    assert sum(not isinstance(one, Exception) for one in done) == 1
    assert {one.code for one in done if isinstance(one, Refusal)} == {"bad.handoff"}
    assert await rows(db, "sessions") == 2


async def test_the_database_has_only_the_digest_of_a_code(accounts: Accounts, db: Database) -> None:
    user, _ = await accounts.welcome("Anna", "en")
    code = await accounts.hand_off(user)
    assert len(code) * 6 >= 128
    async with db.reading() as session:
        stored = (await session.execute(text("SELECT digest FROM handoffs"))).scalar_one()
    assert bytes(stored) == hashlib.sha256(code.encode()).digest()


async def test_a_code_is_void_when_its_time_is_over_or_another_is_made(
    accounts: Accounts, db: Database, clock: Clock
) -> None:
    anna, _ = await accounts.welcome("Anna", "en")
    boris, _ = await accounts.welcome("Boris", "en")
    codes = [await accounts.hand_off(anna), await accounts.hand_off(anna), await accounts.hand_off(boris)]
    assert len(set(codes)) == 3
    with pytest.raises(Refusal):
        await accounts.handed(codes[0])
    clock.now += HANDOFF_MS - 1
    assert (await accounts.handed(codes[1]), await accounts.handed(codes[2])) == ((anna, 1), (boris, 1))
    clock.now += 1
    for code in codes:
        with pytest.raises(Refusal):
            await accounts.claim(code, None)
    await accounts.hand_off(anna)
    assert await rows(db, "handoffs") == 1  # those of the others were swept
    clock.now += HANDOFF_MS
    await accounts.sweep()
    assert await rows(db, "handoffs") == 0


async def test_the_session_that_the_browser_had_ends(accounts: Accounts, db: Database, clock: Clock) -> None:
    anna, _ = await accounts.welcome("Anna", "en")
    _, old = await accounts.welcome("Boris", "en")
    claimed, token = await accounts.claim(await accounts.hand_off(anna), old)
    assert claimed == await accounts.identify(token) == anna
    assert await accounts.identify(old) is None
    assert await rows(db, "sessions") == 2


@pytest.mark.parametrize("code", ["", "x", "x" * 22, "ж" * 22, "x" * 43, "' OR 1=1 --".ljust(22)])
async def test_no_other_code_brings_anybody(accounts: Accounts, db: Database, code: str) -> None:
    user, token = await accounts.welcome("Anna", "en")
    await accounts.hand_off(user)
    for refused in (accounts.handed(code), accounts.claim(code, token)):
        with pytest.raises(Refusal) as caught:
            await refused
        assert caught.value.code == "bad.handoff"
    assert await accounts.identify(token) == user
    assert (await rows(db, "sessions"), await rows(db, "handoffs")) == (1, 1)
