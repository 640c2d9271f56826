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
        text: str = public["trick"] if len(public["trick"]) < 2 * self.rules.seats else ""
        self.trick = [Card(text[at : at + 2]) for at in range(0, len(text), 2)]
        led = self.trick[0][1] if self.trick else ""
        # the rules, not the view: where revokes are not prevented, that says "any"
        suits = r.legal_suits(list(self.hand), led, self.trumps[self.me], self.rules)
        self.legal = [card for card in self.hand if r.may_play(card, suits)]
        self.leader = (self.me - len(self.trick)) % self.rules.seats
        self.size = sum(self.hand.values())
        self._seen: dict[Card, int] = memory["seen"]
        self._held: dict[tuple[int, int], int] = {}

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
    def _higher(self) -> dict[str, list[int]]:
        """By suit, how many unseen cards are higher than each rank; the last entry: than none."""
        table = {}
        for suit in self.trumps:
            sums = [0]
            for face in reversed(RANKS):
                sums.append(sums[-1] + self.unseen[Card(face + suit)])
            table[suit] = [*sums[-2::-1], sums[-1]]
        return table

    def above(self, suit: str, rank: int) -> int:
        """How many unseen cards of a suit are higher than a rank; -1 for all of them."""
        return self._higher[suit][rank]

    def held(self, many: int, size: int) -> int:
        """Chance in per mille that a hidden hand of `size` cards holds one or more of `many` unseen cards."""
        if (many, size) not in self._held:
            missing = 1000
            for drawn in range(min(size, self.hidden)):
                missing = missing * max(0, self.hidden - many - drawn) // (self.hidden - drawn)
            self._held[many, size] = 1000 - missing
        return self._held[many, size]
