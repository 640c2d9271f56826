"""Deadlines need nobody: no player, and not the worker that was about to answer."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator

import pytest_asyncio

from app.engine.commit import AnyCommit
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.jobs.timers import LEASE
from app.live.keys import Keys
from tests.chaos.kit import Cluster, Proxy, Worker, assert_promises, clock, guests, log_of, seated, table_of
from tests.promises import Truth

CLOCK = {"clock": "custom", "bank": 5, "increment": 5, "pace": "natural"}
HELD_UP = 20_000
"""ms for which a machine may hold up the worker that answers."""


@pytest_asyncio.fixture
async def slow_worker(cluster: Cluster) -> AsyncIterator[Worker]:
    """A third worker, not yet started, for which Valkey is far away: what it has claimed it cannot answer at once."""
    async with Proxy(cluster.valkey.port) as proxy:
        proxy.slow(0.2)
        worker = cluster.worker("slow", CARDS_REDIS_URL=f"redis://127.0.0.1:{proxy.port}/0")
        yield worker
        if worker.running:
            await worker.signal(signal.SIGKILL)


async def test_time_runs_out_with_nobody_there(cluster: Cluster, slow_worker: Worker) -> None:
    """The one worker that works claims the timer and is killed: another answers when the lease has ended, once."""
    began = clock()
    people = await guests(cluster.doors)
    table = await table_of(people, cluster.doors[0], **CLOCK)
    late = (await people[0].call(cluster.doors[0], "GET", f"/tables/{table}"))["public"]["act"]
    for worker in cluster.workers:
        worker.freeze()
    slow_worker.app.launch()
    claimed = await until_claimed(cluster, table)
    await slow_worker.kill()
    for worker in cluster.workers:
        worker.thaw()
    truth = await until_answered(cluster, table, late)
    answers = [n for n, commit in enumerate(truth.commits) if out_of_time(commit, late)]
    assert len(answers) == 1
    assert truth.commits[answers[0]].at - claimed <= LEASE + HELD_UP

    players = seated(people, table, cluster.doors)
    person = players[int(late)]
    await person.until(lambda m: m.fresh and m.public["seats"][late].get("standin") is True)
    await asyncio.gather(*(player.play() for player in players))
    truth = await assert_promises(cluster, table, players, began)
    played = [c for c in truth.commits[answers[0] + 1 :] if c.actor.user == person.person.user]
    assert any(isinstance(event, ev.Returned) for event in played[0].events)


async def until_claimed(cluster: Cluster, table: str, seconds: float = 60) -> float:
    """When the claim of the table's timer showed in the store, ms since the Unix epoch."""
    keys, end = Keys(), time.monotonic() + seconds
    async with cluster.redis() as client:
        while time.monotonic() < end:
            score = await client.zscore(keys.timers(table), table)
            if score is not None and score % 1:  # leases end at half a millisecond
                return time.time() * 1000
            await asyncio.sleep(0.01)
    raise AssertionError("nobody claims the timer")


def out_of_time(commit: AnyCommit, seat: str) -> bool:
    """Whether the time of this seat ran out."""
    stood_in = [str(event.seat) for event in commit.events if isinstance(event, ev.StoodIn)]
    return isinstance(commit.command, cmd.TimeUp) and seat in stood_in


async def until_answered(cluster: Cluster, table: str, seat: str, seconds: float = 60) -> Truth:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        truth = Truth((await log_of(cluster, table)).bodies)
        if any(out_of_time(commit, seat) for commit in truth.commits):
            return truth
        await asyncio.sleep(0.05)
    raise AssertionError("the timer was lost")
