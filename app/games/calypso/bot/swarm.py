"""The quick policy for many lanes at once; policy.py says the same for one decision, and why.

Arrays over a hand have the shape (slot, lane), others (lane,). Everything is a whole number, so that both forms agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from app.games.calypso.bot.lanes import RUFF, Array, Lanes, pick, suit_of
from app.games.calypso.bot.weights import (
    COPIES,
    EXP,
    FOLLOW,
    LENGTHS,
    NEVER,
    OFF,
    ONE,
    PILE,
    RANKS,
    RELATIONS,
    STAKE,
    Weights,
    base,
    held,
)

TABLES: Final = ("won", "lost", "keep", "length", "hope", "missing", "prospect", "beaten")
ILLEGAL: Final = -(1 << 40)
SLOTS: Final = 16
CODES: Final = 64
"""Room for a slot and a card below the score, so that the maximum tells both; a lower card wins a tie."""


class Swarm:
    """Chooses for all lanes. With several sets of weights `sets` says which one each chair of each lane plays by."""

    def __init__(self, weights: Sequence[Weights], lanes: Lanes, sets: Array | None = None) -> None:
        self.lanes, self.weights = lanes, weights
        self.n, self.sides = lanes.rules.seats, lanes.rules.sides
        self._sets = None if sets is None else np.ascontiguousarray(sets, np.int64)
        self._set: Array | int = 0
        """By which set the chair on turn plays."""
        self._tables = {name: np.array([getattr(w, name) for w in weights], np.int64) for name in TABLES}
        self._base = [
            np.array([base(won, r, k, self.sides) for r in range(RELATIONS) for k in range(COPIES)])
            for won in (True, False)
        ]
        self._stake = np.array(STAKE * 2)
        self._exp = np.array(EXP)

    def hand(self) -> None:
        """Play the hands to their end."""
        while self.lanes.m:
            self.card()

    def card(self) -> None:
        """Play one card in each lane."""
        lanes = self.lanes
        if not lanes.trick:
            self.prepare()
        chair = lanes.on_turn
        cards = lanes.held(chair)
        suits = suit_of(cards)
        score = self.scores(chair, cards, suits)
        if lanes.trick:
            score = np.where(lanes.legal(suits, chair), score, ILLEGAL)
        slots = (CODES - 1) * SLOTS + np.arange(lanes.m)[:, None]
        best = (score * (SLOTS * CODES) - (cards * SLOTS - slots)).max(axis=0)
        lanes.play(chair, best & (SLOTS - 1), CODES - 1 - (best // SLOTS & (CODES - 1)))

    def prepare(self) -> None:
        """What holds for a whole trick, from what lay open before it."""
        lanes, n = self.lanes, self.n
        left = (lanes.rules.copies - lanes.gone).reshape(n, RANKS, lanes.lanes)
        missing = (lanes.row[:, None] >> np.arange(RANKS)[:, None]) & 1 == 0
        self._missing = RANKS - np.bitwise_count(lanes.row).astype(np.int64)
        most = np.where(self._missing == 1, 1, COPIES).astype(np.int8)
        self._need = np.minimum(left, most[:, None]) * missing
        wanted = left * missing + COPIES * ~missing
        stake = self._stake.take(lanes.done)
        self._prospect = np.array([stake * self._chance(w, wanted) >> 10 for w in self.weights])
        self._above = np.zeros((n, RANKS + 1, lanes.lanes), np.int8)
        for rank in range(RANKS - 1, -1, -1):
            np.add(self._above[:, rank + 1], left[:, rank], out=self._above[:, rank])

    def _chance(self, weights: Weights, wanted: Array) -> Array:
        """By suit: the chance that each rank in question is caught once."""
        logs = np.array([NEVER, *weights.log[1:], 0], np.int16).take(wanted).sum(axis=1, dtype=np.int64)
        found: Array = self._exp.take(np.minimum(logs, len(EXP) - 1))
        return found

    def relation(self, suits: Array, chair: Array) -> Array:
        """How many chairs after `chair` the suits' owners sit."""
        steps = suits - chair
        return steps & 3 if self.n == 4 else np.where(steps < 0, steps + 3, steps)

    def scores(self, chair: Array, cards: Array, suits: Array) -> Array:
        """The score of each card in the hand of the chair on turn: by slot."""
        lanes = self.lanes
        self._set = 0 if self._sets is None else pick(self._sets, chair * lanes.lanes + lanes.lane)
        relation = self.relation(suits, chair)
        size = pick(lanes.count, lanes.at(chair, suits))
        kind = relation
        if lanes.trick:
            kind = relation + OFF * RELATIONS - (OFF - FOLLOW) * RELATIONS * (suits == lanes.led)
        kept = self._look("keep", kind * RANKS + (cards - suits * RANKS))
        kept += self._look("length", kind * LENGTHS + size)
        prospect = self._of_suit(suits)
        if not lanes.trick:
            kept += self._look("missing", relation) * pick(self._missing, suits * lanes.lanes + lanes.lane)
            kept += prospect * self._look("prospect", relation) >> 5
        won = self.chance(chair, cards, suits)
        ours, theirs = self._stakes(chair, cards, relation, prospect)
        result: Array = (won * (ours + theirs) - (theirs << 10) >> 5) + kept
        return result

    def _look(self, name: str, index: Array | int) -> Array:
        """Entries of a table of the set of weights by which the chair on turn plays."""
        table = self._tables[name]
        if self._sets is not None:
            index = index + self._set * table.shape[1]
        return table.reshape(-1).take(index)

    def _of_suit(self, suits: Array) -> Array:
        """What completing its owner's calypso promises, by suit."""
        lanes = self.lanes
        return pick(self._prospect, suits * lanes.lanes + (self._set * (self.n * lanes.lanes) + lanes.lane))

    def _stakes(self, chair: Array, cards: Array, relation: Array, prospect: Array) -> tuple[Array, Array]:
        """What the trick brings, in points, if our side takes it, and what it brings the others if not: by slot."""
        lanes = self.lanes
        need = pick(self._need, cards * lanes.lanes + lanes.lane)
        for card in lanes.trick:
            need *= cards != card
        ours, theirs = self._worth(relation, need, prospect)
        if lanes.trick:
            table = np.array(lanes.trick)
            suit = suit_of(table)
            need = pick(self._need, table * lanes.lanes + lanes.lane)
            more = self._worth(self.relation(suit, chair), need, self._of_suit(suit))
            ours, theirs = ours + more[0].sum(axis=0), theirs + more[1].sum(axis=0)
        later = self.n - 1 - len(lanes.trick)
        if later:
            if lanes.trick:
                prospect, relation = self._of_suit(lanes.led), self.relation(lanes.led, chair)
            hope = prospect * self._look("hope", relation) >> 10
            fear = prospect * self._look("hope", RELATIONS + relation) >> 10
            ours, theirs = ours + (hope + PILE) * later, theirs + (fear + PILE) * later
        return ours, theirs

    def _worth(self, relation: Array, need: Array, prospect: Array) -> tuple[Array, Array]:
        """What cards bring if our side takes them, and what they bring the others."""
        which = relation * COPIES + need
        ours = self._base[0].take(which) + (prospect * self._look("won", which) >> 10)
        theirs = self._base[1].take(which) + (prospect * self._look("lost", which) >> 10)
        return ours, theirs

    def chance(self, chair: Array, cards: Array, suits: Array) -> Array:
        """The chance that our side takes the trick after each card: by slot."""
        lanes = self.lanes
        power = lanes.strength(suits, cards - suits * RANKS, chair)
        won: Array = np.full(cards.shape, ONE)
        if lanes.trick:
            gap = lanes.winner - chair
            ours = gap == 0 if self.sides == self.n else gap & 1 == 0
            won *= (power > lanes.best) | ours
            power = np.maximum(power, lanes.best)
        later = range(1, self.n - len(lanes.trick))
        if not later:
            return won
        table = np.array(held(lanes.unplayed - len(lanes.trick) - lanes.m, lanes.m))
        led = lanes.led if lanes.trick else suits
        follows = table.take(self._higher(cards, led, power))
        unseen = ONE - table.take(self._unseen(chair))
        for step in later:
            beats = self._beats(step, chair, led, power, follows, unseen, table)
            beats = np.minimum(ONE, beats * self._look("beaten", step) >> 10)
            won = won + ((ONE - won) * beats >> 10) if step % self.sides == 0 else won - (won * beats >> 10)
        return won

    def _higher(self, cards: Array, led: Array, power: Array) -> Array:
        """How many cards of the suit led that this hand does not hold would win by rank: by slot."""
        lanes = self.lanes
        floor = np.minimum(power, RANKS - 1)
        above = pick(self._above, (led * (RANKS + 1) + 1 + floor) * lanes.lanes + lanes.lane)
        least, most = (led * RANKS + floor).astype(np.int8), (led * RANKS + RANKS - 1).astype(np.int8)
        for card in cards.astype(np.int8):
            above -= (card > least) & (card <= most)
        return np.maximum(0, above)

    def _unseen(self, chair: Array) -> Array:
        """How many cards are in nobody's sight: of the suit led, or before a lead by suit."""
        lanes = self.lanes
        if not lanes.trick:
            own = lanes.count.take(np.arange(self.n)[:, None] * lanes.lanes + lanes.at(chair, 0))
            hidden: Array = self._above[:, 0] - own
            return hidden
        led = lanes.led
        unseen = pick(self._above, led * ((RANKS + 1) * lanes.lanes) + lanes.lane)
        unseen -= pick(lanes.count, lanes.at(chair, led))
        for card in lanes.trick:
            unseen -= suit_of(card) == led
        return unseen

    def _beats(
        self, step: int, chair: Array, led: Array, power: Array, follows: Array, unseen: Array, table: Array
    ) -> Array:
        """The chance that the player `step` chairs further on can win: by slot. `unseen` is the chance of a void."""
        lanes, free = self.lanes, self.lanes.rules.ruffs_freely
        later = lanes.wrap(chair + step)
        if lanes.trick:
            shown, foreign = pick(lanes.void, lanes.at(later, led)), later != led
        else:
            suits = np.arange(self.n)[:, None]
            shown, foreign = pick(lanes.void, lanes.at(later, suits)), later != suits
        ruff = np.where(shown, ONE, ONE if free else unseen) * (foreign & ~pick(lanes.void, lanes.at(later, later)))
        open_ = ~shown
        if not lanes.trick:
            spread = led * lanes.lanes + lanes.lane
            ruff, open_ = pick(ruff, spread), pick(open_, spread)
        follows = follows * open_
        if free:
            ruff = ruff * (ONE - follows) >> 10
        result: Array = follows + (ruff * self._ruffs(later, chair, power, table) >> 10)
        return result

    def _ruffs(self, later: Array, chair: Array, power: Array, table: Array) -> Array:
        """The chance that a later player has an own trump that wins, if he may play one."""
        lanes = self.lanes
        own = pick(lanes.count, lanes.at(chair, later))
        first = later * ((RANKS + 1) * lanes.lanes) + lanes.lane
        if not lanes.trick and not lanes.rules.lead_holds:
            higher = pick(self._above, first) - own
        else:
            above = pick(self._above, np.maximum(0, power - RUFF + 1) * lanes.lanes + first)
            higher = above - own * (power < RUFF)
        found: Array = table.take(higher)
        return found
