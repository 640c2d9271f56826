"""What a seat has before its eyes and in its head when it has to play."""

from __future__ import annotations

from functools import cached_property

import msgspec

from app.engine.basics import Card, Seat, View
from app.engine.cards import RANKS, SUITS, pack
from app.games.calypso import rules as r
from app.games.calypso.types import Rules


class Sight:
    """A decision, from one seat's views and memory. Chairs everywhere."""

    def __init__(self, public: View, private: View, memory: View, seat: Seat) -> None:
        self.rules = msgspec.convert(memory["rules"], Rules)
        self.me: int = public["chairs"][str(seat)]
        self.us = r.allies(self.me, self.rules)
        self.them = tuple(chair for chair in range(self.rules.seats) if chair not in self.us)
        self.trumps: str = public["trumps"]
        self.rows = [public["rows"][str(chair)] for chair in range(self.rules.seats)]
        self.done = [public["done"][str(chair)] for chair in range(self.rules.seats)]
        self.voids = [memory["voids"][str(chair)] for chair in range(self.rules.seats)]
        self.hand: dict[Card, int] = private["hand"]
        self.legal = [card for card in self.hand if r.may_play(card, private["legal"])]
        text: str = public["trick"] if len(public["trick"]) < 2 * self.rules.seats else ""
        self.trick = [Card(text[at : at + 2]) for at in range(0, len(text), 2)]
        self.leader = (self.me - len(self.trick)) % self.rules.seats
        self._seen: dict[Card, int] = memory["seen"]

    @property
    def later(self) -> list[int]:
        """Who plays to this trick after this seat, in order."""
        n = self.rules.seats
        return [(self.me + i) % n for i in range(1, n - len(self.trick))]

    @cached_property
    def unseen(self) -> dict[Card, int]:
        """Cards in other hands or in the stock, with how many copies (perhaps none) there are."""
        left = dict.fromkeys(pack(suits="".join(s for s in SUITS if s in self.trumps)), self.rules.copies)
        for cards in (self._seen, self.hand):
            for card, n in cards.items():
                left[card] -= n
        return left

    @cached_property
    def hidden(self) -> int:
        """How many cards are unseen."""
        return sum(self.unseen.values())

    @cached_property
    def in_suit(self) -> dict[str, int]:
        """How many cards of each suit are unseen."""
        return {suit: self.above(suit, -1) for suit in self.trumps}

    def above(self, suit: str, rank: int) -> int:
        """How many unseen cards of a suit are higher than a rank."""
        return sum(self.unseen[Card(r + suit)] for r in RANKS[rank + 1 :])

    def held(self, many: int, hand: int) -> int:
        """Chance in per mille that a hidden hand of `hand` cards holds one or more of `many` unseen cards."""
        missing = 1000
        for drawn in range(min(hand, self.hidden)):
            missing = missing * max(0, self.hidden - many - drawn) // (self.hidden - drawn)
        return 1000 - missing
