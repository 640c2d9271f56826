"""Asking to go out, and answering (R7.10)."""

from __future__ import annotations

from operator import mul
from typing import Final

from app.games.canasta import rules as r
from app.games.canasta.bot.kinds import JOKER, RANKS, TWO, VALUES
from app.games.canasta.bot.table import Table

CARD: Final = 10
"""Points of a card that one does not see, on average."""
MANY: Final = 7
"""Cards of partners with which they are asked."""


def asks(table: Table) -> bool:
    """Whether to ask before going out: partners have much in their hands."""
    chair = table.turn
    side = table.sides[chair]
    return sum(size for at, size in enumerate(table.sizes) if table.sides[at] == side and at != chair) >= MANY


def agrees(table: Table, chair: int) -> bool:
    """Whether a partner may go out: what one's own hand costs, against what the others lose."""
    side = table.sides[chair]
    others = [at for at in range(table.chairs) if table.sides[at] != side]
    gain = r.OUT + CARD * sum(table.sizes[at] for at in others)
    gain += sum(2 * r.RED_THREE * table.reds[at] for at in others if not table.opened[table.sides[at]])
    if len(table.stock) <= table.chairs:  # there is hardly another turn
        return True
    return saved(table, chair) <= gain


def saved(table: Table, chair: int) -> int:
    """What another turn would save: the cards that are caught, twice where they could be laid, and canastas."""
    side, hand = table.sides[chair], table.hands[chair]
    nat, wild = table.nat[side], table.wild[side]
    caught = int(sum(map(mul, hand, VALUES)))
    spare = hand[TWO] + hand[JOKER]
    for rank in range(RANKS):
        lies, held = nat[rank] + wild[rank], hand[rank]
        if held and (lies or held >= r.LEAST_CARDS):
            caught += held * VALUES[rank]
            gap = r.CANASTA - lies
            if 0 < gap <= held + min(spare, r.MOST_WILDS - wild[rank]):
                caught += r.MIXED if wild[rank] or held < gap else r.NATURAL
                spare -= max(0, gap - held)
    return caught
