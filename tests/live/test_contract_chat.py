"""Every sentence of app/live/contracts.py about chats, for both twins."""

from __future__ import annotations

import asyncio

import pytest

from app.live.contracts import LiveStore
from tests.live.conftest import Place, begin, extend, new_id

LOBBY = "@lobby"
MINUTE = 60_000


async def test_lines_are_numbered_and_come_oldest_first(place: Place, store: LiveStore) -> None:
    table, other, (elsewhere,) = new_id(), new_id(), await place.others(store)
    await begin(store, table)
    await begin(store, other)
    bodies = [b"", b"\x00\xff\r\n\n", "привет 札".encode(), b"x" * 4000]
    assert [await store.chat.say(table, body, 10) for body in bodies] == [1, 2, 3, 4]
    assert await elsewhere.chat.said(table) == list(enumerate(bodies, 1))
    assert await store.chat.said(other) == []
    assert await elsewhere.chat.say(other, b"first", 10) == 1


@pytest.mark.parametrize("room", ["t", LOBBY])
async def test_a_chat_is_bounded(store: LiveStore, room: str) -> None:
    await begin(store, "t")
    ttl_ms = 60_000 if room == LOBBY else 0
    for n in range(1, 9):
        assert await store.chat.say(room, b"%d" % n, 5, ttl_ms) == n
    assert await store.chat.said(room) == [(n, b"%d" % n) for n in range(4, 9)]
    assert await store.chat.say(room, b"9", 1, ttl_ms) == 9
    assert await store.chat.said(room) == [(9, b"9")]


async def test_of_racing_speakers_each_has_a_line(place: Place, store: LiveStore) -> None:
    table, stores = new_id(), [store, *await place.others(store, 2)]
    await begin(store, table)
    numbers = await asyncio.gather(*[s.chat.say(table, b"%d" % n, 20) for n, s in enumerate(stores * 10)])
    assert sorted(numbers) == list(range(1, 31))
    said = {number: b"%d" % n for n, number in enumerate(numbers)}
    assert await store.chat.said(table) == [(n, said[n]) for n in range(11, 31)]


async def test_a_table_has_a_chat_for_as_long_as_it_is_there(store: LiveStore) -> None:
    table, other = new_id(), new_id()
    assert await store.chat.say(table, b"too early", 10) == 0
    assert await store.chat.said(table) == []
    await begin(store, table)
    await begin(store, other)
    for room in (table, other):
        assert await store.chat.say(room, b"hello", 10) == 1
    await store.log.drop(table)
    assert await store.chat.said(table) == []
    assert await store.chat.say(table, b"too late", 10) == 0
    assert await store.chat.said(table) == []
    assert await store.chat.said(other) == [(1, b"hello")]
    await begin(store, table, "e2")
    assert await store.chat.say(table, b"anew", 10) == 1


async def test_the_chat_of_a_dropped_table_may_linger(place: Place, store: LiveStore) -> None:
    for early in (True, False):
        table = new_id()
        await begin(store, table)
        if early:
            await store.chat.say(table, b"well played", 10)
        await store.log.drop(table, after_ms=10 * MINUTE)
        await place.later(5 * MINUTE)
        assert await store.chat.say(table, b"thanks", 10) == 1 + early
        assert (await store.chat.said(table))[-1] == (1 + early, b"thanks")
        await place.later(5 * MINUTE)
        assert await store.chat.said(table) == []
        assert await store.chat.say(table, b"too late", 10) == 0


async def test_a_chat_of_its_own_lapses_after_the_last_line(place: Place, store: LiveStore) -> None:
    assert await store.chat.say(LOBBY, b"one", 10, 10 * MINUTE) == 1
    await place.later(5 * MINUTE)
    assert await store.chat.say(LOBBY, b"two", 10, 10 * MINUTE) == 2
    await place.later(8 * MINUTE)
    assert await store.chat.said(LOBBY) == [(1, b"one"), (2, b"two")]
    await place.later(2 * MINUTE)
    assert await store.chat.said(LOBBY) == []
    assert await store.chat.say(LOBBY, b"anew", 10, 10 * MINUTE) == 1


async def test_what_lapses_does_so_by_itself(store: LiveStore) -> None:
    table = new_id()
    await begin(store, table)
    await store.log.drop(table, after_ms=50)
    await store.chat.say(LOBBY, b"one", 10, 50)
    while await store.log.head(table) or await store.chat.said(LOBBY):
        await asyncio.sleep(0.02)


async def test_a_chat_can_be_forgotten(store: LiveStore) -> None:
    table = new_id()
    await begin(store, table)
    await store.chat.say(table, b"hello", 10)
    await store.chat.say(LOBBY, b"hello", 10, 60_000)
    await store.chat.forget(table)
    await store.chat.forget(table)
    await store.chat.forget(new_id())
    assert await store.chat.said(table) == []
    assert await store.chat.say(table, b"anew", 10) == 1
    assert await store.chat.said(LOBBY) == [(1, b"hello")]
    assert await store.log.head(table) is not None


async def test_chats_outlive_the_store_that_kept_them(place: Place, store: LiveStore) -> None:
    table = new_id()
    at = await begin(store, table)
    for _ in range(3):
        await store.chat.say(table, b"hello", 2)
    await store.chat.say(LOBBY, b"anybody?", 10, 60_000)
    await extend(store, table, at)
    await store.close()
    again = await place.open()
    assert await again.chat.said(table) == [(2, b"hello"), (3, b"hello")]
    assert await again.chat.said(LOBBY) == [(1, b"anybody?")]
    assert await again.chat.say(table, b"back", 2) == 4
