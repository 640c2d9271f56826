"""What can be asked of a table, whatever is played at it."""

from __future__ import annotations

from typing import Any

from app.engine.basics import Command


class TableCommand(Command, frozen=True):
    """A command of the table itself."""


class Open(TableCommand, frozen=True, tag="open"):
    """Make the table; the maker becomes host and sits in seat 0. Sent by the server for a person, never taken from a
    socket."""

    table: str
    game: str
    options: dict[str, Any]
    settings: dict[str, Any]
    name: str
    anchor: str


class Sit(TableCommand, frozen=True, tag="sit"):
    """Take a seat, or move to it."""

    seat: int


class Leave(TableCommand, frozen=True, tag="leave"):
    """Give the seat up; in play the server plays on for him."""


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


class TimeUp(TableCommand, frozen=True, tag="time.up"):
    """A deadline has passed. Sent by timers."""


class Restore(TableCommand, frozen=True, tag="restore"):
    """The live store came back with an older log: a new epoch begins. Sent by the server."""

    lost: int
    """The highest position that is known to have been lost."""


COMMANDS: tuple[type[TableCommand], ...] = (
    Open, Sit, Leave, Back, AddBot, RemoveBot, Ready, Start, Next, TimeUp, Restore,
)  # fmt: skip
INTERNAL: tuple[type[TableCommand], ...] = (Open, TimeUp, Restore)
"""Never taken from a person."""
