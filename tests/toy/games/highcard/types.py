"""What the game consists of: options, rules, state, commands, events. Chairs everywhere, never seats."""

from __future__ import annotations

from typing import Final

import msgspec

from app.engine.basics import Card, Command, Event
from app.engine.options import Choice, Number, Options, OptionSet, When

HAND: Final = 3
"""Cards dealt to each: tricks in a deal."""
HURRY: Final = 9_000
"""ms after which a card is laid for a player, if the table is in a hurry."""

OPTIONS: Final = OptionSet(
    owner="highcard",
    items=(
        Choice("players", (2, 3)),
        Number("deals", low=1, high=4, default=2),
        Choice("drawing", ("on", "off")),
        Number("draws", low=1, high=2, default=1, when=(When("drawing", ("on",)),)),
        Choice("hurry", ("off", "on"), advanced=True),
    ),
    presets={"standard": {}, "plain": {"drawing": "off", "deals": 1}, "wild": {"players": 3, "draws": 2}},
)


class Rules(msgspec.Struct, frozen=True):
    """The rules of one table."""

    players: int
    deals: int
    draws: int
    """Cards that each may draw in a deal."""
    hurry: bool


def rules_of(options: Options) -> Rules:
    return Rules(
        players=int(options["players"]),
        deals=int(options["deals"]),
        draws=int(options["draws"]) if options["drawing"] == "on" else 0,
        hurry=options["hurry"] == "on",
    )


class State(msgspec.Struct, frozen=True):
    """A game at one moment; tuples are by chair, hands in sorting order."""

    rules: Rules
    chairs: tuple[int, ...] = ()
    """The chair of each seat."""
    phase: str = "new"
    """new, play, between, over."""
    count: int = 0
    """Decisions so far."""
    deal: int = -1
    dealer: int = 0
    no: int = 0
    """Tricks finished in this deal."""
    leader: int = 0
    trick: tuple[Card, ...] = ()
    drawn: tuple[int, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()
    stock: tuple[Card, ...] = ()
    """The next to be drawn first."""
    seen: tuple[Card, ...] = ()
    """Cards of finished tricks, in order of play."""
    scores: tuple[int, ...] = ()
    """Tricks taken."""


class Lay(Command, frozen=True, tag="lay"):
    """Lay a card of one's hand."""

    card: str


class Draw(Command, frozen=True, tag="draw"):
    """Take the top card of the stock into one's hand."""


class Seated(Event, frozen=True, tag="seated"):
    """The chair of each seat."""

    chairs: tuple[int, ...]


class Dealt(Event, frozen=True, tag="dealt"):
    """A deal begins with a fresh pack."""

    deal: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


class Drew(Event, frozen=True, tag="drew"):
    """A chair took the top card of the stock."""

    chair: int
    card: Card


class Laid(Event, frozen=True, tag="laid"):
    """A card fell; `hurried`: because its player took too long."""

    chair: int
    card: Card
    hurried: bool = False


class Taken(Event, frozen=True, tag="taken"):
    """A trick is complete."""

    winner: int


class Swept(Event, frozen=True, tag="swept"):
    """A deal is over; what is left of it is put away."""


class Concluded(Event, frozen=True, tag="concluded"):
    """The game is over."""
