"""Tables that lie in the database: whoever asks for one finds it as it was, whoever is at it notices nothing else."""

from __future__ import annotations

import asyncio

import pytest

from app.db.sessions import Database
from app.engine.actor import TIMER
from app.engine.basics import Refusal
from app.engine.table import commands as cmd
from app.engine.table.due import IDLE
from app.engine.table.settings import DAY
from tests.live.conftest import until
from tests.promises import Viewer, assert_current, assert_once, assert_one_truth
from tests.tables.parked import in_another_telling, is_parked, row_of
from tests.workers import Worker, at_play, begin, flip, person, play


@pytest.fixture
def lot(parking_lot: Database) -> Database:
    return parking_lot


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
    for turn in range(40):
        before = parkings
        await flip(worker, table, 1)
        if turn % 4 == 3:
            await until(lambda: parkings > before)  # noqa: B023
        else:
            await asyncio.sleep(0.01 * (turn % 4))
    assert parkings > 9
    parker.cancel()
    await asyncio.gather(parker, return_exceptions=True)
    await worker.hub.round()
    truth = await worker.truth(table)
    assert_once(truth)
    assert_one_truth(ann, truth)
    assert_current(ann, truth)
    assert truth.state.restored == 0
