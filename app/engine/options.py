"""Table options as data: the lobby's form, the check of what it sends and the words of a table's card come from here.

Labels and descriptions are not here but in the translation catalogs, under `option.<owner>.<key>` (label),
`option.<owner>.<key>.help`, `option.<owner>.<key>.<value>` and `preset.<owner>.<key>`; owner is a game's key or
`table`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.engine.basics import Refusal

Value = str | int | bool
Options = Mapping[str, Value]


class When(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition: option `key` has one of `values`."""

    key: str
    values: tuple[Value, ...]


class Choice(msgspec.Struct, frozen=True, tag="choice", omit_defaults=True):
    """One of a few named values; the first is the default. Offered and kept only if every condition holds."""

    key: str
    values: tuple[Value, ...]
    when: tuple[When, ...] = ()
    advanced: bool = False

    @property
    def default(self) -> Value:
        return self.values[0]

    def accepts(self, value: object) -> bool:
        return any(value == v and type(value) is type(v) for v in self.values)


class Cap(msgspec.Struct, frozen=True):
    """A number is at most `high` while the condition holds."""

    when: When
    high: int


class Number(msgspec.Struct, frozen=True, tag="number", omit_defaults=True):
    """A whole number from `low` to `high`."""

    key: str
    low: int
    high: int
    default: int
    when: tuple[When, ...] = ()
    advanced: bool = False
    caps: tuple[Cap, ...] = ()

    def accepts(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high


class OptionSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """The options of a game (or of the table itself), in the order of the form, with named presets."""

    owner: str
    items: tuple[Choice | Number, ...]
    presets: Mapping[str, Options] = {}

    def complete(self, given: Options) -> dict[str, Value]:
        """All options written out, defaults too; those whose condition does not hold keep their default.

        Raises Refusal `bad.option` for an unknown option or a value that it does not take, as the others are.
        """
        known = {item.key for item in self.items}
        for key in given:
            if key not in known:
                raise Refusal("bad.option", option=key, owner=self.owner)
        full: dict[str, Value] = {}
        for item in self.items:
            value = given.get(item.key, item.default)
            if not item.accepts(value) or _capped(item, value, full):
                raise Refusal("bad.option", option=item.key, owner=self.owner)
            open_ = all(full.get(w.key) in w.values for w in item.when)
            full[item.key] = value if open_ else item.default
        return full


def _capped(item: Choice | Number, value: Value, full: Options) -> bool:
    """Whether a number is higher than other options let it be."""
    caps = item.caps if isinstance(item, Number) else ()
    return any(full.get(cap.when.key) in cap.when.values and int(value) > cap.high for cap in caps)
