"""What a seat knows is enough to imagine a whole state, and nothing that it is shown depends on what it cannot see."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.engine.basics import Event, Seat, View
from app.engine.cards import pack, sort_cards
from app.games.calypso import GAME
from app.games.calypso.knowledge import share
from app.games.calypso.types import Dealt, Play, Shuffled, State
from tests.games.calypso.builders import at_random, bot, dice, fold, game, legal, plays, position

VARIED: list[dict[str, Any]] = [
    {},
    {"rounds": 2, "renounce_indicators": "off", "last_trick": "hidden", "pile_counts": "hidden"},
    {"variant": "solo", "completion_carry": "off"},
    {"variant": "three_handed"},
    {"ruleset": "all_fours", "tie_break": "calypsos"},
]


def known(state: State, seat: Seat) -> tuple[View, View, View]:
    return GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)


def by_json(views: tuple[View, View, View]) -> tuple[View, View, View]:
    """As a bot in another process gets them."""
    again: tuple[View, View, View] = msgspec.json.decode(msgspec.json.encode(views, order="sorted"))
    return again


@pytest.mark.parametrize("options", VARIED, ids=str)
@pytest.mark.parametrize("player", [at_random, bot])
def test_an_imagined_state_looks_the_same(options: dict[str, Any], player: Any) -> None:
    rolls = dice("imagine")
    for number, (_, _, after) in enumerate(game("known", (player,), **options)):
        if number % 3 and after.phase == "play":
            continue
        seat = Seat(number % after.rules.seats)
        views = known(after, seat)
        imagined = GAME.imagine(*by_json(views), seat, rolls)
        assert known(imagined, seat) == views
        assert GAME.turn(imagined) == GAME.turn(after)
        assert GAME.decision(imagined) == GAME.decision(after)
        assert GAME.result(imagined) == GAME.result(after)
        assert (GAME.packs(imagined), GAME.settled(imagined)) == (GAME.packs(after), GAME.settled(after))
        assert all_cards(imagined) == all_cards(after)
        for chair, hand in enumerate(imagined.hands):
            assert list(hand) == sort_cards(hand)
            assert len(hand) == len(after.hands[chair])
            assert not set(after.voids[chair]) & {card[1] for card in hand}


def all_cards(state: State) -> Counter[str]:
    held = (state.stock, *state.hands, *state.piles)
    return Counter(card for cards in held for card in cards)


def test_imagined_states_differ_and_play_on() -> None:
    state = next(after for _, _, after in game(4) if after.hand == 1 and after.no == 5)
    rolls, seat = dice(1), next(iter(GAME.turn(state)))
    imagined = [GAME.imagine(*known(state, seat), seat, rolls) for _ in range(20)]
    assert len({s.hands for s in imagined}) == 20
    for one in imagined:
        while GAME.result(one) is None:
            turn = GAME.turn(one)
            events: list[Event] = (
                GAME.decide(one, *turn, at_random(one, *turn, rolls)) if turn else GAME.resume(one, rolls)
            )
            one = fold(one, events)


@pytest.mark.parametrize("number", range(40))
def test_what_is_shown_does_not_depend_on_hidden_cards(number: int) -> None:
    """Two states that a watcher cannot tell apart stay so while the same cards are played."""
    rolls = dice(("leak", number))
    one = [after for _, _, after in game(("leak", number)) if after.phase == "play"][3 + 5 * number]
    watcher = Seat(number % 4)
    other = GAME.imagine(*known(one, watcher), watcher, rolls)
    while one.phase == "play":
        (seat,) = GAME.turn(one)
        both = [c for c in legal(GAME.private(one, seat)) if c in legal(GAME.private(other, seat))]
        if not both:
            return
        command = Play(rolls.choice(both))
        for mine, theirs in zip(GAME.decide(one, seat, command), GAME.decide(other, seat, command), strict=True):
            assert GAME.shown(mine) == GAME.shown(theirs)
            before, one, other = GAME.public(one), fold(one, [mine]), fold(other, [theirs])
            said = GAME.notes(before, GAME.shown(mine), GAME.public(one))
            assert said == GAME.notes(before, GAME.shown(theirs), GAME.public(other))
        assert known(one, watcher) == known(other, watcher)


def test_packs_and_hands_are_not_shown() -> None:
    shuffled, dealt = Shuffled(0, pack(4)), Dealt(0, 3, 0, (pack(1)[:13],) * 4)
    assert GAME.shown(shuffled) == {"type": "shuffled", "round": 0}
    assert GAME.shown(dealt) == {"type": "dealt", "hand": 0, "dealer": 3, "leader": 0}


def test_what_others_see_of_a_hand_is_nothing() -> None:
    state = position(["6S 2H", "5S 5D", "TS 9S", "KS 2C"])
    swapped = replace(state, hands=(state.hands[0], *reversed(state.hands[1:])))
    assert known(state, Seat(0)) == known(swapped, Seat(0))


def test_voids_are_remembered_without_lamps() -> None:
    state = plays(position(["6S 2H", "5H 2C", "TS 9S", "KS 2C"], renounce_indicators="off"), "6S 5H")
    assert GAME.memory(state, Seat(2))["voids"] == {"0": "", "1": "S", "2": "", "3": ""}


def test_memory_knows_every_card_played_in_the_round() -> None:
    played: Counter[str] = Counter()
    for before, _, after in game(8, rounds=2):
        if after.round != before.round:
            played.clear()
        elif before.phase == "play":
            played[after.trick[-1]] += 1
        assert GAME.memory(after, Seat(0))["seen"] == played


@st.composite
def deals(draw: st.DrawFn) -> tuple[list[list[str]], list[str]]:
    """Places with cards, and for each suits that none of its cards has."""
    places = draw(st.lists(st.lists(st.sampled_from(pack(1)), max_size=13), min_size=1, max_size=5))
    absent = [[s for s in "SHDC" if s not in {card[1] for card in cards}] for cards in places]
    return places, ["".join(draw(st.lists(st.sampled_from(a), unique=True)) if a else []) for a in absent]


@given(deals(), st.randoms(use_true_random=False))
def test_sharing_finds_a_deal_whenever_there_is_one(deal: tuple[list[list[str]], list[str]], chance: Any) -> None:
    places, lacking = deal
    cards = [card for place in places for card in place]
    chance.shuffle(cards)
    shared = share(cards, [len(place) for place in places], lacking)
    assert [len(place) for place in shared] == [len(place) for place in places]
    assert Counter(c for place in shared for c in place) == Counter(cards)
    assert not [c for place, suits in zip(shared, lacking, strict=True) for c in place if c[1] in suits]


def test_sharing_what_cannot_be_shared() -> None:
    with pytest.raises(ValueError, match="cannot lie so"):
        share(["2S", "3S"], [1, 1], ["", "S"])
