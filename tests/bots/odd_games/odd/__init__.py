"""Calypso under another name, with bots that do what their level says."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import Final

from app.engine.basics import Command, Seat, View
from app.engine.dice import Dice
from app.engine.game import THINKING, Opinion, Reason
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
        case "budget":
            return Play(str(budget))
        case "nonsense":
            return Play(3)  # type: ignore[arg-type]
    return Play("2H")


def advise(
    public: View, private: View, memory: View, seat: Seat, dice: Dice, budget: int = THINKING
) -> Sequence[Opinion]:
    why = (Reason("seat", {"seat": seat}), Reason("budget", {"ms": budget}))
    return Opinion(Play("2H"), 0, why), Opinion(Play("3H"), -7)


class Odd(Calypso):
    key = "odd"
    options = OptionSet(owner="odd", items=Calypso.options.items, presets=Calypso.options.presets)
    levels = ("plain", "hangs", "spins", "dies", "raises", "prints", "tells", "reads", "budget", "nonsense")
    standin = "plain"
    choose = staticmethod(choose)
    advise = staticmethod(advise)


GAME: Final = Odd()
