"""Scripts of every variant and option, move by move against rules that were written down a second time."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from app.engine.basics import Refusal
from app.games.calypso.script import Script
from tests.games.calypso.reference import RANKS, SUITS, Reference, in_order

TABLES = [
    {"variant": variant, "ruleset": ruleset, "trump_lead_rule": lead, "completion_carry": carry, "rounds": rounds}
    for variant, (ruleset, lead), carry, rounds in product(
        ("partnership", "solo", "three_handed"),
        (("standard", "any_ruff"), ("standard", "beat_leader"), ("all_fours", "any_ruff")),
        ("on", "off"),
        (1, 3),
    )
]


def script(options: dict[str, Any], rolls: random.Random) -> dict[str, Any]:
    """Random trumps, dealer and packs."""
    n = 3 if options["variant"] == "three_handed" else 4
    trumps = rolls.sample(SUITS, n)
    if options["variant"] == "partnership":
        majors, minors = rolls.sample("SH", 2), rolls.sample("DC", 2)
        trumps = [majors[0], minors[0], majors[1], minors[1]]
    cards = [rank + suit for rank in RANKS for suit in trumps] * n
    packs = [rolls.sample(cards, len(cards)) for _ in range(options["rounds"])]
    return {
        "format": "script/1",
        "game": "calypso",
        "options": options,
        "seats": n,
        "setup": {"first_dealer": rolls.randrange(n), "trumps": trumps},
        "packs": packs,
    }


@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(map(str, options.values())))
def test_every_variant_plays_by_the_rules(options: dict[str, Any]) -> None:
    rolls = random.Random(repr(options))
    written = script(options, rolls)
    driver, game = Script(), Reference(written)
    state = driver.begin(written)
    moves = refused = 0
    while not game.over:
        seat, card = game.turn, rolls.choice(game.legal(game.turn))
        if rolls.random() < 0.1:  # somebody else's turn, or any card at all
            seat, card = rolls.randrange(game.n), rolls.choice(RANKS) + rolls.choice(SUITS)
        accepted = game.play(seat, card)
        try:
            state = driver.move(state, {"seat": seat, "cmd": "play", "card": card})
        except Refusal:
            assert not accepted, f"{card} of seat {seat} is legal"
            refused += 1
        else:
            assert accepted, f"{card} of seat {seat} is not legal"
            moves += 1
        told = driver.state(state)
        assert {**told, "hands": [in_order(list(hand)) for hand in told["hands"]]} == plain(game.state())
    assert moves == game.n * 13 * game.n * options["rounds"]
    assert refused > 5


def plain(state: dict[str, Any]) -> dict[str, Any]:
    """The same with tuples where the driver has them."""
    tuples = ("rows", "completed", "renounced", "scores")
    return {key: tuple(value) if key in tuples else value for key, value in state.items()}
