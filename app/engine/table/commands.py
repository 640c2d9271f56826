"""What can be asked of a table, whatever is played at it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from app.engine.basics import Command

What = Literal["pause", "concede", "abandon", "undo"]
"""What one person may propose to others."""


class TableCommand(Command, frozen=True):
    """A command of the table itself."""


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits where from the beginning: a person with his name, or a bot with its level."""

    seat: int
    user: str = ""
    name: str = ""
    level: str = ""


class Open(TableCommand, frozen=True, tag="open", omit_defaults=True):
    """Make the table; the maker becomes host and sits in seat 0. Sent by the server for a person, never taken from a
    socket."""

    table: str
    game: str
    options: dict[str, Any]
    settings: dict[str, Any]
    name: str
    anchor: str
    fill: str = ""
    """The level of bots that take every seat nobody has."""
    users: tuple[Seating, ...] = ()
    """Who sits there already, the maker among them (the next game of the same people)."""
    barred: tuple[str, ...] = ()
    """Users who are kept out, as they were there."""


class Sit(TableCommand, frozen=True, tag="sit"):
    """Take a seat, or move to it; in play: take it at the next pause."""

    seat: int


class Leave(TableCommand, frozen=True, tag="leave"):
    """Give the seat up; in play the server plays on for him. Or give up the seat that one would have taken."""


class Back(TableCommand, frozen=True, tag="back"):
    """Take over again from the stand-in."""


class AddBot(TableCommand, frozen=True, tag="bot.add"):
    """Put a bot into an open seat."""

    seat: int
    level: str


class RemoveBot(TableCommand, frozen=True, tag="bot.remove"):
    """Take a bot out of its seat."""

    seat: int


class Ready(TableCommand, frozen=True, tag="ready"):
    """Say that one is ready, or not any more."""

    ready: bool


class Start(TableCommand, frozen=True, tag="start"):
    """Begin the game."""


class Next(TableCommand, frozen=True, tag="next"):
    """Enough of the pause: go on."""


class Kick(TableCommand, frozen=True, tag="kick"):
    """Show a person out for good; in play only one who has booked the seat, or is away: then a bot takes it."""

    seat: int
    user: str = ""
    """Who is meant: the seat's person, or who has booked it ("": who sits there, else who has booked)."""


class Lock(TableCommand, frozen=True, tag="lock"):
    """Let nobody new sit down, or somebody again."""

    locked: bool


class HandOver(TableCommand, frozen=True, tag="host"):
    """Make the person in a seat the host."""

    seat: int
    user: str = ""
    """Who is meant ("": whoever sits there)."""


class Change(TableCommand, frozen=True, tag="change"):
    """Play by other options, at a table with other settings; what is not named stays as it is."""

    options: dict[str, Any]
    settings: dict[str, Any]


class Reserve(TableCommand, frozen=True, tag="reserve"):
    """Keep an open seat for somebody, whose name it shows; "" keeps it no longer."""

    seat: int
    name: str


class Propose(TableCommand, frozen=True, tag="offer"):
    """Propose something to those who have to agree; it happens at once if that is nobody."""

    what: What


class Agree(TableCommand, frozen=True, tag="agree"):
    """Agree to what is proposed."""

    what: What


class Decline(TableCommand, frozen=True, tag="decline"):
    """Not agree; who proposed it takes it back."""

    what: What


class Unpause(TableCommand, frozen=True, tag="unpause"):
    """Play on after an agreed pause."""


class StandIn(TableCommand, frozen=True, tag="standin"):
    """Have the server play for a person who is not connected."""

    seat: int
    user: str = ""
    """Who is meant ("": whoever sits there)."""


class Absent(TableCommand, frozen=True, tag="absent", omit_defaults=True):
    """A person has not been connected for a while. Sent by the server."""

    seat: int
    user: str = ""
    """Who is meant: the seat's person, or who has booked it ("": whoever sits there)."""


class Present(TableCommand, frozen=True, tag="present"):
    """He is connected again. Sent by the server."""

    seat: int


class Rematch(TableCommand, frozen=True, tag="rematched"):
    """The next game is at another table. Sent by the server."""

    table: str


class TimeUp(TableCommand, frozen=True, tag="time.up"):
    """A deadline has passed. Sent by timers."""


class Restore(TableCommand, frozen=True, tag="restore"):
    """The live store came back with an older log: a new epoch begins. Sent by the server."""

    lost: int
    """The highest position that is known to have been lost."""
    told: bool = False
    """By a page, which may lie; no worker has seen it."""


COMMANDS: tuple[type[TableCommand], ...] = (
    Open, Sit, Leave, Back, AddBot, RemoveBot, Ready, Start, Next, Kick, Lock, HandOver, Change, Reserve, Propose,
    Agree, Decline, Unpause, StandIn, Absent, Present, Rematch, TimeUp, Restore,
)  # fmt: skip
INTERNAL: tuple[type[TableCommand], ...] = (Open, Absent, Present, Rematch, TimeUp, Restore)
"""Never taken from a person."""
