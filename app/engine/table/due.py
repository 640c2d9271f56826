"""Deadlines of a table, computed from commit times alone: anybody who reads the log knows them.

Kinds: `idle` (a table nobody starts), `fill` (bots take the free seats), `bot` (one moves), `clock` (a person's time is
up), `rest` (the pause between deals ends), `pause` (an agreed pause ends), `offer` (a proposal lapses), `forgotten` (a
game without clocks that nobody goes on with is broken off).
"""

from __future__ import annotations

import hashlib
from typing import Final

from msgspec.structs import replace

from app.engine.basics import Millis, Seat
from app.engine.game import Due, Game
from app.engine.table.settings import DAY, clock_of, live, setting
from app.engine.table.state import TableState

REST: Final = 20_000
"""A pause of a timed table ends by itself after this many ms."""
REST_BOTS: Final = 1_500
"""A pause that no person is waiting in."""
IDLE: Final = 2 * 3600 * 1000
"""A table that waits for its start is closed after this many ms without any commit."""
IDLE_DAYS: Final = 14 * DAY
"""The same, where a move may take days."""
FORGOTTEN: Final = 30 * DAY
"""A game that no clock brings to its end is broken off after this many ms without any commit."""
FAST: Final = 250
"""Think time of a bot at a fast table (ms)."""
HEAD: Final = 150
"""A bot begins to think so many ms before its move is due, so that a hard choice shows no later than a forced one."""
FILL: Final = 15_000
"""Bots take the free seats of a table that wants them after this many ms without any commit."""
PAUSE: Final = 1_800_000
"""An agreed pause ends by itself after this many ms."""
OFFER: Final = 60_000
"""What is proposed lapses after this many ms."""
OFFER_DAYS: Final = 3 * DAY
"""The same, where a move may take days."""


def acting(game: Game, state: TableState) -> list[Seat]:
    """Seats that must act now, in order: the players to move; in a pause the persons who have not confirmed."""
    if state.paused:
        return []
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


def moves_at(state: TableState) -> int:
    """When the present decision of a bot is shown."""
    return max(state.since, state.woken) + think(state)


def rest(game: Game, state: TableState) -> int | None:
    """How long the present pause lasts at most (ms); None if it waits for everybody."""
    if not acting(game, state):
        return REST_BOTS
    clock = clock_of(state.settings)
    return None if clock is None else clock.free or REST


def patience(state: TableState) -> int | None:
    """How long a proposal stands (ms); None if it stands until it is answered."""
    clock = clock_of(state.settings)
    if clock is None:
        return None
    return OFFER_DAYS if clock.free else OFFER


def filling(state: TableState) -> bool:
    """Whether bots are to take the free seats of a waiting table: all that are there are ready, nobody is expected."""
    return (
        setting(state.settings, "autostart") == "bots"
        and setting(state.settings, "rated") == "friendly"
        and any(seat.kind == "open" for seat in state.seats)
        and not any(seat.kind == "open" and seat.reserved for seat in state.seats)
        and all(seat.ready for seat in state.seats if seat.kind == "person")
    )


def due(game: Game, state: TableState) -> list[Due]:
    """Every deadline that runs, earliest first."""
    if state.phase == "waiting":
        return _waiting(state)
    if state.phase not in ("playing", "between"):
        return []
    if state.paused:
        return [Due(state.since + PAUSE, "pause")]
    out = [Due(offer.at + ms, "offer", offer.seat) for offer in state.offers.values() if (ms := patience(state))]
    if clock_of(state.settings) is None:
        out.append(Due(state.at + FORGOTTEN, "forgotten"))
    if state.phase == "playing":
        return sorted([*out, *own(game, state), *_moves(game, state)])
    most = rest(game, state)
    return sorted(out if most is None else [*out, Due(state.since + most, "rest")])


def own(game: Game, state: TableState) -> list[Due]:
    """The deadlines of the game itself; those for all wait, as bots do, while it is asked whether a move is taken
    back."""
    asked = "undo" in state.offers
    late = max(0, state.woken - state.since)
    return [
        replace(due, at=due.at + late) if due.seat < 0 else due
        for due in _own(game, state)
        if due.seat >= 0 or not asked
    ]


def timed(game: Game, state: TableState) -> list[Seat]:
    """Seats whose clock runs: those that must act, but for whom the game has set another time instead; none while it
    waits for a moment with all at the table."""
    own = [due for due in _own(game, state) if due.instead or due.seat < 0] if state.phase == "playing" else []
    spared = {due.seat for due in own}
    return [] if -1 in spared else [seat for seat in acting(game, state) if seat not in spared]


def _own(game: Game, state: TableState) -> list[Due]:
    """Nobody is hurried where there is no clock, or days for a move."""
    slow = not live(state.settings)
    return [due for due in game.due(state.play, Millis(state.since)) if not (due.hurry and slow)]


def _waiting(state: TableState) -> list[Due]:
    clock = clock_of(state.settings)
    idle = Due(state.at + (IDLE_DAYS if clock and clock.free else IDLE), "idle")
    return [Due(state.at + FILL, "fill"), idle] if filling(state) else [idle]


def _moves(game: Game, state: TableState) -> list[Due]:
    """Who has to move, until when. Bots wait while it is asked whether a move is taken back."""
    running = timed(game, state) if (clock := clock_of(state.settings)) else []
    out = []
    for seat in acting(game, state):
        holder = state.seats[seat]
        if not holder.human:
            if "undo" not in state.offers:
                out.append(Due(moves_at(state) - min(HEAD, think(state) // 2), "bot", seat))
        elif clock and seat in running:
            out.append(Due(state.since + clock.free + holder.bank + clock.allowance, "clock", seat))
    return out


def deadline(game: Game, state: TableState) -> int | None:
    """The earliest deadline, for the table's one timer."""
    running = due(game, state)
    return running[0].at if running else None
