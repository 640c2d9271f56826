"""What falls due: bots, clocks, pauses, idle tables; once, by whichever worker lives, with nobody connected."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.engine.actor import TIMER
from app.engine.basics import Command, Refusal, Seat, View
from app.engine.dice import pack_dice
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.decide import OVERDUE
from app.engine.table.due import FAST, IDLE, REST, REST_BOTS, deadline
from app.engine.table.settings import CLOCKS
from app.games.calypso.types import Play, Played
from app.jobs import timers
from app.live.contracts import Claim
from tests.faults import FaultyStore, Gate, away
from tests.live.conftest import until
from tests.promises import Truth, Viewer, assert_one_truth
from tests.quiet import Logged
from tests.workers import Inline, Worker, begin, play, wish


async def at_turn_of(worker: Worker, seat: int, people: tuple[str, ...] = ("ann",), **more: object) -> str:
    """A table at which a seat has to play next."""
    table = await worker.create(**more)  # type: ignore[arg-type]
    pages = {await worker.join(Viewer(user), table): worker for user in people}
    await begin(worker, table, people)
    first = next(iter(pages))
    while first.public["act"] != str(seat):
        await play(table, pages, 1)
    for page in pages:
        await worker.leave(page, table)
    return table


async def last(worker: Worker, table: str) -> Truth:
    return await worker.truth(table)


async def timer_is_right(worker: Worker, table: str) -> None:
    """The table's one timer stands at the earliest deadline of its state."""
    truth = await worker.truth(table)
    at = deadline(truth.kernel.game, truth.state)
    never = 1 << 40
    assert await worker.store.timers.sleep_until(at - 1 if at else 0, never) == (1 if at else never)


# --- bots -------------------------------------------------------------------------------------------------------------


async def test_a_bots_turn_is_a_deadline(worker: Worker) -> None:
    table = await at_turn_of(worker, 2)
    before = await last(worker, table)
    worker.clock.forward(FAST - 1)
    assert await worker.fire() == 0
    worker.clock.forward(1)
    assert await worker.fire() == 1
    truth = await last(worker, table)
    commit = truth.commits[-1]
    assert (commit.actor.kind, commit.actor.seat, commit.id) == ("bot", 2, f"b2.{before.state.turn}")
    assert worker.bots.asked[-1] == ("normal", 2)
    await timer_is_right(worker, table)


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


class Misbehaving(Inline):
    """Bots that raise, hang or answer what they may not."""

    def __init__(self, how: Any) -> None:
        super().__init__()
        self.how = how

    async def choose(self, *args: Any, **named: Any) -> Command:
        await super().choose(*args, **named)
        if isinstance(self.how, Exception):
            raise self.how
        if isinstance(self.how, Command):
            return self.how
        return await self.how()


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
    worker.clock.forward(FAST)
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


# --- clocks -----------------------------------------------------------------------------------------------------------


async def test_time_runs_out_with_nobody_connected(worker: Worker) -> None:
    table = await at_turn_of(worker, 0, clock="fast")
    before = await last(worker, table)
    bank = before.state.seats[0].bank
    worker.clock.forward(bank - 1)
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
    worker.clock.forward(CLOCKS["fast"][0])
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
    worker.clock.forward(CLOCKS["fast"][0])
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


# --- timers that stand wrong ------------------------------------------------------------------------------------------


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
