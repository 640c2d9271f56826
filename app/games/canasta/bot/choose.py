"""Who thinks how: the levels of the bots, weakest first `easy`, `normal`, `strong`.

Array code is loaded by those who search only: the server, which plays for absent people by `normal`, does without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.engine.basics import Command, Seat, View
from app.engine.dice import Dice
from app.engine.game import RANDOM, THINKING, Opinion
from app.games.canasta import knowledge
from app.games.canasta.bot.beginner import easy
from app.games.canasta.bot.legal import any_legal
from app.games.canasta.bot.normal import normal
from app.games.canasta.bot.sight import Sight


def choose(
    public: View, private: View, memory: View, seat: Seat, level: str, dice: Dice, budget: int = THINKING
) -> Command:
    """The command of a seat that has to act."""
    if level != RANDOM:
        sight = Sight(public, private, memory, seat)
        for command in _thought(sight, level, dice, budget):
            if sight.may_do(command):
                return command
    state = knowledge.imagine(public, private, memory, seat, dice)
    return any_legal(state, state.chairs[seat], dice)


def _thought(sight: Sight, level: str, dice: Dice, budget: int) -> Iterator[Command]:
    """What a level would do, and what else if that is not allowed."""
    if level == "easy":
        yield from easy(sight, dice)
        return
    if level == "strong":
        from app.games.canasta.bot.search import best  # noqa: PLC0415

        yield from best(sight, dice, budget)
    yield from normal(sight)


def advise(
    public: View, private: View, memory: View, seat: Seat, dice: Dice, budget: int = THINKING
) -> Sequence[Opinion]:
    """What the strong level thinks of what may be done, best first; nothing where nothing is asked for."""
    if not private.get("may"):
        return ()
    from app.games.canasta.bot.advise import opinions  # noqa: PLC0415

    return opinions(Sight(public, private, memory, seat), dice, budget)
