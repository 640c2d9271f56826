"""The draw for chairs and suits (R1.8, R1.9, R6.1.1, R6.2.2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from app.engine.basics import Card, Millis, Refusal, Seat
from app.games.calypso import GAME, ceremony
from app.games.calypso import rules as r
from app.games.calypso.options import OPTIONS
from app.games.calypso.types import Draw, Drawn, Picked, Play, State
from app.games.calypso.types import Pick as Choose
from tests.games.calypso.builders import at_random, dice, fold, game, rules
from tests.games.calypso.test_vectors import rows

DRAWS: list[dict[str, Any]] = [
    {"partnerships": "draw"},
    {"variant": "solo", "suit_choice": "draw"},
    {"variant": "three_handed", "suit_choice": "draw"},
]


def drawn(seed: object, **options: Any) -> State:
    """A game in which everybody has drawn."""
    complete = OPTIONS.complete(options)
    return fold(GAME.begin(complete), GAME.start(complete, dice(seed)))


def choose(state: State, seat: int, chair: int, suit: str) -> State:
    return fold(state, GAME.decide(state, Seat(seat), Choose(chair, suit)))


@rows("draw_for_partners")
def test_draw_for_partners(row: dict[str, Any]) -> None:
    people = list(row["draws"])
    cards = tuple(Card(card) for card in row["draws"].values())
    order = ceremony.precedence(cards)
    assert [people[seat] for seat in order] == row["choice_order"]
    state = drawn("any", partnerships="draw")
    state = fold(state, [Drawn(cards, order, tuple(ceremony.ways(state.rules)))])
    while state.phase == "draw":
        state = fold(state, ceremony.lapse(state))
    sides = {frozenset(people[state.chairs.index(chair)] for chair in side) for side in ((0, 2), (1, 3))}
    assert sides == {frozenset(pair) for pair in row["pairs"]}
    assert people[state.chairs.index(state.dealer)] == row["first_dealer"]


@pytest.mark.parametrize("options", DRAWS, ids=str)
def test_whatever_is_chosen_is_a_game(options: dict[str, Any]) -> None:
    seen = Counter[str]()
    for seed in range(60):
        steps = [(events, after) for _, events, after in game(seed, (at_random,), **options) if after.round <= 0]
        state = next(after for _, after in steps if after.trumps)
        assert sorted(state.chairs) == [*range(state.rules.seats)]
        assert state.trumps in r.assignments(state.rules)
        dealt = next(after for _, after in steps if after.phase == "play")
        assert dealt.draw is None
        assert state.chairs.index(dealt.dealer) == ceremony.precedence(state.draw.cards if state.draw else ())[0]
        seen[state.trumps] += 1
    assert len(seen) > 4


def test_partners_are_the_two_highest_and_the_rest_follows() -> None:
    """R1.8: the partner gets what is left of the side, without being asked."""
    state = drawn("ceremony", partnerships="draw")
    assert state.draw
    first, partner, third, last = state.draw.order
    assert GAME.turn(state) == {first}
    assert GAME.public(state)["draw"]["open"] == {str(chair): "SHDC" for chair in range(4)}
    state = choose(state, first, 1, "H")
    assert state.draw
    assert state.draw.picks[partner] == "3S"
    assert GAME.turn(state) == {third}
    assert GAME.public(state)["draw"]["open"] == {"0": "DC", "2": "DC"}
    state = choose(state, third, 2, "C")
    assert state.draw
    assert state.draw.picks[last] == "0D"
    assert (state.phase, state.trumps, state.dealer) == ("between", "DHCS", 1)
    assert not GAME.turn(state)
    assert state.chairs[first] == 1


def test_three_players_keep_their_chairs_and_leave_a_suit_out() -> None:
    """R6.2.2."""
    state = drawn("three", variant="three_handed", suit_choice="draw")
    assert state.draw
    for seat, suit in zip(state.draw.order, "CHS", strict=True):
        assert [*GAME.public(state)["draw"]["open"]] == [str(seat)]
        state = choose(state, seat, seat, suit)
    assert state.chairs == (0, 1, 2)
    assert set(state.trumps) == set("CHS")


@pytest.mark.parametrize(
    ("seat", "chair", "suit", "code"),
    [(1, 0, "S", "rule.not_your_turn"), (0, 7, "S", "rule.not_open"), (0, 0, "X", "rule.not_open")],
)
def test_what_cannot_be_chosen(seat: int, chair: int, suit: str, code: str) -> None:
    state = drawn("refused", partnerships="draw")
    assert state.draw
    with pytest.raises(Refusal) as refused:
        GAME.decide(state, Seat(state.draw.order[seat]), Choose(chair, suit))
    assert refused.value.code == code


def test_nobody_chooses_or_plays_at_the_wrong_time() -> None:
    state = drawn("times", partnerships="draw")
    (seat,) = GAME.turn(state)
    with pytest.raises(Refusal) as refused:
        GAME.decide(state, seat, Play("AS"))
    assert refused.value.code == "rule.drawing"
    while state.phase != "play":
        state = fold(state, GAME.lapse(state, None) if state.phase == "draw" else GAME.resume(state, dice("pack")))  # type: ignore[arg-type]
    with pytest.raises(Refusal) as refused:
        GAME.decide(state, seat, Choose(0, "S"))
    assert refused.value.code == "rule.no_draw"


def test_who_is_too_slow_is_served_by_lot() -> None:
    """R1.8, and all that is open to him is equally likely."""
    state = drawn("slow", variant="solo", suit_choice="draw")
    (due,) = GAME.due(state, Millis(1000))
    (seat,) = GAME.turn(state)
    assert (due.at, due.kind, due.seat, due.hurry) == (16_000, "choice", seat, True)
    (event,) = GAME.lapse(state, due)
    assert isinstance(event, Picked)
    assert event.how == "lot"
    tally = Counter[str]()
    for seed in range(1600):
        (event,) = ceremony.lapse(drawn(("lots", seed), variant="solo", suit_choice="draw"))
        tally[f"{event.chair}{event.suit}"] += 1  # type: ignore[attr-defined]
    assert len(tally) == 16
    assert sum((n - 100) ** 2 / 100 for n in tally.values()) < 40  # chi-square, 15 degrees: 1 in 2,000


def test_lots_are_secret() -> None:
    state = drawn("secret", partnerships="draw")
    assert state.draw
    assert "lots" not in str(GAME.public(state))
    assert GAME.settled(state) == 0
    assert isinstance(state.draw, Draw)
    for seed in range(5):
        other = GAME.imagine(
            GAME.public(state), GAME.private(state, Seat(0)), GAME.memory(state, Seat(0)), Seat(0), dice(seed)
        )
        assert other.draw.lots != state.draw.lots
        assert sorted(other.draw.lots) == sorted(state.draw.lots)


def test_a_rematch_plays_on_as_drawn() -> None:
    """R1.8: the partners stay partners."""
    *_, (_, _, end) = game("again", (at_random,), partnerships="draw")
    options, seats = GAME.again(OPTIONS.complete({"partnerships": "draw"}), end)
    assert options["partnerships"] == "as_seated"
    assert sorted(seats) == [0, 1, 2, 3]
    assert rules(**options).seating == "as_seated"
