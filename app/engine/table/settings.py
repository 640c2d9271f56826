"""The table's own options: who may come, how time is kept, how fast bots move."""

from __future__ import annotations

from typing import Final

from app.engine.options import Choice, Number, Options, OptionSet, When

SETTINGS: Final = OptionSet(
    owner="table",
    items=(
        Choice("access", ("public", "private")),
        Choice("clock", ("normal", "fast", "slow", "untimed", "custom")),
        Number("bank", 5, 3600, 120, when=(When("clock", ("custom",)),)),
        Number("increment", 0, 600, 20, when=(When("clock", ("custom",)),)),
        Choice("pace", ("natural", "fast"), advanced=True),
    ),
    presets={
        "relaxed": {"clock": "untimed"},
        "friends": {"clock": "slow", "access": "private"},
        "quick": {"clock": "fast", "pace": "fast"},
    },
)

CLOCKS: Final = {"fast": (60_000, 8_000), "normal": (120_000, 20_000), "slow": (300_000, 45_000)}
"""Bank and increment (ms) of the named clocks. The bank is also the most that can be saved up."""


def bank_and_increment(settings: Options) -> tuple[int, int] | None:
    """Bank and increment of a table in ms; None if it is untimed."""
    clock = settings["clock"]
    if clock == "untimed":
        return None
    if clock == "custom":
        return int(settings["bank"]) * 1000, int(settings["increment"]) * 1000
    return CLOCKS[str(clock)]
