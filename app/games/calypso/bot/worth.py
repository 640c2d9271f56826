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
        self._missing = [self._copies_missing(chair) for chair in range(sight.rules.seats)]
        self._known: dict[Card, tuple[int, int]] = {}

    def _copies_missing(self, chair: int) -> dict[Card, int]:
        """The cards that a chair's calypso needs, with the copies that are not taken yet."""
        sight = self._sight
        missing = [Card(rank + sight.trumps[chair]) for rank in RANKS if rank not in sight.rows[chair]]
        return {card: sight.unseen[card] + sight.hand.get(card, 0) + sight.trick.count(card) for card in missing}

    def prospect(self, card: Card) -> tuple[int, int]:
        """What catching this copy of a card brings its suit's owner, and what it costs him when opponents take it."""
        if card not in self._known:
            self._known[card] = self._prospect(card)
        return self._known[card]

    def _prospect(self, card: Card) -> tuple[int, int]:
        chair = self._sight.trumps.index(card[1])
        missing = self._missing[chair]
        copies = missing.get(card, 0)
        if not copies:
            return PILE, 0
        stake = (r.bonus(self._sight.done[chair] + 1) - len(RANKS) * r.ROW_POINTS) * POINT
        for other, n in missing.items():
            if other != card:
                stake = stake * CATCH[n] // 1000
        return ROW + stake * (1000 - CATCH[copies - 1]) // 1000, stake * (CATCH[copies] - CATCH[copies - 1]) // 1000

    def taken(self, cards: Sequence[Card], side: Sequence[int]) -> int:
        """What a side wins by taking these cards: its own gain and the other side's loss."""
        total = 0
        for at, card in enumerate(cards):
            caught, lost = self.prospect(card)
            if self._sight.trumps.index(card[1]) not in side:
                total += PILE + lost
            else:
                total += PILE if card in cards[:at] else caught
        return total
