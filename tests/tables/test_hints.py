"""Hints: what a seat knows goes to the bots, nothing else; who may not ask is told why; no log tells of it."""

from __future__ import annotations

import pytest

from app.engine.basics import Refusal, Seat
from app.engine.table import commands as cmd
from app.tables.hints import PER_MINUTE, Hints
from tests.quiet import Logged
from tests.workers import Worker, at_play, begin, wish

FRIENDLY = {"clock": "normal"}


async def refused(hints: Hints, table: str, user: str) -> str:
    with pytest.raises(Refusal) as refusal:
        await hints.ask(table, user)
    return refusal.value.code


async def ask_game(worker: Worker, table: str) -> Hints:
    await begin(worker, table, ("ann", "bob"))
    return Hints(worker.tables, worker.bots)


async def test_who_has_to_move_is_told_what_the_bot_thinks(worker: Worker) -> None:
    table, ann = await at_play(worker, people=("ann", "bob"))
    before = await worker.store.log.head(table)
    hint = await Hints(worker.tables, worker.bots).ask(table, "ann")
    assert (hint.turn, hint.opinions) == (ann.turn, worker.bots.opinions)
    assert await worker.store.log.head(table) == before


async def test_the_bot_gets_what_the_seat_knows_and_nothing_else(worker: Worker) -> None:
    table, _ = await at_play(worker, people=("ann", "bob"))
    await Hints(worker.tables, worker.bots).ask(table, "ann")
    room = await worker.rooms.get(table)
    game, state = room.kernel.game, room.looks.state.play
    (asked,) = worker.bots.advised
    assert asked[:4] == (game.public(state), game.private(state, Seat(0)), game.memory(state, Seat(0)), 0)


async def test_asked_again_a_decision_has_its_answer_and_the_next_one_another(worker: Worker) -> None:
    people = ("ann", "bob", "cat", "dan")
    table, ann = await at_play(worker, people=people)
    hints = Hints(worker.tables, worker.bots)
    first = await hints.ask(table, "ann")
    assert await hints.ask(table, "ann") is first
    assert len(worker.bots.advised) == 1
    await worker.do(table, "ann", wish(ann), ann.turn)
    turn = int((await worker.rooms.get(table)).looks.public["act"])
    assert await refused(hints, table, people[turn - 1]) == "rule.not_your_turn"
    await hints.ask(table, people[turn])
    seeds = [asked[-1] for asked in worker.bots.advised]
    assert len(set(seeds)) == 2


@pytest.mark.parametrize(
    ("table", "code"),
    [({**FRIENDLY, "rated": "rated"}, "rule.hints_rated"), ({"hints": "off"}, "rule.hints_off")],
)
async def test_there_are_none_where_that_was_agreed(worker: Worker, table: dict[str, str], code: str) -> None:
    made = await worker.create(**table)
    if code == "rule.hints_rated":
        for seat, user in enumerate(("bob", "cat", "dan"), 1):
            await worker.do(made, user, cmd.Sit(seat))
            await worker.do(made, user, cmd.Ready(True))
        await worker.do(made, "ann", cmd.Start(), turn=(await worker.rooms.get(made)).looks.state.turn)
        assert await refused(Hints(worker.tables, worker.bots), made, "ann") == code
    else:
        assert await refused(await ask_game(worker, made), made, "ann") == code
    assert not worker.bots.advised


async def test_who_may_not_ask(worker: Worker) -> None:
    table = await worker.create(access="private", undo="off")
    table, key = table.split("?")
    hints = Hints(worker.tables, worker.bots)
    assert await refused(hints, table, "ann") == "rule.not_your_turn"
    assert await refused(hints, table, "bob") == "bad.table"
    assert await refused(hints, "nowhere", "ann") == "bad.table"
    await begin(worker, table, ("ann", "bob"), key)
    assert await refused(hints, table, "eve") == "bad.table"
    public = await worker.create()
    assert await refused(hints, public, "bob") == "bad.not_seated"


async def test_a_bot_without_opinions_and_one_that_fails(worker: Worker, logged: Logged) -> None:
    table, _ = await at_play(worker, people=("ann", "bob"))
    hints = Hints(worker.tables, worker.bots)
    worker.bots.opinions = []
    assert await refused(hints, table, "ann") == "rule.no_advice"
    worker.bots.opinions = None  # type: ignore[assignment]
    worker.bots.advised = None  # type: ignore[assignment]
    assert await refused(hints, table, "ann") == "down.bots"
    logged.take("hint.failed")


@pytest.mark.usefixtures("one_minute")
async def test_nobody_asks_without_end(worker: Worker) -> None:
    table, _ = await at_play(worker, people=("ann", "bob"))
    hints = Hints(worker.tables, worker.bots)
    worker.bots.opinions = []
    codes = [await refused(hints, table, "ann") for _ in range(PER_MINUTE + 1)]
    assert codes == ["rule.no_advice"] * PER_MINUTE + ["bad.rate"]
