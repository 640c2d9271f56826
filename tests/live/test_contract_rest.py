"""Every sentence of app/live/contracts.py about timers, outbox, presence and directory, for both twins."""

from __future__ import annotations

import asyncio

import pytest

from app.live.contracts import Claim, LiveStore
from tests.live.conftest import Place, begin, extend, new_id, until

NOW = 1_796_000_000_000
"""A real time of day in milliseconds: digits can get lost in them."""


# --- timers -----------------------------------------------------------------------------------------------------------


async def test_an_append_sets_moves_and_clears_the_timer(store: LiveStore) -> None:
    table = new_id()
    at = await begin(store, table, deadline=NOW + 100)
    assert await store.timers.claim(NOW + 99, 3000, 10) == []
    assert await store.timers.sleep_until(NOW, 1000) == 100
    at = await extend(store, table, at, deadline=NOW + 7)
    assert await store.timers.sleep_until(NOW, 1000) == 7
    assert await store.timers.sleep_until(NOW, 5) == 5
    assert await store.timers.sleep_until(NOW + 50, 1000) == 0
    await extend(store, table, at)
    assert await store.timers.sleep_until(NOW, 1000) == 1000
    assert await store.timers.claim(NOW + 100_000, 3000, 10) == []


async def test_a_due_timer_is_claimed_by_one(place: Place, store: LiveStore) -> None:
    tables, stores = sorted(new_id() for _ in range(30)), [store, *await place.others(store, 2)]
    for table in tables:
        await begin(store, table, deadline=NOW)
    claims = await asyncio.gather(*[stores[n % 3].timers.claim(NOW, 3000, 7) for n in range(12)])
    assert all(len(some) <= 7 for some in claims)
    assert sorted(claim.table for some in claims for claim in some) == tables
    assert {claim.lease for some in claims for claim in some} == {NOW + 3000}


async def test_a_timer_whose_claimer_died_fires_again(store: LiveStore) -> None:
    table = new_id()
    await begin(store, table, deadline=NOW)
    assert await store.timers.claim(NOW + 5, 3000, 10) == [Claim(table, NOW + 3005)]
    assert await store.timers.sleep_until(NOW + 5, 10_000) == 3000
    assert await store.timers.claim(NOW + 3004, 3000, 10) == []
    assert await store.timers.claim(NOW + 3005, 3000, 10) == [Claim(table, NOW + 6005)]


async def test_settling_puts_the_timer_where_it_belongs(store: LiveStore) -> None:
    table = new_id()
    await begin(store, table, deadline=NOW)
    (claim,) = await store.timers.claim(NOW, 3000, 10)
    await store.timers.settle(claim, NOW + 500)
    assert await store.timers.sleep_until(NOW, 10_000) == 500
    (claim,) = await store.timers.claim(NOW + 500, 3000, 10)
    await store.timers.settle(claim, None)
    assert await store.timers.sleep_until(NOW, 10_000) == 10_000
    await store.timers.settle(claim, NOW)
    assert await store.timers.claim(NOW + 100_000, 3000, 10) == []


async def test_settling_leaves_a_timer_that_was_moved_since(store: LiveStore) -> None:
    table = new_id()
    at = await begin(store, table, deadline=NOW)
    (claim,) = await store.timers.claim(NOW, 3000, 10)
    at = await extend(store, table, at, deadline=NOW + 800)
    await store.timers.settle(claim, None)
    assert await store.timers.sleep_until(NOW, 10_000) == 800
    (second,) = await store.timers.claim(NOW + 800, 3000, 10)
    await store.timers.settle(claim, None)
    assert await store.timers.sleep_until(NOW + 800, 10_000) == 3000
    await extend(store, table, at)
    await store.timers.settle(second, NOW)
    assert await store.timers.claim(NOW + 100_000, 3000, 10) == []


async def test_a_deadline_equal_to_the_lease_is_not_taken_for_it(store: LiveStore) -> None:
    table = new_id()
    at = await begin(store, table, deadline=NOW)
    (claim,) = await store.timers.claim(NOW, 3000, 10)
    await extend(store, table, at, deadline=claim.lease)
    await store.timers.settle(claim, None)
    assert [again.table for again in await store.timers.claim(claim.lease, 3000, 10)] == [table]


async def test_settling_after_a_drop_brings_nothing_back(store: LiveStore) -> None:
    table = new_id()
    await begin(store, table, deadline=NOW)
    (claim,) = await store.timers.claim(NOW, 3000, 10)
    await store.log.drop(table)
    await store.timers.settle(claim, NOW)
    assert await store.timers.claim(NOW + 100_000, 3000, 10) == []


async def test_a_limit_starves_no_table(store: LiveStore) -> None:
    tables = {new_id() for _ in range(12)}
    for table in tables:
        await begin(store, table, deadline=NOW)
    served = set()
    for turn in range(400):  # each claimed timer is due again at once
        for claim in await store.timers.claim(NOW + turn, 1, 1):
            served.add(claim.table)
        if served == tables:
            return
    raise AssertionError(f"never served: {tables - served}")


# --- outbox -----------------------------------------------------------------------------------------------------------


async def test_a_table_that_is_over_waits_until_it_is_done(place: Place, store: LiveStore) -> None:
    table, (other,) = new_id(), await place.others(store)
    at = await begin(store, table)
    assert await store.outbox.waiting(NOW, 3000, 10) == []
    await extend(store, table, at, finished=True)
    assert await store.outbox.waiting(NOW, 3000, 10) == [Claim(table, NOW + 3000)]
    assert await other.outbox.waiting(NOW + 2999, 3000, 10) == []
    assert await other.outbox.waiting(NOW + 3000, 3000, 10) == [Claim(table, NOW + 6000)]
    await store.outbox.done(table)
    await store.outbox.done(table)
    assert await store.outbox.waiting(NOW + 100_000, 3000, 10) == []


async def test_outbox_entries_are_leased_to_one_and_up_to_the_limit(store: LiveStore) -> None:
    tables = sorted(new_id() for _ in range(9))
    for table in tables:
        await begin(store, table, finished=True)
    claims = await asyncio.gather(*[store.outbox.waiting(NOW, 3000, 2) for _ in range(6)])
    assert all(len(some) <= 2 for some in claims)
    assert sorted(claim.table for some in claims for claim in some) == tables


# --- presence ---------------------------------------------------------------------------------------------------------


async def test_presence_is_by_user_and_counts_connections(place: Place, store: LiveStore) -> None:
    table, (other,) = new_id(), await place.others(store)
    assert await store.presence.present(table, NOW) == []
    assert await store.presence.enter(table, "bob", "b1", NOW, 1000)
    assert await store.presence.enter(table, "ann", "a1", NOW, 1000)
    assert not await other.presence.enter(table, "ann", "a2", NOW, 1000)
    assert not await store.presence.enter(table, "ann", "a1", NOW + 10, 1000)
    assert await other.presence.present(table, NOW) == ["ann", "bob"]
    assert not await store.presence.leave(table, "ann", "a1", NOW + 20)
    assert await store.presence.present(table, NOW + 20) == ["ann", "bob"]
    assert await other.presence.leave(table, "ann", "a2", NOW + 30)
    assert await store.presence.present(table, NOW + 30) == ["bob"]
    assert not await store.presence.leave(table, "ann", "a2", NOW + 30)
    assert not await store.presence.leave(table, "eve", "e1", NOW + 30)
    assert await store.presence.enter(table, "ann", "a3", NOW + 40, 1000)


async def test_users_whose_names_begin_alike_are_two(store: LiveStore) -> None:
    table = new_id()
    assert await store.presence.enter(table, "ann", "1", NOW, 1000)
    assert await store.presence.enter(table, "anna", "1", NOW, 1000)
    assert await store.presence.enter(table, "an", "n1", NOW, 1000)
    assert await store.presence.leave(table, "ann", "1", NOW)
    assert await store.presence.present(table, NOW) == ["an", "anna"]


async def test_a_connection_without_heartbeat_lapses(store: LiveStore) -> None:
    table = new_id()
    await store.presence.enter(table, "ann", "a1", NOW, 1000)
    await store.presence.enter(table, "bob", "b1", NOW, 5000)
    await store.presence.enter(table, "ann", "a1", NOW + 900, 1000)
    assert await store.presence.present(table, NOW + 1899) == ["ann", "bob"]
    assert await store.presence.present(table, NOW + 1900) == ["bob"]
    assert await store.presence.enter(table, "ann", "a2", NOW + 2000, 1000)


async def test_one_that_lapsed_unnoticed_still_gets_its_goodbye(store: LiveStore) -> None:
    table = new_id()
    await store.presence.enter(table, "ann", "a1", NOW, 1000)
    assert await store.presence.leave(table, "ann", "a1", NOW + 5000)


async def test_presence_is_by_table(store: LiveStore) -> None:
    here, there = new_id(), new_id()
    assert await store.presence.enter(here, "ann", "a1", NOW, 1000)
    assert await store.presence.enter(there, "ann", "a1", NOW, 1000)
    assert await store.presence.leave(here, "ann", "a1", NOW)
    assert await store.presence.present(there, NOW) == ["ann"]


async def test_announcements_reach_every_watcher(place: Place, store: LiveStore) -> None:
    table, stores = new_id(), [store, *await place.others(store, 2)][: 3 if place.twin == "redis" else 1]
    heard: list[list[bytes]] = [[] for _ in stores]
    for watcher, ear in zip(stores, heard, strict=True):
        await watcher.presence.watch(table, ear.append)
    with pytest.raises(ValueError, match=table):
        await store.presence.watch(table, heard[0].append)
    await store.presence.announce(new_id(), b"elsewhere")
    for n in range(5):
        await stores[-1].presence.announce(table, b"%d\n" % n)
    await until(lambda: all(len(ear) >= 5 for ear in heard))
    assert heard == [[b"0\n", b"1\n", b"2\n", b"3\n", b"4\n"]] * len(stores)
    for watcher in stores:
        await watcher.presence.unwatch(table)
        await watcher.presence.unwatch(table)
    await store.presence.announce(table, b"too late")
    await store.ping()
    assert len(heard[0]) == 5


# --- directory --------------------------------------------------------------------------------------------------------


async def test_listings_come_change_and_go_with_appends(place: Place, store: LiveStore) -> None:
    table, silent, (other,) = new_id(), new_id(), await place.others(store)
    at = await begin(store, table, listing=b"open")
    await begin(store, silent)
    assert await other.directory.listings() == {table: b"open"}
    at = await extend(store, table, at)
    assert await other.directory.listings() == {table: b"open"}
    at = await extend(store, table, at, listing=b"playing\x00\n")
    assert await other.directory.listings() == {table: b"playing\x00\n"}
    at = await extend(store, table, at, listing=b"")
    assert await other.directory.listings() == {}
    await extend(store, table, at)
    assert await other.directory.listings() == {}
    many = {new_id(): b"%d" % n for n in range(100)}
    await asyncio.gather(*[begin(store, table, listing=listing) for table, listing in many.items()])
    assert await other.directory.listings() == many


async def test_a_table_born_unlisted_is_not_shown(store: LiveStore) -> None:
    await begin(store, new_id(), listing=b"")
    assert await store.directory.listings() == {}


async def test_the_tables_of_a_user_the_latest_first(place: Place, store: LiveStore) -> None:
    (other,) = await place.others(store)
    for n, table in enumerate(["t1", "t2", "t3"]):
        await store.directory.remember("ann", table, NOW + n)
    await store.directory.remember("bob", "t2", NOW)
    assert await other.directory.tables_of("ann") == ["t3", "t2", "t1"]
    await store.directory.remember("ann", "t1", NOW + 9)
    assert await other.directory.tables_of("ann") == ["t1", "t3", "t2"]
    await other.directory.forget("ann", "t3")
    await other.directory.forget("ann", "t3")
    assert await store.directory.tables_of("ann") == ["t1", "t2"]
    assert await store.directory.tables_of("bob") == ["t2"]
    assert await store.directory.tables_of("eve") == []
