"""What always holds, over whole games of every mode played at random, and the searches against brute force."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.canasta.builders import at_random, bot, game
from tests.games.canasta.checks import Watch

OPTIONS: list[dict[str, Any]] = [
    {},
    {"permission": "required", "strict": "on", "seating": "draw"},
    {"permission": "off", "take_onto_canasta": "off", "red_threes_at_deal": "on"},
    {"mode": "2p"},
    {"mode": "2p", "always_frozen": "on", "canastas_to_go_out": "1", "open_pile": "on"},
    {"mode": "3p", "black_three_freezes": "on", "take_onto_canasta": "off"},
    {"mode": "3p", "seating": "draw", "always_frozen": "on"},
    {"mode": "5p", "seating": "draw", "canastas_to_go_out": "2"},
    {"mode": "6p", "permission": "required"},
    {"mode": "6p", "strict": "on", "red_threes_at_deal": "on"},
    {"mode": "3p_cutthroat"},
    {"mode": "3p_cutthroat", "canastas_to_go_out": "1", "seating": "draw", "strict": "on"},
    {"mode": "6p_three_pairs", "seating": "draw"},
]
"""Tables on which much differs."""


@pytest.mark.parametrize("at", range(len(OPTIONS)))
def test_whole_games(at: int) -> None:
    """One to a thousand, one of a single deal, and one of bots."""
    for number, (target, player) in enumerate((("1000", at_random), ("one_deal", at_random), ("one_deal", bot))):
        watch = Watch(tries=60)
        for step in game((at, number), {"target": target, **OPTIONS[at]}, player):
            watch.step(*step)
        assert watch.seen["concluded"] == 1
