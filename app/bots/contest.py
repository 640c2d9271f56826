"""Matches between two levels for the command line: what was asked is checked, what came out is told to people."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from app.engine.basics import Refusal
from app.engine.game import Game
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
    for level in levels:
        if level not in game.levels:
            raise Unplayable(f"{game.key} has no level {level!r}: {', '.join(game.levels)}")


def played(
    game: Game,
    options: Mapping[str, Value],
    levels: tuple[str, str],
    deals: int,
    seed: int,
    budgets: tuple[int, int],
    processes: int,
) -> msgspec.Struct:
    """The result of a match. Raises Unplayable."""
    try:
        play_match = importlib.import_module("app.bots.match").play_match
    except ModuleNotFoundError as error:
        raise Unplayable("there are no matches here") from error
    more = {}
    if processes > 1:
        if "processes" not in inspect.signature(play_match).parameters:
            raise Unplayable("--processes: matches are played by one process")
        more["processes"] = processes
    result: msgspec.Struct = play_match(game, options, *levels, deals, seed, *budgets, **more)
    return result


def table(result: msgspec.Struct) -> Iterator[str]:
    """The lines of a result for people: every figure with its name."""
    rows = list(_rows("", msgspec.to_builtins(result)))
    width = max((len(name) for name, _ in rows), default=0)
    for name, value in rows:
        yield f"{name:{width}}  {value}"


def _rows(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _rows(f"{name} {str(key).replace('_', ' ')}".strip(), part)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield name, " .. ".join(_shown(part) for part in value)
    else:
        yield name, _shown(value)


def _shown(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
