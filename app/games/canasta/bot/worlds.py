"""Worlds: hands and a stock that agree with what a chair knows (determinisation).

The random bytes come from SHAKE-128 over the dice, the same on every machine.
"""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np

from app.engine.dice import Dice
from app.games.canasta.bot.kinds import KINDS, RED
from app.games.canasta.bot.table import Table

KEY: Final = 4
"""Bytes of a sorting key."""
BATCH: Final = 16
"""Worlds that are shuffled at a time."""


class Worlds:
    """Samples worlds for one decision."""

    def __init__(self, table: Table, chair: int, dice: Dice) -> None:
        self._table = table
        self._others = [at for at in range(table.chairs) if at != chair]
        self._others.sort(key=lambda at: not table.begun[at])
        unseen = table.unseen(chair)
        self._cards = np.array([kind for kind in range(KINDS) for _ in range(unseen[kind])], np.int64)
        self._seed = b"".join(dice.below(1 << 31).to_bytes(4) for _ in range(8))
        self._drawn = 0
        self._decks: list[list[int]] = []

    def next(self) -> Table:
        """The table in a new world."""
        if not self._decks:
            self._decks = self._shuffled()
        deck = self._decks.pop()
        world = self._table.clone()
        for chair in self._others:
            size = world.sizes[chair] - world.knowns[chair]
            hand = world.known[chair][:]
            if world.begun[chair]:  # no red three is left there
                deck = _under(deck, size)
            for kind in deck[len(deck) - size :]:
                hand[kind] += 1
            del deck[len(deck) - size :]
            world.hands[chair] = hand
        world.stock = deck
        return world

    def _shuffled(self) -> list[list[int]]:
        """The unseen cards in random orders."""
        size = len(self._cards)
        self._drawn += 1
        stream = hashlib.shake_128(self._seed + self._drawn.to_bytes(4)).digest(KEY * size * BATCH)
        keys = np.frombuffer(stream, "<u4").reshape(BATCH, size)
        decks: list[list[int]] = self._cards[keys.argsort(axis=1, kind="stable")].tolist()
        return decks


def _under(deck: list[int], size: int) -> list[int]:
    """The deck, red threes put under its last `size` other cards."""
    if RED not in deck[len(deck) - size :]:
        return deck
    top, reds, at = list[int](), list[int](), len(deck)
    while len(top) < size and at:
        at -= 1
        (reds if deck[at] == RED else top).append(deck[at])
    return [*deck[:at], *reds, *reversed(top)]
