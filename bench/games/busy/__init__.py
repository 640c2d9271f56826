"""Calypso with a level that uses all of its budget, to see what thinking costs whatever the bots are worth."""

from __future__ import annotations

import time
from typing import Final

from app.engine.basics import Command, Seat, View
from app.engine.dice import Dice
from app.engine.game import THINKING
from app.engine.options import OptionSet
from app.games.calypso.game import Calypso


def choose(
    public: View, private: View, memory: View, seat: Seat, level: str, dice: Dice, budget: int = THINKING
) -> Command:
    """The usual card, after so many ms of this core."""
    end = time.process_time() + budget / 1000
    while level == "busy" and time.process_time() < end:
        sum(range(1000))
    return Calypso.choose(public, private, memory, seat, Calypso.standin, dice, budget)


class Busy(Calypso):
    """Calypso under another name."""

    key = "busy"
    options = OptionSet(owner="busy", items=Calypso.options.items, presets=Calypso.options.presets)
    levels = (*Calypso.levels, "busy")
    choose = staticmethod(choose)


GAME: Final = Busy()
