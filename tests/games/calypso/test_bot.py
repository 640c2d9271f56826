"""The stand-in: legal, the same for the same knowledge, quick, sensible, far better than chance."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from app.engine.basics import Seat
from app.engine.dice import Dice
from app.games.calypso import GAME
from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.weights import held
from app.games.calypso.types import State
from tests.games.calypso.builders import at_random, bot, dice, game, legal, plays, position


class NoDice(Dice):
    def below(self, n: int) -> int:
        raise AssertionError("rolled")


def chosen(state: State) -> str:
    (seat,) = GAME.turn(state)
    command = bot(state, seat, NoDice(b""))
    return command.card  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize(
    "options", [{}, {"variant": "solo"}, {"variant": "three_handed"}, {"ruleset": "all_fours"}], ids=str
)
def test_it_plays_a_whole_game_legally(options: dict[str, Any]) -> None:
    """A game refuses what is not legal."""
    *_, (_, _, end) = game("legal", (bot,), **options)
    assert GAME.result(end)


def test_it_knows_nothing_but_its_views_and_does_not_touch_them() -> None:
    for _, _, state in game("same", (bot, at_random)):
        if state.phase == "play":
            (seat,) = GAME.turn(state)
            views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
            before = copy.deepcopy(views)
            first = GAME.choose(*views, seat, "normal", NoDice(b""))
            imagined = GAME.imagine(*views, seat, dice(1))
            assert chosen(imagined) == first.card  # type: ignore[attr-defined]
            assert views == before


def test_it_feeds_the_partner_who_wins_for_sure() -> None:
    """R9.5: last to play, partner winning: the card his calypso needs."""
    state = position(["2C 3C", "9C 2D", "2S 3S", "9H 9D 9S"], rows=["", "", "", "2345678TJQKA"])
    assert chosen(plays(state, "2C 9C 2S")) == "9D"


def test_it_does_not_give_opponents_what_they_need() -> None:
    """R9.5: it discards what is dead for them."""
    state = position(["AC 3C", "2D 2D", "KC 3S", "9S 5S"], rows=["2345678TJQKA", "", "", ""])
    assert chosen(plays(state, "AC 2D KC")) == "5S"


def test_it_ruffs_a_trick_that_completes_a_calypso() -> None:
    state = position(["2C 3C", "2H 2S", "KC 3S", "9D 5S 5H"], rows=["", "", "", "2345678TJQKA"])
    assert chosen(plays(state, "2C 2H KC")) == "9D"


def test_it_wins_cheaply() -> None:
    """With the last card of the trick the lowest that wins is enough."""
    state = position(["TC 3C", "2H 2S", "KC 3S", "4D 8D QD 5S"], rows=["A", "", "", "48Q"])
    assert chosen(plays(state, "TC 2H KC")) == "4D"


def test_it_beats_chance_by_far() -> None:
    """R4.10: at random a side makes 1693 points in a round on the average."""
    ours = theirs = 0
    for seed in range(12):
        *_, (_, _, end) = game(("arena", seed), (bot, at_random), partnerships="as_seated")
        ours += end.scores[0] + end.scores[2]
        theirs += end.scores[1] + end.scores[3]
    assert ours > 1.7 * theirs


def test_what_is_unseen_is_counted() -> None:
    _, _, state = next(game("chance"))
    (seat,) = GAME.turn(state)
    views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
    sight = Sight(*views, Seat(seat))
    assert sum(sight.unseen) == 195
    assert sight.unplayed == 208
    assert [sight.card(code) for code in sight.hand] == sorted(state.hands[sight.me], key=sight.code)
    assert [sight.card(code) for code in sight.legal] == sorted(set(legal(views[1])), key=sight.code)
    assert held(195, 13)[0] == 0
    assert abs(held(195, 1)[52] - 1024 * 52 // 195) <= 1
    assert held(10, 10)[1] == 1024
