"""Kinds of cards, which is what bots reckon with: suits tell nothing in Canasta, but for the colour of threes."""

from __future__ import annotations

from typing import Final

from app.engine.cards import JOKER as JOKER_CARD
from app.games.canasta import rules as r

RANKS: Final = len(r.MELDABLE)
"""Kinds below this are ranks that can be melded, in the order of `rules.MELDABLE`."""
TWO: Final = 11
JOKER: Final = 12
BLACK: Final = 13
"""Black threes."""
RED: Final = 14
"""Red threes: in the stock, in the pile, in hands that have not had a turn."""
KINDS: Final = 15

VALUES: Final = (*(r.VALUES[rank] for rank in r.MELDABLE), r.VALUES["2"], r.VALUES["JK"], r.VALUES["3"], 0)
"""Points of a card by kind."""


def kind_of(card: str) -> int:
    """The kind of a card."""
    if card == JOKER_CARD:
        return JOKER
    if card[0] == "3":
        return RED if r.is_red_three(card) else BLACK
    return TWO if card[0] == "2" else r.MELDABLE.index(card[0])


FULL: Final = {packs: [4 * packs] * RANKS + [4 * packs, 2 * packs, 2 * packs, 2 * packs] for packs in (2, 3)}
"""Cards of each kind by number of packs."""
