"""What the directory shows of a table."""

from __future__ import annotations

from typing import Final

import msgspec

from app.engine.table.state import TableState

LOBBY: Final = "@lobby"
"""The name under which changes of the list of open tables are announced."""


class ListedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat on a table's card."""

    kind: str
    name: str = ""
    user: str = ""
    level: str = ""


class Listing(msgspec.Struct, frozen=True):
    """A table's card on the start page."""

    id: str
    game: str
    options: dict[str, str | int | bool]
    table: dict[str, str | int | bool]
    phase: str
    host: str
    opened: int
    seats: tuple[ListedSeat, ...]

    @property
    def open(self) -> bool:
        """Whether anybody may come and take a seat."""
        return (
            self.phase == "waiting"
            and self.table["access"] == "public"
            and any(seat.kind == "open" for seat in self.seats)
        )


def listing(state: TableState) -> Listing:
    """The card of a table."""
    return Listing(
        id=state.table,
        game=state.game,
        options=state.options,
        table=state.settings,
        phase=state.phase,
        host=state.host,
        opened=state.opened,
        seats=tuple(ListedSeat(s.kind, s.name, s.user, s.level) for s in state.seats),
    )


def change(before: TableState | None, after: TableState) -> bytes | None:
    """What an append does to the directory: a new card, b"" to take it out, None if it stays as it is."""
    if after.phase in ("over", "closed"):
        return b""
    if before is not None and _looks_alike(before, after):
        return None
    return msgspec.json.encode(listing(after))


def _looks_alike(one: TableState, other: TableState) -> bool:
    """Whether both have the same card: of all that it shows only this can change."""
    return (
        one.phase == other.phase
        and one.host == other.host
        and one.options == other.options
        and one.settings == other.settings
        and len(one.seats) == len(other.seats)
        and all(
            a.user == b.user and a.kind == b.kind and a.name == b.name and a.level == b.level
            for a, b in zip(one.seats, other.seats, strict=True)
        )
    )


class LobbyChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One table's card is new or different; without a listing it is no longer open."""

    table: str
    listing: Listing | None = None


def lobby_change(table: str, card: bytes) -> bytes:
    """The announcement of a change."""
    return msgspec.json.encode({"table": table, "listing": msgspec.Raw(card) if card else None})
