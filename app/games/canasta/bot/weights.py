"""What the quick policy goes by, in points; found by self-play (docs/bots.md)."""

from __future__ import annotations

from typing import Final

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """How much everything weighs."""

    card: float = 16
    """A card more in the hand."""
    wild: float = 90
    """What a two is worth besides, a joker more."""
    pair: float = 26
    """A pair in the hand: a key to the pile."""
    triple: float = 34
    """Three of a rank."""
    match: float = 34
    """A card that goes onto a meld of one's own side."""
    near: float = 70
    """The same where the canasta is near."""
    done: float = 8
    """A card that goes onto a canasta."""
    stop: float = 10
    """A black three kept for later."""
    pile: float = 18
    """A card of the pile that the others get."""
    key: float = 25
    """The pile itself, whatever is in it: a meld for the others."""
    take: float = 30
    """What a way to take the pile must be worth."""
    spent: float = 45
    """A wild card spent on taking or opening."""
    left: int = 4
    """Cards that one keeps when one opens from the hand."""
    leave: float = 0
    """By how much going out now must be better."""
    freeze: float = 30
    """What a frozen pile is worth to a side that has melded less."""
    guard: float = 1
    """How much of what the pile gives the others is weighed against a discard."""
    hold: int = 5
    """Cards of a frozen pile for which keys are kept in the hand."""


NORMAL: Final = Weights()
DRAWN_TWICE: Final = Weights(wild=200, pile=8, key=10, take=110, guard=0)
"""Where two cards are drawn in a turn: hands grow, the pile means less, and guarding it costs more than it saves."""
