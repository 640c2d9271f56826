"""The quick policy, which is the level `normal` and plays out what `strong` imagines: one thing to do at a time.

What it does depends on the table alone, so that a turn's commands agree with each other.
"""

from __future__ import annotations

from typing import Final

from app.games.canasta import rules as r
from app.games.canasta.bot.danger import WORTH, Danger
from app.games.canasta.bot.kinds import BLACK, JOKER, RANKS, TWO, VALUES
from app.games.canasta.bot.leaving import Exit, leave, way_out
from app.games.canasta.bot.opening import must_take, opening, ways
from app.games.canasta.bot.table import Laid, Table
from app.games.canasta.bot.weights import DRAWN_TWICE, NORMAL, Weights

LAYS: Final = 4
"""Times that melds are laid in a turn, at most."""


class Policy:
    """Plays by weights."""

    __slots__ = ("w",)

    def __init__(self, weights: Weights = NORMAL) -> None:
        self.w = weights

    def turn(self, table: Table) -> None:
        """A whole turn, or the rest of it."""
        if not table.drawn:
            way = self.way(table)
            if way:
                table.take(way)
            elif table.stock:
                table.draw()
            else:
                table.over = True
            if table.over:
                return
        self.rest(table)

    def rest(self, table: Table) -> None:
        """What follows the draw."""
        if (play := way_out(table)) and self.goes(table, play):
            leave(table, play)
            return
        for _ in range(LAYS):
            groups = self.lays(table)
            if not groups:
                break
            table.lay(groups)
            if table.over:
                return
        table.discard(self.discard(table))

    def way(self, table: Table) -> list[Laid] | None:
        """How to take the pile, None for not at all."""
        found = ways(table)
        if not found:
            return None
        if not table.stock:
            return found[0] if must_take(table) or self._last(table) else None
        best = max(found, key=lambda way: self.worth(table, way))
        return best if self.worth(table, best) >= self.w.take else None

    def _last(self, table: Table) -> bool:
        """Whether to take the pile rather than to let the deal end."""
        return len(table.pile) > 1

    def worth(self, table: Table, way: list[Laid]) -> float:
        """What taking the pile so is worth, against a card of the stock."""
        chair, w = table.turn, self.w
        side, pile = table.sides[chair], table.pile
        top = pile[-1]
        worth = sum(WORTH[kind] for kind in pile) + w.card * (len(pile) - table.draws)
        lies = table.nat[side][top] + table.wild[side][top]
        if lies:
            worth += w.near if r.CANASTA - 3 <= lies < r.CANASTA else w.match
        else:
            worth += w.key
        hand = table.hands[chair]
        worth += sum(w.match for kind in pile[:-1] if kind < RANKS and (table.nat[side][kind] or hand[kind] > 1)) / 2
        worth -= sum(w.spent * twos + (w.spent + 15) * jokers for _, _, twos, jokers in way)
        return worth

    def goes(self, table: Table, play: Exit) -> bool:
        """Whether to go out now that one can."""
        return True

    def lays(self, table: Table) -> list[Laid]:
        """What to lay now; nothing, and then it is time to discard."""
        chair = table.turn
        side = table.sides[chair]
        if not table.opened[side]:
            return self._opens(table)
        return self._adds(table, side, table.hands[chair])

    def urgent(self, table: Table) -> bool:
        """Whether the deal is likely to end soon."""
        turns = len(table.stock) // table.draws
        if turns < 2 * table.chairs:
            return True
        side = table.sides[table.turn]
        return any(
            table.canastas[table.sides[chair]] >= table.required and table.sizes[chair] <= 3
            for chair in range(table.chairs)
            if table.sides[chair] != side
        )

    def _opens(self, table: Table) -> list[Laid]:
        """First melds from the hand, if it is time for them."""
        chair = table.turn
        groups = opening(table.hands[chair], table.need[chair])
        if not groups:
            return []
        left = table.sizes[chair] - sum(n + t + j for _, n, t, j in groups)
        if left < 2:
            return []
        if left > self.w.left or self.urgent(table):
            return groups
        return groups if self._behind(table) and left > self.w.left - 2 else []

    def _behind(self, table: Table) -> bool:
        """Whether another side has melded."""
        side = table.sides[table.turn]
        return any(opened for at, opened in enumerate(table.opened) if at != side)

    def _adds(self, table: Table, side: int, hand: list[int]) -> list[Laid]:
        """Additions and new melds of a side that has melded, the best first, as far as enough cards are kept."""
        urgent = self.urgent(table)
        kept = 2 if urgent or table.canastas[side] >= table.required else 3
        room = table.sizes[table.turn] - kept
        hold = table.frozen and not urgent and len(table.pile) >= self.w.hold
        nat, wild = table.nat[side], table.wild[side]
        out, twos, jokers = list[Laid](), hand[TWO], hand[JOKER]
        ranks = [(-nat[rank] - wild[rank] - hand[rank], rank) for rank in range(RANKS) if hand[rank] or nat[rank]]
        for size, rank in sorted(ranks):
            if room <= 0:
                break
            held = hand[rank]
            if (hold and held > 1 and size > -r.CANASTA) or not (held or twos or jokers):
                continue
            many = self._wilds(table, side, rank, twos + jokers, urgent) if twos or jokers else 0
            group = _group(held, nat[rank] + wild[rank], (min(many, twos), max(0, many - twos)), room)
            if group[0] + group[1] + group[2]:
                out.append((rank, *group))
                room -= sum(group)
                twos, jokers = twos - group[1], jokers - group[2]
        return out

    def _wilds(self, table: Table, side: int, rank: int, have: int, urgent: bool) -> int:
        """How many wild cards to lay with all naturals of a rank."""
        nat, wild = table.nat[side][rank] + table.hands[table.turn][rank], table.wild[side][rank]
        most, gap = min(have, r.MOST_WILDS - wild), r.CANASTA - nat - wild
        if 0 < gap <= most:
            short = table.canastas[side] < table.required
            return gap if short or urgent or gap == 1 or have > gap + 1 else 0
        if nat + wild == r.LEAST_NATURALS and urgent:
            return 1
        last = len(table.stock) <= table.chairs * table.draws
        return most if urgent and last and gap <= 0 and wild else 0

    def discard(self, table: Table) -> int:
        """The kind of card to throw away."""
        return min(self.prices(table))[1]

    def prices(self, table: Table) -> list[tuple[float, int]]:
        """What it costs to discard a card, by kind: what keeping it is worth, and the danger that the pile is taken."""
        chair, w = table.turn, self.w
        side, hand = table.sides[chair], table.hands[chair]
        danger = Danger(table, chair, w)
        nat, wild = table.nat[side], table.wild[side]
        late = len(table.stock) < 4 * table.chairs
        keep = (0.0, 0.0, w.pair, w.triple, *(w.triple,) * 10)
        loss = danger.loss if table.sides[danger.chair] != side else 0.0
        out: list[tuple[float, int]] = []
        for kind in range(RANKS):
            if many := hand[kind]:
                lies = nat[kind] + wild[kind]
                price = keep[many] if not lies else w.match if lies < r.CANASTA - 2 else w.near
                if lies >= r.CANASTA:
                    price = w.done
                out.append((price + danger.of(kind) * loss - (VALUES[kind] if late else 0), kind))
        if hand[BLACK]:
            out.append((w.stop, BLACK))
        if hand[TWO] or hand[JOKER]:
            frost = self._frost(table, side, danger.chair)
            out += [(w.wild + VALUES[kind] - frost, kind) for kind in (TWO, JOKER) if hand[kind]]
        return out

    def _frost(self, table: Table, side: int, other: int) -> float:
        """What it is worth to freeze the pile (R7.6)."""
        if table.frozen or sum([held > 1 for held in table.hands[table.turn][:RANKS]]) < 2:
            return 0.0
        theirs, ours = table.nat[table.sides[other]], table.nat[side]
        ahead = sum(map(bool, theirs)) - sum(map(bool, ours))
        return self.w.freeze * ahead * min(1.0, len(table.pile) / 6)


def _group(held: int, lies: int, wild: tuple[int, int], room: int) -> tuple[int, int, int]:
    """Naturals, twos and jokers that can be laid without leaving too few cards in the hand."""
    twos, jokers = wild
    if held + twos + jokers <= room and lies + held + twos + jokers >= r.LEAST_CARDS:
        return held, twos, jokers
    held = min(held, room)
    return (held, 0, 0) if lies + held >= r.LEAST_CARDS else (0, 0, 0)


QUICK: Final = Policy()
TWICE: Final = Policy(DRAWN_TWICE)


def policy_for(table: Table) -> Policy:
    """The policy with the weights of a table's rules."""
    return QUICK if table.draws == 1 else TWICE
