"""The table's own options: who may come, how time is kept, what may be asked of one another, how fast bots move."""

from __future__ import annotations

from typing import Final

import msgspec

from app.engine.options import Choice, Number, Options, OptionSet, Value, When

_DAYS: Final = (When("clock", ("days",)),)
_CUSTOM: Final = (When("clock", ("custom",)),)

SETTINGS: Final = OptionSet(
    owner="table",
    items=(
        Choice("access", ("public", "private")),
        Choice("clock", ("normal", "fast", "slow", "days", "untimed", "custom")),
        Number("bank", 5, 3600, 120, when=_CUSTOM),
        Number("increment", 0, 600, 20, when=_CUSTOM),
        Number("days", 1, 14, 2, when=_DAYS),
        Number("vacation", 0, 30, 7, when=_DAYS),
        Choice("pace", ("natural", "fast"), advanced=True),
        Choice("rated", ("friendly", "rated"), when=(When("clock", ("normal", "fast", "slow", "days", "custom")),)),
        Choice("watch", ("open", "delayed", "none")),
        Number("delay", 1, 13, 2, when=(When("watch", ("delayed",)),)),
        Choice("undo", ("ask", "off", "free")),
        Choice("hints", ("on", "off"), when=(When("rated", ("friendly",)),)),
        Choice("autostart", ("no", "full", "bots")),
        Choice("chat", ("open", "presets", "off")),
    ),
    presets={
        "relaxed": {"clock": "untimed"},
        "friends": {"clock": "slow", "access": "private"},
        "quick": {"clock": "fast", "pace": "fast", "autostart": "bots"},
        "correspondence": {"clock": "days", "access": "private", "autostart": "full"},
    },
)

DAY: Final = 86_400_000
"""ms."""
ALLOWANCE: Final = 500
"""ms after the end of a clock until it counts as run out: what the network may take without anybody measuring it."""
RETURNING: Final = 5_000
"""Who returns, or has to decide again, has at least so many ms: a clock without increment would else run out again at
once."""

CLOCKS: Final = {"fast": (60_000, 8_000), "normal": (120_000, 20_000), "slow": (300_000, 45_000)}
"""Bank and increment (ms) of the named clocks. The bank is also the most that can be saved up."""

DEFAULTS: Final = SETTINGS.complete({})


class Clock(msgspec.Struct, frozen=True):
    """How time is kept, in ms: what each person has in store, what a decision earns, what each takes without cost."""

    bank: int
    increment: int = 0
    free: int = 0
    allowance: int = ALLOWANCE


def complete(given: Options) -> dict[str, Value]:
    """All settings written out. Raises Refusal `bad.option`. What is taken back without asking is never rated."""
    full = SETTINGS.complete(given)
    if full["undo"] == "free" and full["rated"] == "rated":
        full["undo"] = "ask"
    return full


def setting(settings: Options, key: str) -> Value:
    """A setting of a table, also of one that was opened before there was such a setting."""
    return settings[key] if key in settings else DEFAULTS[key]


def recent(settings: Options) -> bool:
    """Whether a table was opened since clocks have an allowance and what was played for absent persons is counted:
    older logs keep the states that their records tell of."""
    return "undo" in settings


def clock_of(settings: Options) -> Clock | None:
    """The clock of a table; None if it is untimed."""
    clock = settings["clock"]
    if clock == "untimed":
        return None
    if clock == "days":
        return Clock(int(settings["vacation"]) * DAY, free=int(settings["days"]) * DAY, allowance=0)
    bank, increment = CLOCKS.get(str(clock), (int(settings["bank"]) * 1000, int(settings["increment"]) * 1000))
    return Clock(bank, increment, allowance=ALLOWANCE if recent(settings) else 0)


def live(settings: Options) -> bool:
    """Whether people play it in one sitting, against a clock."""
    clock = clock_of(settings)
    return clock is not None and not clock.free
