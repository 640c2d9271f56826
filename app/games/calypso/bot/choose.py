"""Chooses the card with the best expectation for this trick, less what the card would be good for later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.basics import Card, Command, Seat, View
from app.engine.cards import order, rank
from app.engine.dice import Dice
from app.games.calypso.bot.chance import mark, ours
from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.worth import PILE, Worth
from app.games.calypso.types import Play

TRUMP_KEPT: Final = 60
"""Tenths of a point that keeping an own trump is worth, and per rank of any card."""
RANK_KEPT: Final = 8


def choose(public: View, private: View, memory: View, seat: Seat, level: str, dice: Dice) -> Command:
    """The card to play. There is one level, and no dice are needed: equal cards go in sorting order, lowest first."""
    sight = Sight(public, private, memory, seat)
    if len(sight.legal) == 1:
        return Play(sight.legal[0])
    worth = Worth(sight)
    return Play(max(sight.legal, key=lambda card: (value(sight, worth, card), -order(card))))


def value(sight: Sight, worth: Worth, card: Card) -> int:
    """What playing this card is expected to bring our side, in thousandths of the worth's unit."""
    cards = [*sight.trick, card]
    won = ours(sight, mark(sight, cards))
    coming = expected(sight, worth, cards)
    gain = won * (worth.taken(cards, sight.us) + coming[0]) - (1000 - won) * (
        worth.taken(cards, sight.them) + coming[1]
    )
    return gain - 1000 * kept(sight, card)


def expected(sight: Sight, worth: Worth, cards: Sequence[Card]) -> tuple[int, int]:
    """What the cards still to come may bring to us or to them."""
    return PILE * len(sight.later), PILE * len(sight.later)


def kept(sight: Sight, card: Card) -> int:
    """What the card would be good for later: ruffing, winning tricks."""
    own = card[1] == sight.trumps[sight.me]
    return TRUMP_KEPT * own + RANK_KEPT * rank(card)
