"""Chooses the card with the best expectation for this trick, less what the card would be good for later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.basics import Card, Command, Seat, View
from app.engine.cards import order, rank
from app.engine.dice import Dice
from app.engine.game import THINKING, Opinion
from app.games.calypso.bot.besides import besides
from app.games.calypso.bot.chance import mark, ours
from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.worth import PILE, Worth
from app.games.calypso.types import Play

TRUMP_KEPT: Final = 60
"""What keeping an own trump is good for, in the unit of Worth; RANK_KEPT for each rank of any card."""
RANK_KEPT: Final = 8
OWN_LED: Final = 300
"""What leading the own suit costs, and the partner's: it lets opponents throw away what our calypsos need (R9.2)."""
PARTNERS_LED: Final = 600

RANDOM: Final = "random"
"""No level of a table: any legal card, to measure the others against."""


def choose(
    public: View, private: View, memory: View, seat: Seat, level: str, dice: Dice, budget: int = THINKING
) -> Command:
    """The card to play. No dice are needed: of equal cards the lowest in sorting order goes."""
    sight = Sight(public, private, memory, seat)
    if len(sight.legal) == 1:
        return Play(sight.legal[0])
    if level == RANDOM:
        return Play(dice.choice(sight.legal))
    worth = Worth(sight)
    return Play(max(sight.legal, key=lambda card: (value(sight, worth, card), -order(card))))


def advise(
    public: View, private: View, memory: View, seat: Seat, dice: Dice, budget: int = THINKING
) -> Sequence[Opinion]:
    """Nothing."""
    return ()


def value(sight: Sight, worth: Worth, card: Card) -> int:
    """What playing this card is expected to bring our side, in thousandths of the unit of Worth."""
    cards = [*sight.trick, card]
    won = ours(sight, mark(sight, cards))
    coming = PILE * len(sight.later)
    ours_then, theirs_then = worth.taken(cards, sight.us) + coming, worth.taken(cards, sight.them) + coming
    return won * ours_then - (1000 - won) * theirs_then - 1000 * spent(sight, card)


def spent(sight: Sight, card: Card) -> int:
    """What the card would be good for later, ruffing and winning tricks, and what leading its suit gives away."""
    kept = RANK_KEPT * rank(card) + TRUMP_KEPT * (card[1] == sight.trumps[sight.me])
    if sight.trick:
        return kept
    led_for = {sight.trumps[chair]: OWN_LED if chair == sight.me else PARTNERS_LED for chair in sight.us}
    return kept + led_for.get(card[1], 0)
