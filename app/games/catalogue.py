"""Finds the games: every sub-package of app.games gives one as its `GAME`. The only place that looks at their names."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Sequence
from typing import Final, cast

import msgspec

from app.engine.basics import Command, Event, Refusal
from app.engine.game import Game
from app.engine.options import Number


class BrokenGame(Exception):
    """A game's folder does not keep the contract; the message says where. A mistake of ours, never a player's."""


class Catalogue:
    """The games in some packages, loaded and checked at the first look. Raises BrokenGame then."""

    def __init__(self, packages: Sequence[str] = ("app.games",)) -> None:
        self.packages = tuple(packages)
        self._found: dict[str, Game] | None = None

    def get(self, key: str) -> Game:
        """A game by its key. Raises Refusal `bad.game`."""
        try:
            return self._games()[key]
        except KeyError:
            raise Refusal("bad.game", game=key[:32]) from None

    def keys(self) -> tuple[str, ...]:
        """All keys, in alphabetical order."""
        return tuple(self._games())

    def games(self) -> tuple[Game, ...]:
        """All games, in the order of their keys."""
        return tuple(self._games().values())

    def _games(self) -> dict[str, Game]:
        if self._found is None:
            found: dict[str, Game] = {}
            for folder, name in sorted(f for package in self.packages for f in _folders(package)):
                if folder in found:
                    raise BrokenGame(f"{name}: a game {folder!r} exists already")
                found[folder] = load(folder, name)
            self._found = found
        return self._found


def _folders(package: str) -> list[tuple[str, str]]:
    """Name and full module name of each sub-package."""
    path = importlib.import_module(package).__path__
    return [(m.name, f"{package}.{m.name}") for m in pkgutil.iter_modules(path) if m.ispkg]


def load(folder: str, module: str) -> Game:
    """The game of a package, checked. Raises BrokenGame."""
    game = getattr(importlib.import_module(module), "GAME", None)
    if game is None:
        raise BrokenGame(f"{module}: no GAME")
    for fault in faults(folder, cast(Game, game)):
        raise BrokenGame(f"{module}: {fault}")
    return cast(Game, game)


def faults(folder: str, game: Game) -> Iterable[str]:
    """What a game does wrong in what it declares."""
    if game.key != folder or not re.fullmatch(r"[a-z][a-z0-9_]*", folder):
        yield f"its key is {game.key!r}"
    if type(game.rules) is not int or game.rules < 1:
        yield "rules is not a positive number"
    if not game.levels or len(set(game.levels)) < len(game.levels) or game.standin not in game.levels:
        yield "levels are missing or double, or standin is none of them"
    if game.options.owner != folder:
        yield f"its options belong to {game.options.owner!r}"
    yield from _option_faults(game)
    yield from _tag_faults("command", game.commands, Command)
    yield from _tag_faults("event", game.events, Event)
    if not set(game.reveals) <= set(game.events):
        yield "it reveals by what is no event of its own"
    if not issubclass(game.state, msgspec.Struct):
        yield "state is not a Struct"


def _option_faults(game: Game) -> Iterable[str]:
    keys = [item.key for item in game.options.items]
    if len(set(keys)) < len(keys):
        yield "two options have the same key"
    for at, item in enumerate(game.options.items):
        if not item.accepts(item.default):
            yield f"option {item.key} does not take its own default"
        caps = [cap.when for cap in item.caps] if isinstance(item, Number) else []
        if any(when.key not in keys[:at] for when in (*item.when, *caps)):
            yield f"option {item.key} hangs on one that does not come before it"
    for name, preset in game.options.presets.items():
        try:
            game.options.complete(preset)
        except Refusal as refusal:
            yield f"preset {name}: option {refusal.params['option']}"


def _tag_faults(what: str, types: Sequence[type], base: type[msgspec.Struct]) -> Iterable[str]:
    if not types or not all(issubclass(t, base) for t in types):
        yield f"it needs {what}s, all of them {base.__name__}s"
        return
    tags = [t.__struct_config__.tag for t in types if issubclass(t, msgspec.Struct)]
    if len(set(tags)) < len(tags):
        yield f"two {what}s have the same tag"


CATALOGUE: Final = Catalogue()
"""The games of the house."""

get = CATALOGUE.get
keys = CATALOGUE.keys
games = CATALOGUE.games
