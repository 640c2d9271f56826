"""Matches between two levels for the command line: what was asked is checked, what came out is told to people."""

from __future__ import annotations

import math
from collections.abc import Sequence

from app.bots.match import MatchResult
from app.engine.basics import Refusal
from app.engine.game import RANDOM, Game
from app.engine.options import Value


class Unplayable(Exception):
    """A match that cannot be played; the message says why in one line."""


def options_of(game: Game, given: Sequence[str]) -> dict[str, Value]:
    """All options of a game, some given as key=value. Raises Unplayable."""
    chosen: dict[str, Value] = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not equals:
            raise Unplayable(f"{pair!r}: not key=value")
        chosen[key] = _value(value)
    try:
        return game.options.complete(chosen)
    except Refusal as refusal:
        raise Unplayable(f"{game.key} takes no such option: {refusal.params['option']}") from refusal


def _value(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        return text


def check_levels(game: Game, *levels: str) -> None:
    """Raises Unplayable for a level that the game has not."""
    known = (*game.levels, RANDOM)
    for level in levels:
        if level not in known:
            raise Unplayable(f"{game.key} has no level {level!r}: {', '.join(known)}")


def table(result: MatchResult) -> list[str]:
    """The lines of a result for people; ± is half of a 95 % interval over the deals, which one deal does not have."""
    margin, wins = result.margin, result.wins
    rows = [
        (f"{result.a} v {result.b}", f"{result.game}, {result.deals} deals, {result.games} games"),
        ("points a round", f"{margin.mean:+.0f}{_around(margin.margin, 1)}"),
        ("wins", f"{100 * wins.mean:.0f} %{_around(wins.margin, 100)}"),
        (f"ms a card, {result.a}", f"{result.pace_a.mean:.2f}, 99th percentile {result.pace_a.p99:.2f}"),
        (f"ms a card, {result.b}", f"{result.pace_b.mean:.2f}, 99th percentile {result.pace_b.p99:.2f}"),
    ]
    width = max(len(name) for name, _ in rows)
    return [f"{name:{width}}  {value}" for name, value in rows]


def _around(margin: float, unit: int) -> str:
    return "" if math.isinf(margin) else f" ± {unit * margin:.0f}"
