"""Who thinks how: the levels of the bots, weakest first `easy`, `normal`, `strong`."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.basics import Command, Seat, View
from app.engine.dice import Dice
from app.engine.game import THINKING, Opinion
from app.games.canasta import knowledge
from app.games.canasta.bot.legal import any_legal


def choose(
    public: View, private: View, memory: View, seat: Seat, level: str, dice: Dice, budget: int = THINKING
) -> Command:
    """The command of a seat that has to act."""
    state = knowledge.imagine(public, private, memory, seat, dice)
    return any_legal(state, state.chairs[seat], dice)


def advise(
    public: View, private: View, memory: View, seat: Seat, dice: Dice, budget: int = THINKING
) -> Sequence[Opinion]:
    """Nothing yet."""
    return ()
