"""How likely it is that a side wins the trick on the table, judged by the cards that nobody has seen."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.engine.basics import Card
from app.engine.cards import rank
from app.games.calypso import rules as r
from app.games.calypso.bot.sight import Sight


class Mark(msgspec.Struct, frozen=True):
    """What a later player has to beat: ranks that a card of the suit led and a ruff must exceed (13: hopeless)."""

    winner: int
    led: str
    follow: int
    ruff: int


HOPELESS = 13
ANY = -1


def mark(sight: Sight, cards: Sequence[Card]) -> Mark:
    """The trick after `cards`, which begin at the leader's."""
    n = sight.rules.seats
    owns = (sight.trumps * 2)[sight.leader : sight.leader + len(cards)]
    best, _ = r.winner(cards, owns, sight.rules.lead_holds)
    chair, led, top = (sight.leader + best) % n, cards[0][1], rank(cards[best])
    if cards[best][1] != led:
        return Mark(chair, led, HOPELESS, top)
    if owns[0] == led:
        return Mark(chair, led, HOPELESS, top if sight.rules.lead_holds else ANY)
    return Mark(chair, led, top, ANY)


def beats(sight: Sight, chair: int, to_beat: Mark) -> int:
    """Chance in per mille that a player who has not played yet can win the trick."""
    led, own, size = to_beat.led, sight.trumps[chair], sight.size
    void = 1000 if led in sight.voids[chair] else 1000 - sight.held(sight.above(led, ANY), size)
    follows = sight.held(sight.above(led, to_beat.follow), size) if to_beat.follow < HOPELESS and void < 1000 else 0
    if own == led or own in sight.voids[chair]:
        return follows
    return follows + void * sight.held(sight.above(own, to_beat.ruff), size) // 1000


def ours(sight: Sight, to_beat: Mark) -> int:
    """Chance in per mille that our side takes the trick in the end: opponents overtake, partners rescue."""
    won = 1000 if to_beat.winner in sight.us else 0
    for chair in sight.later:
        turned = beats(sight, chair, to_beat)
        won = won + (1000 - won) * turned // 1000 if chair in sight.us else won * (1000 - turned) // 1000
    return won
