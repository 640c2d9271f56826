"""People who are no longer connected to a game in play: after some grace the log says so, and says when they are back.

Every process that has followers at a table looks; which of them is first makes no difference.
"""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from app.engine.actor import SERVER
from app.engine.basics import Refusal, Seat
from app.engine.table import commands as cmd
from app.engine.table.settings import clock_of
from app.engine.table.state import TableState
from app.live.contracts import StoreUnavailable
from app.tables.room import Room
from app.tables.service import Tables

GRACE: Final = 30_000
"""ms that a person may be away before the others are asked what to do."""
MOST_GRACE: Final = 120_000
"""The same where clocks hold a lot: a tenth of the bank, but no longer than this."""
TICK: Final = 1.0
"""Seconds between looks at those who are missed."""

_log = structlog.get_logger()


def grace(state: TableState) -> int | None:
    """How long somebody may be away (ms); None where moves take days and nobody is expected to be there."""
    clock = clock_of(state.settings)
    if clock is None:
        return GRACE
    return None if clock.free else min(MOST_GRACE, max(GRACE, clock.bank // 10))


class Absences:
    """Who is missed at the tables of this process, and since when."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._missed: dict[tuple[str, str], int] = {}

    def look(self, room: Room) -> None:
        """Compare who is connected (`room.people`) with who plays."""
        state = room.looks.state
        expected = state.phase in ("playing", "between") and grace(state) is not None
        for i, seat in enumerate(state.seats):
            who = (room.table, seat.user)
            if seat.kind != "person":
                continue
            if not expected or seat.standin or seat.user in room.people or seat.gone:
                self._missed.pop(who, None)
            else:
                self._missed.setdefault(who, self._tables.now())
            if expected and seat.gone and seat.user in room.people:
                self._tables.rooms.spawn(self._say(room, cmd.Present(Seat(i))))

    async def round(self) -> None:
        """Say of everybody whose grace is over that he is gone."""
        now = self._tables.now()
        for (table, user), since in list(self._missed.items()):
            room = self._tables.rooms.known(table)
            if room is None or not room.followers:
                del self._missed[table, user]
                continue
            state = room.looks.state
            most, seat = grace(state), state.seat_of(user)
            if seat is None or most is None:
                del self._missed[table, user]
            elif now - since >= most:
                del self._missed[table, user]
                await self._say(room, cmd.Absent(seat))

    async def _say(self, room: Room, command: cmd.Absent | cmd.Present) -> None:
        try:
            id_ = f"presence{command.seat}.{room.position.seq}"
            await self._tables.submit(room.table, SERVER, command, 0, id_)
        except Refusal as refusal:
            # another process was quicker, or it is no longer so
            _log.debug("absence.refused", table=room.table, code=refusal.code)

    async def run(self) -> None:
        """Look once a second. Until cancelled."""
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.round()
            except StoreUnavailable as error:
                _log.warning("absence.store", error=str(error))
            except Exception:
                _log.exception("absence.round")
