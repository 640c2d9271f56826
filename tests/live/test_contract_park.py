"""Every sentence of app/live/contracts.py about parked tables, for both twins."""

from __future__ import annotations

import asyncio

import pytest

from app.live.contracts import NO_CHAIN, Claim, LiveStore, Page, Position, Published, Secrets
from tests.live.conftest import NOWHERE, Place, begin, chain_of, commit, extend, new_id, until

BODIES = [b"first", b"commit 2", b"commit 3"]
NEVER = 1 << 40


async def three(store: LiveStore, table: str, **more: object) -> Position:
    """A table with three commits."""
    return await extend(store, table, await begin(store, table), 2, **more)


async def parked(store: LiveStore, table: str, **more: object) -> Position:
    """A table that is parked; where it was."""
    at = await three(store, table, **more)
    assert await store.log.park(table, at)
    return at


async def wake(store: LiveStore, table: str, epoch: str = "e2", deadline: int | None = None) -> Position | None:
    return await store.log.wake(table, epoch, Secrets("5ec2e7"), BODIES, deadline)


def ended(at: Position, epoch: str) -> Position:
    """The same place in another telling."""
    return Position(epoch, at.seq, at.chain)


# --- park -------------------------------------------------------------------------------------------------------------


async def test_park_takes_all_but_timer_and_listing(store: LiveStore) -> None:
    table, other, heard = new_id(), new_id(), list[Published]()
    kept = await begin(store, other, listing=b"kept")
    at = await three(store, table, deadline=70, listing=b"shown")
    await store.chat.say(table, b"hello", 10)
    await store.presence.enter(table, "ann", "c1", 0, NEVER)
    await store.fanout.listen(table, heard.append)
    assert await store.log.park(table, at)
    assert await store.log.head(table) is None
    assert await store.log.since(table, 0) is None
    assert await store.log.secrets(table) is None
    assert await store.chat.said(table) == []
    assert await store.presence.present(table, 1) == []
    assert await store.directory.listings() == {table: b"shown", other: b"kept"}
    assert await store.timers.sleep_until(0, 1000) == 70
    assert await store.log.head(other) == kept
    assert heard == []


async def test_the_timer_of_a_parked_table_is_claimed_and_settled(store: LiveStore) -> None:
    table = new_id()
    await parked(store, table, deadline=70)
    assert await store.timers.claim(69, 30, 10) == []
    assert await store.timers.claim(70, 30, 10) == [Claim(table, 100)]
    assert await store.timers.claim(100, 30, 10) == [Claim(table, 130)]
    await store.timers.settle(Claim(table, 100), 5)
    await store.timers.settle(Claim(table, 130), 500)
    assert await store.timers.sleep_until(0, 1000) == 500
    (claim,) = await store.timers.claim(500, 30, 10)
    await store.timers.settle(claim, None)
    assert await store.timers.claim(NEVER, 30, 10) == []


async def test_nothing_is_appended_to_a_parked_table(store: LiveStore) -> None:
    table, heard = new_id(), list[Published]()
    at = await parked(store, table, deadline=70, listing=b"shown")
    await store.fanout.listen(table, heard.append)
    for expected in (at, NOWHERE, Position("", 0, NO_CHAIN)):
        late = commit(table, expected, b"late", deadline=10, listing=b"other", finished=True, renew="e9")
        assert await store.log.append(late) is None
    assert await store.log.head(table) is None
    assert await store.log.since(table, 0) is None
    assert await store.chat.say(table, b"late", 10) == 0
    assert await store.directory.listings() == {table: b"shown"}
    assert await store.timers.sleep_until(0, 1000) == 70
    assert await store.outbox.waiting(0, 1000, 10) == []
    assert heard == []


@pytest.mark.parametrize("wrong", [{"seq": 2}, {"seq": 4}, {"seq": 0}, {"epoch": "e2"}, {"chain": NO_CHAIN}])
async def test_park_anywhere_but_at_the_head_changes_nothing(store: LiveStore, wrong: dict[str, object]) -> None:
    table = new_id()
    at = await three(store, table, deadline=70)
    elsewhere = Position(**{"epoch": at.epoch, "seq": at.seq, "chain": at.chain} | wrong)
    assert not await store.log.park(table, elsewhere)
    assert await store.log.since(table, 0) == Page(at, BODIES)
    assert await store.log.secrets(table) == Secrets("5ec2e7")
    assert await store.timers.sleep_until(0, 1000) == 70
    await extend(store, table, at)


async def test_park_looks_at_the_chat_if_it_is_told_to(store: LiveStore) -> None:
    table = new_id()
    at = await three(store, table)
    assert not await store.log.park(table, at, said=1)
    for _ in range(3):
        await store.chat.say(table, b"hello", 2)
    for said in (0, 1, 2, 4):
        assert not await store.log.park(table, at, said)
    assert await store.log.head(table) == at
    assert len(await store.chat.said(table)) == 2
    assert await store.log.park(table, at, said=3)
    silent = new_id()
    assert await store.log.park(silent, await begin(store, silent), said=0)


async def test_what_is_over_dropped_parked_or_was_never_there_is_not_parked(store: LiveStore) -> None:
    over, dropped, table = new_id(), new_id(), new_id()
    at = await three(store, over, finished=True)
    assert not await store.log.park(over, at)
    assert await store.log.head(over) == at
    assert [claim.table for claim in await store.outbox.waiting(0, 1000, 10)] == [over]
    assert not await store.log.park(over, at)
    await store.outbox.done(over)
    await store.log.drop(over)
    at = await three(store, dropped)
    await store.log.drop(dropped, after_ms=600_000)
    assert not await store.log.park(dropped, at)
    assert await store.log.head(dropped) == at
    at = await parked(store, table, listing=b"shown")
    for position in (at, NOWHERE, Position("", 0, NO_CHAIN)):
        assert not await store.log.park(table, position)
        assert not await store.log.park(new_id(), position)
    assert await store.directory.listings() == {table: b"shown"}


async def test_a_parked_table_can_be_dropped(store: LiveStore) -> None:
    for after_ms in (0, 600_000):
        table = new_id()
        await parked(store, table, deadline=10, listing=b"shown")
        await store.log.drop(table, after_ms)
        assert await store.directory.listings() == {}
        assert await store.timers.claim(100, 10, 10) == []
        assert await store.log.head(table) is None
        assert await wake(store, table, deadline=20) is not None
        assert [claim.table for claim in await store.timers.claim(100, 10, 10)] == [table]
        await store.log.drop(table)


async def test_a_parked_table_is_not_created_anew(store: LiveStore) -> None:
    listed, timed, forgotten = new_id(), new_id(), new_id()
    await parked(store, listed, listing=b"shown")
    await parked(store, timed, deadline=10)
    await parked(store, forgotten)
    for table in (listed, timed):
        other = commit(table, listing=b"other", deadline=20, finished=True)
        assert await store.log.create(table, "e5", Secrets(""), other) is None
        assert await store.log.head(table) is None
    assert await store.outbox.waiting(0, 1000, 10) == []
    assert await store.directory.listings() == {listed: b"shown"}
    assert [claim.table for claim in await store.timers.claim(NEVER, 10, 10)] == [timed]
    assert await begin(store, forgotten, "e5")


# --- wake -------------------------------------------------------------------------------------------------------------


async def test_wake_puts_the_table_back_in_a_new_telling(store: LiveStore) -> None:
    table, heard = new_id(), list[Published]()
    at = await parked(store, table, deadline=70, listing=b"shown")
    await store.fanout.listen(table, heard.append)
    secrets = Secrets("e2d", "invited")
    lines = [(4, b"hello"), (5, b"\x00\xff")]
    woken = await store.log.wake(table, "e2", secrets, BODIES, 50, lines)
    assert woken == ended(at, "e2")
    assert await store.log.since(table, 0) == Page(woken, BODIES)
    assert await store.log.since(table, 2) == Page(woken, BODIES[2:])
    assert await store.log.secrets(table) == secrets
    assert await store.chat.said(table) == lines
    assert await store.directory.listings() == {table: b"shown"}
    assert [claim.table for claim in await store.timers.claim(50, 10, 10)] == [table]
    assert await store.log.append(commit(table, at, b"in the old telling")) is None
    after = await extend(store, table, woken)
    await until(lambda: heard)
    assert heard == [Published(after, b"commit 4")]
    assert await store.chat.say(table, b"again", 2) == 6
    assert await store.chat.said(table) == [lines[1], (6, b"again")]
    assert await store.log.park(table, after, said=6)


async def test_wake_sets_or_clears_the_timer(store: LiveStore) -> None:
    table = new_id()
    await parked(store, table, deadline=70)
    at = await wake(store, table, deadline=None)
    assert at
    assert await store.timers.sleep_until(0, 1000) == 1000
    at = await extend(store, table, at, deadline=70)
    (claim,) = await store.timers.claim(70, 30, 10)
    assert await store.log.park(table, at)
    assert await wake(store, table, "e3", deadline=claim.lease)
    await store.timers.settle(claim, None)  # the deadline is not taken for the lease
    assert await store.timers.sleep_until(0, 1000) == 100


async def test_a_chain_over_several_tellings_is_the_same_after_parking(store: LiveStore) -> None:
    table = new_id()
    at = await store.log.append(commit(table, await begin(store, table), b"commit 2", renew="e1b"))
    assert at is not None
    at = await extend(store, table, at)
    assert await store.log.park(table, at)
    woken = await wake(store, table)
    assert woken == ended(at, "e2")
    assert woken.chain == chain_of(BODIES)


async def test_waking_a_table_that_exists_changes_nothing(store: LiveStore) -> None:
    table, lingers = new_id(), new_id()
    at = await begin(store, table, deadline=70, listing=b"shown")
    await store.chat.say(table, b"hello", 10)
    other = await store.log.wake(table, "e1", Secrets("other"), BODIES, 10, [(9, b"other")])
    assert other is None
    assert await store.log.since(table, 0) == Page(at, [b"first"])
    assert await store.log.secrets(table) == Secrets("5ec2e7")
    assert await store.chat.said(table) == [(1, b"hello")]
    assert await store.timers.sleep_until(0, 1000) == 70
    at = await begin(store, lingers)
    await store.log.drop(lingers, after_ms=600_000)
    assert await wake(store, lingers) is None
    assert await store.log.head(lingers) == at


async def test_a_store_that_has_lost_everything_wakes_a_table_too(store: LiveStore) -> None:
    table = new_id()
    woken = await wake(store, table, deadline=70)
    assert woken is not None
    assert await store.log.since(table, 0) == Page(woken, BODIES)
    assert await store.directory.listings() == {}
    assert await store.timers.sleep_until(0, 1000) == 70


async def test_a_long_log_with_large_commits_is_woken_whole(store: LiveStore) -> None:
    table = new_id()
    bodies = [b"%d" % n + b"x" * (100_000 if n % 500 == 0 else 200) for n in range(3000)]
    woken = await store.log.wake(table, "e2", Secrets(""), bodies, None, [(n, b"line") for n in range(7, 107)])
    assert woken is not None
    assert await store.log.since(table, 0) == Page(woken, bodies)
    assert len(await store.chat.said(table)) == 100
    assert await store.log.park(table, woken, said=106)


async def test_what_is_parked_and_what_is_woken_outlives_the_store(place: Place, store: LiveStore) -> None:
    away, back = new_id(), new_id()
    await parked(store, away, deadline=40, listing=b"shown")
    await parked(store, back)
    woken = await store.log.wake(back, "e2", Secrets("s"), BODIES, None, [(3, b"line")])
    assert woken
    await store.close()
    again = await place.open()
    assert await again.log.head(away) is None
    assert [claim.table for claim in await again.timers.claim(40, 10, 10)] == [away]
    assert await again.directory.listings() == {away: b"shown"}
    assert await again.log.since(back, 0) == Page(woken, BODIES)
    assert await again.chat.said(back) == [(3, b"line")]
    assert await wake(again, away) is not None


# --- races ------------------------------------------------------------------------------------------------------------


async def test_of_racing_wakers_one_wins(place: Place, store: LiveStore) -> None:
    table, stores = new_id(), [store, *await place.others(store, 2)]
    await parked(store, table, deadline=70)
    woken = await asyncio.gather(*[wake(s, table, f"e2.{n}", 100 + n) for n, s in enumerate(stores * 4)])
    ((n, winner),) = [(n, position) for n, position in enumerate(woken) if position]
    assert await store.log.since(table, 0) == Page(winner, BODIES)
    assert winner.epoch == f"e2.{n}"
    assert await store.timers.sleep_until(0, 1000) == 100 + n


async def test_of_racing_parkers_one_wins(place: Place, store: LiveStore) -> None:
    table, stores = new_id(), [store, *await place.others(store, 2)]
    at = await three(store, table)
    done = await asyncio.gather(*[s.log.park(table, at) for s in stores * 4])
    assert sorted(done) == [False] * 11 + [True]
    assert await store.log.head(table) is None


async def test_an_append_that_races_with_parking_is_kept_or_conflicts(place: Place, store: LiveStore) -> None:
    """Either it is in the log and the table is not parked, or the other way round; whoever was too late knows."""
    (other,) = await place.others(store)
    outcomes = set()
    for turn in range(60):
        table = new_id()
        at = await three(store, table, deadline=70)
        append, park = store.log.append(commit(table, at, b"late", deadline=80)), other.log.park(table, at)
        if turn % 2:
            after, done = await asyncio.gather(append, park)
        else:
            done, after = await asyncio.gather(park, append)
        outcomes.add(done)
        if done:
            assert after is None
            assert await store.log.since(table, 0) is None
            assert await wake(store, table, deadline=70) == ended(at, "e2")
        else:
            assert after == at.after(b"late")
            assert await store.log.since(table, 0) == Page(after, [*BODIES, b"late"])
        await store.log.drop(table)
    assert outcomes == {True, False}


async def test_writers_parkers_and_wakers_together_lose_nothing(place: Place, store: LiveStore) -> None:
    """What a worker does with a table that is parked under its hands: it wakes it and goes on."""
    table, stores = new_id(), [store, *await place.others(store, 2)]
    await begin(store, table)
    kept: list[bytes] = []  # what the last parker has put away
    written: list[bytes] = []
    parkings = 0

    async def write(mine: LiveStore, who: int) -> None:
        for n in range(15):
            body = f"{who}/{n}".encode()
            while n == 10 and not parkings:  # nobody writes any more: the next parking is one
                await asyncio.sleep(0.001)
            while True:
                page = await mine.log.since(table, 0)
                if page is None:
                    await mine.log.wake(table, new_id(), Secrets(""), list(kept), None)
                elif await mine.log.append(commit(table, page.head, body)):
                    written.append(body)
                    break
            await asyncio.sleep(0.001 * (n % 8))  # so that parkers have a chance

    async def park(mine: LiveStore) -> None:
        nonlocal kept, parkings
        while not all(writer.done() for writer in writers):
            page = await mine.log.since(table, 0)
            if page is not None:
                before, kept = kept, list(page.bodies)
                if await mine.log.park(table, page.head):
                    parkings += 1
                    await asyncio.sleep(0.005)
                else:
                    kept = before
            await asyncio.sleep(0)

    writers = [asyncio.create_task(write(s, n)) for n, s in enumerate(stores)]
    await asyncio.gather(park(store), *writers)
    page = await store.log.since(table, 0)
    bodies = kept if page is None else page.bodies
    assert sorted(bodies[1:]) == sorted(written)
    assert len(written) == 45


async def test_a_caller_who_gave_up_leaves_either_state(store: LiveStore) -> None:
    table = new_id()
    at = await three(store, table)
    for turn in range(12):
        asked = store.log.park(table, at) if turn % 2 else wake(store, table, f"e{turn}")
        task = asyncio.create_task(asked)
        for _ in range(turn % 4):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        page = await store.log.since(table, 0)
        if page is None:
            woken = await wake(store, table, f"again{turn}")
            assert woken is not None
            at = woken
        else:
            assert page.bodies == BODIES
            at = page.head
        assert at.seq == 3
