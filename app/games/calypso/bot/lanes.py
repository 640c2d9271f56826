"""Many hands of Calypso played at once: one lane each, every step as array operations over all lanes.

Lanes stand in lockstep: the same trick of the hand, the same number of cards on the table. They differ in everything
else. Suits are numbered by the chair that owns them, ranks from 0 (a two) to 12; a card is suit * 13 + rank. The last
axis of every array is the lane.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from app.games.calypso.bot.weights import RANKS
from app.games.calypso.types import Rules

Array = np.ndarray[Any, Any]

FULL: Final = (1 << RANKS) - 1
"""All ranks of a row, as bits."""
OWN_LED: Final = 15
"""Strength of an own trump led that any ruff beats; a follower has his rank, a ruff RUFF + rank, a discard -1."""
RUFF: Final = 16


SCALE, SHIFT = 79, 10
"""card * SCALE >> SHIFT is card // 13 for the 52 cards, and much quicker."""


def suit_of(cards: Array) -> Array:
    """The suit of each card."""
    found: Array = cards * SCALE >> SHIFT
    return found


def pick(table: Array, index: Array) -> Array:
    """Entries of a table by flat index: several times as quick as an index for each axis."""
    return table.reshape(-1).take(index)


class Lanes:
    """The state of all lanes. Arrays are changed in place."""

    def __init__(self, rules: Rules, lanes: int, tricks_left: int, unplayed: int) -> None:
        n = rules.seats
        self.unplayed = unplayed
        """Cards of the round that were not played before this trick."""
        self.rules, self.lanes, self.m = rules, lanes, tricks_left
        self.lane = np.arange(lanes)
        self.hand = np.zeros((n, tricks_left, lanes), np.int8)
        """By chair and slot, in no order; who has played to this trick has his last slot free."""
        self.count = np.zeros((n, n, lanes), np.int8)
        """By chair and suit: cards of the suit in the hand."""
        self.gone = np.zeros((n * RANKS, lanes), np.int8)
        """By card: copies played in this round before this trick."""
        self.row = np.zeros((n, lanes), np.int64)
        """By chair: the ranks of the calypso in progress, as bits."""
        self.done = np.zeros((n, lanes), np.int64)
        self.pile = np.zeros((n, lanes), np.int64)
        self.void = np.zeros((n, n, lanes), bool)
        """By chair and suit: whether a void was shown in this hand."""
        self.leader = np.zeros(lanes, np.int64)
        self.trick: list[Array] = []
        """The cards on the table, in order of play."""
        self.led = np.zeros(lanes, np.int64)
        """The suit led, while there are cards on the table."""
        self.best = np.zeros(lanes, np.int64)
        """The strength of the card that wins so far."""
        self.winner = np.zeros(lanes, np.int64)

    def count_hands(self) -> None:
        """Take the suits' lengths from the hands, all of which have the same number of cards."""
        suits = suit_of(self.hand.astype(np.int64))
        for suit in range(self.rules.seats):
            np.sum(suits == suit, axis=1, out=self.count[:, suit], dtype=np.int8)

    @property
    def on_turn(self) -> Array:
        """The chair that plays next."""
        return self.wrap(self.leader + len(self.trick))

    def wrap(self, chairs: Array) -> Array:
        """Chairs counted on round the table (less than once)."""
        return chairs & 3 if self.rules.seats == 4 else np.where(chairs >= 3, chairs - 3, chairs)

    def at(self, chair: Array, suit: Array | int) -> Array:
        """Flat index into what is kept by chair and suit."""
        return (chair * self.rules.seats + suit) * self.lanes + self.lane

    def held(self, chair: Array) -> Array:
        """The cards of a chair that has not played to this trick: by slot."""
        flat = np.arange(self.m)[:, None] * self.lanes + (chair * (self.hand.shape[1] * self.lanes) + self.lane)
        return pick(self.hand, flat).astype(np.int64)

    def legal(self, suits: Array, chair: Array) -> Array:
        """Cards of which suits a follower may play (R2.2, R2.10)."""
        led = self.led
        allowed: Array = (suits == led) | (pick(self.count, self.at(chair, led)) == 0)
        return allowed | (suits == chair) if self.rules.ruffs_freely else allowed

    def strength(self, suits: Array, ranks: Array, chair: Array) -> Array:
        """How high cards of the player on turn stand in the trick: the first of the strongest wins it (R2.8)."""
        own = suits == chair
        if self.trick:
            follows = suits == self.led
            power: Array = (ranks + 1) * (follows | own) - 1 + RUFF * (own & ~follows)
            return power
        if self.rules.lead_holds:
            held: Array = ranks + RUFF * own
            return held
        return np.where(own, OWN_LED, ranks)

    def play(self, chair: Array, slot: Array, card: Array) -> None:
        """The chair on turn plays the card in a slot of its hand."""
        suit = suit_of(card)
        if self.trick:
            renounced = suit != self.led
            if self.rules.ruffs_freely:
                renounced &= suit != chair
            self.void.reshape(-1)[self.at(chair, self.led)] |= renounced
        hand, first = self.hand.reshape(-1), chair * (self.hand.shape[1] * self.lanes) + self.lane
        hand[first + slot * self.lanes] = hand.take(first + (self.m - 1) * self.lanes)
        self.count.reshape(-1)[self.at(chair, suit)] -= 1
        self.lay(card)

    def lay(self, card: Array) -> None:
        """A card of the chair on turn lies on the table."""
        chair, suit = self.on_turn, suit_of(card)
        power = self.strength(suit, card - suit * RANKS, chair)
        if self.trick:
            self.winner = np.where(power > self.best, chair, self.winner)
            self.best = np.maximum(power, self.best)
        else:
            self.best, self.winner, self.led = power, chair, suit
        self.trick.append(card)
        if len(self.trick) == self.rules.seats:
            self._take()

    def _take(self) -> None:
        """The winner's side takes the trick (R3.2)."""
        winner, n = self.winner, self.rules.seats
        placed = self._collect(winner)
        if self.rules.sides < n:
            placed = placed + self._collect(self.wrap(winner + n // 2))
        self.pile.reshape(-1)[winner * self.lanes + self.lane] += n - placed
        gone = self.gone.reshape(-1)
        for card in self.trick:
            gone[card * self.lanes + self.lane] += 1
        self.leader, self.trick = winner, []
        self.m -= 1
        self.unplayed -= n

    def _collect(self, chair: Array) -> Array:
        """R3.6 for one receiving chair: how many cards of the trick went to its rows."""
        flat = chair * self.lanes + self.lane
        row = self.row.reshape(-1).take(flat)
        placed = np.zeros(self.lanes, np.int64)
        spare = np.zeros(self.lanes, np.int64)
        for card in self.trick:
            rank = card - chair * RANKS
            bit = np.where((rank >= 0) & (rank < RANKS), 1, 0) << np.clip(rank, 0, RANKS)
            old = row & bit
            spare |= old
            placed += bit > old
            row = row | bit
        complete = row == FULL
        if complete.any():
            carried = np.where(complete, spare, 0) if self.rules.carries else np.zeros_like(spare)
            placed += np.bitwise_count(carried)
            row = np.where(complete, carried, row)
            self.done.reshape(-1)[flat] += complete
        self.row.reshape(-1)[flat] = row
        return placed
