"""Whether, and how, a hand can go out, be laid as an initial meld, or take the pile. Exact, so that nobody is asked for
what would then be refused (R3.7.5), and no question is put that a yes could not honour (R3.6.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final

import msgspec

from app.engine.basics import Card
from app.engine.cards import JOKER, without
from app.games.canasta import rules as r
from app.games.canasta.types import Group, Meld

Hand = tuple[Card, ...]
Melds = tuple[Meld, ...]


class Plan(msgspec.Struct, frozen=True):
    """A play that leaves no card: groups, black threes, the last discard ("" without)."""

    groups: tuple[Group, ...]
    threes: tuple[Card, ...]
    discard: str
    gain: int
    """Points that it brings: bonuses of canastas, less the card thrown away, and the one for a concealed hand."""


class _Rank(msgspec.Struct, frozen=True):
    """One rank in a search: naturals of the hand, what lies of it (naturals, wilds), if that may be added to."""

    rank: str
    held: int
    naturals: int = 0
    wild: int = 0

    @property
    def lies(self) -> bool:
        return self.naturals + self.wild > 0

    def uses(self) -> range:
        """How many wilds can go with it; empty if its cards cannot be laid at all."""
        room = max(0, r.MOST_WILDS - self.wild)
        if self.lies:
            return range(room + 1)
        if not self.held:
            return range(1)
        return range(max(0, r.LEAST_CARDS - self.held), room + 1) if self.held >= r.LEAST_NATURALS else range(0)

    def bonus(self, used: int) -> tuple[int, int]:
        """Canastas that lie afterwards, and what that changes in bonuses."""
        before, after = self._kind(0, 0), self._kind(self.held, used)
        return int(after > 0), after - before

    def _kind(self, held: int, used: int) -> int:
        if self.naturals + self.wild + held + used < r.CANASTA:
            return 0
        return r.MIXED if self.wild + used else r.NATURAL


def _ranks(hand: Sequence[Card], melds: Melds) -> list[_Rank]:
    out = []
    for rank in r.MELDABLE:
        held = sum(card[0] == rank for card in hand if card != JOKER)
        meld = r.meld_of(melds, rank)
        wild = r.wilds(meld.cards) if meld else 0
        if held or meld:
            out.append(_Rank(rank, held, len(meld.cards) - wild if meld else 0, wild))
    return out


def _allot(ranks: Sequence[_Rank], wild: int, required: int) -> tuple[int, dict[str, int]] | None:
    """How `wild` wild cards go to the ranks so that all is laid and enough canastas lie: the best bonus, and wilds by
    rank. None if it cannot be."""
    best: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, 0): (0, ())}
    for one in ranks:
        after: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        for (used, made), (gain, path) in best.items():
            for more in one.uses():
                if used + more > wild:
                    break
                is_canasta, plus = one.bonus(more)
                key = (used + more, min(required, made + is_canasta))
                if key not in after or after[key][0] < gain + plus:
                    after[key] = (gain + plus, (*path, more))
        best = after
    found = best.get((wild, required))
    return (found[0], {one.rank: n for one, n in zip(ranks, found[1], strict=True)}) if found else None


def _throws(hand: Hand, melds: Melds) -> list[str]:
    """Cards that may be the last discard, "" for none; few where singles without a meld leave no choice."""
    tally: dict[str, list[Card]] = {}
    for card in hand:
        tally.setdefault(r.rank_of(card), []).append(card)
    blacks = len(tally.get("3", ()))
    alone = [cards[0] for rank, cards in tally.items() if _alone(rank, cards, melds)]
    if blacks in (1, r.LEAST_CARDS - 1):
        alone.append(tally["3"][0])
    if len(alone) > 1 or blacks == r.LEAST_CARDS - 1:
        return []
    return list(alone) or ["", *(cards[0] for cards in tally.values())]


def _alone(rank: str, cards: Sequence[Card], melds: Melds) -> bool:
    return len(cards) == 1 and rank in tuple(r.MELDABLE) and r.meld_of(melds, rank) is None


@lru_cache(4096)
def go_out(hand: Hand, melds: Melds, required: int, old: str | None = None, discards: bool = True) -> Plan | None:
    """R3.5.1: the best play that leaves no card in the hand, None if there is none.

    `melds`: the side's; `old`: ranks of those that lay before this turn, for one who can still go out concealed
    (R3.5.4), None for one who cannot; `discards`: a last card may be thrown.
    """
    plans = [_plan(hand, melds, required, discard) for discard in _throws(hand, melds) if discards or not discard]
    if old is not None:
        own = tuple(meld for meld in melds if meld.rank not in old)
        lying = tuple(meld for meld in melds if meld.rank in old)
        need = max(1, required - r.canastas(lying))
        for discard in _throws(hand, own):
            plan = _plan(hand, own, need, discard) if discards or not discard else None
            if plan and not any(group.rank in old for group in plan.groups):
                plans.append(msgspec.structs.replace(plan, gain=plan.gain + r.CONCEALED))
    return max((plan for plan in plans if plan), key=lambda plan: plan.gain, default=None)


def _plan(hand: Hand, melds: Melds, required: int, discard: str) -> Plan | None:
    """The best play with this last discard."""
    rest = without(hand, Card(discard)) if discard else hand
    threes = tuple(card for card in rest if r.is_black_three(card))
    if 0 < len(threes) < r.LEAST_CARDS or any(map(r.is_red_three, rest)):
        return None
    wild = [card for card in rest if r.is_wild(card)]
    found = _allot(_ranks(rest, melds), len(wild), required)
    if found is None:
        return None
    gain, uses = found
    return Plan(_groups(rest, wild, uses), threes, discard, gain - r.value(discard) if discard else gain)


def _groups(hand: Sequence[Card], wild: list[Card], uses: dict[str, int]) -> tuple[Group, ...]:
    """Groups of all naturals of the hand, with so many of the wild cards for each rank."""
    left, out = list(wild), []
    for rank, n in uses.items():
        cards = [card for card in hand if card[0] == rank and not r.is_wild(card)] + left[:n]
        left = left[n:]
        if cards:
            out.append(Group(rank, tuple(cards)))
    return tuple(out)


COSTS: Final = {"JK": 90, "2": 45}
"""What it costs to lay a card early: wild cards are worth more in the hand (R7.4)."""


def _price(groups: Sequence[Group]) -> int:
    """What an opening costs; further naturals of a rank that is laid anyway cost nothing."""
    price = 0
    for group in groups:
        naturals = [card for card in group.cards if not r.is_wild(card)]
        price += sum(COSTS[r.rank_of(card)] for card in group.cards if r.is_wild(card))
        price += sum(12 + r.value(card) // 5 for card in naturals[: r.LEAST_CARDS])
    return price


@lru_cache(4096)
def opening(hand: Hand, need: int, top: str = "", keep: int = 0) -> tuple[Group, ...] | None:
    """R3.1.6, R3.4.6: the cheapest way to lay at least `need` points as first melds and keep so many cards; None if
    there is none. With the pile's `top` card two naturals of its rank must be laid: the first group, without the top
    card itself."""
    if most_points(hand, top) < need:
        return None
    whole = (groups for groups in _openings(hand, need, top) if len(hand) - _size(groups) >= keep)
    return min(whole, key=_price, default=None) or min(_partly(hand, need, top, keep), key=_price, default=None)


def _size(groups: Sequence[Group]) -> int:
    return sum(len(group.cards) for group in groups)


def _partly(hand: Hand, need: int, top: str, keep: int) -> Iterator[tuple[Group, ...]]:
    """The same where no choice of whole ranks leaves enough cards: then all but `keep` are laid, since laying the rest
    of a rank never makes fewer points. They are chosen by rank; which of its cards makes no difference."""
    by_rank: dict[str, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(r.rank_of(card), []).append(card)
    for ranks in combinations_with_replacement(by_rank, keep) if keep else ():
        if all(len(by_rank[rank]) >= ranks.count(rank) for rank in ranks):
            rest = _less(hand, [by_rank[rank][ranks[:at].count(rank)] for at, rank in enumerate(ranks)])
            held, wild = _naturals(rest), [card for card in rest if r.is_wild(card)]
            laid = [rank for rank, cards in held.items() if len(cards) >= r.LEAST_NATURALS and rank != top[:1]]
            if laid if not top else len(held[top[0]]) >= r.LEAST_NATURALS:
                yield from _filled([*top[:1], *laid], held, wild, need, top)


def most_points(hand: Hand, top: str = "") -> int:
    """The most points that first melds can make, with the pile's `top` card or without; 0 if there are none."""
    held, first = _naturals(hand), top[:1]
    if first and len(held.get(first, ())) < r.LEAST_NATURALS:
        return 0
    wild = sorted((r.value(card) for card in hand if r.is_wild(card)), reverse=True)
    sure = [rank for rank, cards in held.items() if len(cards) >= r.LEAST_CARDS or rank == first]
    pairs = [rank for rank, cards in held.items() if len(cards) == r.LEAST_NATURALS and rank != first]
    pairs.sort(key=lambda rank: -r.VALUES[rank])
    ranks = sure + pairs[: len(wild)]
    given = wild[: r.MOST_WILDS * len(ranks)]
    return sum(r.points(held[rank]) for rank in ranks) + sum(given) + (r.value(top) if top and ranks else 0)


def _less(hand: Hand, kept: Sequence[Card]) -> Hand:
    for card in kept:
        hand = without(hand, card)
    return hand


def _naturals(hand: Sequence[Card]) -> dict[str, list[Card]]:
    return {rank: [card for card in hand if card[0] == rank and card != JOKER] for rank in r.MELDABLE}


def _openings(hand: Hand, need: int, top: str) -> Iterator[tuple[Group, ...]]:
    """Ways to lay enough: some ranks, as few wilds as do."""
    held, first = _naturals(hand), top[:1]
    if first and len(held.get(first, ())) < r.LEAST_NATURALS:
        return
    free = [rank for rank, cards in held.items() if len(cards) >= r.LEAST_NATURALS and rank != first]
    wild = [card for card in hand if r.is_wild(card)]
    for size in range(len(free) + 1):
        for chosen in combinations(free, size):
            if chosen or first:
                yield from _filled([*first, *chosen], held, wild, need, top)


def _filled(
    ranks: Sequence[str], held: dict[str, list[Card]], wild: list[Card], need: int, top: str
) -> Iterator[tuple[Group, ...]]:
    """These ranks laid with as few wild cards as reach `need`: for each number of jokers the fewest twos."""
    cards = [held[rank] for rank in ranks]
    lacking = [r.LEAST_CARDS - len(laid) - (at == 0 and bool(top)) for at, laid in enumerate(cards)]
    short = sum(max(0, lack) for lack in lacking)
    jokers, twos = [c for c in wild if c == JOKER], [c for c in wild if c != JOKER]
    base = sum(r.points(laid) for laid in cards) + (r.value(top) if top else 0)
    for count in range(len(jokers) + 1):
        rest = need - base - count * r.VALUES["JK"]
        more = max(short - count, -(-rest // r.VALUES["2"]), 0)
        if more <= len(twos) and count + more <= r.MOST_WILDS * len(ranks):
            yield _spread(ranks, cards, lacking, jokers[:count] + twos[:more])


def _spread(
    ranks: Sequence[str], cards: Sequence[list[Card]], lacking: Sequence[int], wild: list[Card]
) -> tuple[Group, ...]:
    """Wild cards first where a meld lacks one, then wherever there is room."""
    given = [max(0, lack) for lack in lacking]
    spare = len(wild) - sum(given)
    for at in range(len(ranks)):
        more = min(spare, r.MOST_WILDS - given[at])
        given[at] += more
        spare -= more
    left, out = list(wild), []
    for at, rank in enumerate(ranks):
        out.append(Group(rank, (*cards[at], *left[: given[at]])))
        left = left[given[at] :]
    return tuple(out)
