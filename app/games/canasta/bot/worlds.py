"""Worlds: hands and a stock that agree with what a chair knows (determinisation).

The random bytes come from SHAKE-128 over the dice, the same on every machine.
"""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np

from app.engine.dice import Dice
from app.games.canasta import rules as r
from app.games.canasta.bot.kinds import FULL, JOKER, KINDS, RANKS, RED, TWO
from app.games.canasta.bot.table import Table

KEY: Final = 4
"""Bytes of a sorting key."""
BATCH: Final = 16
"""Worlds that are shuffled at a time."""
DEALT: Final = 12
"""Cards that are dealt to each, about."""
MORE: Final = 8
"""Cards that are sampled besides, to choose from what he still holds."""


class Worlds:
    """Samples worlds for one decision."""

    def __init__(self, table: Table, chair: int, dice: Dice) -> None:
        self._table = table
        self._others = [at for at in range(table.chairs) if at != chair]
        self._others.sort(key=lambda at: not table.begun[at])
        unseen = table.unseen(chair)
        self._cards = np.array([kind for kind in range(KINDS) for _ in range(unseen[kind])], np.int64)
        self._seed = b"".join(dice.below(1 << 31).to_bytes(4) for _ in range(8))
        self._drawn, self._roll = 0, dice.below(1 << 31)
        self._decks: list[list[int]] = []
        turns = ((sum(FULL[table.packs]) - len(table.stock)) // table.chairs - DEALT) // table.draws
        self._spare = [min(MORE, 3 * turns) if turns > 0 and table.begun[at] else 0 for at in range(table.chairs)]
        self._left = [_lately(table, at) for at in range(table.chairs)]

    def next(self) -> Table:
        """The table in a new world."""
        if not self._decks:
            self._decks = self._shuffled()
        deck, back = self._decks.pop(), list[int]()
        world = self._table.clone()
        sizes = [world.sizes[chair] - world.knowns[chair] for chair in self._others]
        for at, chair in enumerate(self._others):
            size = sizes[at]
            # what goes back, red threes too, comes from the stock: the others' hands have to be full
            rest = len(deck) - sum(sizes[at:]) - deck.count(RED)
            more = max(0, min(self._spare[chair], (len(deck) - size) // 4, rest // (len(sizes) - at)))
            if world.begun[chair]:  # no red three is left there
                back += _without_reds(deck, size + more)
            cards = deck[len(deck) - size - more :]
            del deck[len(deck) - size - more :]
            hand = world.known[chair][:]
            for kind in cards:
                hand[kind] += 1
            if more:
                back += self._back(chair, hand, cards, more)
            world.hands[chair] = hand
        for kind in back:
            self._roll = (self._roll * 1103515245 + 12345) & 0x7FFFFFFF
            deck.insert((self._roll >> 8) % (len(deck) + 1), kind)
        world.stock = deck
        return world

    def _back(self, chair: int, hand: list[int], cards: list[int], many: int) -> list[int]:
        """So many cards that the chair would not have any more, taken out of its hand: first what it has thrown or left
        lately, then what it could have laid, then what fits nothing and is safe to throw."""
        out, known, left = list[int](), self._table.known[chair], self._left[chair]
        side = self._table.sides[chair]
        opened, lies = self._table.opened[side], self._table.nat[side]
        worst = [kind for kind in cards if kind in left]
        if opened:
            worst += [kind for kind in cards if kind < RANKS and (lies[kind] or hand[kind] > r.LEAST_NATURALS)]
        worst += [kind for kind in cards[:many] if kind in (TWO, JOKER)]  # of these it keeps as many as anybody
        theirs = self._table.nat[self._table.sides[(chair + 1) % self._table.chairs]]
        safe = [kind for kind in cards if kind < RANKS and not theirs[kind]]
        singles = [kind for kind in safe if hand[kind] == 1]
        for kind in (*worst, *singles, *safe, *cards):
            if len(out) == many:
                break
            if hand[kind] > known[kind]:
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


def _without_reds(deck: list[int], size: int) -> list[int]:
    """The red threes among the last `size` cards of a deck, taken out of it until there are none."""
    reds = 0
    while RED in deck[len(deck) - size :]:
        deck.remove(RED)
        reds += 1
    return [RED] * reds
