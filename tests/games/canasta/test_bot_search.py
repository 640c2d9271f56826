"""The search: the same for the same dice, worlds that agree with what is known, opinions that can be said."""

from __future__ import annotations

import importlib
import re
from itertools import pairwise

import pytest

from app.engine.basics import Seat
from app.games.canasta import GAME
from app.games.canasta.bot.advise import MOST
from app.games.canasta.bot.kinds import FULL, RED
from app.games.canasta.bot.policy import policy_for
from app.games.canasta.bot.sight import Sight, tally
from app.games.canasta.bot.steps import steps
from app.games.canasta.bot.worlds import Worlds
from app.games.canasta.course import line_of
from app.games.canasta.types import State
from tests.games.canasta.builders import dice, position
from tests.games.canasta.test_bot import QUICK, RICH, bot, deal

TOLD = importlib.import_module("app.games.canasta.bot.advise").__doc__ or ""
CODES = set(re.findall(r"^\| (\w+) \|", TOLD, re.M)) - {"code"}


def sight_of(state: State) -> Sight:
    seat = min(GAME.turn(state))
    return Sight(GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat), seat)


@pytest.fixture(scope="module")
def moments() -> list[State]:
    return [state for mode in ("4p", "2p", "6p", "3p_cutthroat") for state, _ in deal(("normal",), 1, mode=mode)]


def test_the_same_dice_give_the_same_command(moments: list[State]) -> None:
    for state in moments[::40]:
        assert bot(state, "strong", 5, QUICK) == bot(state, "strong", 5, QUICK)


@pytest.fixture(scope="module")
def endings() -> list[State]:
    """The stock runs out on people who keep their cards."""
    deals = [deal(("random",), seed, mode=mode) for seed in (1, 2) for mode in ("4p", "6p", "3p_cutthroat")]
    return [state for states in deals for state, _ in states if len(state.stock) < 5 * len(state.hands)]


def test_worlds_hold_all_cards_and_what_is_known(moments: list[State], endings: list[State]) -> None:
    for state in [*moments[::15], *endings]:
        sight = sight_of(state)
        table = sight.table
        worlds = Worlds(table, sight.chair, dice(3))
        for _ in range(3):
            world = worlds.next()
            assert [sum(hand) for hand in world.hands] == table.sizes
            assert len(world.stock) == len(table.stock)
            loose = [sum(hand[kind] for hand in world.hands) + world.stock.count(kind) for kind in range(15)]
            seen = [table.seen[kind] - sum(hand[kind] for hand in table.known) for kind in range(15)]
            assert [a + b for a, b in zip(loose, seen, strict=True)] == FULL[table.packs]
            for chair, hand in enumerate(world.hands):
                assert all(have >= known for have, known in zip(hand, table.known[chair], strict=True))
                assert not (hand[RED] and table.begun[chair])


def test_the_table_is_scored_as_the_game_does(moments: list[State]) -> None:
    for state in moments[::15]:
        table = sight_of(state).table
        for chair in range(table.chairs):
            table.hands[chair] = tally(state.hands[chair])
        for account in range(len(state.scores)):
            assert table.score(account) == line_of(state, account).total


def test_what_is_thought_over_is_allowed_and_the_policy_comes_first(moments: list[State]) -> None:
    for state in moments[::15]:
        sight = sight_of(state)
        found = steps(sight, policy_for(sight.table))
        assert found and found[0].prior == max(step.prior for step in found)
        for step in found:
            GAME.decide(state, min(GAME.turn(state)), step.command)


def test_playouts_come_to_an_end(moments: list[State]) -> None:
    for state in moments[::15]:
        sight = sight_of(state)
        policy = policy_for(sight.table)
        worlds = Worlds(sight.table, sight.chair, dice(3))
        for step in steps(sight, policy):
            world = worlds.next()
            step.do(world, policy)
            for _ in range(400):
                if world.over:
                    break
                policy.turn(world)
            assert world.over
            assert all(min(hand) >= 0 for hand in world.hands)


def test_opinions_can_be_said(moments: list[State]) -> None:
    for state in moments[::25]:
        seat = min(GAME.turn(state))
        views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
        said = GAME.advise(*views, seat, dice(2), 5)
        assert said and said[0].points == 0
        assert all(later.points <= one.points for one, later in pairwise(said))
        for one in said:
            GAME.decide(state, seat, one.command)
            assert 1 <= len(one.reasons) <= MOST
            assert {reason.code for reason in one.reasons} <= CODES


def test_opinions_name_the_pile() -> None:
    state = position(**RICH)
    seat = Seat(0)
    views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
    best = GAME.advise(*views, seat, dice(0), 50)[0]
    assert best.reasons[0].code == "takes_pile"
    assert best.reasons[0].params == {"n": 9}


def test_nobody_else_has_opinions() -> None:
    state = position(**RICH)
    views = GAME.public(state), GAME.private(state, Seat(1)), GAME.memory(state, Seat(1))
    assert GAME.advise(*views, Seat(1), dice(0), 50) == ()
