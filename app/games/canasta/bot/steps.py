"""What a chair may consider doing: few commands that make sense, and what each does to a table that is played out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from app.engine.basics import Command
from app.games.canasta import rules as r
from app.games.canasta.bot.consent import agrees
from app.games.canasta.bot.kinds import BLACK, JOKER, RANKS, TWO, kind_of
from app.games.canasta.bot.leaving import leave, way_out
from app.games.canasta.bot.opening import opening, ways
from app.games.canasta.bot.policy import Policy
from app.games.canasta.bot.sight import Sight
from app.games.canasta.bot.table import Laid, Table
from app.games.canasta.types import Answer, Ask, DrawStock, GoOut, Pass

DISCARDS: Final = 6
"""Kinds of cards that are thought over as discards."""
DOUBT: Final = 30.0
"""Points by which other ways seem worse than the policy's own."""
SURE: Final = 0.5
"""How much of its reckoning on discards is believed."""
SPREAD: Final = 120.0
"""Of which this is the most."""


class Step(msgspec.Struct, frozen=True):
    """A command, and what it is by kinds."""

    command: Command
    what: str
    """draw, take, lay, throw, out, end, answer."""
    groups: tuple[Laid, ...] = ()
    kind: int = -1
    threes: int = 0
    prior: float = 0.0
    """What the quick policy thinks of it, in points against its own choice."""

    def do(self, table: Table, policy: Policy) -> None:
        """It is done at a table, and the turn is played to its end by the policy."""
        match self.what:
            case "draw":
                table.draw()
            case "take":
                table.take(list(self.groups))
            case "lay":
                table.lay(list(self.groups))
            case "throw":
                table.discard(self.kind)
                return
            case "out":
                leave(table, (list(self.groups), self.threes, self.kind))
                return
            case "answer":
                _answer(table, self.kind > 0, policy)
                return
            case "end":
                table.over = True
        if not table.over:
            policy.rest(table)


def _answer(table: Table, yes: bool, policy: Policy) -> None:
    """The asker goes out with what he can lay, as far as this world's cards do; or he stays."""
    if not table.drawn:
        table.draw()
        if table.over:
            return
    if not yes:
        table.denied = True
        policy.rest(table)
    elif play := way_out(table):
        leave(table, play)
    else:  # his cards are others than those of this world
        hand = table.hands[table.turn]
        hand[:] = [0] * len(hand)
        table.finish(table.turn)


def steps(sight: Sight, policy: Policy) -> list[Step]:
    """What may be done now; what the policy does comes first."""
    match sight.state.phase:
        case "ask":
            found = _answers(sight)
        case "draw":
            found = list(_draws(sight, policy))
        case _:
            found = list(_plays(sight, policy))
    allowed = [step for step in _distinct(found) if sight.may_do(step.command)]
    return sorted(allowed, key=lambda step: -step.prior)


def _distinct(found: list[Step]) -> list[Step]:
    """Each once."""
    return list({(step.what, step.groups, step.kind): step for step in reversed(found)}.values())[::-1]


def _answers(sight: Sight) -> list[Step]:
    yes = agrees(sight.table, sight.chair)
    return [
        Step(Answer(True), "answer", kind=1, prior=0.0 if yes else -DOUBT),
        Step(Answer(False), "answer", kind=0, prior=-DOUBT if yes else 0.0),
    ]


def _draws(sight: Sight, policy: Policy) -> Iterator[Step]:
    table = sight.table
    chosen = None if sight.state.asked else policy.way(table)
    if not sight.state.asked:
        for way in ways(table):
            prior = 0.0 if way == chosen else -DOUBT
            yield Step(sight.taken(way), "take", tuple(way), prior=prior)
    yield Step(DrawStock(), "draw", prior=-DOUBT if chosen else 0.0)
    yield Step(Pass(), "end", prior=-DOUBT if chosen else 0.0)


def _plays(sight: Sight, policy: Policy) -> Iterator[Step]:
    table, behind = sight.table, 0.0
    if sight.out:
        leaving = exit_of(sight.out)
        yield msgspec.structs.replace(leaving, command=Ask()) if sight.must_ask else leaving
        behind = -DOUBT
    for groups in _lays(table, policy):
        yield Step(sight.laid(groups), "lay", tuple(groups), prior=behind if groups == policy.lays(table) else -DOUBT)
    if policy.lays(table):
        behind = -DOUBT
    priced = sorted(policy.prices(table))
    for at, (price, kind) in enumerate(priced):
        if at < DISCARDS or kind == BLACK or (kind == TWO and not table.frozen):
            prior = behind - SURE * min(SPREAD, price - priced[0][0])
            yield Step(sight.thrown(kind), "throw", kind=kind, prior=prior)


def exit_of(command: GoOut) -> Step:
    """Going out, by kinds."""
    groups = []
    for group in command.melds:
        kinds = [kind_of(card) for card in group.cards]
        twos, jokers = kinds.count(TWO), kinds.count(JOKER)
        groups.append((r.MELDABLE.index(group.rank), len(kinds) - twos - jokers, twos, jokers))
    thrown = kind_of(command.discard) if command.discard else -1
    return Step(command, "out", tuple(groups), thrown, len(command.threes))


def _lays(table: Table, policy: Policy) -> Iterator[list[Laid]]:
    """Melds to lay: those of the policy, all of them and one by one; as many as can be; each canasta that wild cards
    would complete."""
    chair = table.turn
    side, hand = table.sides[chair], table.hands[chair]
    if groups := policy.lays(table):
        yield groups
    if not table.opened[side]:
        if first := opening(hand, table.need[chair]):
            yield first
        return
    if len(groups) > 1:
        yield from ([group] for group in groups)
    yield from _single(table, side, hand)


def _single(table: Table, side: int, hand: list[int]) -> Iterator[list[Laid]]:
    """One meld or addition, with the wild cards that make it a canasta, or none."""
    nat, wild = table.nat[side], table.wild[side]
    for rank in range(RANKS):
        lies, held = nat[rank] + wild[rank], hand[rank]
        gap = r.CANASTA - lies - held
        if 0 < gap <= min(r.MOST_WILDS - wild[rank], hand[TWO] + hand[JOKER]) and lies + held >= r.CANASTA - 3:
            twos = min(gap, hand[TWO])
            yield [(rank, held, twos, gap - twos)]
        if held and (lies or held >= r.LEAST_CARDS):
            yield [(rank, held, 0, 0)]
