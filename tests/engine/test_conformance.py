"""Every game of the catalogue, and the toy, keeps the contract: whole tables in many ways."""

from __future__ import annotations

import pytest

from app.engine import record as records
from app.engine.kernel import peek
from tests.engine.pairwise import CATALOGUE, Row, option_sets
from tests.engine.stress import Stress

LONGEST = 130
"""Commits after which a table that is only one of many is left."""

SETS = [
    pytest.param(key, options, settings, n, id=f"{key}-{n}")
    for key in CATALOGUE.keys()  # noqa: SIM118 - a method of its own
    for n, (options, settings) in enumerate(option_sets(key))
]


@pytest.mark.parametrize(("key", "options", "settings", "n"), SETS)
def test_a_table_from_beginning_to_end(key: str, options: Row, settings: Row, n: int) -> None:
    table = Stress(CATALOGUE.get(key), options, settings, seed=n, leaks=6 if n == 0 else 24)
    table.populate(bots=n % len(table.state.seats))
    table.run(2000 if n == 0 else LONGEST)
    kernel, bodies = table.kernel, table.bodies
    assert kernel.fold(bodies, peek(bodies[0])) == table.state
    if table.state.phase == "over":
        record = records.build(kernel, bodies)
        assert [state for _, state in records.replay(kernel, record)][-1] == table.state
        assert records.audit(kernel, record) == len(bodies)
        assert records.encode(records.decode(records.encode(record))) == records.encode(record)
