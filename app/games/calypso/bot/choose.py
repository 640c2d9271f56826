"""Who thinks how: the levels of the bots, weakest first `easy`, `normal`, `strong`.

Array code is loaded by those who search only: the server, which plays for absent people by `normal`, does without.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.basics import Command, Seat, View
from app.engine.dice import Dice
from app.engine.game import RANDOM, THINKING, Opinion
from app.games.calypso.bot.beginner import easy
from app.games.calypso.bot.besides import besides
from app.games.calypso.bot.policy import Policy
from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.weights import weights
from app.games.calypso.types import Play


def choose(
    public: View, private: View, memory: View, seat: Seat, level: str, dice: Dice, budget: int = THINKING
) -> Command:
    """The card to play. What cannot be chosen is played at once."""
    if command := besides(public, dice):
        return command
    sight = Sight(public, private, memory, seat)
    code = sight.legal[0] if len(sight.legal) == 1 else _code(sight, level, dice, budget)
    return Play(sight.card(code))


def _code(sight: Sight, level: str, dice: Dice, budget: int) -> int:
    match level:
        case "easy":
            return easy(sight, dice)
        case "strong":
            from app.games.calypso.bot.search import search  # noqa: PLC0415

            found = search(sight, dice, budget)
            return found[0].code if found else quick(sight)
        case _ if level == RANDOM:
            return dice.choice(sight.legal)
    return quick(sight)


def quick(sight: Sight) -> int:
    """The card of the quick policy, which is the level `normal`."""
    return Policy(sight, weights(sight.rules.variant)).best()


def advise(
    public: View, private: View, memory: View, seat: Seat, dice: Dice, budget: int = THINKING
) -> Sequence[Opinion]:
    """What the strong level thinks of every legal card, best first; nothing where no card is asked for."""
    if public["phase"] != "play":
        return ()
    from app.games.calypso.bot.advise import opinions  # noqa: PLC0415

    return opinions(Sight(public, private, memory, seat), dice, budget)
