"""Sets of options in which every pair of values occurs at least once: few tables that try much."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations, product

from app.engine.game import Game
from app.engine.options import Choice, Number, OptionSet, Value
from app.engine.table.settings import SETTINGS
from app.games.catalogue import Catalogue
from tests.toy import PACKAGES

CATALOGUE = Catalogue(PACKAGES)

Row = dict[str, Value]
Pair = tuple[tuple[str, Value], tuple[str, Value]]


def values(options: OptionSet) -> dict[str, tuple[Value, ...]]:
    """The values to try of each option: all of a choice, both ends of a number."""
    return {item.key: item.values if isinstance(item, Choice) else (item.low, item.high) for item in options.items}


def pairs(row: Row) -> set[Pair]:
    return set(combinations(row.items(), 2))


def covering(factors: dict[str, tuple[Value, ...]]) -> Iterator[Row]:
    """Greedy: each row begins with a pair that is missing and takes the values that add most."""
    keys = list(factors)
    missing: dict[Pair, None] = {
        ((a, x), (b, y)): None for a, b in combinations(keys, 2) for x, y in product(factors[a], factors[b])
    }
    while missing:
        row: Row = dict(next(iter(missing)))
        for key in keys:
            if key not in row:
                row[key] = max(factors[key], key=partial(_gain, missing, row, key))
        row = {key: row[key] for key in keys}
        for pair in pairs(row):
            missing.pop(pair, None)
        yield row


def _gain(missing: dict[Pair, None], row: Row, key: str, value: Value) -> int:
    new = (key, value)
    return sum((new, old) in missing or (old, new) in missing for old in row.items())


def option_sets(game: str) -> list[tuple[Row, Row]]:
    """Options and table settings of the tables to play, the defaults first."""
    table = {f"table.{key}": tried for key, tried in values(SETTINGS).items()}
    rows = covering(values(CATALOGUE.get(game).options) | table)
    return [({}, {}), *(_possible(CATALOGUE.get(game), *_split(row)) for row in rows)]


def _possible(game: Game, options: Row, table: Row) -> tuple[Row, Row]:
    """No number higher than the other options let it be; rated only what can be."""
    for item in game.options.items:
        for cap in item.caps if isinstance(item, Number) else ():
            if options[cap.when.key] in cap.when.values:
                options = {**options, item.key: min(cap.high, int(options[item.key]))}
    unrated = game.seats(game.options.complete(options)).unrated
    return options, {**table, "rated": "friendly"} if unrated else table


def _split(row: Row) -> tuple[Row, Row]:
    options = {key: value for key, value in row.items() if not key.startswith("table.")}
    return options, {key.removeprefix("table."): value for key, value in row.items() if key.startswith("table.")}
