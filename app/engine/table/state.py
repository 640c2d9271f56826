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
    reserved: str = ""
    """For whom the seat is kept while it is open; it is again for him if he gets up before the start."""
    kept: int = 0
    """Number of the commit that keeps it (ahead of that where commits were lost): it makes the seat's link unlike that
    of an earlier keeping."""
    gone: bool = False
    """The person is not connected, and has not been for a while."""
    played: int = 0
    """Decisions that the server made for the person since his own last command."""
    asked: int = 0
    """How often he has asked in this deal to take something back."""
    proposed: int = 0
    """How often he has proposed something else in this deal without success."""
    booked: str = ""
    """The user who takes the seat at the next pause."""
    booker: str = ""
    """His name."""

    @property
    def human(self) -> bool:
        """Whether a person decides for the seat now."""
        return self.kind == "person" and not self.standin

    @property
    def present(self) -> bool:
        """Whether its person is at the table, to be asked things."""
        return self.human and not self.gone

    @property
    def vacant(self) -> bool:
        """Whether somebody may come into the seat while the game runs."""
        return self.kind != "person" or self.left


class Answers(msgspec.Struct, frozen=True):
    """What is remembered of one sender's accepted commands: the highest counter and the latest few with their seq."""

    high: int
    recent: tuple[tuple[int, int], ...]


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that one person asks of others: who, when (ms since the Unix epoch), who has agreed."""

    seat: int
    at: int
    yes: tuple[int, ...]
    to: int = 0
    """Of an offer to take back: the commit after which the game stands again."""


class Past(msgspec.Struct, frozen=True):
    """A game before one decision of the present deal: the state after commit `seq`, and the seat that then decided
    (-1: nobody did, time did)."""

    seq: int
    seat: int
    own: bool
    """The seat's person decided himself."""
    play: Any
    bank: int = 0
    """ms that his clock held afterwards, but for what the decision earned."""


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
    locked: bool = False
    """Nobody new may sit down."""
    barred: tuple[str, ...] = ()
    """Users who were shown out."""
    keys: int = 0
    """How often the invitations were renewed."""
    paused: bool = False
    offers: dict[str, Offer] = {}
    """What is being asked, by what."""
    woken: int = 0
    """When bots went on after they had waited for an answer."""
    rematch: str = ""
    """Id of the table where the next game is."""
    past: tuple[Past, ...] = ()
    """What may be taken back, latest last; nothing where nobody may ask. It follows from the log and belongs to no
    digest."""

    def seat_of(self, user: str) -> Seat | None:
        """The seat a user holds."""
        for i, seat in enumerate(self.seats):
            if user and seat.user == user:
                return Seat(i)
        return None

    def booking_of(self, user: str) -> Seat | None:
        """The seat a user will take at the next pause."""
        for i, seat in enumerate(self.seats):
            if user and seat.booked == user:
                return Seat(i)
        return None

    def present(self) -> list[Seat]:
        """The seats whose persons are at the table."""
        return [Seat(i) for i, seat in enumerate(self.seats) if seat.present]
