"""Who thinks how: the levels of the bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.basics import Command, Seat, View
from app.engine.dice import Dice
from app.engine.game import THINKING, Opinion
from app.games.calypso.bot.policy import Policy
from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.weights import weights
from app.games.calypso.types import Play

RANDOM: Final = "random"
"""No level of a table: any legal card, to measure the others against."""


def choose(
    public: View, private: View, memory: View, seat: Seat, level: str, dice: Dice, budget: int = THINKING
) -> Command:
    """The card to play."""
    sight = Sight(public, private, memory, seat)
    return Play(sight.card(_code(sight, level, dice, budget)))


def _code(sight: Sight, level: str, dice: Dice, budget: int) -> int:
    if len(sight.legal) == 1:
        return sight.legal[0]
    if level == RANDOM:
        return dice.choice(sight.legal)
    if level == "strong":
        from app.games.calypso.bot.search import search  # noqa: PLC0415 - numpy is for those who search

        found = search(sight, dice, budget)
        if found:
            return found[0].code
    return Policy(sight, weights(sight.rules.variant)).best()


def advise(
    public: View, private: View, memory: View, seat: Seat, dice: Dice, budget: int = THINKING
) -> Sequence[Opinion]:
    """Nothing."""
    return ()
