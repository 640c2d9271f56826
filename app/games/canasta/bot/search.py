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
from app.games.canasta.bot.policy import Policy, policy_for
from app.games.canasta.bot.promise import promise
from app.games.canasta.bot.sight import Sight
from app.games.canasta.bot.steps import Step, steps
from app.games.canasta.bot.table import Table
from app.games.canasta.bot.worlds import Worlds
from app.games.canasta.types import Ask

RATE: Final = 13
"""Turns that are played in a ms. Measured on the reference machine and rounded down (docs/bots.md)."""
SETUP: Final = 3
"""Turns that a playout costs besides."""
ROUNDS: Final = 2
"""Rounds of turns after which a playout is judged by what lies there and what it promises."""
FEWEST: Final = 4
"""Worlds below which a comparison says nothing."""
TRUST: Final = 60.0
"""Points by which the quick policy's judgement is off, on average."""
STAGES: Final = (0.4, 0.3, 0.3)
"""Shares of the work; after each the worse half of the candidates is left behind."""


class Found(msgspec.Struct):
    """What the search thinks of a step: its values in points, world by world, and what it comes to, against the step
    that the quick policy takes."""

    step: Step
    values: list[float] = []
    value: float = 0.0

    def compare(self, usual: Found) -> None:
        """The policy's judgement, corrected as far as the worlds are enough to tell."""
        count = len(self.values)
        if self is usual or not count:
            self.value = self.step.prior
            return
        gaps = [own - other for own, other in zip(self.values, usual.values, strict=False)]
        mean = sum(gaps) / count
        spread = (sum([(gap - mean) ** 2 for gap in gaps]) + DOUBTS * LEAST) / (count + DOUBTS)
        error = spread / count
        self.value = self.step.prior + (mean - self.step.prior) * TRUST**2 / (TRUST**2 + error)


DOUBTS: Final = 8
LEAST: Final = 60_000.0
"""Squared points that worlds differ by, as so many worlds would say: few may look alike by chance."""


def best(sight: Sight, dice: Dice, budget: int) -> Iterator[Command]:
    """What to do; nothing if the budget does not do for a judgement."""
    policy = policy_for(sight.table)
    found = search(sight, steps(sight, policy), policy, dice, budget)
    if found:
        step = found[0].step
        if step.what == "out" and sight.asks_first:
            yield Ask()
        yield step.command


def search(sight: Sight, candidates: list[Step], policy: Policy, dice: Dice, budget: int) -> list[Found]:
    """The candidates, best first; those that went further before those that were left behind. The first candidate is
    what the quick policy does."""
    found = [Found(step, []) for step in candidates]
    if len(found) < 2:
        return found
    worlds, usual = Worlds(sight.table, sight.chair, dice), found[0]
    account, left, behind = sight.table.accounts[sight.chair], found[:], list[Found]()
    for share in STAGES:
        _stage(left, worlds, account, policy, int(budget * RATE * share))
        for one in left:
            one.compare(usual)
        left.sort(key=lambda one: -one.value)
        stay = max(2, (len(left) + 1) // 2)
        kept = left[:stay] if usual in left[:stay] else [*left[: stay - 1], usual]
        behind = [*(one for one in left if one not in kept), *behind]
        left = kept
    return [*left, *behind] if len(usual.values) >= FEWEST else []


def _stage(left: list[Found], worlds: Worlds, account: int, policy: Policy, work: int) -> None:
    """So much work on the candidates, all of them in the same worlds."""
    while work > 0:
        world = worlds.next()
        for one in left:
            table = world.clone()
            one.step.do(table, policy)
            turns, most = 1, ROUNDS * table.chairs
            while not table.over and turns < most:
                policy.turn(table)
                turns += 1
            one.values.append(value(table, account))
            work -= turns + SETUP


def value(table: Table, account: int) -> float:
    """What an account has at the end, or can hope for, against the mean of its opponents."""
    side = next(table.sides[at] for at in range(table.chairs) if table.accounts[at] == account)
    others = {table.accounts[at]: table.sides[at] for at in range(table.chairs) if table.sides[at] != side}
    worth = table.score(account) - sum([table.score(other) for other in others]) / len(others)
    if table.over:
        return worth
    return worth + promise(table, side) - sum([promise(table, other) for other in others.values()]) / len(others)
