"""Seating, trumps, dealing, the order of hands and rounds."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from app.engine.basics import Refusal, Seat
from app.engine.cards import pack, sort_cards
from app.engine.dice import Dice
from app.games.calypso import GAME
from app.games.calypso import rules as r
from app.games.calypso.types import Dealt, Play, Seated, Shuffled, State, TrumpsGiven
from tests.games.calypso.builders import dice, fold, game, rules


def started(seed: object, **options: str | int) -> tuple[State, Seated, TrumpsGiven, Shuffled, Dealt]:
    complete = GAME.options.complete(options)
    events = GAME.start(complete, dice(seed))
    assert [type(event) for event in events] == [Seated, TrumpsGiven, Shuffled, Dealt]
    return fold(GAME.begin(complete), events), *events  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("mode", "pairs"),
    [
        ("13v24", {(0, 2), (1, 3)}),
        ("12v34", {(0, 1), (2, 3)}),
        ("14v23", {(0, 3), (1, 2)}),
        ("as_seated", {(0, 2), (1, 3)}),
    ],
)
def test_partnership_modes_put_persons_into_chairs(mode: str, pairs: set[tuple[int, int]]) -> None:
    """R1.7."""
    for seed in range(20):
        state, *_ = started(seed, partnerships=mode)
        found = {tuple(s for s in range(4) if state.chairs[s] % 2 == side) for side in (0, 1)}
        assert found == pairs
        assert mode != "as_seated" or state.chairs == (0, 1, 2, 3)


def test_random_seating_dealers_and_trumps_reach_every_case() -> None:
    """R1.6, R1.7."""
    states = [started(seed)[0] for seed in range(1500)]
    assert len({state.chairs for state in states}) == 24
    assert Counter(state.dealer for state in states).keys() == {0, 1, 2, 3}
    trumps = Counter(state.trumps for state in states)
    assert set(trumps) == set(r.assignments(rules()))
    assert min(trumps.values()) > 120  # 187 expected


def test_trumps_of_the_variants() -> None:
    """R6.1.3, R6.2.2."""
    assert len(r.assignments(rules(variant="solo"))) == 24
    three = r.assignments(rules(variant="three_handed"))
    assert len(three) == 24
    assert {len(set(way)) for way in three} == {3}


def test_a_round_deals_the_whole_pack_one_by_one() -> None:
    """R1.10, R1.11, R1.12."""
    state, _, _, shuffled, dealt = started(7)
    assert sort_cards(shuffled.pack) == list(pack(4))
    for k, card in enumerate(shuffled.pack[:52]):
        assert card in dealt.hands[(dealt.dealer + 1 + k) % 4]
    assert sorted(c for hand in dealt.hands for c in hand) == sorted(shuffled.pack[:52])
    assert (state.stock, state.leader) == (shuffled.pack[52:], (dealt.dealer + 1) % 4)
    assert [*GAME.turn(state)] == [state.chairs.index(state.leader)]


def test_the_opening_is_the_same_for_ever() -> None:
    """The dice are rolled in a fixed order: ring, dealer, trumps, pack; records of games depend on it."""
    state, *_ = started("frozen")
    assert (state.chairs, state.dealer, state.trumps) == FROZEN[:3]
    assert "".join(state.hands[0]) == FROZEN[3]


FROZEN = ((3, 1, 2, 0), 0, "CHDS", "2H5D5C7C8H9S9DJDQSQCAHADAC")


def test_hands_and_rounds_follow_one_another() -> None:
    """R1.13, R1.14, R1.15: the state rests between them, and packs are counted."""
    rounds = [(s, e, a) for s, e, a in game(3, rounds=4)]
    deals = [(after.round, after.hand, after.dealer) for _, events, after in rounds if isinstance(events[-1], Dealt)]
    first = deals[0][2]
    assert deals == [(rnd, hand, (first - rnd + hand) % 4) for rnd in range(4) for hand in range(4)]
    leaders = {rnd: (dealer + 1) % 4 for rnd, hand, dealer in deals if hand == 0}
    assert sorted(leaders.values()) == [0, 1, 2, 3]
    for before, events, after in rounds:
        if any(isinstance(event, Shuffled) for event in events):
            assert after.rows == ("",) * 4
            assert after.done == (0,) * 4
            assert after.scores == before.scores or before.phase == "new"
            assert GAME.packs(after) == after.round + 1
            assert GAME.packs(before) == GAME.settled(after) == after.round
        elif GAME.settled(after) != GAME.settled(before):
            assert (after.phase in ("between", "over"), len(after.stock)) == (True, 0)
    assert GAME.settled(rounds[-1][2]) == GAME.packs(rounds[-1][2]) == 4


def test_the_next_hand_of_a_round_needs_no_dice() -> None:
    class NoDice(Dice):
        def below(self, n: int) -> int:
            raise AssertionError("rolled")

    resting = next(after for _, _, after in game(1) if after.phase == "between")
    (dealt,) = GAME.resume(resting, NoDice(b""))
    assert isinstance(dealt, Dealt)
    assert sorted(c for hand in dealt.hands for c in hand) == sorted(resting.stock[:52])


def test_every_play_and_every_deal_is_a_decision_of_its_own() -> None:
    numbers = [GAME.decision(after) for _, _, after in game(5, rounds=2)]
    assert all(a < b for a, b in pairwise(numbers))


def test_progress_counts_tricks() -> None:
    steps = [GAME.progress(after) for _, _, after in game(5, rounds=2)]
    assert (steps[0], steps[-1]) == ((0, 104), (104, 104))
    assert all(a <= b for a, b in pairwise(steps))


def test_the_standing_counts_the_round_in_play_as_it_is() -> None:
    """Rows, calypsos and piles as they lie; a finished round once, also in the pause after it."""
    for _, _, after in game(5, rounds=2):
        now = GAME.standing(after)
        sheet = [line.points for lines in after.sheet for line in lines]
        playing = [
            sum(r.bonus(n + 1) for n in range(done)) + 20 * len(row) + 10 * len(pile)
            for done, row, pile in zip(after.done, after.rows, after.piles, strict=True)
        ]
        counted = len(after.sheet) > after.round
        assert sum(side.score for side in now.sides) == sum(sheet) + (0 if counted else sum(playing))
        assert now.how == "played"
        if result := GAME.result(after):
            assert now == result


def test_deals_are_hands() -> None:
    assert GAME.deal(GAME.begin(GAME.options.complete({}))) == 0
    numbers = [GAME.deal(after) for _, _, after in game(5, rounds=2)]
    assert (numbers[0], numbers[-1]) == (1, 8)
    assert all(later - one in (0, 1) for one, later in pairwise(numbers))


def test_the_result_names_seats() -> None:
    *_, (_, _, end) = game(11, partnerships="12v34")
    result = GAME.result(end)
    assert result is not None
    assert {side.seats for side in result.sides} == {(0, 1), (2, 3)}
    assert [side.place for side in result.sides] in ([1, 2], [1, 1])
    for side in result.sides:
        assert side.score == sum(end.scores[end.chairs[seat]] for seat in side.seats)


def test_nobody_plays_in_the_pause() -> None:
    resting = next(after for _, _, after in game(2) if after.phase == "between")
    assert GAME.turn(resting) == frozenset()
    with pytest.raises(Refusal, match=r"rule\.between"):
        GAME.decide(resting, Seat(0), Play("2S"))
