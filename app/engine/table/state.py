"""The table as the log has made it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from app.engine.basics import Seat
from app.engine.game import Result

Phase = Literal["waiting", "playing", "between", "over", "closed"]


class SeatState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who holds a seat, and how."""

    kind: Literal["open", "person", "bot"] = "open"
    user: str = ""
    name: str = ""
    level: str = ""
    ready: bool = False
    standin: bool = False
    """The server plays for the person until he takes over again."""
    left: bool = False
    """The person left on purpose."""
    confirmed: bool = False
    """He has seen enough of this pause."""
    bank: int = 0
    """ms left when the present decision began."""

    @property
    def human(self) -> bool:
        """Whether a person decides for the seat now."""
        return self.kind == "person" and not self.standin


class Answers(msgspec.Struct, frozen=True):
    """What is remembered of one sender's accepted commands: the highest counter and the latest few with their seq."""

    high: int
    recent: tuple[tuple[int, int], ...]


class TableState(msgspec.Struct, frozen=True):
    """Everything about a table. `play` is the game's own state, None before the start."""

    table: str
    game: str
    rules: int
    options: dict[str, Any]
    settings: dict[str, Any]
    host: str
    seats: tuple[SeatState, ...]
    anchor: str
    opened: int
    phase: Phase = "waiting"
    seq: int = 0
    at: int = 0
    """Time of the last commit."""
    turn: int = 0
    """Number of the present decision: the `seq` of the commit that began it, plus `lead`."""
    since: int = 0
    """When it began."""
    links: tuple[str, ...] = ()
    """Links of the chain revealed so far."""
    answers: dict[str, Answers] = {}
    play: Any = None
    result: Result | None = None
    restored: int = 0
    lead: int = 0
    """How far decision numbers run ahead since commits were lost, so that none comes twice."""

    def seat_of(self, user: str) -> Seat | None:
        """The seat a user holds."""
        for i, seat in enumerate(self.seats):
            if user and seat.user == user:
                return Seat(i)
        return None
