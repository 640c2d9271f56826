"""Going out, by counts: one good play that leaves no card, if there is any."""

from __future__ import annotations

from app.games.canasta import rules as r
from app.games.canasta.bot.kinds import BLACK, JOKER, RANKS, TWO
from app.games.canasta.bot.table import Laid, Table

Exit = tuple[list[Laid], int, int]
"""Groups, black threes laid, the last discard (-1: none)."""


def way_out(table: Table) -> Exit | None:
    """How who is on turn can go out with his cards; None if he cannot, or may not."""
    chair = table.turn
    side, hand = table.sides[chair], table.hands[chair]
    nat = table.nat[side]
    if table.denied:
        return None
    throw, groups, lacking = -1, list[list[int]](), 0
    blacks = hand[BLACK]
    if blacks and blacks < r.LEAST_CARDS:
        if blacks > 1:
            return None
        throw = BLACK
    for rank in range(RANKS):
        held = hand[rank]
        if not held:
            continue
        if held == 1 and not nat[rank]:
            if throw >= 0:
                return None
            throw = rank
            continue
        short = max(0, r.LEAST_CARDS - held) if not nat[rank] else 0
        lacking += short
        groups.append([rank, held, short])
    return _with_wild(table, groups, lacking, throw)


def _with_wild(table: Table, groups: list[list[int]], lacking: int, throw: int) -> Exit | None:
    """Wild cards first where a meld lacks one, then where they make a canasta, then anywhere."""
    chair = table.turn
    side, hand = table.sides[chair], table.hands[chair]
    spare = hand[TWO] + hand[JOKER] - lacking
    if spare < 0:
        return None
    nat, wild = table.nat[side], table.wild[side]
    given = {rank: short for rank, _, short in groups}
    sizes = {rank: nat[rank] + wild[rank] for rank in range(RANKS) if nat[rank]}
    for rank, held, short in groups:
        sizes[rank] = sizes.get(rank, 0) + held + short
    made = sum(size >= r.CANASTA for size in sizes.values())
    for rank in sorted(sizes, key=lambda rank: -sizes[rank]):
        gap, room = r.CANASTA - sizes[rank], r.MOST_WILDS - wild[rank] - given.get(rank, 0)
        if 0 < gap <= min(spare, room) and (made < table.required or gap < r.MOST_WILDS):
            given[rank] = given.get(rank, 0) + gap
            spare, made = spare - gap, made + 1
    if made < table.required:
        return None
    for rank in sorted(sizes, key=lambda rank: (wild[rank] + given.get(rank, 0) == 0, -sizes[rank])):
        more = min(spare, r.MOST_WILDS - wild[rank] - given.get(rank, 0))
        given[rank], spare = given.get(rank, 0) + more, spare - more
    if spare > 1 or (spare and throw >= 0):
        return None
    return _exit(table, {rank: held for rank, held, _ in groups}, given, TWO if spare else throw)


def _exit(table: Table, held: dict[int, int], given: dict[int, int], throw: int) -> Exit:
    """The play, jokers laid before twos."""
    hand = table.hands[table.turn]
    jokers, twos = hand[JOKER], hand[TWO]
    if throw == TWO:
        if twos:
            twos -= 1
        else:
            throw, jokers = JOKER, jokers - 1
    groups: list[Laid] = []
    for rank in sorted({*held, *given}):
        wild = given.get(rank, 0)
        if held.get(rank, 0) or wild:
            some = min(jokers, wild)
            groups.append((rank, held.get(rank, 0), wild - some, some))
            jokers, twos = jokers - some, twos - wild + some
    return groups, 0 if throw == BLACK else hand[BLACK], throw


def leave(table: Table, play: Exit) -> None:
    """The play is made."""
    groups, threes, throw = play
    chair = table.turn
    if threes:
        table.laid[table.sides[chair]] += threes * 5
        table.shed(chair, BLACK, threes)
    if groups:
        table.lay(groups)
    if throw >= 0:
        table.discard(throw)
    if not table.over:
        table.finish(chair)
