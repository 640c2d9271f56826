"""The bot pool: real processes that think, hang, die and come again, while the loop goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from app.bots import runner
from app.bots.budget import share
from app.bots.runner import BotFailed, BotPool, Mind
from app.bots.thinker import Thought
from app.engine.basics import Command, Refusal, Seat
from app.engine.game import Opinion, Reason
from app.games.calypso.types import Play
from app.games.catalogue import CATALOGUE, Catalogue
from tests.conftest import ROOT
from tests.live.conftest import until
from tests.played import Player
from tests.quiet import Logged
from tests.servers import alive

ODD = Catalogue(("tests.bots.odd_games",))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may be busy."""
    monkeypatch.setattr(runner, "PATIENCE", 60)
    monkeypatch.setattr(runner, "START", 60)


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[BotPool]:
    pool = BotPool(ODD)
    yield pool
    await pool.close()


async def ask(pool: BotPool, level: str = "plain") -> Command:
    return await pool.choose("odd", level, {}, {}, {}, Seat(0), bytes(32))


async def pid_of(pool: BotPool) -> int:
    command = await ask(pool, "tells")
    assert isinstance(command, Play)
    return int(command.card)


async def gone(pid: int, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while alive(pid) and not zombie(pid):
        assert time.monotonic() < end, f"{pid} lives on"
        await asyncio.sleep(0.01)


def zombie(pid: int) -> bool:
    """Whether it has ended, with nobody having asked yet how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


async def test_it_answers_what_the_game_would(pool: BotPool) -> None:
    player = Player("T1", ("ann",), {"clock": "untimed"}, {"rounds": 1})
    player.begin()
    game, state = player.kernel.game, player.state.play
    seat = min(game.turn(state))
    views = game.public(state), game.private(state, seat), game.memory(state, seat)
    here = game.choose(*views, seat, "normal", player.dice)
    pool = BotPool(CATALOGUE)
    try:
        assert await pool.choose("calypso", "normal", *views, seat, bytes(32)) == here
    finally:
        await pool.close()


async def test_it_says_what_the_game_thinks(pool: BotPool) -> None:
    opinions = await pool.advise("odd", {}, {}, {}, Seat(1), bytes(32))
    assert opinions == [
        Opinion(Play("2H"), 0, (Reason("seat", {"seat": 1}), Reason("budget", {"ms": 400}))),
        Opinion(Play("3H"), -7),
    ]


async def test_the_longer_the_queue_the_less_each_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "paced", lambda pace, *_: pace)
    pool = BotPool(ODD, 1, 80)
    try:
        asking = [pool.choose("odd", "budget", {}, {}, {}, Seat(0), bytes(32)) for _ in range(60)]
        given = [int(move.card) for move in await asyncio.gather(*asking) if isinstance(move, Play)]
    finally:
        await pool.close()
    # the first was taken up before the others came
    assert given == [80, *(share(80, waiting, 1) for waiting in reversed(range(59)))]
    assert (given[1], given[-1]) == (5, 80)


async def test_a_busy_machine_gives_less_time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = BotPool(ODD, 1, 80)
    try:
        monkeypatch.setattr(runner, "paced", lambda *_: 100.0)
        await ask(pool)
        assert await ask(pool, "budget") == Play("20")
    finally:
        await pool.close()


async def test_a_process_is_ready_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "WARM", 0.0)
    pool = BotPool(ODD)
    pool.open()
    while not pool._minds:
        await asyncio.sleep(0.01)
    mind = pool._minds[0]
    await asyncio.shield(mind._ready)
    await ask(pool)
    assert pool._minds == [mind]
    await pool.close()
    assert mind.gone


async def test_a_pool_that_is_closed_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "WARM", 0.01)
    pool = BotPool(ODD)
    pool.open()
    await pool.close()
    await asyncio.sleep(0.05)
    assert pool._minds == []


async def test_it_thinks_at_a_low_priority(pool: BotPool) -> None:
    assert os.getpriority(os.PRIO_PROCESS, await pid_of(pool)) >= 5


async def test_one_process_serves_all_questions(pool: BotPool) -> None:
    pids = await asyncio.gather(*(pid_of(pool) for _ in range(20)))
    assert len(set(pids)) == 1
    assert pids[0] != os.getpid()


async def test_as_many_processes_as_it_was_given_and_no_more() -> None:
    pool = BotPool(ODD, 2)
    pids = await asyncio.gather(*(pid_of(pool) for _ in range(20)))
    assert len(set(pids)) == 2
    await pool.close()
    for pid in set(pids):
        await gone(pid)


async def test_the_loop_goes_on_while_a_bot_thinks(pool: BotPool) -> None:
    await ask(pool)
    thinking = asyncio.create_task(ask(pool, "spins"))
    for _ in range(100):  # none of which would come if the loop waited for the bot, which never ends
        await asyncio.sleep(0.001)
    assert pool._minds[0].busy
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)


@pytest.mark.parametrize("level", ["hangs", "spins"])
async def test_a_bot_that_hangs_is_ended_and_the_next_is_answered(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    pid = await pid_of(pool)
    with monkeypatch.context() as short:
        short.setattr(runner, "PATIENCE", 0.1)
        with pytest.raises(TimeoutError):
            await ask(pool, level)
    await gone(pid)
    assert await pid_of(pool) != pid


async def test_who_waits_for_a_process_loses_patience_without_harm(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, start = asyncio.Event(), Mind._start

    async def late(mind: Mind, packages: Sequence[str]) -> None:
        await begin.wait()  # however long the first three are held up themselves
        await start(mind, packages)

    monkeypatch.setattr(Mind, "_start", late)
    with monkeypatch.context() as short:
        short.setattr(runner, "PATIENCE", 0.001)
        for _ in range(3):
            with pytest.raises(TimeoutError):
                await ask(pool)
    begin.set()
    pid = await pid_of(pool)
    # the process that was being started is the one that answers: none was started in vain
    assert [mind.alive for mind in pool._minds] == [True]
    assert await pid_of(pool) == pid


async def test_a_question_that_is_broken_off_does_not_answer_the_next(pool: BotPool) -> None:
    pid = await pid_of(pool)
    asking = asyncio.create_task(ask(pool, "hangs"))
    await until(lambda: pool._minds[0].busy)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert await ask(pool) == Play("2H")
    await gone(pid)


async def test_a_process_that_dies_is_replaced(pool: BotPool, logged: Logged) -> None:
    with pytest.raises(BotFailed):
        await ask(pool, "dies")
    assert logged.take("bots.process_ended")[0]["status"] == 3
    assert await ask(pool) == Play("2H")


async def test_a_process_killed_between_two_questions_is_replaced(pool: BotPool, logged: Logged) -> None:
    pid = await pid_of(pool)
    os.kill(pid, signal.SIGKILL)
    await gone(pid)
    try:
        assert await ask(pool) == Play("2H")
    except BotFailed:
        assert await ask(pool) == Play("2H")
    logged.take("bots.process_ended")


async def test_a_bot_that_raises_says_so_and_its_process_goes_on(pool: BotPool) -> None:
    pid = await pid_of(pool)
    with pytest.raises(BotFailed, match="KeyError"):
        await ask(pool, "raises")
    with pytest.raises(BotFailed, match="Refusal"):
        await pool.choose("whist", "plain", {}, {}, {}, Seat(0), bytes(32))
    assert await pid_of(pool) == pid


async def test_a_bot_that_answers_nonsense_is_refused(pool: BotPool) -> None:
    with pytest.raises(Refusal, match=r"bad\.command"):
        await ask(pool, "nonsense")


async def test_what_a_bot_prints_is_no_answer(pool: BotPool) -> None:
    assert await ask(pool, "prints") == Play("2H")
    assert await ask(pool) == Play("2H")


async def test_a_process_that_does_not_start_is_a_failure_each_time(logged: Logged) -> None:
    pool = BotPool(Catalogue(("tests.bots.no_such_games",)))
    for _ in range(2):
        with pytest.raises(BotFailed):
            await pool.choose("odd", "plain", {}, {}, {}, Seat(0), bytes(32))
    await pool.close()
    logged.take("bots.process_ended")


async def test_a_machine_that_starts_no_process_is_a_failure_each_time(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch, logged: Logged
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(sys, "executable", "/nowhere/python")
        for _ in range(2):
            with pytest.raises(BotFailed):
                await ask(pool)
    assert await ask(pool) == Play("2H")
    logged.take("bots.not_started")


async def test_it_closes_at_any_time() -> None:
    pool = BotPool(ODD, 2)
    await pool.close()
    asking = asyncio.create_task(ask(pool, "hangs"))
    await until(lambda: pool._minds)
    await pool.close()
    with pytest.raises((BotFailed, asyncio.CancelledError)):
        await asking
    await pool.close()


PARENT = """
import asyncio, time
from app.bots import runner
from app.bots.runner import BotPool
from app.engine.basics import Seat
from app.games.catalogue import Catalogue

async def main():
    runner.PATIENCE = 60
    pool = BotPool(Catalogue(("tests.bots.odd_games",)))
    print((await pool.choose("odd", "tells", {}, {}, {}, Seat(0), bytes(32))).card, flush=True)
    time.sleep(60)

asyncio.run(main())
"""


async def test_no_process_outlives_a_worker_that_is_killed() -> None:
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", PARENT, cwd=ROOT, stdout=subprocess.PIPE)
    assert parent.stdout
    pid = int(await parent.stdout.readline())
    assert alive(pid)
    parent.kill()
    await parent.wait()
    await gone(pid)


async def test_nothing_but_views_and_memory_is_sent(pool: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    framed = runner.framed

    def spy(thought: Thought) -> bytes:
        data = framed(thought)
        sent.append(msgspec.msgpack.decode(data[4:]))
        return data

    monkeypatch.setattr(runner, "framed", spy)
    await pool.choose("odd", "plain", {"p": 1}, {"q": 2}, {"m": 3}, Seat(2), b"seed")
    assert sent == [
        {
            "kind": "choose",
            "game": "odd",
            "level": "plain",
            "public": {"p": 1},
            "private": {"q": 2},
            "memory": {"m": 3},
            "seat": 2,
            "seed": b"seed",
            "budget": 100,
        }
    ]


async def test_nothing_of_the_configuration_is_there(pool: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDS_DATABASE_URL", "postgresql://user:secret@host/name")
    assert await ask(pool, "reads") == Play("")
