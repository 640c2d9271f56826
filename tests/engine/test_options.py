"""Options: completing what was chosen, refusing what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.basics import Refusal
from app.engine.options import Cap, Choice, Number, OptionSet, When
from app.engine.table.settings import CLOCKS, DAY, SETTINGS, Clock, clock_of, complete, setting

SET = OptionSet(
    owner="tea",
    items=(
        Choice("kind", ("green", "black", "none")),
        Choice("milk", ("no", "yes"), when=(When("kind", ("black",)),)),
        Number("sugar", 0, 3, 1, when=(When("kind", ("black", "green")),), caps=(Cap(When("milk", ("yes",)), 2),)),
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
        ({"kind": "black", "milk": "yes", "sugar": 3}, "sugar"),
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
    assert complete({}) == {
        "access": "public",
        "clock": "normal",
        "bank": 120,
        "increment": 20,
        "days": 2,
        "vacation": 7,
        "pace": "natural",
        "rated": "friendly",
        "watch": "open",
        "delay": 2,
        "undo": "ask",
        "hints": "on",
        "autostart": "no",
        "chat": "open",
    }
    for preset in SETTINGS.presets.values():
        complete(preset)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"rated": "rated"}, {"rated": "rated", "undo": "ask"}),
        ({"rated": "rated", "undo": "free"}, {"rated": "rated", "undo": "ask"}),
        ({"rated": "rated", "undo": "off"}, {"rated": "rated", "undo": "off"}),
        ({"undo": "free"}, {"rated": "friendly", "undo": "free"}),
        ({"clock": "untimed", "rated": "rated", "undo": "free"}, {"rated": "friendly", "undo": "free"}),
        ({"clock": "days", "days": 14, "vacation": 0}, {"days": 14, "vacation": 0}),
        ({"days": 14, "vacation": 0, "delay": 9}, {"days": 2, "vacation": 7, "delay": 2}),
        ({"watch": "delayed", "delay": 9}, {"delay": 9}),
    ],
)
def test_settings_that_hang_together(given: dict[str, Any], kept: dict[str, Any]) -> None:
    full = complete(given)
    assert {key: full[key] for key in kept} == kept
    assert complete(full) == full


@pytest.mark.parametrize(
    ("given", "clock"),
    [
        ({}, Clock(120_000, 20_000)),
        ({"clock": "fast"}, Clock(*CLOCKS["fast"])),
        ({"clock": "slow"}, Clock(*CLOCKS["slow"])),
        ({"clock": "untimed"}, None),
        ({"clock": "custom", "bank": 5, "increment": 0}, Clock(5_000, 0)),
        ({"clock": "custom"}, Clock(120_000, 20_000)),
        ({"bank": 5}, Clock(120_000, 20_000)),  # only a custom clock asks for it
        ({"clock": "days"}, Clock(7 * DAY, 0, 2 * DAY, 0)),
        ({"clock": "days", "days": 1, "vacation": 0}, Clock(0, 0, DAY, 0)),
    ],
)
def test_clocks(given: dict[str, Any], clock: Clock | None) -> None:
    assert clock_of(complete(given)) == clock


def test_tables_of_old_keep_time_as_they_did() -> None:
    old: dict[str, Any] = {"access": "public", "clock": "fast", "bank": 120, "increment": 20, "pace": "natural"}
    assert clock_of(old) == Clock(*CLOCKS["fast"], allowance=0)
    assert [setting(old, key) for key in ("undo", "autostart", "rated")] == ["ask", "no", "friendly"]
