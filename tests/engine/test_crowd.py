"""Anybody does anything: nothing breaks the log, the views, the cards, the clocks, the secrets."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from app.engine import record as records
from app.engine.kernel import peek
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.settings import SETTINGS
from tests.engine.crowd import Crowd
from tests.engine.pairwise import CATALOGUE, covering, values

ROWS = [*covering(values(SETTINGS))]
TABLES = [(key, n) for key in ("highcard", "calypso", "canasta") for n in range(len(ROWS))]
CANASTA = ("4p", "2p", "5p", "3p_cutthroat", "6p", "3p", "6p_three_pairs")


def options_of(key: str, n: int) -> dict[str, Any]:
    """Short games; of Canasta all modes in turn."""
    if key == "highcard":
        return {"players": 2 + n % 2, "deals": 3}
    if key == "canasta":
        drawn = {"seating": "draw", "strict": "on", "permission": "required"} if n % 2 else {}
        return {"mode": CANASTA[n % len(CANASTA)], "target": "1000", **drawn}
    return {"rounds": 1}


@cache
def table(key: str, n: int) -> Crowd:
    game, settings = CATALOGUE.get(key), ROWS[n % len(ROWS)]
    options = options_of(key, n)
    at = Crowd(game, options, settings, seed=n, leaks=12 if key == "highcard" else 40)
    at.crowd(250 if key == "highcard" else 130)
    return at


@pytest.mark.parametrize(("key", "n"), TABLES, ids=lambda value: str(value))
def test_a_table_with_a_crowd(key: str, n: int) -> None:
    at = table(key, n)
    assert at.kernel.fold(at.bodies, peek(at.bodies[0])) == at.state
    if at.state.phase == "over":
        record = records.build(at.kernel, at.bodies)
        assert [state for _, state in records.replay(at.kernel, record)][-1] == at.state
        assert records.audit(at.kernel, record) == len(at.bodies)


def test_every_command_and_every_event_came_up() -> None:
    seen: set[str] = set()
    commands = {str(command.__struct_config__.tag) for command in cmd.COMMANDS if command is not cmd.Open}
    events = {f"{event.__struct_config__.tag}!" for event in ev.EVENTS if event is not ev.Opened}
    more = [("calypso", n) for n in range(len(ROWS), 9 * len(ROWS))]  # what is rare may take a few more tables
    for key, n in (*TABLES, *more):
        seen |= table(key, n).seen.keys()
        if n >= len(ROWS) and not (commands | events) - seen:
            break
    assert not (commands | events) - seen
