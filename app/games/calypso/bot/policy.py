"""The quick policy: which card has the best expectation, by weights that were tuned in self-play (R9.4, R9.5).

The score of a card is the chance that our side takes the trick after it, times what the trick then brings us, less the
chance that it does not times what it then brings them; and what playing such a card now costs later. What a card brings
is its points, and if its owner's calypso still needs it a share of the prospect of completing that: the stake times the
chance that each missing rank is caught once, which falls as copies are used up.

swarm.py computes the same for many lanes at once; `tests/games/calypso/test_bot_policy.py` compares them.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.weights import (
    COPIES,
    EXP,
    FOLLOW,
    LEAD,
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

OWN_LED = 15
RUFF = 16


class Terms(msgspec.Struct, frozen=True):
    """What the score of a card is made of: a chance in 1/1024, points, and a score in 1/32 of a point."""

    won: int
    """The chance that our side takes the trick."""
    ours: int
    """What the trick brings if it does."""
    theirs: int
    """What it brings the others if not."""
    kept: int
    """What playing the card now costs (or saves, above 0) later."""

    @property
    def score(self) -> int:
        return (self.won * (self.ours + self.theirs) - (self.theirs << 10) >> 5) + self.kept


class Policy:
    """The policy at one decision."""

    def __init__(self, sight: Sight, weights: Weights) -> None:
        self.sight, self.weights = sight, weights
        self.n, self.sides = sight.rules.seats, sight.rules.sides
        self.counts = [sum(code // RANKS == suit for code in sight.hand) for suit in range(self.n)]
        self.need = self._needs()
        self.prospect = [self._prospect(suit) for suit in range(self.n)]
        self.later = range(1, self.n - len(sight.trick))
        """The players still to come, by their distance."""
        self._best, self._winner = self._so_far()

    def best(self) -> int:
        """The card with the highest score; of equals the first by code."""
        legal = self.sight.legal
        return legal[0] if len(legal) == 1 else max(legal, key=lambda code: (self.terms(code).score, -code))

    @property
    def partner_ahead(self) -> bool:
        """Whether a partner's card wins so far."""
        return bool(self.sight.trick) and (self._winner - self.sight.me) % self.sides == 0

    def relation(self, suit: int) -> int:
        """How many chairs after ours the suit's owner sits."""
        return (suit - self.sight.me) % self.n

    def _needs(self) -> list[int]:
        """By card: copies not played before this trick if its owner's calypso needs it, else 0. The last rank that one
        misses counts as the last copy: to complete it now starts the next one, and what waits for it is lost."""
        bits = [self.sight.bits(chair) for chair in range(self.n)]
        most = [1 if have.bit_count() == RANKS - 1 else COPIES for have in bits]
        return [
            0 if bits[code // RANKS] >> code % RANKS & 1 else min(most[code // RANKS], self.sight.rules.copies - gone)
            for code, gone in enumerate(self.sight.gone)
        ]

    def _prospect(self, suit: int) -> int:
        """What completing its owner's calypso promises, in points."""
        bits, log, gone = self.sight.bits(suit), (NEVER, *self.weights.log[1:]), self.sight.gone
        missing = [suit * RANKS + rank for rank in range(RANKS) if not bits >> rank & 1]
        logs = sum(log[self.sight.rules.copies - gone[code]] for code in missing)
        stake = (STAKE * 2)[self.sight.done[suit]]
        return stake * EXP[min(logs, len(EXP) - 1)] >> 10

    def _power(self, code: int, chair: int, led: int) -> int:
        """How high a card stands in the trick; `led` is -1 for a lead."""
        suit, rank = divmod(code, RANKS)
        if led < 0:
            own = RUFF + rank if self.sight.rules.lead_holds else OWN_LED
            return own if suit == chair else rank
        return rank if suit == led else RUFF + rank if suit == chair else -1

    def _so_far(self) -> tuple[int, int]:
        """The strength of the card that wins so far, and who played it."""
        best, winner, led = -1, self.sight.me, -1
        for at, code in enumerate(self.sight.trick):
            chair = (self.sight.leader + at) % self.n
            power = self._power(code, chair, led)
            led = code // RANKS if led < 0 else led
            if power > best:
                best, winner = power, chair
        return best, winner

    def terms(self, code: int) -> Terms:
        """What playing this card comes to."""
        suit, rank = divmod(code, RANKS)
        relation, trick = self.relation(suit), self.sight.trick
        led = trick[0] // RANKS if trick else suit
        kind = ((FOLLOW if suit == led else OFF) if trick else LEAD) * RELATIONS + relation
        weights = self.weights
        kept = weights.keep[kind * RANKS + rank] + weights.length[kind * LENGTHS + self.counts[suit]]
        if not trick:
            kept += weights.missing[relation] * (RANKS - self.sight.bits(suit).bit_count())
            kept += self.prospect[suit] * weights.prospect[relation] >> 5
        ours, theirs = self.stakes(code, led)
        return Terms(self.chance(code, led), ours, theirs, kept)

    def stakes(self, code: int, led: int) -> tuple[int, int]:
        """What the trick brings, in points, if our side takes it, and what it brings the others if not."""
        ours, theirs = self.worth(code, 0 if code in self.sight.trick else self.need[code])
        more = self._on_table
        promise, relation, later = self.prospect[led], self.relation(led), len(self.later)
        hope = promise * self.weights.hope[relation] >> 10
        fear = promise * self.weights.hope[RELATIONS + relation] >> 10
        return ours + more[0] + (hope + PILE) * later, theirs + more[1] + (fear + PILE) * later

    @cached_property
    def _on_table(self) -> tuple[int, int]:
        worth = [self.worth(code, self.need[code]) for code in self.sight.trick]
        return sum(ours for ours, _ in worth), sum(theirs for _, theirs in worth)

    def worth(self, code: int, need: int) -> tuple[int, int]:
        """What a card brings if our side takes it, and what it brings the others."""
        suit = code // RANKS
        relation = self.relation(suit)
        which, prospect = relation * COPIES + need, self.prospect[suit]
        ours = base(True, relation, need, self.sides) + (prospect * self.weights.won[which] >> 10)
        theirs = base(False, relation, need, self.sides) + (prospect * self.weights.lost[which] >> 10)
        return ours, theirs

    def chance(self, code: int, led: int) -> int:
        """The chance that our side takes the trick after this card."""
        power = self._power(code, self.sight.me, led if self.sight.trick else -1)
        ours = power > self._best or (self._winner - self.sight.me) % self.sides == 0
        won, power = ONE * ours, max(power, self._best)
        if not self.later:
            return won
        floor = min(power, RANKS - 1)
        follows = self._held[max(0, self._beyond(led, floor, True))]
        for step in self.later:
            beats = self._beats(step, led, power, follows) * self.weights.beaten[step] >> 10
            beats = min(ONE, beats)
            won = won + ((ONE - won) * beats >> 10) if step % self.sides == 0 else won - (won * beats >> 10)
        return won

    @cached_property
    def _held(self) -> tuple[int, ...]:
        """By a number of cards: the chance that a later player holds one of them."""
        size = len(self.sight.hand)
        return held(self.sight.unplayed - len(self.sight.trick) - size, size)

    def _beyond(self, suit: int, rank: int, less_own: bool) -> int:
        """How many cards of a suit above a rank were not played before this trick, perhaps less those in the hand."""
        cards = range(suit * RANKS + rank + 1, (suit + 1) * RANKS)
        left = sum(self.sight.rules.copies - self.sight.gone[code] for code in cards)
        return left - less_own * sum(code in cards for code in self.sight.hand)

    def _beats(self, step: int, led: int, power: int, follows: int) -> int:
        """The chance that the player `step` chairs further on can win; `follows` by following suit, if he has any."""
        later, voids, free = (self.sight.me + step) % self.n, self.sight.voids, self.sight.rules.ruffs_freely
        follows = 0 if voids[later][led] else follows
        if later == led or voids[later][later]:
            return follows
        if power < RUFF:
            ruffs = self._held[self._beyond(later, -1, True)]
        else:
            ruffs = self._held[self._beyond(later, power - RUFF, False)]
        on_table = sum(code // RANKS == led for code in self.sight.trick)
        void = ONE - self._held[self._beyond(led, -1, True) - on_table]
        ruff = ONE if voids[later][led] or free else void
        if free:
            ruff = ruff * (ONE - follows) >> 10
        return follows + (ruff * ruffs >> 10)
