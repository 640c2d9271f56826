"""What a seat has before its eyes and in its head when it has to play, in the numbers that bots reckon with.

Chairs everywhere. Suits are numbered by the chair that owns them and ranks from 0 (a two) to 12; a card is the code
suit * 13 + rank.
"""

from __future__ import annotations

import msgspec

from app.engine.basics import Card, Seat, View
from app.engine.cards import RANKS, rank
from app.games.calypso import rules as r
from app.games.calypso.types import Rules


class Sight:
    """A decision, from one seat's views and memory."""

    def __init__(self, public: View, private: View, memory: View, seat: Seat) -> None:
        self.rules = msgspec.convert(memory["rules"], Rules)
        n = self.rules.seats
        self.me: int = public["chairs"][str(seat)]
        self.trumps: str = public["trumps"]
        self.hand_no: int = public["hand"]
        self.stock: int = public["left"]
        """Cards of the round that are not dealt yet."""
        self.rows: list[str] = [public["rows"][str(chair)] for chair in range(n)]
        self.done: list[int] = [public["done"][str(chair)] for chair in range(n)]
        self.piles = [sum(memory["piles"][str(chair)].values()) for chair in range(n)]
        shown = [memory["voids"][str(chair)] for chair in range(n)]
        self.voids = [[suit in suits and not self.rules.claims for suit in self.trumps] for suits in shown]
        """By chair and suit: whether a void was shown in this hand; who may revoke shows none."""
        held: dict[Card, int] = private["hand"]
        self.hand = sorted(self.code(card) for card, copies in held.items() for _ in range(copies))
        text: str = public["trick"] if len(public["trick"]) < 2 * n else ""
        # by the rules, not by the view: where revokes are not prevented, that says "any"
        suits = r.legal_suits(list(held), text[1:2], self.trumps[self.me], self.rules)
        self.legal = sorted(self.code(card) for card in held if r.may_play(card, suits))
        """The different cards that may be played, in order of their codes."""
        self.trick = [self.code(Card(text[at : at + 2])) for at in range(0, len(text), 2)]
        self.leader = (self.me - len(self.trick)) % n
        self.gone = [0] * (n * len(RANKS))
        """By card: copies played in this round before this trick."""
        for card, copies in memory["seen"].items():
            self.gone[self.code(card)] = copies - self.trick.count(self.code(card))
        self.unplayed = self.rules.copies * len(self.gone) - sum(self.gone)
        """Cards of the round that were not played before this trick."""

    def code(self, card: Card) -> int:
        """The code of a card."""
        return self.trumps.index(card[1]) * len(RANKS) + rank(card)

    def card(self, code: int) -> Card:
        """The card of a code."""
        suit, face = divmod(code, len(RANKS))
        return Card(RANKS[face] + self.trumps[suit])

    @property
    def unseen(self) -> list[int]:
        """By card: copies in other hands or in the stock."""
        left = [self.rules.copies - gone for gone in self.gone]
        for code in (*self.hand, *self.trick):
            left[code] -= 1
        return left

    def bits(self, chair: int) -> int:
        """The ranks of a chair's calypso in progress, as bits."""
        return sum(1 << RANKS.index(face) for face in self.rows[chair])
