"""What the directory shows of a table."""

from __future__ import annotations

from typing import Final

import msgspec

from app.engine.game import Game
from app.engine.table.due import acting
from app.engine.table.settings import clock_of, setting
from app.engine.table.state import SeatState, TableState

LOBBY: Final = "@lobby"
"""The name under which changes of the list of open tables are announced."""


class ListedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat on a table's card."""

    kind: str
    name: str = ""
    user: str = ""
    level: str = ""
    reserved: str = ""
    """For whom an open seat is kept."""
    left: bool = False
    """Its person has left the game."""
    booked: str = ""
    """The user who takes it at the next pause."""

    @property
    def free(self) -> bool:
        """Whether anybody may sit down here before the start."""
        return self.kind == "open" and not self.reserved

    @property
    def vacant(self) -> bool:
        """Whether somebody may come into the seat while the game runs."""
        return (self.kind != "person" or self.left) and not self.booked


class Listing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table's card on the start page. Pauses between deals count as `playing`: the card does not come and go with
    them."""

    id: str
    game: str
    options: dict[str, str | int | bool]
    table: dict[str, str | int | bool]
    phase: str
    host: str
    opened: int
    seats: tuple[ListedSeat, ...]
    locked: bool = False
    act: str = ""
    """Seats of persons who must act, as digits; only where a move may take days."""

    @property
    def open(self) -> bool:
        """Whether anybody may come and take a seat."""
        return self.phase == "waiting" and self._public and any(seat.free for seat in self.seats)

    @property
    def joinable(self) -> bool:
        """Whether anybody may come into the running game at its next pause."""
        friendly = setting(self.table, "rated") == "friendly"
        seen = setting(self.table, "watch") != "none"
        return (
            self.phase == "playing" and friendly and seen and self._public and any(seat.vacant for seat in self.seats)
        )

    @property
    def listed(self) -> bool:
        """Whether the list of tables shows it."""
        return self.open or self.joinable

    @property
    def stands(self) -> bool:
        """Whether the game goes on only while people do."""
        return self.phase == "playing" and clock_of(self.table) is None

    @property
    def for_all(self) -> Listing:
        """The card as those see it who do not play there: whose turn it is only where they may watch it as it is."""
        return self if setting(self.table, "watch") == "open" else msgspec.structs.replace(self, act="")

    @property
    def _public(self) -> bool:
        return setting(self.table, "access") == "public" and not self.locked

    def seats_user(self, user: str) -> bool:
        """Whether a user sits there."""
        return any(user == seat.user for seat in self.seats)

    def has(self, user: str) -> bool:
        """Whether a user sits there, or will at the next pause."""
        return any(user in (seat.user, seat.booked) for seat in self.seats)


def listing(game: Game, state: TableState) -> Listing:
    """The card of a table."""
    return Listing(
        id=state.table,
        game=state.game,
        options=state.options,
        table=state.settings,
        phase=_phase(state),
        host=state.host,
        opened=state.opened,
        seats=tuple(ListedSeat(*_shown(seat)) for seat in state.seats),
        locked=state.locked,
        act=_awaited(game, state),
    )


def _phase(state: TableState) -> str:
    return "playing" if state.phase == "between" else state.phase


def _shown(seat: SeatState) -> tuple[str, str, str, str, str, bool, str]:
    reserved = seat.reserved if seat.kind == "open" else ""
    return seat.kind, seat.name, seat.user, seat.level, reserved, seat.left, seat.booked


def _awaited(game: Game, state: TableState) -> str:
    clock = clock_of(state.settings)
    if clock is None or not clock.free:
        return ""
    return "".join(str(seat) for seat in acting(game, state) if state.seats[seat].human)


def change(game: Game, before: TableState | None, after: TableState) -> bytes | None:
    """What an append does to the directory: a new card, b"" to take it out, None if it stays as it is."""
    if after.phase in ("over", "closed"):
        return b""
    if before is not None and _looks_alike(game, before, after):
        return None
    return msgspec.json.encode(listing(game, after))


def _looks_alike(game: Game, one: TableState, other: TableState) -> bool:
    """Whether both have the same card: of all that it shows only this can change."""
    return (
        _phase(one) == _phase(other)
        and one.host == other.host
        and one.locked == other.locked
        and (one.options is other.options or one.options == other.options)
        and (one.settings is other.settings or one.settings == other.settings)
        and len(one.seats) == len(other.seats)
        and all(a is b or _shown(a) == _shown(b) for a, b in zip(one.seats, other.seats, strict=True))
        and _awaited(game, one) == _awaited(game, other)
    )


class LobbyChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One table's card is new or different; without a listing nobody can join it any more."""

    table: str
    listing: Listing | None = None


def lobby_change(table: str, card: bytes) -> bytes:
    """The announcement of a change."""
    return msgspec.json.encode({"table": table, "listing": msgspec.Raw(card) if card else None})
