"""Every sentence of app/live/contracts.py about logs and their fan-out, for both twins."""

from __future__ import annotations

import asyncio

import pytest

from app.live.contracts import NO_CHAIN, LiveStore, Page, Position, Published, Secrets, StoreUnavailable, link
from tests.live.conftest import Place, begin, chain_of, commit, extend, new_id, until


async def whole(store: LiveStore, table: str) -> Page:
    page = await store.log.since(table, 0)
    assert page is not None
    return page


# --- create -----------------------------------------------------------------------------------------------------------


async def test_a_log_begins_with_its_first_commit(store: LiveStore) -> None:
    table = new_id()
    position = await store.log.create(table, "e1", Secrets("ab", "invited"), commit(table, body=b"born"))
    assert position == Position("e1", 1, link(NO_CHAIN, b"born"))
    assert await store.log.head(table) == position
    assert await store.log.since(table, 0) == Page(position, [b"born"])
    assert await store.log.secrets(table) == Secrets("ab", "invited")


async def test_creating_a_table_that_exists_changes_nothing(store: LiveStore) -> None:
    table = new_id()
    first = await begin(store, table, listing=b"shown", deadline=50)
    for epoch in ("e1", "e2"):
        again = commit(table, body=b"first", listing=b"other", deadline=10, finished=True)
        assert await store.log.create(table, epoch, Secrets("other"), again) is None
    assert await store.log.since(table, 0) == Page(first, [b"first"])
    assert await store.log.secrets(table) == Secrets("5ec2e7")
    assert await store.directory.listings() == {table: b"shown"}
    assert await store.timers.sleep_until(0, 1000) == 50
    assert await store.outbox.waiting(0, 1000, 10) == []


async def test_of_racing_creators_one_wins(place: Place, store: LiveStore) -> None:
    table, stores = new_id(), [store, *await place.others(store, 2)]
    born = await asyncio.gather(
        *[s.log.create(table, f"e{n}", Secrets(str(n)), commit(table)) for n, s in enumerate(stores * 4)]
    )
    (winner,) = [position for position in born if position]
    assert await store.log.head(table) == winner
    secrets = await store.log.secrets(table)
    assert secrets is not None
    assert winner.epoch == f"e{secrets.chain_end}"


async def test_there_is_nothing_of_a_table_that_does_not_exist(store: LiveStore) -> None:
    table = new_id()
    assert await store.log.head(table) is None
    assert await store.log.since(table, 0) is None
    assert await store.log.secrets(table) is None
    assert await store.log.append(commit(table, Position("e1", 0, NO_CHAIN))) is None
    assert await store.log.append(commit(table, Position("e1", 3, "12345678"), finished=True)) is None
    assert await store.log.head(table) is None
    assert await store.outbox.waiting(0, 1000, 10) == []
    await store.log.drop(table)


# --- append -----------------------------------------------------------------------------------------------------------


async def test_appends_make_a_chain(store: LiveStore) -> None:
    table = new_id()
    at = await begin(store, table)
    bodies = [b"", b"\x00\xff\r\n\n", "ход 札".encode(), b"x" * 300_000]
    for body in bodies:
        after = await store.log.append(commit(table, at, body))
        assert after == at.after(body)
        at = after
    page = await whole(store, table)
    assert page == Page(at, [b"first", *bodies])
    assert page.head == Position("e1", 5, chain_of(page.bodies))


@pytest.mark.parametrize("table", ["é ж 札/🂡", "a b:c{x}y", "'); --"])
async def test_any_text_may_be_a_table(store: LiveStore, table: str) -> None:
    at = await extend(store, table, await begin(store, table, deadline=1, listing=b"l"))
    assert await store.log.head(table) == at
    assert await store.directory.listings() == {table: b"l"}


@pytest.mark.parametrize("wrong", [{"seq": 1}, {"seq": 3}, {"seq": 0}, {"epoch": "e2"}, {"chain": "00000000"}])
async def test_an_append_anywhere_but_at_the_head_changes_nothing(store: LiveStore, wrong: dict[str, object]) -> None:
    table = new_id()
    at = await extend(store, table, await begin(store, table, deadline=70, listing=b"shown"), deadline=70)
    heard: list[Published] = []
    await store.fanout.listen(table, heard.append)
    elsewhere = Position(**{"epoch": at.epoch, "seq": at.seq, "chain": at.chain} | wrong)
    append = commit(table, elsewhere, b"stray", deadline=10, finished=True, listing=b"other", renew="e9")
    assert await store.log.append(append) is None
    assert await whole(store, table) == Page(at, [b"first", b"commit 2"])
    assert await store.timers.sleep_until(0, 1000) == 70
    assert await store.directory.listings() == {table: b"shown"}
    assert await store.outbox.waiting(0, 1000, 10) == []
    await extend(store, table, at)
    await until(lambda: heard)
    assert [published.position.seq for published in heard] == [3]


async def test_of_racing_writers_exactly_one_wins_each_place(place: Place, store: LiveStore) -> None:
    table, stores = new_id(), [store, *await place.others(store, 2)]
    at, expected = await begin(store, table), [b"first"]
    for turn in range(20):
        bodies = [f"{turn} by {writer}".encode() for writer in range(9)]
        outcomes = await asyncio.gather(
            *[stores[n % 3].log.append(commit(table, at, body)) for n, body in enumerate(bodies)]
        )
        ((body, at),) = [(b, p) for b, p in zip(bodies, outcomes, strict=True) if p]
        expected.append(body)
    assert await whole(store, table) == Page(at, expected)


async def test_an_append_made_again_cannot_count_twice(store: LiveStore) -> None:
    table = new_id()
    append = commit(table, await begin(store, table), b"once")
    at = await store.log.append(append)
    assert await store.log.append(append) is None
    assert await whole(store, table) == Page(at, [b"first", b"once"])


async def test_an_append_whose_caller_gave_up_is_done_or_not(store: LiveStore) -> None:
    table = new_id()
    at = await begin(store, table)
    for turn in range(10):
        task = asyncio.create_task(store.log.append(commit(table, at, b"maybe")))
        for _ in range(turn % 4):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        page = await whole(store, table)
        assert page.head in {at, at.after(b"maybe")}
        assert page.head.chain == chain_of(page.bodies)
        at = await extend(store, table, page.head)


async def test_a_new_epoch_begins_with_the_commit_that_renews(store: LiveStore) -> None:
    table, heard = new_id(), list[Published]()
    at = await begin(store, table)
    await store.fanout.listen(table, heard.append)
    renewed = await store.log.append(commit(table, at, b"found rolled back", renew="e2"))
    assert renewed == Position("e2", 2, link(at.chain, b"found rolled back"))
    assert await store.log.head(table) == renewed
    assert await store.log.append(commit(table, at.after(b"found rolled back"))) is None
    at = await extend(store, table, renewed)
    assert at.epoch == "e2"
    await until(lambda: len(heard) == 2)
    assert [published.position for published in heard] == [renewed, at]


# --- since ------------------------------------------------------------------------------------------------------------


async def test_since_gives_what_comes_after(store: LiveStore) -> None:
    table = new_id()
    at = await extend(store, table, await begin(store, table), 4)
    bodies = [b"first", *[f"commit {n}".encode() for n in range(2, 6)]]
    for seq in range(5):
        assert await store.log.since(table, seq) == Page(at, bodies[seq:])
    for beyond in (5, 6, 99):
        assert await store.log.since(table, beyond) == Page(at, [])
    assert await store.log.since(table, -1) == Page(at, bodies)


async def test_since_is_read_in_one_step(place: Place, store: LiveStore) -> None:
    table, (other,) = new_id(), await place.others(store)
    reads = 0

    async def write(at: Position) -> Position:
        while at.seq < 150 or reads < 50:
            at = await extend(other, table, at)
        return at

    writer = asyncio.create_task(write(await begin(store, table)))
    while not writer.done():
        page = await whole(store, table)
        assert (page.head.seq, page.head.chain) == (len(page.bodies), chain_of(page.bodies))
        reads += 1
    assert (await whole(store, table)).head == await writer


# --- drop -------------------------------------------------------------------------------------------------------------


async def test_drop_forgets_the_table(store: LiveStore) -> None:
    table, other = new_id(), new_id()
    await begin(store, table, deadline=10, listing=b"shown")
    kept = await begin(store, other, deadline=20, listing=b"kept")
    await store.presence.enter(table, "ann", "c1", 0, 1000)
    await store.log.drop(table)
    assert await store.log.head(table) is None
    assert await store.log.since(table, 0) is None
    assert await store.log.secrets(table) is None
    assert await store.presence.present(table, 1) == []
    assert await store.log.head(other) == kept
    assert await store.directory.listings() == {other: b"kept"}
    assert [claim.table for claim in await store.timers.claim(100, 10, 10)] == [other]
    again = await begin(store, table, "e2")
    assert again.seq == 1
    assert await whole(store, table) == Page(again, [b"first"])


async def test_a_dropped_table_may_linger_for_readers(place: Place, store: LiveStore) -> None:
    table = new_id()
    at = await begin(store, table, deadline=10, listing=b"shown")
    await store.log.drop(table, after_ms=600_000)
    await place.later(300_000)
    assert await store.directory.listings() == {}
    assert await store.timers.claim(100, 10, 10) == []
    assert await store.log.since(table, 0) == Page(at, [b"first"])
    assert await store.log.secrets(table) == Secrets("5ec2e7")
    assert await store.log.create(table, "e2", Secrets(""), commit(table)) is None
    at = await extend(store, table, at, deadline=20, listing=b"back")
    assert (await whole(store, table)).head == at
    assert await store.directory.listings() == {}
    assert await store.timers.claim(100, 10, 10) == []
    await place.later(300_000)
    assert await store.log.head(table) is None
    assert await store.log.since(table, 0) is None
    assert await store.log.append(commit(table, at)) is None
    assert (await begin(store, table, "e3")).seq == 1


async def test_drop_leaves_the_outbox_entry(store: LiveStore) -> None:
    table = new_id()
    await begin(store, table, finished=True)
    await store.log.drop(table)
    assert [claim.table for claim in await store.outbox.waiting(0, 1000, 10)] == [table]


# --- fan-out ----------------------------------------------------------------------------------------------------------


async def test_every_append_is_heard_once_and_in_order(place: Place, store: LiveStore) -> None:
    table, other, stores = new_id(), new_id(), [store, *await place.others(store, 2)]
    heard: list[list[Published]] = [[] for _ in stores]
    for listener, ear in zip(stores, heard, strict=True):
        if listener is not store or ear is heard[0]:
            await listener.fanout.listen(table, ear.append)
    at = await begin(store, table)
    elsewhere = await begin(store, other)

    async def write(mine: LiveStore, who: int) -> None:
        for n in range(25):
            while await mine.log.append(commit(table, (await whole(mine, table)).head, f"{who}/{n}".encode())) is None:
                pass

    await asyncio.gather(extend(store, other, elsewhere, 10), *[write(s, n) for n, s in enumerate(stores)])
    page = await whole(store, table)
    assert len(page.bodies) == 76
    expected = []
    at = Position("e1", 0, NO_CHAIN)
    for body in page.bodies:
        at = at.after(body)
        expected.append(Published(at, body))
    for ear in heard if place.twin == "redis" else heard[:1]:
        await until(lambda ear=ear: len(ear) >= 76)
        assert ear == expected


async def test_from_the_return_of_listen_on_all_is_heard(place: Place, store: LiveStore) -> None:
    (other,) = await place.others(store)
    for _ in range(20):
        table, heard = new_id(), list[Published]()
        at = await begin(other, table)
        await store.fanout.listen(table, heard.append)
        at = await extend(other, table, at)
        await until(lambda heard=heard: heard)
        assert heard == [Published(at, b"commit 2")]
        await store.fanout.unlisten(table)


async def test_one_listener_a_table(store: LiveStore) -> None:
    table, heard, ignored = new_id(), list[Published](), list[Published]()
    await store.fanout.listen(table, heard.append)
    with pytest.raises(ValueError, match=table):
        await store.fanout.listen(table, ignored.append)
    at = await begin(store, table)
    await until(lambda: heard)
    await store.fanout.unlisten(table)
    await store.fanout.unlisten(table)
    await store.fanout.unlisten(new_id())
    await store.fanout.listen(table, ignored.append)
    await extend(store, table, at)
    await until(lambda: ignored)
    assert [len(heard), len(ignored)] == [1, 1]


async def test_a_listener_that_fails_harms_nobody(store: LiveStore) -> None:
    table, other, heard = new_id(), new_id(), list[Published]()

    def fail(_: Published) -> None:
        raise RuntimeError("a listener's bug")

    await store.fanout.listen(table, fail)
    await store.fanout.listen(other, heard.append)
    await extend(store, table, await begin(store, table), 3)
    await begin(store, other)
    await until(lambda: heard)


# --- opening and closing ----------------------------------------------------------------------------------------------


async def test_everything_outlives_the_store_that_wrote_it(place: Place, store: LiveStore) -> None:
    table, over = new_id(), new_id()
    at = await extend(store, table, await begin(store, table, listing=b"shown"), 3, deadline=40)
    await begin(store, over, finished=True)
    await store.directory.remember("ann", table, 1)
    await store.close()
    again = await place.open()
    assert (await whole(again, table)).head == at
    assert len((await whole(again, table)).bodies) == 4
    assert await again.log.secrets(table) == Secrets("5ec2e7")
    assert await again.directory.listings() == {table: b"shown"}
    assert await again.directory.tables_of("ann") == [table]
    assert [claim.table for claim in await again.timers.claim(40, 10, 10)] == [table]
    assert [claim.table for claim in await again.outbox.waiting(0, 10, 10)] == [over]
    await extend(again, table, at)


async def test_a_closed_store_says_so_and_can_be_opened_again(store: LiveStore) -> None:
    table = new_id()
    at = await begin(store, table)
    await store.fanout.listen(table, lambda _: None)
    await store.presence.watch(table, lambda _: None)
    await store.ping()
    await store.close()
    await store.close()
    for refused in (store.ping(), store.log.head(table), store.log.append(commit(table, at))):
        with pytest.raises(StoreUnavailable):
            await refused
    await store.open()
    heard: list[Published] = []
    await store.fanout.listen(table, heard.append)  # the old one is forgotten
    await extend(store, table, at)
    await until(lambda: heard)


async def test_what_was_asked_before_close_is_answered(store: LiveStore) -> None:
    table = new_id()
    at = await begin(store, table)
    asked = [asyncio.ensure_future(store.log.append(commit(table, at, b"%d" % n))) for n in range(5)]
    await asyncio.sleep(0)
    await store.close()
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert all(o is None or isinstance(o, Position | StoreUnavailable) for o in outcomes)


async def test_the_clocks_of_one_machine_agree(store: LiveStore) -> None:
    for _ in range(100):  # one that goes wrong does so each time; a process that is held up is told of so much
        if abs(await store.clock.skew()) < 100:
            return
    raise AssertionError(await store.clock.skew())
