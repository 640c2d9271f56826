"""What the strong level thinks of what may be done, and why: the words are `opinion.<code>`.

| code | params | said of |
|---|---|---|
| takes_pile | n | taking the pile: so many cards |
| key_pair | rank | taking it with a natural pair from the hand |
| pile_small | n | drawing though the pile of so many cards could be taken |
| draws | | drawing where nothing else is to be done |
| ends_deal | | leaving the pile with the stock empty |
| opens | points, minimum | laying the first melds of one's side |
| canasta | rank, points | cards that complete a canasta, of this bonus |
| grows | rank, n | an addition: so many cards lie there then |
| new_meld | rank, n | a new meld |
| spends_wild | n | so many wild cards that go with it |
| few_left | n | so few cards that are left in the hand |
| goes_out | points | going out: what the side has then against the others |
| catches | n | so many cards that the others hold then |
| concealed | points | going out concealed |
| partner_holds | n | so many cards that partners hold then |
| hand_costs | points | an answer: what one's own hand costs if the partner goes out |
| safe | percent | a discard: so likely who comes next cannot take the pile |
| gives_pile | percent, n | a discard with which he takes the pile of so many cards, so likely |
| stops | | a black three, which cannot be taken |
| freezes | | a wild card, which freezes the pile |
| lone_card | card | a discard that fits nothing |
| breaks_pair | rank | a discard of a card that has a twin in the hand |
| fits_meld | rank | a discard of a card that one's own side could lay |
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.dice import Dice
from app.engine.game import Opinion, Reason
from app.games.canasta import rules as r
from app.games.canasta.bot.consent import saved
from app.games.canasta.bot.danger import Danger
from app.games.canasta.bot.kinds import BLACK, RANKS, VALUES
from app.games.canasta.bot.policy import Policy, policy_for
from app.games.canasta.bot.search import Found, search, value
from app.games.canasta.bot.sight import Sight
from app.games.canasta.bot.steps import Step, steps
from app.games.canasta.bot.table import Table
from app.games.canasta.types import Ask, Discard

MOST: Final = 3
"""Reasons for a command."""
FEW: Final = 3
"""Cards in a hand that are few."""
RISKY: Final = 25
"""Percent from which a discard is no longer safe."""


def opinions(sight: Sight, dice: Dice, budget: int) -> list[Opinion]:
    """What may be done, best first; points against the best."""
    policy = policy_for(sight.table)
    candidates = steps(sight, policy)
    found = search(sight, candidates, policy, dice, budget)
    found = found or [Found(step, [], step.prior) for step in candidates]
    out: list[Opinion] = []
    for one in found:
        behind = min(round(one.value - found[0].value), out[-1].points if out else 0)
        why = reasons(sight, policy, one.step)
        if not out and one.step.what == "out" and sight.asks_first and one.step.command != Ask():
            out.append(Opinion(Ask(), 0, why))
        out.append(Opinion(one.step.command, behind, why))
    return out


def reasons(sight: Sight, policy: Policy, step: Step) -> tuple[Reason, ...]:
    """Why one would do it, or rather not; one to three reasons."""
    table = sight.table
    match step.what:
        case "throw":
            found = _thrown(table, policy, step)
        case "lay" | "take":
            found = _laid(table, step)
        case "out":
            found = _out(table, step, sight.chair)
        case "answer":
            found = iter([Reason("hand_costs", {"points": saved(table, sight.chair)}), *_caught(table, table.turn)])
        case "end":
            found = iter([Reason("ends_deal")])
        case _:
            piled = "take" in sight.may
            found = iter([Reason("pile_small", {"n": len(table.pile)}) if piled else Reason("draws")])
    return tuple(found)[:MOST]


def _thrown(table: Table, policy: Policy, step: Step) -> Iterator[Reason]:
    chair, kind = table.turn, step.kind
    if kind == BLACK:
        yield Reason("stops")
    elif kind >= RANKS:
        if not table.frozen:
            yield Reason("freezes")
        yield Reason("spends_wild", {"n": 1})
    else:
        yield _risk(table, policy, kind)
        held, lies = table.hands[chair][kind], table.nat[table.sides[chair]][kind]
        rank = r.MELDABLE[kind]
        if lies:
            yield Reason("fits_meld", {"rank": rank})
        elif held > 1:
            yield Reason("breaks_pair", {"rank": rank})
        elif isinstance(step.command, Discard):
            yield Reason("lone_card", {"card": step.command.card})


def _risk(table: Table, policy: Policy, kind: int) -> Reason:
    percent = round(100 * Danger(table, table.turn, policy.w).of(kind))
    if percent < RISKY:
        return Reason("safe", {"percent": 100 - percent})
    return Reason("gives_pile", {"percent": percent, "n": len(table.pile) + 1})


def _laid(table: Table, step: Step) -> Iterator[Reason]:
    """Melds, with the pile's top card or without."""
    side, chair = table.sides[table.turn], table.turn
    taking = step.what == "take"
    groups = [(rank, n + (taking and not at), t, j) for at, (rank, n, t, j) in enumerate(step.groups)]
    if taking:
        yield Reason("takes_pile", {"n": len(table.pile)})
        if step.groups[0][1] >= r.LEAST_NATURALS:
            yield Reason("key_pair", {"rank": r.MELDABLE[step.groups[0][0]]})
    if not table.opened[side]:
        yield Reason("opens", {"points": _points(groups), "minimum": table.need[chair]})
    yield from (reason for group in groups for reason in _group(table, side, group))
    wild = sum(twos + jokers for _, _, twos, jokers in groups)
    if wild:
        yield Reason("spends_wild", {"n": wild})
    left = table.sizes[chair] - sum(n + t + j for _, n, t, j in step.groups)
    if left <= FEW and not taking:
        yield Reason("few_left", {"n": left})


def _points(groups: list[tuple[int, int, int, int]]) -> int:
    return sum(n * VALUES[rank] + t * r.VALUES["2"] + j * r.VALUES["JK"] for rank, n, t, j in groups)


def _group(table: Table, side: int, group: tuple[int, int, int, int]) -> Iterator[Reason]:
    rank, naturals, twos, jokers = group
    lay = table.nat[side][rank] + table.wild[side][rank]
    lies, name = lay + naturals + twos + jokers, r.MELDABLE[rank]
    if lay < r.CANASTA <= lies:
        mixed = table.wild[side][rank] + twos + jokers > 0
        yield Reason("canasta", {"rank": name, "points": r.MIXED if mixed else r.NATURAL})
    elif lay:
        yield Reason("grows", {"rank": name, "n": lies})
    elif table.opened[side]:
        yield Reason("new_meld", {"rank": name, "n": lies})


def _out(table: Table, step: Step, chair: int) -> Iterator[Reason]:
    world = table.clone()
    step.do(world, policy_for(table))
    if world.hidden:
        yield Reason("concealed", {"points": r.OUT + r.CONCEALED})
    yield Reason("goes_out", {"points": round(value(world, table.accounts[chair]))})
    yield from _caught(table, chair)
    held = sum(table.sizes[at] for at in range(table.chairs) if at != chair and table.sides[at] == table.sides[chair])
    if held:
        yield Reason("partner_holds", {"n": held})


def _caught(table: Table, chair: int) -> Iterator[Reason]:
    others = [at for at in range(table.chairs) if table.sides[at] != table.sides[chair]]
    yield Reason("catches", {"n": sum(table.sizes[at] for at in others)})
