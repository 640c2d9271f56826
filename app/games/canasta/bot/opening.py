"""Taking the pile and first melds, by counts: quick ways, not all there are (app.games.canasta.solve has those)."""

from __future__ import annotations

from app.games.canasta import rules as r
from app.games.canasta.bot.kinds import JOKER, RANKS, TWO, VALUES
from app.games.canasta.bot.table import Laid, Table

_TWO, _JOKER = VALUES[TWO], VALUES[JOKER]


def opening(hand: list[int], need: int, top: int = -1) -> list[Laid] | None:
    """First melds of a hand that make at least `need` points with few cards, wild ones last of all; with the pile's
    `top` its rank comes first. None if there are none."""
    if top >= 0:
        if hand[top] < r.LEAST_NATURALS:
            return None
        need -= VALUES[top] * (hand[top] + 1)
    sure = [rank for rank in range(RANKS - 1, -1, -1) if hand[rank] >= r.LEAST_CARDS and rank != top]
    pairs = [rank for rank in range(RANKS - 1, -1, -1) if hand[rank] == r.LEAST_NATURALS and rank != top]
    free = sum(hand[rank] * VALUES[rank] for rank in sure)
    twos, jokers = hand[TWO], hand[JOKER]
    if free + sum(2 * VALUES[rank] for rank in pairs[: twos + jokers]) + twos * _TWO + jokers * _JOKER < need:
        return None
    for wild in range(twos + jokers + 1):
        for many in range(max(0, wild - twos), min(wild, jokers) + 1):
            chosen = pairs[:wild]
            if sure or chosen or top >= 0:
                points = free + sum(2 * VALUES[rank] for rank in chosen) + (wild - many) * _TWO + many * _JOKER
                if points >= need and wild <= r.MOST_WILDS * (len(sure) + len(chosen) + (top >= 0)):
                    return _filled(hand, [sure, chosen], [wild - many, many], points - need, top)
    return None


def _filled(hand: list[int], ranks: list[list[int]], wild: list[int], spare: int, top: int) -> list[Laid]:
    """The melds, without those that are not needed for the points: `spare` of them are too many."""
    sure, chosen = ranks
    count = sum(wild)
    for rank in (*reversed(chosen), *reversed(sure)):
        rest = len(sure) + len(chosen) - 1
        points, pair = hand[rank] * VALUES[rank], rank in chosen
        if points <= spare and rest + (top >= 0) and count <= r.MOST_WILDS * (rest + (top >= 0)):
            (chosen if pair else sure).remove(rank)
            spare -= points
    out, twos, jokers = list[Laid](), wild[0], wild[1]
    for rank in chosen:
        one = jokers > 0
        out.append((rank, hand[rank], 0 if one else 1, 1 if one else 0))
        twos, jokers = twos - (not one), jokers - one
    out += [(rank, hand[rank], 0, 0) for rank in sure]
    if top >= 0:
        out.insert(0, (top, hand[top], 0, 0))
    return _spread(out, twos, jokers)


def _spread(groups: list[Laid], twos: int, jokers: int) -> list[Laid]:
    """The wild cards that are left over, wherever there is room."""
    for at, (rank, naturals, own, other) in enumerate(groups):
        room = r.MOST_WILDS - own - other
        more = min(room, jokers)
        some = min(room - more, twos)
        groups[at] = (rank, naturals, own + some, other + more)
        twos, jokers = twos - some, jokers - more
    return groups


def ways(table: Table) -> list[list[Laid]]:
    """How who is on turn may take the pile, the cheapest way first; the first group is the one of the top card."""
    chair, pile = table.turn, table.pile
    if not pile or pile[-1] >= RANKS or (table.sizes[chair] == 1 and len(pile) == 1):
        return []
    side, hand, top = table.sides[chair], table.hands[chair], pile[-1]
    if table.opened[side]:
        found = _further(table, side, hand, top)
    else:
        first = opening(hand, table.need[chair], top)
        found = [first] if first else []
    spare = table.sizes[chair] + len(pile) - 1
    return [way for way in found if spare - sum(n + t + j for _, n, t, j in way) > 1 or _leaves(table, side)]


def _leaves(table: Table, side: int) -> bool:
    """Whether the side may be left with one card or none."""
    return table.canastas[side] >= table.required and not table.denied


def _further(table: Table, side: int, hand: list[int], top: int) -> list[list[Laid]]:
    """A side that has melded (R3.4.3)."""
    found: list[list[Laid]] = []
    naturals, wild = table.nat[side][top], table.wild[side][top]
    closed = not table.onto and naturals + wild >= r.CANASTA
    if naturals and not table.frozen and not closed:
        found.append([(top, 0, 0, 0)])
    if hand[top] >= r.LEAST_NATURALS:
        found.append([(top, hand[top], 0, 0)])
    elif hand[top] and not table.frozen and not naturals and wild < r.MOST_WILDS:
        if hand[TWO]:
            found.append([(top, 1, 1, 0)])
        elif hand[JOKER]:
            found.append([(top, 1, 0, 1)])
    return found


def must_take(table: Table) -> bool:
    """R3.7.3, where the stock is empty."""
    side, top = table.sides[table.turn], table.pile[-1] if table.pile else RANKS
    if table.frozen or top >= RANKS or not table.nat[side][top]:
        return False
    return table.onto or table.nat[side][top] + table.wild[side][top] < r.CANASTA
