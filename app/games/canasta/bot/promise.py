"""What a table promises a side beside what lies there already: a linear reckoning, fitted to self-play."""

from __future__ import annotations

from collections.abc import Iterable
from operator import mul
from typing import Final

from app.games.canasta import rules as r
from app.games.canasta.bot.kinds import JOKER, RANKS, TWO, VALUES
from app.games.canasta.bot.promises import PROMISES
from app.games.canasta.bot.table import Table

FEW: Final = 3
"""Cards with which one may soon be out."""


def features(table: Table, side: int) -> list[float]:
    """What a side has that promises points, or threatens them."""
    nat, wild = table.nat[side], table.wild[side]
    sizes = [0.0] * (r.CANASTA + 1)
    for one, other in zip(nat, wild, strict=True):
        sizes[min(r.CANASTA, one + other)] += 1
    team = [chair for chair in range(table.chairs) if table.sides[chair] == side]
    opened, able = table.opened[side], table.canastas[side] >= table.required
    least = min([table.sizes[chair] for chair in team])
    reds = sum([table.reds[chair] for chair in team])
    return [
        float(opened),
        0.0 if opened else 2.0 * reds,
        float(able),
        float(able and least <= FEW),
        float(able and least == 1),
        float(sum([table.sizes[chair] for chair in team])),
        *sizes[3:7],
        *_hands([table.hands[chair] for chair in team], nat),
    ]


def _hands(hands: Iterable[list[int]], nat: list[int]) -> tuple[float, ...]:
    """Of the hands: points, wild cards, cards that fit the side's melds, pairs, threes of a rank."""
    value = wilds = fit = pairs = triples = 0
    for hand in hands:
        value += sum(map(mul, hand, VALUES))
        wilds += hand[TWO] + hand[JOKER]
        for rank in range(RANKS):
            if many := hand[rank]:
                fit += many if nat[rank] else 0
                pairs += many == r.LEAST_NATURALS
                triples += many > r.LEAST_NATURALS
    return float(value), float(wilds), float(fit), float(pairs), float(triples)


def promise(table: Table, side: int) -> float:
    """Points to come for a side."""
    early, always = PROMISES[(table.chairs, len(table.nat), table.draws)]
    time = len(table.stock) / (54 * table.packs)
    found = features(table, side)
    return float(sum(map(mul, found, always)) + time * sum(map(mul, found, early)))
