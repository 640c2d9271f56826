"""Two players: one keeps his high cards for where they win, one draws and throws."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.basics import Command, Seat, View
from app.engine.cards import rank, sort_cards
from app.engine.dice import Dice
from app.engine.game import RANDOM, THINKING, Opinion
from tests.toy.games.highcard.types import Draw, Lay
from tests.toy.games.highcard.view import cards


def choose(
    public: View, private: View, memory: View, seat: Seat, level: str, dice: Dice, budget: int = THINKING
) -> Command:
    hand = sort_cards(private["hand"])
    if level in ("bold", RANDOM):
        return Draw() if "draw" in private["may"] and dice.below(2) else Lay(dice.choice(hand))
    to_beat = max((rank(card) for card in cards(public["trick"])), default=-1)
    winning = [card for card in hand if rank(card) > to_beat]
    return Lay((winning or hand)[0])


def advise(
    public: View, private: View, memory: View, seat: Seat, dice: Dice, budget: int = THINKING
) -> Sequence[Opinion]:
    """The careful player's card, and no reasons."""
    return (Opinion(choose(public, private, memory, seat, "careful", dice, budget), 0),)
