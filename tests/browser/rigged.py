"""A brisk server on which every deal of Canasta has the same hands, so that all that can happen does.

Of four chairs the first can open with the pile. The next holds only 4 to 8, as does the third, in pairs; the fourth
nothing that goes with them. Of two the first goes out concealed with what it draws. The first deal begins with the
first chair.
"""

from __future__ import annotations

from collections import Counter
from unittest import mock

from app.engine.cards import pack
from app.engine.dice import Dice
from app.games.canasta.course import Course
from tests.browser.hasty import BriskServer, run

FOUR = (
    "KH KD AH AD 2C QS QH QD QC QS QH",
    "4S 4H 4S 5S 5H 6S 6H 7S 7H 8S 8H",
    "4D 4C 5D 5C 6D 6C 7D 7C 8D 8C 9H",
    "9D 9C TS TH TD TC JS JH JD 3S 3C",
)
TWO = (
    "KS KH KD KC KS KH KD AS AH AD AC AS AH AD 4S",
    "4H 4D 4C 5S 5H 5D 6S 6H 6D 7S 7H 7D 8S 8H 8D",
)
"""Hands by chair."""
REST = {4: "2S KS 5S 9S QD", 2: "9S AC KC"}
"""Cards turned up, then the first that are drawn."""
DEAL = Course.deal


def stacked(texts: tuple[str, ...], dealer: int) -> list[str]:
    """The pack in dealing order."""
    hands, n = [text.split() for text in texts], len(texts)
    dealt = [hands[(dealer + 1 + at) % n][at // n] for at in range(n * len(hands[0]))]
    known = [*dealt, *REST[n].split()]
    rest = Counter(pack(2, jokers=4))
    rest.subtract(known)
    return [*known, *Dice(bytes(32)).shuffled([*rest.elements()])]


def deal(self: Course, number: int, dealer: int, cards: object) -> None:
    """In place of any other deal."""
    hands = TWO if self.state.rules.chairs == 2 else FOUR
    first = len(hands) - 1 if number == 0 else dealer
    DEAL(self, number, first, stacked(hands, first))  # type: ignore[arg-type]


class RiggedServer(BriskServer):
    """The server process."""

    module = __name__


if __name__ == "__main__":
    with mock.patch.object(Course, "deal", deal):
        run()
