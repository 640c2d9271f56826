"""How likely who comes next takes the pile, and what that gives him."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from app.games.canasta.bot.kinds import BLACK, JOKER, RANKS, TWO, VALUES
from app.games.canasta.bot.table import Table
from app.games.canasta.bot.weights import Weights

GIVEN: Final = 0.35
"""How likely he still has a rank that he has thrown away lately, or did not take, against what one would think."""
REACH: Final = {15: 0.95, 50: 0.75, 90: 0.5, 120: 0.35}
"""How likely a hand makes so many points besides a pair."""
ADDED: Final = 0.8
"""How likely he spends a wild card on the pile."""
WORTH: Final = tuple(VALUES[kind] / 2 + (30 if kind in (TWO, JOKER) else 0) for kind in range(BLACK + 2))
"""What a card of the pile is worth by kind, besides being a card."""
MOST: Final = 12
"""Copies of a rank at most."""


@lru_cache(4096)
def held(hidden: int, total: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """How likely so many hidden cards of `total` hold at least one, and at least two, of 0, 1, 2.. copies."""
    one, two = [0.0], [0.0]
    for copies in range(1, MOST + 1):
        p = min(1.0, copies / max(1, total))
        none = (1.0 - p) ** hidden
        single = hidden * p * (1.0 - p) ** (hidden - 1) if hidden else 0.0
        one.append(1.0 - none)
        two.append(max(0.0, 1.0 - none - single) if copies > 1 else 0.0)
    return tuple(one), tuple(two)


class Danger:
    """The same for all cards that a chair may discard."""

    __slots__ = ("_free", "_known", "_lately", "_nat", "_one", "_reach", "_two", "_unseen", "_wilds", "chair", "loss")

    def __init__(self, table: Table, chair: int, weights: Weights) -> None:
        self.chair = nxt = (chair + 1) % table.chairs
        side, pile = table.sides[nxt], table.pile
        opened = table.opened[side]
        self._free = opened and not table.frozen
        self._nat = table.nat[side]
        self._reach = 1.0 if opened else REACH.get(table.need[nxt], 0.3)
        self._unseen = unseen = table.unseen(chair)
        self._known = known = table.known[nxt]
        hidden = max(0, table.sizes[nxt] - table.knowns[nxt])
        self._one, self._two = held(hidden, sum(unseen))
        wild = unseen[TWO] + unseen[JOKER]
        self._wilds = ADDED if known[TWO] or known[JOKER] else ADDED * self._one[min(MOST, wild)]
        self._lately = {*pile[-table.chairs :: -table.chairs], *pile[-1 - table.chairs :: -table.chairs]}
        worth = weights.key + sum([WORTH[kind] for kind in pile]) + weights.pile * (len(pile) + 1)
        self.loss = weights.guard * worth

    def of(self, kind: int) -> float:
        """How likely he takes the pile when this card lies on top."""
        if kind >= RANKS:
            return 0.0
        if self._free and self._nat[kind]:
            return 1.0
        known, unseen = self._known[kind], self._unseen[kind]
        if known > 1:
            return self._reach
        single, chance = (1.0, self._one[unseen]) if known else (self._one[unseen], self._two[unseen])
        if self._free:
            chance += (single - chance) * self._wilds
        if kind in self._lately and not known:
            chance *= GIVEN
        return chance * self._reach
