"""The rules of Calypso as small total functions. R numbers refer to RULES.md; no states, no events here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from app.engine.basics import Card
from app.engine.cards import RANKS, SUITS, rank, suit
from app.games.calypso.types import Gain, Line, Rules, SideScore

BONUS: Final = (500, 750, 1000, 1000)
"""Points for the first, second, third and fourth calypso of a player in a round (R4.1)."""
ROW_POINTS: Final = 20
PILE_POINTS: Final = 10

RINGS: Final = {
    "as_seated": (0, 1, 2, 3),
    "13v24": (0, 1, 2, 3),
    "12v34": (0, 2, 1, 3),
    "14v23": (0, 1, 3, 2),
}
"""R1.7: which seat takes chair 0, 1, 2, 3. The `random` ring is drawn."""


# Sides, trumps and turns


def allies(chair: int, rules: Rules) -> tuple[int, ...]:
    """The chairs of this chair's side, itself first (R1.3); itself alone where each plays for himself."""
    return (chair, *(c for c in range(rules.seats) if c != chair and c % rules.sides == chair % rules.sides))


def assignments(rules: Rules) -> tuple[str, ...]:
    """Every way to give trumps to the chairs, all equally likely (R1.6, R6.1.3, R6.2.2).

    Partners own one of the `pairs`, which leaves 8; where each plays for himself any suits will do: 24.
    """
    ways = [""]
    for chair in range(rules.seats):
        ways = [way + s for way in ways for s in SUITS if s not in way and _paired(way, s, chair, rules)]
    return tuple(ways)


def _paired(way: str, own: str, chair: int, rules: Rules) -> bool:
    """Whether partners have suits of one pair and opponents of two, as far as trumps are given (R1.4)."""
    pair = next((p for p in rules.pairs if own in p), "")
    return not pair or all((s in pair) == (other in allies(chair, rules)) for other, s in enumerate(way))


def dealer_of(first: int, round_: int, hand: int, seats: int) -> int:
    """R1.14: the dealer of a hand, from the first dealer of the game."""
    return (first - round_ + hand) % seats


def next_dealer(dealer: int, new_round: bool, seats: int) -> int:
    """R1.13: the deal passes left inside a round; the last dealer of a round deals the first hand of the next."""
    return dealer if new_round else (dealer + 1) % seats


def deal(cards: Sequence[Card], dealer: int, seats: int) -> list[Sequence[Card]]:
    """R1.11: the cards one by one, clockwise from the dealer's left; by chair."""
    return [cards[(chair - dealer - 1) % seats :: seats] for chair in range(seats)]


# Play


def following(led: str, own: str, ruffs_freely: bool) -> str:
    """The suits that one who can follow may play: the one led (R2.2); in All Fours his own trumps too (R2.10)."""
    return led + own if ruffs_freely and own != led else led


def legal_suits(hand: Sequence[Card], led: str, own: str, rules: Rules) -> str:
    """The suits that may be played, or "any" (R2.2, R2.10). `led` is "" for a leader."""
    if led and any(card[1] == led for card in hand):
        return following(led, own, rules.ruffs_freely)
    return "any"


def may_play(card: Card, suits: str) -> bool:
    """Whether a card of the hand is legal when `suits` may be played."""
    return suits == "any" or card[1] in suits


def renounced(card: Card, led: str, own: str, rules: Rules) -> str:
    """The suit of which this play shows a void: the one led, if it was not followed (R7.2). "" for a lead.

    In All Fours a ruff shows nothing.
    """
    if not led or card[1] in following(led, own, rules.ruffs_freely):
        return ""
    return led


def winner(cards: Sequence[Card], owns: str, lead_holds: bool) -> tuple[int, str]:
    """R2.8: the place in the order of play of the winning card among those played, and why it wins.

    `owns` holds the players' trumps in order of play. Reasons: trump_led, ruff, overruff, lead, suit, and `equal`
    where the same rank fell later and only the order decides (R2.6 a, c).
    """
    led = suit(cards[0])
    own_lead = owns[0] == led
    ruffs = [i for i in range(1, len(cards)) if cards[i][1] == owns[i] != led]
    if own_lead and lead_holds:
        rivals = [0, *ruffs]
    elif ruffs:
        rivals = ruffs
    elif own_lead:
        rivals = [0]
    else:
        rivals = [i for i, card in enumerate(cards) if card[1] == led]
    best = max(rivals, key=lambda i: rank(cards[i]))
    if any(i > best and rank(cards[i]) == rank(cards[best]) for i in rivals):
        return best, "equal"
    if best == 0:
        return best, "trump_led" if own_lead else "lead"
    if best in ruffs:
        return best, "ruff" if best == ruffs[0] else "overruff"
    return best, "suit"


# Collecting


class Collected(msgspec.Struct, frozen=True):
    """What became of the cards of one suit: the row afterwards, whether a calypso was completed, ranks left over."""

    row: str
    completed: bool
    left: tuple[str, ...]


def collect(row: str, ranks: Sequence[str], carries: bool) -> Collected:
    """R3.6: add the ranks of a trick to a calypso in progress; what is left over goes to the pile."""
    wanted = "".join(dict.fromkeys(r for r in ranks if r not in row))
    left = _less(ranks, wanted)
    if len(row) + len(wanted) < len(RANKS):
        return Collected(in_order(row + wanted), False, left)
    fresh = "".join(dict.fromkeys(left)) if carries else ""
    return Collected(in_order(fresh), True, _less(left, fresh))


def in_order(ranks: str) -> str:
    """The ranks in the order of a row, 2 to A; none may occur twice."""
    return "".join(r for r in RANKS if r in ranks)


def _less(ranks: Sequence[str], gone: str) -> tuple[str, ...]:
    """The ranks without one copy of each in `gone`."""
    left = list(ranks)
    for r in gone:
        left.remove(r)
    return tuple(left)


def gather(
    cards: Sequence[Card], taker: int, trumps: str, areas: Sequence[tuple[str, int]], rules: Rules
) -> tuple[tuple[Gain, ...], tuple[Card, ...]]:
    """R3.2, R3.11: what the taker's side makes of a trick: who gains, and the cards for the taker's pile.

    `areas`: by chair the row in progress and the number of calypsos completed in this round.
    """
    gains: list[Gain] = []
    pile = list(cards)
    for chair in allies(taker, rules):
        own = trumps[chair]
        ranks = [card[0] for card in cards if card[1] == own]
        if not ranks:
            continue
        row, done = areas[chair]
        got = collect(row, ranks, rules.carries)
        pile = [card for card in pile if card[1] != own] + [Card(r + own) for r in got.left]
        number = done + got.completed
        if got.completed:
            gains.append(Gain(chair, got.row, number, bonus(number)))
        elif got.row != row:
            gains.append(Gain(chair, got.row, number))
    return tuple(gains), tuple(pile)


# Scoring


def bonus(number: int) -> int:
    """R4.1: what a player's calypso of this number in the round is worth (1 for the first)."""
    return BONUS[min(number, len(BONUS)) - 1]


def line(done: int, row: int, pile: int, penalty: int = 0) -> Line:
    """R4.1, R5.8: a player's line for a round from calypsos completed, cards in progress, cards in the pile."""
    points = sum(bonus(n + 1) for n in range(done)) + ROW_POINTS * row + PILE_POINTS * pile - penalty
    return Line(done, row, pile, points, penalty)


def standing(sheet: Sequence[Sequence[Line]], rules: Rules) -> tuple[SideScore, ...]:
    """R4.3, R4.6: the sides with totals and places, in the order of their lowest chairs."""
    sides = [tuple(sorted(allies(chair, rules))) for chair in range(rules.sides)]
    totals = [sum(lines[c].points for lines in sheet for c in side) for side in sides]
    breaks = [sum(lines[c].done for lines in sheet for c in side) * rules.calypsos_break_ties for side in sides]
    keys = list(zip(totals, breaks, strict=True))
    return tuple(
        SideScore(side, total, 1 + sum(other > key for other in keys))
        for side, total, key in zip(sides, totals, keys, strict=True)
    )
