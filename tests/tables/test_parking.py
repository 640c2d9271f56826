"""Tables that lie in the database: whoever asks for one finds it as it was, whoever is at it notices nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from app.db import parked
from app.db.parked import ParkedRow
from app.db.sessions import Database, DatabaseUnavailable
from app.engine.actor import TIMER
from app.engine.basics import Refusal
from app.engine.table import commands as cmd
from app.engine.table.due import IDLE
from app.engine.table.settings import DAY
from app.live.contracts import Position, StoreUnavailable
from app.tables.rooms import MANY
from app.tables.service import CLOSED_FOR
from tests.faults import Gate
from tests.live.conftest import until
from tests.promises import Viewer, assert_current, assert_once, assert_one_truth
from tests.quiet import Logged
from tests.tables.conftest import Backup
from tests.workers import Worker, at_play, begin, flip, person, play

Act = Callable[[], Awaitable[Any]]


@pytest.fixture
def lot(parking_lot: Database) -> Database:
    return parking_lot


async def row_of(lot: Database, table: str) -> ParkedRow | None:
    async with lot.reading() as session:
        return await parked.take(session, table)


async def is_parked(worker: Worker, table: str) -> bool:
    return await worker.store.log.head(table) is None and table in await worker.store.directory.listings()


def in_another_telling(before: Position | None, after: Position | None) -> bool:
    """Whether this is the same place, told anew."""
    assert before and after
    return after.epoch != before.epoch and (after.seq, after.chain) == (before.seq, before.chain)


@contextmanager
def before_call(of: Any, name: str, act: Act) -> Iterator[None]:
    """Something happens just before the first call of a method."""
    method, waiting = getattr(of, name), [act]

    async def call(*args: Any) -> Any:
        if waiting:
            await waiting.pop()()
        return await method(*args)

    setattr(of, name, call)
    yield
    setattr(of, name, method)
    assert not waiting, f"{name} was not called"


@contextmanager
def away(lot: Database, *ways: str) -> Iterator[None]:
    """The database does not answer."""

    def refuse() -> Any:
        raise DatabaseUnavailable("away")

    kept = {way: getattr(lot, way) for way in ways or ("reading", "writing")}
    for way in kept:
        setattr(lot, way, refuse)
    yield
    for way, method in kept.items():
        setattr(lot, way, method)


# --- being woken ------------------------------------------------------------------------------------------------------


async def test_who_comes_back_to_a_parked_table_finds_it_as_it_was(worker: Worker, lot: Database) -> None:
    table, ann = await at_play(worker)
    await worker.hub.say(table, person("ann"), "", "ann.70", "hello", "")
    said = await worker.store.chat.said(table)
    before, secrets = ann.pos, await worker.store.log.secrets(table)
    listings = await worker.store.directory.listings()
    await worker.leave(ann, table)
    assert await worker.park(table)
    assert await is_parked(worker, table)
    assert await worker.store.directory.listings() == listings
    assert [card.id for card in await worker.lobby.tables_of("ann")] == [table]
    worker.clock.forward(5)
    snaps, woken_at = len(ann.snaps), worker.clock.now
    await worker.join(ann, table, ann.pos)
    assert in_another_telling(before, ann.pos)
    assert len(ann.snaps) == snaps + 1
    assert await worker.store.log.secrets(table) == secrets
    assert await worker.store.chat.said(table) == said != []
    await play(table, {ann: worker}, 10)
    truth = await worker.truth(table)
    assert_current(ann, truth)
    assert_one_truth(ann, truth)
    assert truth.state.restored == 0
    row = await row_of(lot, table)
    assert row is not None
    assert (row.parked_at, row.woken_at) == (woken_at - 5, woken_at)


@pytest.mark.parametrize("remembered", [True, False])
async def test_a_command_wakes_the_table(worker: Worker, remembered: bool) -> None:
    """Whether this process remembers it or not."""
    table = await worker.create()
    await flip(worker, table, 3)
    for turn in range(3):
        if not remembered:
            await worker.rooms.forget(await worker.rooms.get(table))
        before = await worker.store.log.head(table)
        assert await worker.park(table)
        assert await worker.do(table, "ann", cmd.Ready(bool(turn % 2))) == before.seq + 1
        truth = await worker.truth(table)
        assert truth.tells(before)
        assert (await worker.store.log.head(table)).epoch != before.epoch
        assert truth.state.restored == 0


async def test_a_command_sent_again_after_the_waking_counts_once(worker: Worker) -> None:
    table = await worker.create()
    seq = await worker.do(table, "ann", cmd.Ready(True), id_="ann.77")
    assert await worker.park(table)
    assert await worker.do(table, "ann", cmd.Ready(True), id_="ann.77") == seq
    assert_once(await worker.truth(table))


async def test_a_refusal_stands_after_the_waking(worker: Worker) -> None:
    table = await worker.create()
    await worker.rooms.get(table)
    assert await worker.park(table)
    assert await worker.refused(table, "ann", cmd.Start()) == "rule.seats_open"
    assert await worker.store.log.head(table) is not None


async def test_the_key_of_a_private_table_stays_the_same(worker: Worker) -> None:
    table, _, key = (await worker.create(access="private")).partition("?")
    assert await worker.park(table)
    with pytest.raises(Refusal, match=r"bad\.table"):
        await worker.tables.look(table, "bob")
    assert await worker.park(table)
    assert (await worker.tables.look(table, "bob", key)).public["phase"] == "waiting"


async def test_its_timer_wakes_the_table(worker: Worker, lot: Database) -> None:
    table = await worker.create()
    assert await worker.park(table)
    worker.clock.forward(IDLE - 1)
    assert await worker.fire() == 0
    worker.clock.forward(1)
    assert await worker.fire() == 1
    assert await worker.store.log.head(table) is None
    assert await worker.store.directory.listings() == {}
    assert await row_of(lot, table) is None
    assert await worker.refused(table, "ann", cmd.Ready(True)) == "bad.table"


async def test_a_move_of_days_runs_out_at_a_parked_table(worker: Worker) -> None:
    table = await worker.create(clock="days", days=1, vacation=0)
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table, ("ann",))
    while ann.public["act"] != "0":
        worker.clock.forward(1500)
        await worker.fire()
    await worker.leave(ann, table)
    await worker.rooms.forget(await worker.rooms.get(table))
    for _ in range(2):  # and again, for nobody has come
        before = await worker.truth(table)
        assert await worker.park(table)
        due = before.state.since + DAY
        worker.clock.forward(due - 1 - worker.clock.now)
        assert await worker.fire() == 0
        worker.clock.forward(1)
        assert await worker.fire() == 1
        truth = await worker.truth(table)
        assert truth.commits[len(before.commits)].actor == TIMER
        while (await worker.rooms.get(table)).looks.public["act"] != "0":
            worker.clock.forward(1500)
            await worker.fire()
        if truth.state.seats[0].standin:
            return


async def test_a_table_that_never_was_is_refused(worker: Worker) -> None:
    assert await worker.refused("nosuch", "ann", cmd.Ready(True)) == "bad.table"
    with pytest.raises(Refusal, match=r"bad\.table"):
        await worker.join(Viewer("ann"), "nosuch")


async def test_what_is_over_is_not_parked_and_leaves_no_row(worker: Worker, lot: Database) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    assert await worker.park(table)
    await worker.hub.round()
    await play(table, {ann: worker})
    assert ann.public["phase"] == "over"
    assert not await worker.park(table)
    assert await row_of(lot, table) is not None
    await worker.rooms.ended(table)
    assert await row_of(lot, table) is None


# --- those who are there ----------------------------------------------------------------------------------------------


async def test_a_table_that_is_parked_under_somebodys_eyes_comes_back_to_him(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    assert await worker.park(table)
    before = ann.pos
    await worker.hub.round()
    assert in_another_telling(before, ann.pos)
    assert ann.ended == []
    assert await worker.park(table)
    assert await worker.hub.say(table, person("ann"), "", "ann.70", "hello", "") == 1
    assert await worker.park(table)
    await play(table, {ann: worker}, 10)
    truth = await worker.truth(table)
    assert_one_truth(ann, truth)
    assert_current(ann, truth)


async def test_two_who_wake_a_table_at_once_are_at_one_table(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    people = ("ann", "bob")
    await begin(worker, table, people)
    for _ in range(4):
        await worker.rooms.forget(await worker.rooms.get(table))
        assert await worker.park(table)
        ann, bob = Viewer("ann"), Viewer("bob")
        await asyncio.gather(worker.join(ann, table), other.join(bob, table))
        assert ann.pos == bob.pos == await worker.store.log.head(table)
        await play(table, {ann: worker, bob: other}, 12)
        truth = await worker.truth(table)
        for page, where in ((ann, worker), (bob, other)):
            assert_one_truth(page, truth)
            await where.leave(page, table)
    assert_once(truth)
    await worker.assert_nothing_left()
    await other.assert_nothing_left()


async def test_another_worker_that_remembers_the_table_goes_on(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    bob = await other.join(Viewer("bob"), table)
    assert await worker.park(table)
    await worker.do(table, "ann", cmd.Ready(True))
    await until(lambda: bob.public["seats"]["0"].get("ready") is True)
    assert await worker.park(table)
    await other.do(table, "bob", cmd.Sit(2))
    await other.leave(bob, table)
    assert await other.park(table)
    await worker.do(table, "ann", cmd.Ready(False))
    assert_once(await worker.truth(table))


async def test_moves_and_parkings_together_lose_nothing(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    parkings = 0

    async def keep_parking() -> None:
        nonlocal parkings
        while True:
            page = await worker.store.log.since(table, 0)
            if page is not None:
                parkings += await worker.parking.park(table, page.head, None)
            await asyncio.sleep(0)

    parker = asyncio.create_task(keep_parking())
    for turn in range(400):
        await flip(worker, table, 1)
        await asyncio.sleep(0.01 * (turn % 4))
        if parkings > 9:
            break
    assert parkings > 2
    parker.cancel()
    await asyncio.gather(parker, return_exceptions=True)
    await worker.hub.round()
    truth = await worker.truth(table)
    assert_once(truth)
    assert_one_truth(ann, truth)
    assert_current(ann, truth)
    assert truth.state.restored == 0


# --- parking that fails -----------------------------------------------------------------------------------------------


async def test_what_happens_while_a_table_is_being_parked_counts(worker: Worker, lot: Database) -> None:
    table = await worker.create()
    await flip(worker, table, 2)
    head = await worker.store.log.head(table)
    with before_call(worker.store.log, "park", lambda: flip(worker, table, 1)):
        assert not await worker.parking.park(table, head, None)
    assert len((await worker.truth(table)).commits) == 4
    row = await row_of(lot, table)
    assert row is not None  # an old one, marked as such
    assert row.woken_at is not None
    assert not await worker.parking.park(table, head, None)
    assert await worker.park(table)
    await worker.do(table, "bob", cmd.Sit(1))
    assert len((await worker.truth(table)).commits) == 5


async def test_what_is_said_while_a_table_is_being_parked_counts(worker: Worker) -> None:
    table = await worker.create()
    for text in (b"one", b"two"):
        with before_call(worker.store.log, "park", lambda text=text: worker.store.chat.say(table, text, 10)):
            assert not await worker.park(table)
    assert await worker.park(table)
    await worker.tables.look(table, "ann")
    assert await worker.store.chat.said(table) == [(1, b"one"), (2, b"two")]


async def test_of_two_who_park_one_does_and_the_row_stays(worker: Worker, lot: Database) -> None:
    table = await worker.create()
    head = await worker.store.log.head(table)
    for _ in range(5):
        done = await asyncio.gather(*(worker.parking.park(table, head, None) for _ in range(4)))
        assert sorted(done) == [False, False, False, True]
        assert await is_parked(worker, table)
        row = await row_of(lot, table)
        assert row is not None
        assert row.woken_at is None
        await worker.tables.look(table, "ann")
        head = await worker.store.log.head(table)


async def test_who_is_late_with_parking_overwrites_nothing(
    worker: Worker, lot: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He has read the log; meanwhile others played on and parked the table."""
    table = await worker.create()
    assert await worker.park(table)
    await flip(worker, table, 2)
    head, gate, put = await worker.store.log.head(table), Gate(), parked.put

    async def slowly(*args: Any) -> bool:
        await gate()
        return await put(*args)

    monkeypatch.setattr(parked, "put", slowly)
    late = asyncio.create_task(worker.parking.park(table, head, None))
    await gate.reached.wait()
    monkeypatch.setattr(parked, "put", put)
    await flip(worker, table, 3)
    assert await worker.park(table)
    gate.open()
    assert not await late
    await flip(worker, table, 1)
    assert len((await worker.truth(table)).commits) == 7


async def test_a_table_that_is_dropped_while_it_is_being_parked_is_gone(worker: Worker, lot: Database) -> None:
    table = await worker.create()
    with before_call(worker.store.log, "park", lambda: worker.do(table, "ann", cmd.Leave())):
        assert not await worker.park(table)
    assert await row_of(lot, table) is None
    assert await worker.refused(table, "ann", cmd.Ready(True)) == "bad.table"


async def test_a_parker_who_dies_after_writing_the_row_is_followed_by_another(worker: Worker, lot: Database) -> None:
    async def die() -> None:
        raise StoreUnavailable("away")

    table = await worker.create()
    with before_call(worker.store.log, "park", die), pytest.raises(StoreUnavailable):
        await worker.park(table)
    assert await row_of(lot, table) is not None
    await flip(worker, table, 1)
    assert await worker.park(table)
    await flip(worker, table, 1)
    assert len((await worker.truth(table)).commits) == 3


# --- waking that fails ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goes_on", [True, False])
async def test_who_is_late_with_waking_puts_nothing_old_back(worker: Worker, lot: Database, goes_on: bool) -> None:
    """He has read the row; meanwhile others woke the table and parked it anew, or closed it."""
    table = await worker.create()
    await worker.rooms.forget(await worker.rooms.get(table))
    assert await worker.park(table)
    wake = worker.store.log.wake

    async def others() -> None:
        worker.store.log.wake = wake
        await worker.do(table, "bob", cmd.Sit(2))
        if goes_on:
            assert await worker.park(table)
        else:
            await worker.do(table, "ann", cmd.Leave())
            await worker.do(table, "bob", cmd.Leave())

    with before_call(worker.store.log, "wake", others):
        told = await worker.parking.wake(table)
    if goes_on:
        assert told.value == "there"
        state = (await worker.truth(table)).state
        assert state.seat_of("bob") == 2
        assert state.restored == 0
        return
    assert told.value == "nowhere"
    assert await worker.store.log.head(table) is None
    assert await worker.store.directory.listings() == {}
    assert await worker.store.timers.sleep_until(worker.clock.now, 1 << 40) == 1 << 40


async def test_a_database_that_is_away_is_told_as_the_store(worker: Worker, lot: Database, logged: Logged) -> None:
    table, live = await worker.create(), await worker.create("bob")
    await worker.rooms.forget(await worker.rooms.get(table))
    assert await worker.park(table)
    with away(lot):
        for asked in (table, "nosuch"):
            with pytest.raises(StoreUnavailable, match="away"):
                await worker.do(asked, "ann", cmd.Ready(True))
        await worker.do(live, "bob", cmd.Ready(True))
        with pytest.raises(StoreUnavailable, match="away"):
            await worker.park(live)
        worker.clock.forward(IDLE)
        await worker.fire()
        logged.take("timer.store")
        logged.take("table.kept")
    assert await worker.do(table, "ann", cmd.Ready(True)) == 2


async def test_a_closed_table_is_kept_until_the_database_is_back(worker: Worker, lot: Database, logged: Logged) -> None:
    table = await worker.create()
    assert await worker.park(table)
    ann = await worker.join(Viewer("ann"), table)
    with away(lot):
        await worker.do(table, "ann", cmd.Leave())
        assert ann.ended == ["rule.closed"]
        worker.clock.forward(CLOSED_FOR)
        assert await worker.fire() == 1
    assert len(logged.take("table.kept")) == 2
    assert await row_of(lot, table) is not None
    assert await worker.refused(table, "ann", cmd.Ready(True)) == "rule.closed"
    worker.clock.forward(CLOSED_FOR)
    assert await worker.fire() == 1
    assert await row_of(lot, table) is None
    assert await worker.refused(table, "ann", cmd.Ready(True)) == "bad.table"


@pytest.mark.parametrize("remembered", [True, False])
async def test_a_table_the_live_store_has_lost_since_its_parking_says_so(
    worker: Worker, lot: Database, backup: Backup, logged: Logged, remembered: bool
) -> None:
    table = await worker.create()
    await flip(worker, table, 3)
    await backup.take()
    assert await worker.park(table)
    ann = await worker.join(Viewer("ann"), table)
    await flip(worker, table, 5)
    old = await worker.truth(table)
    assert ann.pos is not None
    await worker.store.log.drop(table)
    if not remembered:
        await worker.leave(ann, table)
        await worker.rooms.forget(await worker.rooms.get(table))
        await worker.join(ann, table, ann.pos)
    await worker.hub.round()
    await until(lambda: not worker.rooms.busy)
    logged.take("table.rolled_back")
    truth = await worker.truth(table)
    assert len(truth.commits) == 4 + 1
    assert truth.state.restored == 1
    assert truth.state.lead >= MANY
    assert_one_truth(ann, truth, old)
    assert_current(ann, truth)
