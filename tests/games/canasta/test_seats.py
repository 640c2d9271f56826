"""Drawing for places (1.10, 1.11), and where everybody sits and who begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from app.engine.basics import Seat
from app.engine.dice import Dice
from app.games.canasta import GAME
from app.games.canasta.options import MODES, OPTIONS
from app.games.canasta.types import State
from tests.games.canasta.builders import at_random, cards, dice, fold, game


class Loaded(Dice):
    """Dice that shuffle the spread pack so that these cards are drawn, and from its end these; then by chance."""

    def __init__(self, first: Sequence[str], then: Sequence[str] = ()) -> None:
        super().__init__(bytes(32))
        self.first, self.then, self.used = list(first), list(then), False

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        if self.used:
            return super().shuffled(items)
        self.used = True
        rest = list(items)
        for card in [*self.first, *self.then]:
            rest.remove(card)
        return [*self.first, *rest, *reversed(self.then)]


def seated(mode: str, drawn: str, again: str = "") -> State:
    """The first deal of a table whose places were drawn."""
    options = OPTIONS.complete({"mode": mode, "seating": "draw"})
    return fold(GAME.begin(options), GAME.start(options, Loaded(cards(drawn), cards(again))))


@pytest.mark.parametrize(
    ("mode", "drawn", "persons"),
    [
        ("4p", "KH AS 7D 7C", (2, 0, 1, 3)),  # the second highest is the partner, in chair 2
        ("4p", "2C 3D 4H AC", (3, 1, 2, 0)),
        ("4p", "AS AH AD AC", (0, 2, 1, 3)),
        ("4p", "2C 2D 2H 2S", (3, 1, 2, 0)),
        ("4p", "TS 9S JS QS", (1, 3, 2, 0)),
        ("2p", "3C 2S", (0, 1)),
        ("2p", "KH KS", (1, 0)),
        ("3p", "4S QS AS", (2, 1, 0)),
        ("3p_cutthroat", "4S QS AS", (2, 1, 0)),
        ("5p", "AS KS QS JS TS", (0, 2, 1, 3, 4)),
        ("5p", "TS JS QS KS AS", (4, 3, 1, 2, 0)),
        ("6p", "AS KS QS JS TS 9S", (0, 2, 4, 1, 3, 5)),
        ("6p_three_pairs", "AS KS QS JS TS 9S", (0, 3, 1, 4, 2, 5)),
    ],
)
def test_places_go_by_the_cards_drawn(mode: str, drawn: str, persons: tuple[int, ...]) -> None:
    state = seated(mode, drawn)
    assert state.persons == persons
    assert state.drawn == cards(drawn)
    highest = persons.index(0)
    assert GAME.turn(state) == {highest}
    assert (state.turn, state.dealer) == (0, state.rules.chairs - 1)
    assert state.chairs[highest] == 0


@pytest.mark.parametrize("mode", ["4p", "6p", "6p_three_pairs"])
def test_partners_are_drawn_together(mode: str) -> None:
    """In every mode the two highest are on one side, and nobody is on two."""
    n = MODES[mode].chairs
    state = seated(mode, " ".join(f"{rank}S" for rank in "AKQJT9"[:n]))
    assert state.sides[state.chairs[0]] == state.sides[state.chairs[1]]
    assert sorted(state.chairs) == list(range(n))


@pytest.mark.parametrize(
    ("drawn", "again", "final"),
    [
        ("JK 7D AS KC", "QS", "QS 7D AS KC"),
        ("JK JK AS AS", "5S 6S 7S 8S", "5S 6S 7S 8S"),
        ("KH KH AS 2C", "3D 3H", "3D 3H AS 2C"),
        ("JK 7D AS KC", "JK JK 7D 4D 5D", "4D 5D AS KC"),
    ],
)
def test_jokers_and_equal_cards_are_drawn_again(drawn: str, again: str, final: str) -> None:
    """Until all can be ranked: in the last row jokers come for a joker, and then a seven that somebody else holds."""
    assert seated("4p", drawn, again).drawn == cards(final)


def test_what_was_drawn_is_shown_until_somebody_acts() -> None:
    state = seated("4p", "KH AS 7D 7C")
    assert GAME.public(state)["drawn"] == {"0": "KH", "1": "AS", "2": "7D", "3": "7C"}
    seat = Seat(1)
    after = fold(state, GAME.decide(state, seat, at_random(state, 0, dice(1))))
    assert "drawn" not in GAME.public(after)


def test_without_a_draw_everybody_keeps_his_seat_and_anybody_may_begin() -> None:
    first = set()
    for seed in range(40):
        _, _, state = next(game(seed, {}))
        assert state.persons == state.chairs == (0, 1, 2, 3)
        assert "drawn" not in GAME.public(state)
        assert state.turn == (state.dealer + 1) % 4
        first.add(state.turn)
    assert first == {0, 1, 2, 3}


def test_who_was_drawn_together_plays_on_together() -> None:
    state = seated("4p", "KH AS 7D 7C")
    options, order = GAME.again(OPTIONS.complete({"seating": "draw"}), state)
    assert options["seating"] == "as_joined"
    assert [*order] == [1, 2, 0, 3]
