"""The level `normal`: the quick policy at a real table. It is the stand-in for absent people."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.basics import Command
from app.games.canasta.bot.consent import agrees
from app.games.canasta.bot.policy import Policy, policy_for
from app.games.canasta.bot.sight import Sight
from app.games.canasta.types import Answer, Ask, DrawStock, Pass


def normal(sight: Sight) -> Iterator[Command]:
    """What to do, then what else if that is not allowed."""
    policy = policy_for(sight.table)
    match sight.state.phase:
        case "ask":
            yield Answer(agrees(sight.table, sight.chair))
        case "draw":
            yield from _draws(sight, policy)
        case _:
            yield from _plays(sight, policy)


def _draws(sight: Sight, policy: Policy) -> Iterator[Command]:
    """The pile, the stock, or the end."""
    if not sight.state.asked and (way := policy.way(sight.table)):
        yield sight.taken(way)
    yield from (DrawStock(), Pass())
    if shown := sight.way():
        yield shown


def _plays(sight: Sight, policy: Policy) -> Iterator[Command]:
    """Out, melds, a discard."""
    if sight.asks_first:
        yield Ask()
    if sight.out:
        yield sight.out
    if groups := policy.lays(sight.table):
        yield sight.laid(groups)
    for _, kind in sorted(policy.prices(sight.table)):
        yield sight.thrown(kind)
