"""What a bot does besides playing cards: it chooses in the ceremony, and lets tricks lie."""

from __future__ import annotations

from app.engine.basics import Command, View
from app.engine.dice import Dice
from app.games.calypso.types import Gather, Pick


def besides(public: View, dice: Dice) -> Command | None:
    """The command where no card is asked for. Any chair and suit is as good as another; it never revokes (R5.11)."""
    if public["phase"] == "gather":
        return Gather()
    if public["phase"] != "draw":
        return None
    chair, suit = dice.choice([(chair, suit) for chair, suits in public["draw"]["open"].items() for suit in suits])
    return Pick(int(chair), suit)
