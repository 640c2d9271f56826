"""Options: completing what was chosen, refusing what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.basics import Refusal
from app.engine.options import Choice, Number, OptionSet, When
from app.engine.table.settings import CLOCKS, SETTINGS, bank_and_increment

SET = OptionSet(
    owner="tea",
    items=(
        Choice("kind", ("green", "black", "none")),
        Choice("milk", ("no", "yes"), when=(When("kind", ("black",)),)),
        Number("sugar", 0, 3, 1, when=(When("kind", ("black", "green")),)),
        Choice("froth", (False, True), when=(When("kind", ("black",)), When("milk", ("yes",)))),
        Choice("size", (1, 2)),
    ),
)
DEFAULTS = {"kind": "green", "milk": "no", "sugar": 1, "froth": False, "size": 1}


@pytest.mark.parametrize(
    ("given", "changed"),
    [
        ({}, {}),
        ({"kind": "black"}, {"kind": "black"}),
        ({"kind": "black", "milk": "yes", "froth": True}, {"kind": "black", "milk": "yes", "froth": True}),
        ({"milk": "yes"}, {}),  # not with green tea
        ({"kind": "black", "froth": True}, {"kind": "black"}),  # not without milk
        ({"kind": "none", "sugar": 3}, {"kind": "none"}),
        ({"sugar": 0}, {"sugar": 0}),
        ({"size": 2, "sugar": 3}, {"size": 2, "sugar": 3}),
    ],
)
def test_everything_is_written_out(given: dict[str, Any], changed: dict[str, Any]) -> None:
    full = SET.complete(given)
    assert full == DEFAULTS | changed
    assert list(full) == list(DEFAULTS)
    assert SET.complete(full) == full


@pytest.mark.parametrize(
    ("given", "option"),
    [
        ({"lemon": "yes"}, "lemon"),
        ({"kind": "white"}, "kind"),
        ({"kind": None}, "kind"),
        ({"kind": ["green"]}, "kind"),
        ({"sugar": 4}, "sugar"),
        ({"sugar": -1}, "sugar"),
        ({"sugar": True}, "sugar"),
        ({"sugar": 1.0}, "sugar"),
        ({"sugar": "1"}, "sugar"),
        ({"size": True}, "size"),
        ({"size": 1.0}, "size"),
        ({"froth": 0}, "froth"),
        ({"kind": "none", "sugar": 99}, "sugar"),  # wrong, even if it is not asked for
    ],
)
def test_what_no_option_takes_is_refused(given: dict[str, Any], option: str) -> None:
    with pytest.raises(Refusal) as raised:
        SET.complete(given)
    assert raised.value.code == "bad.option"
    assert raised.value.params == {"option": option, "owner": "tea"}


def test_the_table_has_sensible_settings() -> None:
    full = SETTINGS.complete({})
    assert full == {"access": "public", "clock": "normal", "bank": 120, "increment": 20, "pace": "natural"}
    for preset in SETTINGS.presets.values():
        SETTINGS.complete(preset)


@pytest.mark.parametrize(
    ("given", "clock"),
    [
        ({}, (120_000, 20_000)),
        ({"clock": "fast"}, CLOCKS["fast"]),
        ({"clock": "slow"}, CLOCKS["slow"]),
        ({"clock": "untimed"}, None),
        ({"clock": "custom", "bank": 5, "increment": 0}, (5_000, 0)),
        ({"clock": "custom"}, (120_000, 20_000)),
        ({"bank": 5}, (120_000, 20_000)),  # only a custom clock asks for it
    ],
)
def test_clocks(given: dict[str, Any], clock: tuple[int, int] | None) -> None:
    assert bank_and_increment(SETTINGS.complete(given)) == clock
