"""Determinised search: what may be done is played out in sampled worlds by the quick policy.

All candidates meet the same worlds, so that what they differ in is their own doing. After half of the work only the
better ones go on, in further worlds. Work is counted in turns played, so many for each ms of the budget, whatever the
machine, and nobody looks at a clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from app.engine.basics import Command
from app.engine.dice import Dice
from app.games.canasta.bot.consent import asks
from app.games.canasta.bot.policy import Policy, policy_for
from app.games.canasta.bot.sight import Sight
from app.games.canasta.bot.steps import Step, steps
from app.games.canasta.bot.table import Table
from app.games.canasta.bot.worlds import Worlds
from app.games.canasta.types import Ask

RATE: Final = 20
"""Turns that are played in a ms. Measured on the reference machine and rounded down (docs/bots.md)."""
SETUP: Final = 3
"""Turns that a playout costs besides."""
HORIZON: Final = 60
"""Turns after which a playout is judged as it stands."""
FEWEST: Final = 4
"""Worlds below which a comparison says nothing."""


class Found(msgspec.Struct):
    """What the search thinks of a step: the sum of its values in points, the worlds it was played in."""

    step: Step
    total: float = 0.0
    worlds: int = 0

    @property
    def value(self) -> float:
        """Points on average."""
        return self.total / max(1, self.worlds)


def best(sight: Sight, dice: Dice, budget: int) -> Iterator[Command]:
    """What to do; nothing if the budget does not do for a judgement."""
    policy = policy_for(sight.table)
    found = search(sight, steps(sight, policy), policy, dice, budget)
    if found:
        step = found[0].step
        if step.what == "out" and "ask" in sight.may and asks(sight.table):
            yield Ask()
        yield step.command


def search(sight: Sight, candidates: list[Step], policy: Policy, dice: Dice, budget: int) -> list[Found]:
    """The candidates, best first; those that went further before those that were left behind."""
    found = [Found(step) for step in candidates]
    if len(found) < 2:
        return found
    worlds, work = Worlds(sight.table, sight.chair, dice), budget * RATE
    account, left, behind = sight.table.accounts[sight.chair], found, list[Found]()
    for share in (work // 2, work - work // 2):
        while share > 0:
            world = worlds.next()
            for one in left:
                share -= _played(one, world.clone(), account, policy)
        left.sort(key=lambda one: -one.value)
        stay = max(2, (len(left) + 2) // 4)
        behind, left = [*left[stay:], *behind], left[:stay]
    if left[0].worlds < FEWEST:
        return []
    return [*left, *behind]


def _played(one: Found, table: Table, account: int, policy: Policy) -> int:
    """One more world for a candidate; the work that it was."""
    one.step.do(table, policy)
    turns = 1
    while not table.over and turns < HORIZON:
        policy.turn(table)
        turns += 1
    one.total += value(table, account)
    one.worlds += 1
    return turns + SETUP


def value(table: Table, account: int) -> float:
    """What an account has at the end against the mean of its opponents."""
    side = next(table.sides[at] for at in range(table.chairs) if table.accounts[at] == account)
    others = {table.accounts[at] for at in range(table.chairs) if table.sides[at] != side}
    return table.score(account) - sum(table.score(other) for other in others) / len(others)
