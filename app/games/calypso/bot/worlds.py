"""Worlds: hands that the others may hold, sampled from what a seat knows (determinisation).

Every world has hands of the right sizes, without suits that their holders have shown to lack, of cards that the seat
has not seen in this round; the rest is the stock. The random bytes come from SHAKE-128 over the dice, the same on every
machine.
"""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np

from app.engine.dice import Dice
from app.games.calypso.bot.lanes import Array
from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.weights import RANKS
from app.games.calypso.knowledge import share

KEY: Final = 4
"""Bytes of a sorting key."""


class Worlds:
    """Samples worlds for one decision."""

    def __init__(self, sight: Sight, dice: Dice) -> None:
        self.sight = sight
        self._seed = b"".join(dice.below(1 << 31).to_bytes(4) for _ in range(8))
        self._drawn = 0
        self._cards = np.array([code for code, copies in enumerate(sight.unseen) for _ in range(copies)], np.int8)
        n, played = sight.rules.seats, len(sight.trick)
        self.others = [chair for chair in range(n) if chair != sight.me]
        self._sizes = [len(sight.hand) - ((chair - sight.leader) % n < played) for chair in self.others]
        self._lacking = [[suit for suit in range(n) if sight.voids[chair][suit]] for chair in self.others]

    def sample(self, many: int) -> list[Array]:
        """The hands of `others`, in their order: by card and world."""
        deck = self._shuffled(many)
        free = np.ones(deck.shape, bool)
        hands: list[Array] = [np.empty(0)] * len(self.others)
        short = np.zeros(many, bool)
        for at in sorted(range(len(self.others)), key=lambda at: -len(self._lacking[at])):
            fits = free.copy()
            for suit in self._lacking[at]:
                fits &= (deck < suit * RANKS) | (deck >= (suit + 1) * RANKS)
            taken = fits & (fits.cumsum(axis=1, dtype=np.int16) <= self._sizes[at])
            short |= taken.sum(axis=1) < self._sizes[at]
            taken[short] = np.arange(deck.shape[1]) < self._sizes[at]
            free &= ~taken
            hands[at] = deck[taken].reshape(many, self._sizes[at])
        for world in np.flatnonzero(short):
            self._laid(deck[world], [hand[world] for hand in hands])
        return [hand.T for hand in hands]

    def _shuffled(self, many: int) -> Array:
        """The unseen cards in random orders: by world and place."""
        size = len(self._cards)
        self._drawn += 1
        stream = hashlib.shake_128(self._seed + self._drawn.to_bytes(4)).digest(KEY * size * many)
        keys = np.frombuffer(stream, "<u4").reshape(many, size)
        return self._cards[keys.argsort(axis=1, kind="stable")]

    def _laid(self, deck: Array, hands: list[Array]) -> None:
        """Deal one world into `hands` where taking what fits in turn did not come out."""
        sight = self.sight
        cards = [sight.card(int(code)) for code in deck]
        lacking = ["".join(sight.trumps[suit] for suit in suits) for suits in self._lacking]
        rest = len(cards) - sum(self._sizes)
        dealt = share(cards, [*self._sizes, rest], [*lacking, ""])
        for hand, laid in zip(hands, dealt, strict=False):
            hand[:] = [sight.code(card) for card in laid]
