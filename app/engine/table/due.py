"""Deadlines of a table, computed from commit times alone: anybody who reads the log knows them."""

from __future__ import annotations

import hashlib
from typing import Final

from app.engine.basics import Millis, Seat
from app.engine.game import Due, Game
from app.engine.table.settings import bank_and_increment
from app.engine.table.state import TableState

REST: Final = 20_000
"""A pause of a timed table ends by itself after this many ms."""
REST_BOTS: Final = 1_500
"""A pause that no person is waiting in."""
IDLE: Final = 2 * 3600 * 1000
"""A table that waits for its start is closed after this many ms without any commit."""
FAST: Final = 250
"""Think time of a bot at a fast table (ms)."""


def acting(game: Game, state: TableState) -> list[Seat]:
    """Seats that must act now, in order: the players to move; in a pause the persons who have not confirmed."""
    if state.phase == "playing":
        return sorted(game.turn(state.play))
    if state.phase == "between":
        return [Seat(i) for i, seat in enumerate(state.seats) if seat.human and not seat.confirmed]
    return []


def think(state: TableState) -> int:
    """How long a bot seems to think (ms): the same for forced cards, so that time tells nothing."""
    if state.settings["pace"] == "fast":
        return FAST
    roll = hashlib.sha256(f"{state.table}:{state.turn}".encode()).digest()
    return 600 + int.from_bytes(roll[:2], "big") % 601


def rest(game: Game, state: TableState) -> int | None:
    """How long the present pause lasts at most (ms); None if it waits for everybody."""
    if not acting(game, state):
        return REST_BOTS
    return REST if bank_and_increment(state.settings) else None


def due(game: Game, state: TableState) -> list[Due]:
    """Every deadline that runs, earliest first."""
    if state.phase == "waiting":
        return [Due(state.at + IDLE, "idle")]
    if state.phase == "between":
        most = rest(game, state)
        return [] if most is None else [Due(state.since + most, "rest")]
    if state.phase != "playing":
        return []
    timed = bank_and_increment(state.settings) is not None
    out = game.due(state.play, Millis(state.since))
    for seat in acting(game, state):
        holder = state.seats[seat]
        if not holder.human:
            out.append(Due(state.since + think(state), "bot", seat))
        elif timed:
            out.append(Due(state.since + holder.bank, "clock", seat))
    return sorted(out)


def deadline(game: Game, state: TableState) -> int | None:
    """The earliest deadline, for the table's one timer."""
    running = due(game, state)
    return running[0].at if running else None
