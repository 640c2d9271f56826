"""Calypso under another name, with bots that do what their level says."""

from __future__ import annotations

import os
import time
from typing import Final

from app.engine.basics import Command, Seat, View
from app.engine.dice import Dice
from app.engine.game import THINKING
from app.engine.options import OptionSet
from app.games.calypso.game import Calypso
from app.games.calypso.types import Play


def choose(
    public: View, private: View, memory: View, seat: Seat, level: str, dice: Dice, budget: int = THINKING
) -> Command:
    match level:
        case "hangs":
            time.sleep(60)
        case "spins":
            while True:
                pass
        case "dies":
            os._exit(3)
        case "raises":
            raise KeyError("nothing")
        case "prints":
            print("thinking")
        case "tells":
            return Play(str(os.getpid()))
        case "reads":
            return Play(",".join(sorted(name for name in os.environ if name.startswith("CARDS_"))))
        case "nonsense":
            return Play(3)  # type: ignore[arg-type]
    return Play("2H")


class Odd(Calypso):
    key = "odd"
    options = OptionSet(owner="odd", items=Calypso.options.items, presets=Calypso.options.presets)
    levels = ("plain", "hangs", "spins", "dies", "raises", "prints", "tells", "reads", "nonsense")
    standin = "plain"
    choose = staticmethod(choose)


GAME: Final = Odd()
