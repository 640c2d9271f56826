"""Commands guessed from what a seat sees: many are legal, many are not. Knows no game, only the types of commands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from app.engine.basics import Command, View
from app.engine.dice import Dice
from app.engine.game import Game

NUMBERS = (-1, 0, 1, 2, 3, 7)
WORDS = ("", "2S", "AH", "JK", "ZZ", "pass", "S")


def words(view: Any) -> Iterator[str]:
    """Every word that a view holds: keys, texts, and the pairs of characters in texts (cards run together)."""
    if isinstance(view, dict):
        for key, value in view.items():
            yield key
            yield from words(value)
    elif isinstance(view, list):
        for value in view:
            yield from words(value)
    elif isinstance(view, str):
        yield view
        yield from (view[at : at + 2] for at in range(0, len(view) - 2, 2))


@cache
def fields_of(kind: type[Command]) -> inspect.StructType:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info


class Guesser:
    """Guesses for one seat: words of its hand are tried more often than those of the table."""

    def __init__(self, game: Game, public: View, private: View, dice: Dice) -> None:
        self.game, self.dice = game, dice
        self.own = [*words(private)] or [""]
        self.others = [*words(public), *WORDS]

    def command(self) -> Command:
        """Some command of the game."""
        kind = self.dice.choice(self.game.commands)
        info = fields_of(kind)
        given = {
            field.name: self._value(field.type) for field in info.fields if field.required or not self.dice.below(2)
        }
        return kind(**given)

    def _value(self, kind: inspect.Type) -> Any:
        match kind:
            case inspect.StrType():
                return self.dice.choice(self.others if self.dice.below(4) == 0 else self.own)
            case inspect.IntType():
                return self.dice.choice(NUMBERS)
            case inspect.BoolType():
                return bool(self.dice.below(2))
            case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
                items = [self._value(item) for _ in range(self.dice.below(4))]
                return items if isinstance(kind, inspect.ListType) else tuple(items)
            case inspect.DictType(key_type=key, value_type=value):
                return {self._value(key): self._value(value) for _ in range(self.dice.below(3))}
            case inspect.UnionType(types=types):
                return self._value(self.dice.choice(types))
            case inspect.NoneType():
                return None
            case inspect.StructType(cls=cls, fields=fields):
                return cls(**{field.name: self._value(field.type) for field in fields})
        raise TypeError(f"how to guess {kind}?")


MALFORMED = (
    b"",
    b"null",
    b"[]",
    b"{}",
    b'"play"',
    b'{"type":"fold"}',
    b'{"type":"leave","more":1}',
    b'{"type":"sit"}',
    b'{"type":"sit","seat":"0"}',
    b'{"type":"sit","seat":true}',
    b'{"type":"sit","seat":1.5}',
    b'{"type":"ready","ready":1}',
    b'{"type":"leave"',
    b'{"type":"leave"}}',
    b'{"type":"\xff"}',
    b'{"x":' * 5000,
    b'{"type":"bot.add","seat":0,"level":' + b"[" * 5000,
)
"""What no client of ours sends."""


def raw(command: Command) -> bytes:
    return msgspec.json.encode(command)
