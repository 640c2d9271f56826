"""Tables that nobody is at and where nothing is due are put away, by one worker at a time."""

from __future__ import annotations

import asyncio

import pytest

from app.db import parked
from app.db.sessions import Database, DatabaseUnavailable
from app.engine.table import commands as cmd
from app.engine.table.due import IDLE
from app.jobs import janitor
from app.jobs.janitor import JANITORS, LEAD, QUIET, SOON, Janitor
from app.live.contracts import Append, Position, Secrets, StoreUnavailable
from tests.faults import FaultyStore
from tests.live.conftest import until
from tests.promises import Viewer, assert_once
from tests.quiet import Logged
from tests.workers import Worker, at_play, begin, play, wish

MINUTE = 60_000


@pytest.fixture
def lot(parking_lot: Database) -> Database:
    return parking_lot


def janitor_of(worker: Worker) -> Janitor:
    assert worker.parking
    return Janitor(worker.tables, worker.rooms, worker.parking)


async def pass_time(worker: Worker, keeper: Janitor, ms: int) -> int:
    """Rounds once a minute for so long; how many tables were parked."""
    done = 0
    for _ in range(ms // MINUTE):
        worker.clock.forward(MINUTE)
        done += await keeper.round()
    return done


async def is_parked(worker: Worker, table: str) -> bool:
    return await worker.store.log.head(table) is None


async def test_a_table_that_nobody_is_at_is_parked_after_a_while(worker: Worker) -> None:
    keeper = janitor_of(worker)
    table, ann = await at_play(worker)
    await worker.leave(ann, table)
    assert await keeper.round() == 0
    assert await pass_time(worker, keeper, QUIET - MINUTE) == 0
    assert not await is_parked(worker, table)
    assert await pass_time(worker, keeper, MINUTE) == 1
    assert await is_parked(worker, table)
    assert worker.rooms.known(table) is None
    assert await pass_time(worker, keeper, 2 * QUIET) == 0
    await worker.join(ann, table, ann.pos)
    await play(table, {ann: worker}, 5)
    while not wish(ann):
        await play(table, {ann: worker}, 1)
    await worker.leave(ann, table)
    assert await pass_time(worker, keeper, 2 * QUIET) == 1
    await worker.assert_nothing_left()
    await worker.tables.look(table, "ann")
    assert_once(await worker.truth(table))


async def test_a_table_stays_while_somebody_is_there(worker: Worker) -> None:
    keeper = janitor_of(worker)
    table = await worker.create()
    eve = await worker.join(Viewer("eve"), table)
    for _ in range(25):
        worker.clock.forward(MINUTE)
        await worker.hub.round()
        assert await keeper.round() == 0
    await worker.leave(eve, table)
    assert await pass_time(worker, keeper, QUIET) == 0
    eve = await worker.join(Viewer("eve"), table)
    await keeper.round()
    await worker.leave(eve, table)
    assert await pass_time(worker, keeper, QUIET) == 0  # quiet only since then
    assert await pass_time(worker, keeper, MINUTE) == 1


async def test_a_table_stays_while_somebody_without_a_name_looks(worker: Worker) -> None:
    keeper = janitor_of(worker)
    table = await worker.create()
    viewer = await worker.join(Viewer(), table)
    assert await pass_time(worker, keeper, 3 * QUIET) == 0
    await worker.leave(viewer, table)
    assert await pass_time(worker, keeper, QUIET + MINUTE) == 1


async def test_a_table_stays_while_something_happens(worker: Worker) -> None:
    keeper = janitor_of(worker)
    table = await worker.create()
    for turn in range(6):
        await worker.do(table, "ann", cmd.Ready(turn % 2 == 0))
        assert await pass_time(worker, keeper, QUIET - 2 * MINUTE) == 0
    assert await pass_time(worker, keeper, QUIET) == 1


async def test_a_table_stays_if_something_is_due_soon(worker: Worker) -> None:
    keeper = janitor_of(worker)
    table = await worker.create()
    worker.clock.forward(IDLE - SOON - QUIET)
    await keeper.round()
    assert await pass_time(worker, keeper, QUIET) == 0
    assert not await is_parked(worker, table)
    worker.clock.forward(SOON)
    assert await worker.fire() == 1
    assert await worker.store.directory.listings() == {}
    assert await pass_time(worker, keeper, 2 * QUIET) == 0


async def test_a_table_whose_next_deadline_is_far_away_is_parked_and_woken_by_it(worker: Worker) -> None:
    keeper = janitor_of(worker)
    table = await worker.create()
    await keeper.round()
    assert await pass_time(worker, keeper, QUIET) == 1
    worker.clock.forward(IDLE - QUIET - 1)
    assert await worker.fire() == 0
    worker.clock.forward(1)
    assert await worker.fire() == 1
    assert await worker.store.directory.listings() == {}
    assert await worker.refused(table, "ann", cmd.Ready(True)) == "bad.table"


async def test_a_game_of_days_is_parked_between_the_moves(worker: Worker) -> None:
    keeper = janitor_of(worker)
    table = await worker.create(clock="days")
    pages = {await worker.join(Viewer(user), table): worker for user in ("ann", "bob")}
    await begin(worker, table, ("ann", "bob"))
    for page in pages:
        await worker.leave(page, table)
    for _ in range(3):
        while all(page.public["act"] != str(page.seat) for page in pages):
            worker.clock.forward(2000)
            await worker.fire()
            for page in pages:
                await worker.join(page, table, page.pos)
                await worker.leave(page, table)
        assert await pass_time(worker, keeper, QUIET + MINUTE) == 1
        mover = next(page for page in pages if page.public["act"] == str(page.seat))
        await worker.join(mover, table, mover.pos)
        await play(table, {mover: worker}, 1)
        await worker.leave(mover, table)
        for page in pages:
            await worker.join(page, table, page.pos)
            await worker.leave(page, table)
    truth = await worker.truth(table)
    assert_once(truth)
    assert truth.state.restored == 0


async def test_what_is_over_stays_for_the_archive(worker: Worker, lot: Database) -> None:
    keeper = janitor_of(worker)
    table, ann = await at_play(worker)
    await play(table, {ann: worker})
    await worker.leave(ann, table)
    assert await pass_time(worker, keeper, 3 * QUIET) == 0
    assert not await is_parked(worker, table)


# --- several workers --------------------------------------------------------------------------------------------------


async def test_one_worker_looks_and_another_follows_it(worker: Worker, other: Worker) -> None:
    first, second = janitor_of(worker), janitor_of(other)
    await first.round()
    worker.clock.forward(1)
    await second.round()
    await worker.create()
    for _ in range(10):
        worker.clock.forward(MINUTE)
        assert await second.round() == 0
        assert await first.round() == 0
    worker.clock.forward(MINUTE)
    assert await second.round() == 0
    assert await first.round() == 1
    await worker.create()
    await second.round()  # the first has died
    worker.clock.forward(LEAD)
    await second.round()
    assert await pass_time(other, second, QUIET) == 1


async def test_a_janitor_that_ends_hands_over_at_once(worker: Worker, other: Worker) -> None:
    first, second = janitor_of(worker), janitor_of(other)
    loop = asyncio.create_task(first.run())
    while not await worker.store.presence.present(JANITORS, worker.clock.now):
        await asyncio.sleep(0.005)
    worker.clock.forward(1)
    await second.round()
    assert len(await worker.store.presence.present(JANITORS, worker.clock.now)) == 2
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)
    await worker.create()
    await second.round()
    assert await pass_time(other, second, QUIET) == 1


async def test_two_at_once_do_no_harm(worker: Worker, other: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    async def leads(_: Janitor) -> bool:
        return True

    monkeypatch.setattr(Janitor, "leads", leads)
    keepers = janitor_of(worker), janitor_of(other)
    tables = [await worker.create() for _ in range(5)]
    for _ in range(QUIET // MINUTE + 2):
        done = await asyncio.gather(*(keeper.round() for keeper in keepers))
        worker.clock.forward(MINUTE)
        if sum(done):
            break
    assert sum(done) == 5
    for table in tables:
        assert await is_parked(worker, table)
        await other.do(table, "ann", cmd.Ready(True))
        assert (await worker.truth(table)).state.restored == 0


# --- trouble ----------------------------------------------------------------------------------------------------------


async def test_a_table_that_cannot_be_read_does_not_keep_the_others(worker: Worker, logged: Logged) -> None:
    keeper = janitor_of(worker)
    create = Append(table="odd", expected=Position("", 0, ""), body=b"{}", listing=b"{}")
    await worker.store.log.create("odd", "e", Secrets("00" * 32), create)
    table = await worker.create()
    await keeper.round()
    assert await pass_time(worker, keeper, QUIET) == 1
    assert await is_parked(worker, table)
    assert not await is_parked(worker, "odd")
    assert await pass_time(worker, keeper, QUIET - 2 * MINUTE) == 0
    assert len(logged.take("log.unreadable")) == 1


async def test_a_database_that_is_away_leaves_tables_where_they_are(worker: Worker, lot: Database) -> None:
    keeper = janitor_of(worker)
    table = await worker.create()
    await keeper.round()
    await pass_time(worker, keeper, QUIET - MINUTE)
    writing = lot.writing

    def away() -> None:
        raise DatabaseUnavailable("away")

    lot.writing = away
    with pytest.raises(StoreUnavailable):
        await pass_time(worker, keeper, MINUTE)
    lot.writing = writing
    assert not await is_parked(worker, table)
    assert await pass_time(worker, keeper, QUIET + MINUTE) == 1


async def test_the_card_of_a_table_that_lies_nowhere_is_taken_away(
    worker: Worker, lot: Database, logged: Logged
) -> None:
    """One of the stores was restored from an older copy: the table is over, or was parked since."""
    keeper = janitor_of(worker)
    lost, kept, live = [await worker.create() for _ in range(3)]
    for table in (lost, kept):
        assert await worker.park(table)
    await worker.parking.forget(lost)
    assert await pass_time(worker, keeper, MINUTE) == 0
    assert (await worker.store.directory.listings()).keys() == {lost, kept, live}
    assert await pass_time(worker, keeper, 3 * MINUTE) == 0
    assert (await worker.store.directory.listings()).keys() == {kept, live}
    assert [entry["table"] for entry in logged.take("table.ghost")] == [lost]
    worker.clock.forward(IDLE)
    assert await worker.fire() == 2
    assert await worker.store.directory.listings() == {}


async def test_the_loop_outlives_faults(
    worker: Worker, faults: FaultyStore, logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(janitor, "EVERY", 0.005)
    table = await worker.create()
    with faults.directory.down("listings"):
        keeper = janitor_of(worker)
        loop = asyncio.create_task(keeper.run())
        await until(lambda: any(entry["event"] == "janitor.store" for entry in logged._entries))
    await until(lambda: table in keeper._quiet)
    worker.clock.forward(QUIET)
    row = None
    while row is None:
        await asyncio.sleep(0.005)
        async with worker.parking._db.reading() as session:
            row = await parked.take(session, table)
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)
    logged.take("janitor.store")
    assert await worker.store.presence.present(JANITORS, worker.clock.now) == []
