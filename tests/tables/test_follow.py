"""Following a table: coming back, what is lost on the way, joins that fail."""

from __future__ import annotations

import asyncio
import gc

import pytest
import redis.asyncio as redis

from app.engine.basics import Refusal
from app.engine.table import commands as cmd
from app.live.contracts import NO_CHAIN, Position, Published, StoreUnavailable
from app.tables.feed import RECENT
from tests.faults import FaultyStore, Gate
from tests.live.conftest import until
from tests.promises import Viewer, assert_current, assert_one_truth
from tests.quiet import Logged
from tests.workers import Worker, begin, flip, numbers, person, play


async def come_back(worker: Worker, viewer: Viewer, table: str) -> str:
    """Join again with the position held; how he was brought up to date."""
    snaps, currents = len(viewer.snaps), len(viewer.currents)
    await worker.join(viewer, table, viewer.pos)
    assert_current(viewer, truth := await worker.truth(table))
    assert_one_truth(viewer, truth)
    told = {"snap": len(viewer.snaps) - snaps, "current": len(viewer.currents) - currents}
    assert sum(told.values()) == 1
    return "snap" if told["snap"] else "deltas"


# --- resuming ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("missed", "by"), [(0, "deltas"), (1, "deltas"), (RECENT - 1, "deltas"), (RECENT, "snap")])
async def test_who_comes_back_gets_what_is_missing(worker: Worker, missed: int, by: str) -> None:
    table = await worker.create()
    await flip(worker, table, 3)
    ann = await worker.join(Viewer("ann"), table)
    await worker.leave(ann, table)
    await flip(worker, table, missed)
    steps = len(ann.steps)
    assert await come_back(worker, ann, table) == by
    assert len(ann.steps) == steps + (missed if by == "deltas" else 1)


async def test_a_worker_that_has_just_read_the_log_resumes_as_well(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    await flip(worker, table, 60)
    ann = await worker.join(Viewer("ann"), table)
    await worker.leave(ann, table)
    await flip(worker, table, 5)
    assert await come_back(other, ann, table) == "deltas"


async def test_in_mid_game_the_missing_private_parts_come_too(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    twin = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    await play(table, {ann: worker}, 20)
    held = twin.pos
    await worker.leave(twin, table)
    await play(table, {ann: worker}, 20)
    assert held != ann.pos
    assert await come_back(worker, twin, table) == "deltas"
    assert twin.private == ann.private


async def test_a_change_of_seats_in_between_gives_a_snapshot(worker: Worker) -> None:
    table = await worker.create()
    bob = await worker.join(Viewer("bob"), table)
    await worker.leave(bob, table)
    await worker.do(table, "bob", cmd.Sit(2))
    assert await come_back(worker, bob, table) == "snap"
    assert bob.seat == 2


async def test_a_change_of_seats_under_his_eyes_is_a_delta(worker: Worker) -> None:
    table = await worker.create()
    bob, ann = await worker.join(Viewer("bob"), table), await worker.join(Viewer("ann"), table)
    for command in (cmd.Sit(1), cmd.Sit(3), cmd.Ready(True), cmd.Leave(), cmd.Sit(2)):
        await worker.do(table, "bob", command)
    assert bob.seat == 2
    truth = await worker.truth(table)
    assert_one_truth(bob, truth)
    assert_one_truth(ann, truth)
    assert (len(bob.snaps), len(ann.snaps)) == (1, 1)


@pytest.mark.parametrize(
    "foreign",
    [
        Position("elsewhere", 3, "00000000"),
        Position("", 3, ""),
        Position("HERE", 2, "deadbeef"),
        Position("HERE", 99, "deadbeef"),
        Position("HERE", 0, "00000000"),
        Position("HERE", -5, "00000000"),
        Position("HERE", 1 << 70, "00000000"),
    ],
)
async def test_a_stranger_with_a_position_that_is_none_gets_a_snapshot_and_nothing_else(
    worker: Worker, foreign: Position
) -> None:
    table = await worker.create()
    await flip(worker, table, 3)
    head = await worker.store.log.head(table)
    epoch = head.epoch if foreign.epoch == "HERE" else foreign.epoch
    bob = Viewer("bob")
    await worker.join(bob, table, Position(epoch, foreign.seq, foreign.chain))
    assert len(bob.snaps) == 1
    assert await worker.store.log.head(table) == head


# --- what is lost on the way ------------------------------------------------------------------------------------------


async def test_a_lost_publication_is_read_from_the_log(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    lost: list[Published] = []
    other.store.fanout.lose = lambda published: published.position.seq in (3, 4) and not lost.append(published)
    page = await other.join(Viewer("bob"), table)
    await flip(worker, table, 4)
    await until(lambda: page.pos.seq == 5)
    assert len(lost) == 2
    assert_one_truth(page, await worker.truth(table))
    assert len(page.snaps) == 1


async def test_the_last_publication_lost_is_found_by_the_next_look(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    other.store.fanout.lose = lambda published: True
    page = await other.join(Viewer("bob"), table)
    await flip(worker, table, 3)
    assert page.pos.seq == 1
    await other.hub.round()
    assert page.pos.seq == 4
    assert_one_truth(page, await worker.truth(table))


async def test_a_lost_subscription_is_made_up_for(
    worker: Worker, other: Worker, redis_url: str, logged: Logged
) -> None:
    logged.overlook("closed by server")
    table = await worker.create()
    page = await other.join(Viewer("bob"), table)
    await other.join(Viewer(), await worker.create())
    async with redis.Redis.from_url(redis_url) as client:
        mine = client.connection_pool.connection_kwargs["db"]
        for line in await client.client_list(_type="pubsub"):
            if int(line["db"]) == mine:
                await client.client_kill_filter(_id=line["id"])
    await flip(worker, table, 3)
    await until(lambda: page.pos.seq == 4)
    assert_one_truth(page, await worker.truth(table))
    assert len(page.snaps) == 1


async def test_the_same_publication_twice_is_one_delta(worker: Worker) -> None:
    table = await worker.create()
    page = await worker.join(Viewer(), table)
    room = await worker.rooms.get(table)
    hear = worker.rooms.hear(room)
    await flip(worker, table, 2)
    bodies = (await worker.store.log.since(table, 0)).bodies
    position = Position(page.pos.epoch, 0, NO_CHAIN)
    for body in bodies:
        position = position.after(body)
        hear(Published(position, body))
    assert page.pos.seq == 3
    assert not worker.rooms.busy


async def test_what_is_heard_while_the_log_is_read_is_no_rollback(worker: Worker, faults: FaultyStore) -> None:
    table = await worker.create()
    await flip(worker, table, 2)
    page = await worker.join(Viewer("ann"), table)
    faults.log.after_since = gate = Gate()
    looking = asyncio.create_task(worker.tables.look(table, "ann"))
    await gate.reached.wait()
    faults.log.after_since = None
    # the room's lock is held, but others append and this process hears of it
    room = await worker.rooms.get(table)
    for _ in range(3):
        state = room.looks.state
        ready = cmd.Ready(not state.seats[0].ready)
        commit = worker.tables._decide(room, person("ann").actor, ready, 0, f"z.{next(numbers)}", "")
        assert await worker.tables._commit(room, commit)
    gate.open()
    snap = await looking
    assert snap.position == page.pos
    assert page.pos.seq == 6
    assert (await worker.store.log.head(table)).epoch == page.snaps[0].position.epoch
    assert len(page.snaps) == 1


async def test_what_was_read_before_and_is_heard_late_changes_nothing(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    late: list[Published] = []
    other.store.fanout.lose = lambda published: not late.append(published)
    page = await other.join(Viewer("bob"), table)
    await flip(worker, table, 3)
    await other.hub.round()
    other.store.fanout.lose = lambda _: False
    hear = other.rooms.hear(await other.rooms.get(table))
    for published in late:
        hear(published)
    await flip(worker, table, 1)
    await until(lambda: page.pos.seq == 5)
    assert len(page.snaps) == 1
    assert_one_truth(page, await worker.truth(table))


# --- joins that fail --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["fanout", "watch", "since", "enter", "present", "remember", "announce"])
async def test_a_join_that_fails_leaves_nothing(worker: Worker, faults: FaultyStore, part: str, logged: Logged) -> None:
    table = await worker.create()
    worker.rooms._rooms.clear()
    if part == "fanout":
        faults.fanout.fail = StoreUnavailable("away")
        with pytest.raises(StoreUnavailable):
            await worker.join(Viewer("ann"), table)
        faults.fanout.fail = None
    elif part == "since":
        calls = 0

        async def second(_: object) -> None:
            nonlocal calls
            calls += 1
            if calls == 2:
                raise StoreUnavailable("away")

        faults.log.after_since = second
        with pytest.raises(StoreUnavailable):
            await worker.join(Viewer("ann"), table)
        faults.log.after_since = None
    else:
        where = faults.directory if part == "remember" else faults.presence
        with where.down(part):
            with pytest.raises(StoreUnavailable):
                await worker.join(Viewer("ann"), table)
            await worker.assert_nothing_left()
        for event in ("presence.leave", "presence.read"):
            logged.may(event)
    await worker.assert_nothing_left()
    assert not faults.fanout.listening
    ann = await worker.join(Viewer("ann"), table)
    await flip(worker, table, 2)
    assert ann.pos.seq == 3
    await worker.leave(ann, table)
    await worker.assert_nothing_left()


async def test_a_join_that_is_broken_off_leaves_nothing(worker: Worker, faults: FaultyStore) -> None:
    table = await worker.create()
    for step in range(12):
        task = asyncio.create_task(worker.join(Viewer("ann"), table))
        for _ in range(step):
            await asyncio.sleep(0.001)
        task.cancel()
        if (await asyncio.gather(task, return_exceptions=True))[0] is None or not task.cancelled():
            await worker.leave(task.result(), table)
        await worker.assert_nothing_left()
        assert not faults.fanout.listening
    here = await worker.store.presence.present(table, worker.clock.now)
    assert here == []


async def test_nobody_learns_whether_a_table_exists_by_what_a_failed_join_leaves(worker: Worker) -> None:
    table = (await worker.create(access="private")).partition("?")[0]
    for _ in range(100):
        for name in (table, "nosuch"):
            with pytest.raises(Refusal, match=r"bad\.table"):
                await worker.join(Viewer("eve"), name)
    await worker.assert_nothing_left()
    ann = await worker.join(Viewer("ann"), table)
    await flip(worker, table, 2)
    assert ann.pos.seq == 3


async def test_nobody_minds_a_table_that_is_not_there_when_who_asked_has_gone(
    worker: Worker, faults: FaultyStore, logged: Logged
) -> None:
    faults.log.after_since = gate = Gate()
    asking = asyncio.create_task(worker.join(Viewer("ann"), "nowhere"))
    await gate.reached.wait()
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    gate.open()
    await until(lambda: not worker.rooms.busy)
    gc.collect()  # an error that nobody has looked at is told when its task is forgotten
    assert not logged.serious
