"""The table options of Canasta, and how they become the `Rules` that everything else reads."""

from __future__ import annotations

from typing import Final

import msgspec

from app.engine.options import Choice, Options, OptionSet, When
from app.games.canasta.types import Rules

ON_OFF: Final = ("on", "off")
OFF_ON: Final = ("off", "on")


class Mode(msgspec.Struct, frozen=True):
    """What a mode is made of (R1.4)."""

    chairs: int
    sides: int
    hand: int
    draw: int
    required: int
    target: int
    packs: int = 2
    seats: int = 0
    """Persons, if they are more than chairs (R1.7)."""
    cutthroat: bool = False


MODES: Final = {
    "4p": Mode(chairs=4, sides=2, hand=11, draw=1, required=1, target=5000),
    "2p": Mode(chairs=2, sides=2, hand=15, draw=2, required=2, target=5000),
    "3p": Mode(chairs=3, sides=3, hand=13, draw=1, required=1, target=5000),
    "5p": Mode(chairs=4, sides=2, hand=11, draw=1, required=1, target=5000, seats=5),
    "6p": Mode(chairs=6, sides=2, hand=13, draw=1, required=2, target=10_000, packs=3),
    "3p_cutthroat": Mode(chairs=3, sides=3, hand=13, draw=2, required=2, target=7500, cutthroat=True),
    "6p_three_pairs": Mode(chairs=6, sides=3, hand=13, draw=1, required=2, target=7500, packs=3),
}

WITH_PARTNERS: Final = ("4p", "5p", "6p", "6p_three_pairs")

OPTIONS: Final = OptionSet(
    owner="canasta",
    items=(
        Choice("mode", tuple(MODES)),
        Choice("target", ("standard", "one_deal", "1000", "2500", "5000", "7500", "10000")),
        Choice("seating", ("as_joined", "draw")),
        Choice("permission", ("optional", "off", "required"), when=(When("mode", WITH_PARTNERS),)),
        Choice("canastas_to_go_out", ("standard", "1", "2")),
        Choice("open_pile", OFF_ON),
        Choice("take_onto_canasta", ON_OFF, advanced=True),
        Choice("red_threes_at_deal", OFF_ON, advanced=True),
        Choice("always_frozen", OFF_ON, advanced=True),
        Choice("black_three_freezes", OFF_ON, advanced=True),
        Choice("strict", OFF_ON, advanced=True),
    ),
    presets={
        "standard": {},
        "short": {"target": "2500"},
        "quick": {"target": "one_deal"},
        "two": {"mode": "2p"},
        "strict_book": {"permission": "required", "strict": "on"},
    },
)

_DEFAULTS: Final = OPTIONS.complete({})


def rules_of(options: Options) -> Rules:
    """The rules of a table from its complete options; those that its log is older than have their defaults."""
    options = {**_DEFAULTS, **options}
    name = str(options["mode"])
    mode = MODES[name]
    aim, need = str(options["target"]), str(options["canastas_to_go_out"])
    return Rules(
        mode=name,
        seats=mode.seats or mode.chairs,
        chairs=mode.chairs,
        sides=mode.sides,
        hand=mode.hand,
        draw=mode.draw,
        required=int(need) if need.isdigit() else mode.required,
        packs=mode.packs,
        target=int(aim) if aim.isdigit() else 0 if aim == "one_deal" else mode.target,
        deals=1 if aim == "one_deal" else 0,
        seats_drawn=options["seating"] == "draw",
        permission=str(options["permission"]),
        onto_canasta=options["take_onto_canasta"] == "on",
        open_pile=options["open_pile"] == "on",
        threes_at_deal=options["red_threes_at_deal"] == "on",
        always_frozen=options["always_frozen"] == "on",
        black_freezes=options["black_three_freezes"] == "on",
        strict=options["strict"] == "on",
        cutthroat=mode.cutthroat,
    )
