"""Hands that are played in many lanes at once go as the rules say, card by card, and as the scalar policy chooses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from app.engine.basics import Card, Seat
from app.engine.cards import RANKS
from app.games.calypso import GAME
from app.games.calypso.bot.lanes import Lanes, suit_of
from app.games.calypso.bot.policy import Policy
from app.games.calypso.bot.search import stand
from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.swarm import Swarm
from app.games.calypso.bot.weights import weights
from app.games.calypso.decide import on_turn
from app.games.calypso.types import Played, State
from app.games.calypso.view import private
from tests.games.calypso.builders import at_random, bot, game, rules

VARIANTS = ("partnership", "solo", "three_handed")
WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"trump_lead_rule": "beat_leader"},
    {"ruleset": "all_fours"},
    {"completion_carry": "off"},
)
MIXES = [
    pytest.param({"variant": variant, **way}, id=f"{variant}-{n}") for variant in VARIANTS for n, way in enumerate(WAYS)
]


def code(card: Card, state: State) -> int:
    return state.trumps.index(card[1]) * 13 + RANKS.index(card[0])


def plays(options: dict[str, Any], games: int) -> list[list[tuple[State, State]]]:
    """By game: the states around each card. Half of the players know what they do: so calypsos are completed."""
    played = []
    for number in range(games):
        steps = game(("lanes", number), (at_random, bot, at_random), **options)
        played.append([(before, after) for before, events, after in steps if isinstance(events[0], Played)])
    return played


def dealt(states: list[State], before: Lanes | None) -> Lanes:
    """Lanes at the beginning of a hand."""
    known = states[0].rules
    lanes = Lanes(known, len(states), known.cards, 0)
    if before is not None:
        lanes.gone, lanes.row, lanes.done, lanes.pile = before.gone, before.row, before.done, before.pile
    for at, state in enumerate(states):
        lanes.leader[at] = state.leader
        for chair, hand in enumerate(state.hands):
            lanes.hand[chair, :, at] = [code(card, state) for card in hand]
    lanes.count_hands()
    return lanes


def same(lanes: Lanes, at: int, state: State) -> None:
    """A lane is where the rules are after a finished trick."""
    assert lanes.done[:, at].tolist() == list(state.done)
    assert lanes.pile[:, at].tolist() == [len(pile) for pile in state.piles]
    assert lanes.row[:, at].tolist() == [sum(1 << RANKS.index(face) for face in row) for row in state.rows]


@pytest.mark.parametrize("options", MIXES)
def test_lanes_keep_the_rules(options: dict[str, Any]) -> None:
    """Legal cards, winners, voids, rows, calypsos, piles, after every card of whole rounds."""
    known, games = rules(**options), plays(options, 12)
    lanes: Lanes | None = None
    for number in range(len(games[0])):
        steps = [played[number] for played in games]
        if number % (known.cards * known.seats) == 0:
            lanes = dealt([before for before, _ in steps], lanes)
        assert lanes is not None
        chair = lanes.on_turn
        cards = lanes.held(chair)
        legal = lanes.legal(suit_of(cards), chair) if lanes.trick else np.ones(cards.shape, bool)
        laid = np.array([code(after.trick[-1], after) for _, after in steps])
        for at, (before, _) in enumerate(steps):
            assert on_turn(before) == chair[at]
            suits = private(before, before.chairs.index(int(chair[at])))["legal"]
            allowed = [card for card in before.hands[chair[at]] if suits == "any" or card[1] in suits]
            assert sorted(cards[legal[:, at], at]) == sorted(code(card, before) for card in allowed)
        lanes.play(chair, (cards == laid).argmax(axis=0), laid)
        for at, (_, after) in enumerate(steps):
            assert lanes.winner[at] == after.winner
            for seat in range(known.seats):
                shown = "".join(s for s, void in zip(after.trumps, lanes.void[seat, :, at], strict=True) if void)
                assert sorted(shown) == sorted(after.voids[seat])
            if not lanes.trick:
                same(lanes, at, after)
    assert lanes is not None
    assert lanes.done.sum() > 0 or options["variant"] != "partnership"


def sights(options: dict[str, Any], seed: object) -> Iterator[Sight]:
    for _, _, state in game(("sights", seed), (at_random, bot, bot), **options):
        if state.phase == "play":
            (seat,) = GAME.turn(state)
            yield Sight(GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat), Seat(seat))


@pytest.mark.parametrize("options", MIXES[:3] + MIXES[4:7] + MIXES[8:11])
def test_both_forms_of_the_policy_score_alike(options: dict[str, Any]) -> None:
    """So the strong level's playouts are played as `normal` plays; all legal cards of some thousand positions."""
    for sight in sights(options, 0):
        policy = Policy(sight, weights(sight.rules.variant))
        lanes = stand(sight, 1)
        lanes.count_hands()
        swarm = Swarm([policy.weights], lanes)
        swarm.prepare()
        cards = lanes.held(lanes.on_turn)
        scores = swarm.scores(lanes.on_turn, cards, suit_of(cards))
        found = dict(zip(cards[:, 0].tolist(), scores[:, 0].tolist(), strict=True))
        assert {card: policy.terms(card).score for card in sight.legal} == {card: found[card] for card in sight.legal}
        swarm.card()
        laid = [*sight.trick, policy.best()]
        assert (lanes.gone[:, 0].sum() - sum(sight.gone)) in (0, len(laid))
        if lanes.trick:
            assert lanes.trick[-1].tolist() == [policy.best()]
