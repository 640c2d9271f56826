"""The level `easy`: a beginner who means well. He lays what he can, throws what looks useless, sees no danger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.basics import Command
from app.engine.dice import Dice
from app.games.canasta.bot.kinds import BLACK, JOKER, TWO, VALUES
from app.games.canasta.bot.opening import ways
from app.games.canasta.bot.policy import Policy
from app.games.canasta.bot.sight import Sight
from app.games.canasta.bot.table import Table
from app.games.canasta.bot.weights import Weights
from app.games.canasta.types import Answer, Ask, DrawStock, Pass

SEES: Final = 4
"""In one of so many turns he does not see that he can take the pile."""
CARES: Final = 5
"""In one of so many turns he thinks of what the others need."""
BLUR: Final = 40
"""By how much he misjudges what a card is worth to him."""
LIGHT: Final = Policy(Weights(left=1, hold=99))


def easy(sight: Sight, dice: Dice) -> Iterator[Command]:
    """What to do, then what else if that is not allowed."""
    match sight.state.phase:
        case "ask":
            yield Answer(dice.below(4) > 0)
        case "draw":
            yield from _draws(sight, dice)
        case _:
            yield from _plays(sight, dice)


def _draws(sight: Sight, dice: Dice) -> Iterator[Command]:
    table = sight.table
    found = [] if sight.state.asked else ways(table)
    if found and (not table.stock or (len(table.pile) > 1 and dice.below(SEES))):
        yield sight.taken(dice.choice(found))
    yield from (DrawStock(), Pass())
    if way := sight.way():
        yield way


def _plays(sight: Sight, dice: Dice) -> Iterator[Command]:
    table = sight.table
    if sight.must_ask:
        yield Ask()
    if sight.out:
        yield sight.out
    if groups := LIGHT.lays(table):
        yield sight.laid(groups)
    if dice.below(CARES):
        priced = _guesses(table, dice)
    else:
        priced = [(price, kind) for price, kind in LIGHT.prices(table) if kind not in (TWO, JOKER)]
    for _, kind in sorted(priced):
        yield sight.thrown(kind)


def _guesses(table: Table, dice: Dice) -> list[tuple[float, int]]:
    """What he thinks cards are worth: more of a rank are worth more."""
    hand, side = table.hands[table.turn], table.sides[table.turn]
    out = []
    for kind in range(BLACK + 1):
        if hand[kind]:
            lies = kind < TWO and table.nat[side][kind] > 0
            price = 30 * hand[kind] + 40 * lies + dice.below(BLUR) - VALUES[kind] / 2
            out.append((price + 200 if kind in (TWO, JOKER) else price, kind))
    return out
