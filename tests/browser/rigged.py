"""A brisk server on which every deal of Canasta has the same hands, so that all that can happen does.

The first chair can open with the pile. The next holds only 4 to 8, as does the third, in pairs; the fourth nothing that
goes with them. The first deal begins with the first chair.
"""

from __future__ import annotations

import sys
from collections import Counter
from unittest import mock

from app.engine.cards import pack
from app.engine.dice import Dice
from app.games.canasta.course import Course
from tests.browser.hasty import BRISK, BriskServer, run
from tests.processes import ROOT, clean_environment
from tests.servers import leash

HANDS = (
    "KH KD AH AD 2C QS QH QD QC QS QH",
    "4S 4H 4S 5S 5H 6S 6H 7S 7H 8S 8H",
    "4D 4C 5D 5C 6D 6C 7D 7C 8D 8C 9H",
    "9D 9C TS TH TD TC JS JH JD 3S 3C",
)
"""By chair."""
TURNED = "2S KS"
STOCK = "5S 9S QD"
"""The first cards drawn."""
DEAL = Course.deal


def stacked(dealer: int) -> list[str]:
    """The pack in dealing order."""
    hands = [text.split() for text in HANDS]
    dealt = [hands[(dealer + 1 + at) % 4][at // 4] for at in range(44)]
    known = [*dealt, *TURNED.split(), *STOCK.split()]
    rest = Counter(pack(2, jokers=4))
    rest.subtract(known)
    return [*known, *Dice(bytes(32)).shuffled([*rest.elements()])]


def deal(self: Course, number: int, dealer: int, cards: object) -> None:
    """In place of any other deal."""
    first = len(HANDS) - 1 if number == 0 else dealer
    DEAL(self, number, first, stacked(first))  # type: ignore[arg-type]


class RiggedServer(BriskServer):
    """The server process."""

    def launch(self) -> None:
        command = [*leash("TERM"), sys.executable, "-m", "tests.browser.rigged", BRISK, "serve"]
        self.process.spawn(command, cwd=ROOT, env=clean_environment(**self.settings))


if __name__ == "__main__":
    with mock.patch.object(Course, "deal", deal):
        run()
