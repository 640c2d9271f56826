"""The table options of Calypso, and how they become the `Rules` that everything else reads."""

from __future__ import annotations

from typing import Final

import msgspec

from app.engine.options import Cap, Choice, Number, Options, OptionSet, When
from app.games.calypso.types import Rules

ON_OFF: Final = ("on", "off")
SHOWN_HIDDEN: Final = ("shown", "hidden")

OPTIONS: Final = OptionSet(
    owner="calypso",
    items=(
        Choice("variant", ("partnership", "solo", "three_handed")),
        Number("rounds", low=1, high=4, default=1, caps=(Cap(When("variant", ("three_handed",)), 3),)),
        Choice(
            "partnerships",
            ("random", "13v24", "12v34", "14v23", "as_seated", "draw"),
            when=(When("variant", ("partnership",)),),
        ),
        Choice("suit_choice", ("random", "draw"), when=(When("variant", ("solo", "three_handed")),)),
        Choice("ruleset", ("standard", "all_fours")),
        Choice("trump_lead_rule", ("any_ruff", "beat_leader"), when=(When("ruleset", ("standard",)),)),
        Choice("revoke_mode", ("prevent", "claim"), advanced=True),
        Choice("completion_carry", ON_OFF, advanced=True),
        Choice("renounce_indicators", ON_OFF),
        Choice("log_detail", ("all_cards", "trick_winners"), advanced=True),
        Choice("last_trick", SHOWN_HIDDEN, advanced=True),
        Choice("pile_counts", SHOWN_HIDDEN, advanced=True),
        Choice("tie_break", ("draw", "calypsos"), advanced=True),
    ),
    presets={
        "standard": {},
        "purist": {"renounce_indicators": "off", "last_trick": "hidden", "pile_counts": "hidden"},
        "long": {"rounds": 4},
    },
)


_DEFAULTS: Final = OPTIONS.complete({})


class Variant(msgspec.Struct, frozen=True):
    """What a variant is made of (R1.1, R6.1, R6.2)."""

    seats: int
    sides: int
    copies: int
    hands: int
    pairs: tuple[str, ...]
    """The suits that partners may own together; none where everybody plays for himself."""
    seating: str = "suit_choice"
    """The option that says how people come to chairs and suits."""
    chairs_chosen: bool = True


VARIANTS: Final = {
    "partnership": Variant(seats=4, sides=2, copies=4, hands=4, pairs=("SH", "CD"), seating="partnerships"),
    "solo": Variant(seats=4, sides=4, copies=4, hands=4, pairs=()),
    "three_handed": Variant(seats=3, sides=3, copies=3, hands=3, pairs=(), chairs_chosen=False),
}

CARDS_EACH: Final = 13


def rules_of(options: Options) -> Rules:
    """The rules of a table from its complete options; those that its log is older than have their defaults."""
    options = {**_DEFAULTS, **options}
    variant = VARIANTS[str(options["variant"])]
    all_fours = options["ruleset"] == "all_fours"
    return Rules(
        variant=str(options["variant"]),
        seats=variant.seats,
        sides=variant.sides,
        pairs=variant.pairs,
        copies=variant.copies,
        hands=variant.hands,
        cards=CARDS_EACH,
        rounds=int(options["rounds"]),
        seating=str(options[variant.seating]),
        lead_holds=all_fours or options["trump_lead_rule"] == "beat_leader",
        ruffs_freely=all_fours,
        carries=options["completion_carry"] == "on",
        lamps=options["renounce_indicators"] == "on",
        last_shown=options["last_trick"] == "shown",
        piles_shown=options["pile_counts"] == "shown",
        plays_logged=options["log_detail"] == "all_cards",
        calypsos_break_ties=options["tie_break"] == "calypsos",
        chairs_chosen=variant.chairs_chosen,
        claims=options["revoke_mode"] == "claim",
    )
