"""The loop that frees the seats of people who have gone from a table that waits for its start: hosts pass on, tables
that everybody has left vanish, the list shows no ghosts. One worker's at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from app.engine.actor import SERVER
from app.engine.basics import Refusal, Seat
from app.engine.table import commands as cmd
from app.engine.table.settings import clock_of, setting
from app.live.contracts import StoreUnavailable
from app.tables.hub import person_of
from app.tables.listing import Listing
from app.tables.lobby import Lobby
from app.tables.service import Tables

PUBLIC: Final = 50_000
"""ms for which a seat is kept at a table that others wait at: a page may be loaded anew meanwhile."""
PRIVATE: Final = 1_800_000
"""The same at a private table: whoever sends the link to friends leaves the page for it."""
EVERY: Final = 10.0
"""Seconds between looks."""

_log = structlog.get_logger()


def lease(table: Listing) -> int | None:
    """How long a seat is kept for somebody who is not there (ms); None where nobody is expected to wait."""
    clock = clock_of(table.table)
    if clock is not None and clock.free:
        return None
    return PUBLIC if setting(table.table, "access") == "public" else PRIVATE


class WaitingRooms:
    """Who is missed in them, and since when. `leads` tells whether it is on this worker to look."""

    def __init__(self, tables: Tables, lobby: Lobby, leads: Callable[[], Awaitable[bool]]) -> None:
        self._tables = tables
        self._lobby = lobby
        self._store = tables.store
        self._leads = leads
        self._missed: dict[tuple[str, str], int] = {}

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.round()
            except StoreUnavailable as error:
                _log.warning("waiting.store", error=str(error))
            except Exception:
                _log.exception("waiting.round")

    async def round(self) -> int:
        """Free what was kept for long enough; how many seats that were. Raises StoreUnavailable."""
        if not await self._leads():
            self._missed = {}
            return 0
        cards = await self._lobby.cards()
        waiting = [card for card in cards.values() if card.phase == "waiting" and lease(card) is not None]
        now, missed, freed = self._tables.now(), dict[tuple[str, str], int](), 0
        for card in waiting:
            here = {person_of(who)[0] for who in await self._store.presence.present(card.id, now)}
            for seat, holder in enumerate(card.seats):
                if not holder.user or holder.user in here:
                    continue
                since = missed[card.id, holder.user] = self._missed.get((card.id, holder.user), now)
                if now - since >= (lease(card) or 0):
                    freed += await self._free(card.id, Seat(seat), holder.user)
        self._missed = missed
        return freed

    async def _free(self, table: str, seat: Seat, user: str) -> bool:
        try:
            room = await self._tables.rooms.get(table)
            async with room.lock:
                # nobody may follow it here: what this process remembers may be old
                await self._tables.rooms.catch_up(room)
            id_ = f"waiting{seat}.{room.position.seq}"
            await self._tables.submit(table, SERVER, cmd.Absent(seat, user), 0, id_)
        except Refusal as refusal:
            _log.debug("waiting.refused", table=table, code=refusal.code)
            return False
        return True
