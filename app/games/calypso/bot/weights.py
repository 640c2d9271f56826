"""The numbers of the quick policy: tables of whole numbers that its scalar and its batched form share.

Cards are seen from a player: a suit's *relation* is how many chairs further its owner sits (0: the player's own suit;
with partners 2: the partner's). *Copies* are those of a card that were not played before this trick. Tables are flat;
their axes are named in order. `weights.json` holds one set a variant, made by `python -m bench.tune`.
"""

from __future__ import annotations

import importlib.resources
from functools import cache
from typing import Final

import msgspec

RANKS: Final = 13
RELATIONS: Final = 4
COPIES: Final = 5
"""0 to 4 copies."""
LENGTHS: Final = 14
ONE: Final = 1024
"""A chance or factor of 1."""
FINE: Final = 32
"""Scores are in this fraction of a point."""
LEAD, FOLLOW, OFF = 0, 1, 2
"""Roles of a card: it leads; it follows suit; neither (a ruff or a discard)."""
STAKE: Final = (370, 620, 870, 870)
"""What completing the next calypso adds to 13 cards in the pile, by the number completed before."""
ROW, PILE = 20, 10
NEVER: Final = 4000
"""A logarithm for what cannot happen any more."""


class Weights(msgspec.Struct, frozen=True):
    """One set. Chances and factors are in 1/1024, scores in 1/32 of a point."""

    log: tuple[int, ...]
    """By copies: minus the logarithm (64 to a halving) of the chance that at least one of them will be caught."""
    won: tuple[int, ...]
    """By relation and copies: factor of the prospect that a needed card adds if our side takes it."""
    lost: tuple[int, ...]
    """The same if the other side takes it."""
    keep: tuple[int, ...]
    """By role, relation and rank: score of playing such a card now rather than later."""
    length: tuple[int, ...]
    """By role, relation and the number of cards of the suit in the hand, this one included: score."""
    hope: tuple[int, ...]
    """By who takes the trick (0: our side) and relation of the suit led: factor of its prospect that each card still to
    come adds to what the trick brings."""
    missing: tuple[int, ...]
    """By relation: score of a lead for each rank that the suit's owner still needs."""
    prospect: tuple[int, ...]
    """By relation: factor of the owner's prospect as score of leading his suit."""
    beaten: tuple[int, ...]
    """By relation of a later player: factor of the chance that he beats what wins if he can."""


def exponentials() -> tuple[int, ...]:
    """ONE * 2**(-i / 64) for i from 0 until nothing is left, by whole numbers only."""
    step = 1_062_175_491  # 2**(-1/64) in 1/2**30
    value, out = ONE << 30, []
    while value >> 30:
        out.append(value >> 30)
        value = value * step >> 30
    return (*out, 0)


def base(won: bool, relation: int, copies: int, sides: int) -> int:
    """Points of a taken card as such: a needed one scores in the row if its owner is of the taker's side."""
    ours = relation % sides == 0
    return ROW if copies and ours == won else PILE


EXP: Final = exponentials()


@cache
def held(hidden: int, size: int) -> tuple[int, ...]:
    """By `many`, 0 to 52: the chance that a hand of `size` of the `hidden` cards has at least one of `many` of them."""
    out = []
    for many in range(RANKS * RELATIONS + 1):
        without = ONE << 10
        for drawn in range(min(size, hidden)):
            without = without * max(0, hidden - many - drawn) // (hidden - drawn)
        out.append(ONE - (without >> 10))
    return tuple(out)


@cache
def weights(variant: str) -> Weights:
    """The weights of a variant."""
    data = importlib.resources.files(__package__).joinpath("weights.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Weights])[variant]
