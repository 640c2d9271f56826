"""Timers that stand wrong are put right; the loop that claims them wakes in time and outlives faults."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.engine.table.due import FAST
from app.jobs import timers
from app.live.contracts import Claim
from tests.faults import FaultyStore, Gate, away
from tests.jobs.tables import Misbehaving, at_turn_of, last, timer_is_right
from tests.live.conftest import until
from tests.promises import Viewer
from tests.quiet import Logged
from tests.workers import Worker, begin, wish


async def test_a_worker_that_missed_the_last_moves_does_not_stop_the_timer(
    worker: Worker, other: Worker, faults: FaultyStore
) -> None:
    table = await at_turn_of(other, 0)
    page = await worker.join(Viewer(), table)
    ann = await other.join(Viewer("ann"), table)
    # as far as the first worker knows it is still ann's turn, at a table without clocks: nothing would be due
    faults.fanout.lose = lambda _: True
    await other.do(table, "ann", wish(ann), ann.turn)
    worker.clock.forward(2000)
    assert await worker.fire() == 1
    truth = await last(worker, table)
    assert truth.commits[-1].actor.kind == "bot"
    assert page.pos.seq == len(truth.commits)
    await timer_is_right(worker, table)


async def test_a_worker_that_missed_them_answers_the_present_deadline(worker: Worker, other: Worker) -> None:
    table = await at_turn_of(other, 1)
    await worker.join(Viewer(), table)
    worker.store.fanout.lose = lambda _: True
    worker.clock.forward(2000)
    assert await other.fire() == 1
    commits = len((await last(other, table)).commits)
    worker.clock.forward(2000)
    assert await worker.fire() == 1
    truth = await last(other, table)
    assert len(truth.commits) == commits + 1
    assert truth.commits[-1].actor.seat == 2
    assert worker.bots.asked == [("normal", 1), ("normal", 2)]
    await timer_is_right(worker, table)


async def test_a_timer_that_fires_too_early_is_put_right(worker: Worker) -> None:
    table = await at_turn_of(worker, 0, clock="fast")
    commits = len((await last(worker, table)).commits)
    now = worker.clock.now
    claims = await worker.store.timers.claim(now + 10**9, 1, 64)
    await worker.timeouts.fire(claims[0])
    assert len((await last(worker, table)).commits) == commits
    await timer_is_right(worker, table)


async def test_the_timer_of_a_table_that_is_gone_is_taken_off(worker: Worker) -> None:
    await worker.timeouts.fire(Claim("nosuch", worker.clock.now))
    table = await worker.create()
    await worker.rooms.get(table)
    await worker.store.log.drop(table)
    await worker.timeouts.fire(Claim(table, worker.clock.now))
    assert await worker.store.timers.sleep_until(worker.clock.now, 1 << 40) == 1 << 40


# --- the loop ---------------------------------------------------------------------------------------------------------


async def run(worker: Worker) -> asyncio.Task[None]:
    task = asyncio.create_task(worker.timers.run())
    await asyncio.sleep(0)
    return task


async def stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_the_loop_sleeps_until_a_deadline_and_no_longer(worker: Worker) -> None:
    claims = 0
    claim = worker.store.timers.claim

    async def counted(*args: Any) -> list[Claim]:
        nonlocal claims
        claims += 1
        return await claim(*args)

    worker.store.timers.claim = counted
    loop = await run(worker)
    table = await worker.create()
    await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    await until(lambda: claims)
    claims = 0
    for _ in range(50):
        worker.timers.notice(worker.clock.now + 10_000)
    await asyncio.sleep(0.02)
    assert claims == 0, "it woke for a deadline that is far away"
    worker.clock.forward(2000)
    worker.timers.notice(worker.clock.now)
    await until(lambda: claims)
    await stop(loop)


async def test_the_loop_outlives_faults(
    worker: Worker, faults: FaultyStore, logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "AGAIN", 0.01)
    table = await at_turn_of(worker, 2)
    ann = await worker.join(Viewer("ann"), table)
    worker.clock.forward(2000)
    with faults.timers.down("claim"):
        loop = await run(worker)
        await until(lambda: any(entry["event"] == "timers.store" for entry in logged._entries))
    await until(lambda: len(ann.steps) > 1)
    await stop(loop)
    logged.take("timers.store")


async def test_an_answer_whose_outcome_is_unknown_comes_again(
    worker: Worker, faults: FaultyStore, logged: Logged
) -> None:
    table = await at_turn_of(worker, 2)
    commits = len((await last(worker, table)).commits)
    worker.clock.forward(FAST)
    faults.log.after_append = away
    assert await worker.fire() == 1
    faults.log.after_append = None
    logged.take("timer.store")
    worker.clock.forward(timers.LEASE)
    await worker.fire()
    truth = await last(worker, table)
    turns = [commit.id for commit in truth.commits[commits:]]
    assert len(set(turns)) == len(turns)
    assert turns[0].startswith("b2.")


async def test_the_loop_ends_with_its_answers(worker: Worker) -> None:
    await at_turn_of(worker, 2)
    gate = Gate()
    worker.timeouts._bots = Misbehaving(gate)
    worker.clock.forward(2000)
    loop = await run(worker)
    await gate.reached.wait()
    await stop(loop)
    assert not worker.timers.running
