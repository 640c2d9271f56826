"""The level `easy`: a beginner who means well (R9.2). He weighs cards as the others do, but

- remembers only what lies before him: rows, calypsos and this trick, and now and then a card or a lamp more;
- likes to lead his own trumps, high ones first, although others throw away on them what he will miss;
- misjudges what a card is worth, sometimes by much.

His mistakes come from the dice, so the same knowledge and dice give the same card.
"""

from __future__ import annotations

from typing import Final

from app.engine.dice import Dice
from app.games.calypso.bot.policy import Policy
from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.weights import FINE, RANKS, weights

REMEMBERED: Final = 4
"""One in so many of the cards that went to piles, and of the voids, is remembered."""
FOND: Final = 2
"""One in so many leads is an own trump, if he has any."""
ERROR: Final = 220
"""Points by which he misjudges a card at most."""


def easy(sight: Sight, dice: Dice) -> int:
    """The card that a beginner plays."""
    own = [code for code in sight.legal if code // RANKS == sight.me]
    if not sight.trick and own and dice.below(FOND) == 0:
        return own[-1]
    forget(sight, dice)
    policy = Policy(sight, weights(sight.rules.variant))
    judged = [(policy.terms(code).score + error(dice), -code) for code in sight.legal]
    return -max(judged)[1]


def forget(sight: Sight, dice: Dice) -> None:
    """Take out of a sight what a beginner does not keep in mind."""
    for code, gone in enumerate(sight.gone):
        suit, rank = divmod(code, RANKS)
        shown = sight.done[suit] + (sight.bits(suit) >> rank & 1)
        sight.gone[code] = shown + sum(dice.below(REMEMBERED) == 0 for _ in range(gone - shown))
    sight.unplayed = sight.rules.copies * len(sight.gone) - sum(sight.gone)
    sight.voids = [[shown and dice.below(REMEMBERED) == 0 for shown in voids] for voids in sight.voids]


def error(dice: Dice) -> int:
    """By how much he misjudges a card, small errors being likelier than large ones: in 1/32 of a point."""
    size = ERROR * FINE
    return (dice.below(2 * size + 1) + dice.below(2 * size + 1)) // 2 - size
