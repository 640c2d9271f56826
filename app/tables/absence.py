"""People who are no longer connected to a game in play: after some grace the log says so, and says when they are back.
Who has booked a seat and is not there gives it up.

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
"""The same where clocks hold a lot: a tenth of the bank, but no longer than this. And of who has booked a seat."""
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
        self._missed: dict[str, dict[str, int]] = {}
        """By table and user."""

    def look(self, room: Room) -> None:
        """Compare who is connected (`room.people`) with who plays, or is to play soon."""
        state, before = room.looks.state, self._missed.pop(room.table, {})
        if state.phase not in ("playing", "between") or grace(state) is None:
            return
        awaited: list[str] = []
        for i, seat in enumerate(state.seats):
            if seat.kind == "person" and seat.gone and seat.user in room.people:
                self._tables.rooms.spawn(self._say(room, cmd.Present(Seat(i))))
            if seat.present:
                awaited.append(seat.user)
            if seat.booked:
                awaited.append(seat.booked)
        now = self._tables.now()
        missed = {user: before.get(user, now) for user in awaited if user not in room.people}
        if missed:
            self._missed[room.table] = missed

    async def round(self) -> None:
        """Say of everybody whose grace is over that he is gone."""
        for table in list(self._missed):
            room = self._tables.rooms.known(table)
            if room is None or not room.followers:
                self._missed.pop(table, None)
                continue
            for user, since in list(self._missed.get(table, {}).items()):
                if (seat := self._overdue(room, user, since)) is not None:
                    self._missed.get(table, {}).pop(user, None)
                    await self._say(room, cmd.Absent(seat, user))

    def _overdue(self, room: Room, user: str, since: int) -> Seat | None:
        """The seat of somebody who has been missed for too long; who has booked one keeps nobody waiting yet."""
        state, away = room.looks.state, self._tables.now() - since
        booked = state.booking_of(user)
        most = grace(state) if booked is None else MOST_GRACE
        return (state.seat_of(user) if booked is None else booked) if most is not None and away >= most else None

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
