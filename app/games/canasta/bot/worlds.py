"""Worlds: hands and a stock that agree with what a chair knows (determinisation).

The random bytes come from SHAKE-128 over the dice, the same on every machine.
"""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np

from app.engine.dice import Dice
from app.games.canasta.bot.kinds import FULL, KINDS, RANKS, RED
from app.games.canasta.bot.table import Table

KEY: Final = 4
"""Bytes of a sorting key."""
BATCH: Final = 16
"""Worlds that are shuffled at a time."""
DEALT: Final = 12
"""Cards that are dealt to each, about."""
MOST: Final = 3
"""Cards that somebody is taken to have thrown away as the worst of his hand."""


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
        turns = ((sum(FULL[table.packs]) - len(table.stock)) // table.chairs - DEALT) // table.draws
        self._thrown = [max(0, min(MOST, turns)) if table.begun[at] else 0 for at in range(table.chairs)]
        self._left = [_lately(table, at) for at in range(table.chairs)]

    def next(self) -> Table:
        """The table in a new world."""
        if not self._decks:
            self._decks = self._shuffled()
        deck = self._decks.pop()
        world = self._table.clone()
        for chair in self._others:
            size = world.sizes[chair] - world.knowns[chair]
            more = min(self._thrown[chair], (len(deck) - size) // 2)
            if world.begun[chair]:  # no red three is left there
                deck = _under(deck, size + more)
            cards = deck[len(deck) - size - more :]
            del deck[len(deck) - size - more :]
            hand = world.known[chair][:]
            for kind in cards:
                hand[kind] += 1
            if more:
                deck = [*self._back(chair, hand, cards, more), *deck]
            world.hands[chair] = hand
        world.stock = deck
        return world

    def _back(self, chair: int, hand: list[int], cards: list[int], many: int) -> list[int]:
        """So many cards that the chair would have thrown away before, taken out of its hand: first what it has thrown
        or left lately, then what fits nothing."""
        out, known, left = list[int](), self._table.known[chair], self._left[chair]
        lies = self._table.nat[self._table.sides[chair]]
        for kind in cards:
            if len(out) < many and kind in left and hand[kind] > known[kind]:
                hand[kind] -= 1
                out.append(kind)
        for kind in cards:
            if len(out) < many and kind < RANKS and hand[kind] == 1 and not known[kind] and not lies[kind]:
                hand[kind] = 0
                out.append(kind)
        for kind in cards:
            if len(out) < many and hand[kind] > known[kind]:
                hand[kind] -= 1
                out.append(kind)
        return out

    def _shuffled(self) -> list[list[int]]:
        """The unseen cards in random orders."""
        size = len(self._cards)
        self._drawn += 1
        stream = hashlib.shake_128(self._seed + self._drawn.to_bytes(4)).digest(KEY * size * BATCH)
        keys = np.frombuffer(stream, "<u4").reshape(BATCH, size)
        decks: list[list[int]] = self._cards[keys.argsort(axis=1, kind="stable")].tolist()
        return decks


def _lately(table: Table, chair: int) -> set[int]:
    """Kinds on the pile that a chair threw there, or did not take."""
    pile, n = table.pile, table.chairs
    own = (table.turn - 1 - chair) % n  # turns since it discarded; the one on turn may have drawn, not discarded
    return {*pile[-1 - own :: -n], *pile[-2 - own :: -n]}


def _under(deck: list[int], size: int) -> list[int]:
    """The deck, red threes put under its last `size` other cards."""
    if RED not in deck[len(deck) - size :]:
        return deck
    top, reds, at = list[int](), list[int](), len(deck)
    while len(top) < size and at:
        at -= 1
        (reds if deck[at] == RED else top).append(deck[at])
    return [*deck[:at], *reds, *reversed(top)]
