"""What cards are worth to a side, in tenths of a point (R9.4): a bonus is spread over the ranks it still needs.

A calypso is finished if every missing rank is caught once. Of a rank with n copies to come at least one is caught with
chance CATCH[n]; the product over the missing ranks is the chance that the calypso is completed. So a last copy of a
wanted rank is worth much, the fourth of a dead calypso nothing beyond its points in the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.basics import Card
from app.engine.cards import RANKS
from app.games.calypso import rules as r
from app.games.calypso.bot.sight import Sight

CATCH: Final = (0, 500, 750, 875, 938)
"""Per mille, by copies still to come: each trick goes to one's side every other time."""
POINT: Final = 10
ROW: Final = r.ROW_POINTS * POINT
PILE: Final = r.PILE_POINTS * POINT


class Worth:
    """Values of cards at one decision."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._owner = {suit: chair for chair, suit in enumerate(sight.trumps)}
        self._prospects = [self._prospect(chair) for chair in range(sight.rules.seats)]

    def _copies(self, card: Card) -> int:
        """Copies of a card that are not taken yet."""
        sight = self._sight
        return sight.unseen[card] + sight.hand.get(card, 0) + sight.trick.count(card)

    def _prospect(self, chair: int) -> dict[Card, tuple[int, int]]:
        """For each card that a chair's calypso misses: what catching a copy adds, and what losing one costs."""
        sight = self._sight
        missing = [Card(rank + sight.trumps[chair]) for rank in RANKS if rank not in sight.rows[chair]]
        copies = [self._copies(card) for card in missing]
        stake = (r.bonus(sight.done[chair] + 1) - len(RANKS) * r.ROW_POINTS) * POINT
        found: dict[Card, tuple[int, int]] = {}
        for card, n in zip(missing, copies, strict=True):
            if not n:
                continue
            rest = stake
            for other, m in zip(missing, copies, strict=True):
                if other != card:
                    rest = rest * CATCH[m] // 1000
            caught = ROW + rest * (1000 - CATCH[n - 1]) // 1000
            found[card] = caught, rest * (CATCH[n] - CATCH[n - 1]) // 1000
        return found

    def taken(self, cards: Sequence[Card], side: Sequence[int]) -> int:
        """What a side wins by taking these cards: its own gain and the other side's loss."""
        total = 0
        for at, card in enumerate(cards):
            chair = self._owner[card[1]]
            caught, lost = self._prospects[chair].get(card, (PILE, 0))
            if chair not in side:
                total += PILE + lost
            else:
                total += PILE if card in cards[:at] else caught
        return total
