"""Parking and waking amid other things, or while a store is away: nothing is lost, nothing old comes back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.db import parked
from app.db.sessions import Database
from app.engine.table import commands as cmd
from app.engine.table.due import IDLE
from app.live.contracts import StoreUnavailable
from app.tables.rooms import MANY
from app.tables.service import CLOSED_FOR
from tests.faults import Gate
from tests.live.conftest import until
from tests.promises import Viewer, assert_current, assert_one_truth
from tests.quiet import Logged
from tests.tables.conftest import Backup
from tests.tables.parked import away, before_call, is_parked, row_of
from tests.workers import Worker, flip


@pytest.fixture
def lot(parking_lot: Database) -> Database:
    return parking_lot


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
