"""What falls due: bots, clocks, pauses, idle tables; once, by whichever worker lives, with nobody connected."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.bots import runner
from app.engine.actor import TIMER
from app.engine.basics import Command, Refusal, Seat, View
from app.engine.dice import pack_dice
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.decide import OVERDUE
from app.engine.table.due import FAST, HEAD, IDLE, REST, REST_BOTS
from app.engine.table.settings import ALLOWANCE, CLOCKS
from app.games.calypso.types import Play, Played
from app.jobs import timers
from app.live.contracts import Claim
from app.tables import timeouts
from tests.faults import Gate
from tests.jobs.tables import Misbehaving, at_turn_of, last, timer_is_right
from tests.live.conftest import until
from tests.promises import Truth, Viewer, assert_one_truth
from tests.quiet import Logged
from tests.workers import Worker, begin, play, wish

BEGINS = FAST - min(HEAD, FAST // 2)
"""ms after which a bot begins to think."""


# --- bots -------------------------------------------------------------------------------------------------------------


async def test_a_bots_turn_is_a_deadline(worker: Worker) -> None:
    table = await at_turn_of(worker, 2)
    before = await last(worker, table)
    worker.clock.forward(BEGINS - 1)
    assert await worker.fire() == 0
    worker.clock.forward(1)
    assert await worker.fire() == 1
    truth = await last(worker, table)
    commit = truth.commits[-1]
    assert (commit.actor.kind, commit.actor.seat, commit.id) == ("bot", 2, f"b2.{before.state.turn}")
    assert worker.bots.asked[-1] == ("normal", 2)
    await timer_is_right(worker, table)


async def test_a_move_is_shown_at_its_time_however_soon_it_was_found(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await at_turn_of(worker, 2)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    with monkeypatch.context() as awake:
        awake.setattr(timeouts, "sleep", sleep)
        worker.clock.forward(BEGINS)
        assert await worker.fire() == 1
    assert slept == [(FAST - BEGINS) / 1000]
    assert len((await last(worker, table)).commits) > 1


def test_a_bot_that_hangs_has_failed_before_its_timer_fires_again() -> None:
    assert 1000 * runner.PATIENCE < timers.LEASE < OVERDUE


async def test_bots_play_a_whole_deal_with_nobody_connected(worker: Worker) -> None:
    table = await at_turn_of(worker, 1)
    await worker.do(table, "ann", cmd.Leave())
    commits = len((await last(worker, table)).commits)
    for _ in range(300):
        worker.clock.forward(2000)
        if not await worker.fire():
            break
    truth = await last(worker, table)
    assert truth.state.phase == "over"
    assert len(truth.commits) > commits + 100
    assert not worker.rooms.busy


async def test_two_workers_claim_at_once_and_one_moves(worker: Worker, other: Worker) -> None:
    table = await at_turn_of(worker, 1)
    await worker.do(table, "ann", cmd.Leave())
    worker.bots.asked.clear()
    for _ in range(12):
        commits = len((await last(worker, table)).commits)
        worker.clock.forward(2000)
        assert sum(await asyncio.gather(worker.fire(), other.fire())) == 1
        assert len((await last(worker, table)).commits) == commits + 1
    assert len(worker.bots.asked) + len(other.bots.asked) == 12


async def test_one_deadline_answered_twice_is_one_move(worker: Worker, other: Worker) -> None:
    table = await at_turn_of(worker, 2)
    commits = len((await last(worker, table)).commits)
    worker.clock.forward(FAST)
    claim = Claim(table, worker.clock.now)
    await asyncio.gather(*(w.timeouts.fire(claim) for w in (worker, other, worker, other)))
    assert len((await last(worker, table)).commits) == commits + 1
    await timer_is_right(worker, table)


async def test_a_worker_that_dies_after_its_claim_is_followed_by_another(worker: Worker, other: Worker) -> None:
    table = await at_turn_of(worker, 2)
    commits = len((await last(worker, table)).commits)
    worker.clock.forward(FAST)
    assert len(await worker.store.timers.claim(worker.clock.now, timers.LEASE, 64)) == 1
    assert await other.fire() == 0
    worker.clock.forward(timers.LEASE)
    assert await other.fire() == 1
    assert len((await last(worker, table)).commits) == commits + 1


@pytest.mark.parametrize(
    ("how", "why"),
    [
        (KeyError("nothing"), "KeyError"),
        (TimeoutError(), "TimeoutError"),
        (Refusal("bad.command"), "bad.command"),
        (Play("2X"), "bad.card"),
        (cmd.Next(), "bad.not_seated"),
        (cmd.TimeUp(), "bad.command"),
        (cmd.Sit(1), "rule.started"),
    ],
)
async def test_a_bot_that_fails_is_played_for_when_it_is_overdue(
    worker: Worker, logged: Logged, how: Any, why: str
) -> None:
    table = await at_turn_of(worker, 2)
    before = await last(worker, table)
    worker.timeouts._bots = Misbehaving(how)
    worker.clock.forward(BEGINS)
    assert await worker.fire() == 1
    (told,) = logged.take("bot.failed")
    assert told["error"].startswith(why)
    assert (told["table"], told["seat"], told["turn"]) == (table, 2, before.state.turn)
    assert len((await last(worker, table)).commits) == len(before.commits)
    worker.clock.forward(OVERDUE - 1)
    assert await worker.fire() == 0
    worker.clock.forward(1)
    assert await worker.fire() == 1
    truth = await last(worker, table)
    assert truth.commits[-1].actor == TIMER
    assert played(truth) == chosen(before, Seat(2))
    await timer_is_right(worker, table)


def played(truth: Truth) -> str:
    (card,) = [event.card for event in truth.commits[-1].events if isinstance(event, Played)]
    return card


def chosen(truth: Truth, seat: Seat) -> str:
    """What the stand-in's rule plays for a seat: never at random."""
    game, play = truth.kernel.game, truth.state.play
    views: list[View] = [game.public(play), game.private(play, seat), game.memory(play, seat)]
    dice = pack_dice("00" * 32, truth.state.table, truth.state.turn)
    command = game.choose(*views, seat, game.standin, dice)
    assert isinstance(command, Play)
    return command.card


async def test_a_bot_that_is_still_thinking_when_it_is_overdue_comes_too_late(worker: Worker) -> None:
    table = await at_turn_of(worker, 2)
    before = await last(worker, table)
    gate = Gate()

    async def slowly() -> Command:
        await gate()
        return Play(chosen(before, Seat(2)))

    worker.timeouts._bots = Misbehaving(slowly)
    worker.clock.forward(FAST)
    await worker.timers.round()
    await gate.reached.wait()
    worker.clock.forward(OVERDUE)
    (thinking,) = worker.timers.running
    await worker.timers.round()
    await asyncio.gather(*(task for task in worker.timers.running if task is not thinking))
    truth = await last(worker, table)
    assert truth.commits[-1].actor == TIMER
    gate.open()
    await thinking
    assert len((await last(worker, table)).commits) == len(truth.commits)
    await timer_is_right(worker, table)


async def test_a_person_who_comes_back_while_his_stand_in_thinks_plays_himself(worker: Worker) -> None:
    table = await at_turn_of(worker, 1, ("ann", "bob"))
    await worker.do(table, "bob", cmd.Leave())
    before = await last(worker, table)
    gate = Gate()

    async def slowly() -> Command:
        await gate()
        return Play(chosen(before, Seat(1)))

    worker.timeouts._bots = Misbehaving(slowly)
    worker.clock.forward(FAST)
    await worker.timers.round()
    await gate.reached.wait()
    bob = await worker.join(Viewer("bob"), table)
    await worker.do(table, "bob", cmd.Back())
    gate.open()
    await asyncio.gather(*worker.timers.running)
    assert bob.public["act"] == "1"
    await worker.do(table, "bob", wish(bob), bob.turn)
    truth = await last(worker, table)
    assert [commit.actor.kind for commit in truth.commits[-2:]] == ["person", "person"]
    assert_one_truth(bob, truth)


async def test_a_bot_waits_while_it_is_asked_whether_a_card_is_taken_back(worker: Worker) -> None:
    """Also if it was thinking already when that was asked."""
    table = await at_turn_of(worker, 2, ("ann", "bob"), after=1)
    before = await last(worker, table)
    gate = Gate()

    async def slowly() -> Command:
        await gate()
        return Play(chosen(before, Seat(2)))

    worker.timeouts._bots = Misbehaving(slowly)
    worker.clock.forward(FAST)
    await worker.timers.round()
    await gate.reached.wait()
    await worker.do(table, "bob", cmd.Propose("undo"), before.state.turn)
    gate.open()
    await asyncio.gather(*worker.timers.running)
    assert (await last(worker, table)).state.play == before.state.play
    await timer_is_right(worker, table)
    await worker.do(table, "ann", cmd.Agree("undo"))
    truth = await last(worker, table)
    assert isinstance(truth.commits[-1].events[-1], ev.Rewound)
    assert truth.state.play == before.state.past[-1].play
    await timer_is_right(worker, table)


# --- clocks -----------------------------------------------------------------------------------------------------------


async def test_time_runs_out_with_nobody_connected(worker: Worker) -> None:
    table = await at_turn_of(worker, 0, clock="fast")
    before = await last(worker, table)
    bank = before.state.seats[0].bank
    worker.clock.forward(bank + ALLOWANCE - 1)
    assert await worker.fire() == 0
    worker.clock.forward(1)
    assert await worker.fire() == 1
    truth = await last(worker, table)
    assert truth.commits[-1].actor == TIMER
    assert isinstance(truth.commits[-1].events[0], ev.StoodIn)
    assert played(truth) == chosen(before, Seat(0))
    assert truth.state.seats[0].standin
    assert not truth.state.seats[0].left
    assert bank <= CLOCKS["fast"][0]
    await timer_is_right(worker, table)


async def test_the_person_takes_over_at_his_next_decision(worker: Worker) -> None:
    table = await at_turn_of(worker, 0, clock="fast")
    worker.clock.forward(CLOCKS["fast"][0] + ALLOWANCE)
    assert await worker.fire() == 1
    ann = await worker.join(Viewer("ann"), table)
    while ann.public["act"] != "0":
        worker.clock.forward(1500)
        assert await worker.fire() == 1
    await worker.do(table, "ann", wish(ann), ann.turn)
    assert "standin" not in ann.public["seats"]["0"]


async def test_a_move_in_the_last_moment_and_the_time_out_are_one_move(worker: Worker, other: Worker) -> None:
    table = await at_turn_of(worker, 0, clock="fast")
    ann = await worker.join(Viewer("ann"), table)
    commits = len((await last(worker, table)).commits)
    worker.clock.forward(CLOCKS["fast"][0] + ALLOWANCE)
    done = await asyncio.gather(
        worker.do(table, "ann", wish(ann), ann.turn), other.fire(), worker.fire(), return_exceptions=True
    )
    truth = await last(worker, table)
    assert len(truth.commits) == commits + 1
    assert isinstance(done[0], Refusal) == (truth.commits[-1].actor == TIMER)
    await until(lambda: ann.pos.seq == commits + 1)
    await timer_is_right(worker, table)


@pytest.mark.parametrize(("timing", "wait"), [("normal", REST), ("untimed", None)])
async def test_a_pause_ends_by_itself_at_a_timed_table_only(worker: Worker, timing: str, wait: int | None) -> None:
    table = await worker.create(clock=timing)
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    while ann.public["phase"] == "playing":
        await play(table, {ann: worker}, 1)
    worker.clock.forward((wait or REST) - 1)
    assert await worker.fire() == 0
    worker.clock.forward(1 if wait else 24 * 3600 * 1000)
    assert await worker.fire() == (1 if wait else 0)
    assert ann.public["phase"] == ("playing" if wait else "between")


async def test_a_pause_that_nobody_waits_in_is_short(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    while ann.public["phase"] == "playing":
        await play(table, {ann: worker}, 1)
    await worker.do(table, "ann", cmd.Leave())
    worker.clock.forward(REST_BOTS)
    assert await worker.fire() == 1
    assert ann.public["phase"] == "playing"


async def test_a_table_that_nobody_starts_is_closed(worker: Worker) -> None:
    table = await worker.create()
    watcher = await worker.join(Viewer(), table)
    worker.clock.forward(IDLE - 1)
    assert await worker.fire() == 0
    worker.clock.forward(1)
    assert await worker.fire() == 1
    assert watcher.ended == ["rule.closed"]
    assert await worker.store.log.head(table) is None
    assert await worker.fire() == 0
