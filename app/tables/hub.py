"""Who follows what: connections join rooms, hear every commit, are seen by others."""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from app.live.contracts import Position, StoreUnavailable
from app.tables.absence import Absences
from app.tables.room import Follower, Room
from app.tables.rooms import Rooms
from app.tables.service import Tables

PRESENT_FOR: Final = 40_000
"""ms after which a connection that is not renewed counts as gone."""
RENEW: Final = 15.0
"""Seconds between renewals."""

_log = structlog.get_logger()


class Hub:
    """The followers in this process."""

    def __init__(self, tables: Tables, rooms: Rooms) -> None:
        self._tables = tables
        self._rooms = rooms
        self._store = tables.store
        self.absences = Absences(tables)
        self._store.fanout.on_reconnect(self._recheck)

    async def join(
        self, follower: Follower, connection: str, table: str, held: Position | None = None, key: str = ""
    ) -> Room:
        """Let somebody follow a table: subscribe first, then read the log, then send what is missing.

        `connection` names the channel among all processes. Raises Refusal `bad.table`, `bad.version`; StoreUnavailable.
        Whatever it raises, nobody follows then.
        """
        room = None
        while room is None:
            room = await self._admitted(follower, connection, table, held, key)
        try:
            # only somebody who sits there is believed, lest strangers make everybody start anew
            if held and room.contradicts(held) and room.looks.state.seat_of(follower.user) is not None:
                await self._tables.doubt(room, follower.user, held)
            await self._enter(room, follower, connection)
        except BaseException:
            await self.leave(follower, connection, table)
            raise
        return room

    async def leave(self, follower: Follower, connection: str, table: str) -> None:
        """Follow no more. Idempotent."""
        room = self._rooms.known(table)
        if room is None or room.followers.get(connection) is not follower:
            return
        room.unfollow(connection)
        await self._left(room, follower, connection)

    async def _left(self, room: Room, follower: Follower, connection: str) -> None:
        await self._go(room, follower, connection)
        async with room.lock:
            await self._rooms.release(room)

    async def _admitted(
        self, follower: Follower, connection: str, table: str, held: Position | None, key: str
    ) -> Room | None:
        """The room, current, with one follower more; None if it was forgotten meanwhile."""
        room = await self._rooms.get(table)
        async with room.lock:
            if self._rooms.known(table) is not room:
                return None
            try:
                await self._listen(room)
                await self._rooms.catch_up(room)
                room.admit(follower.user, key)
            except BaseException:
                await self._rooms.release(room)
                raise
            room.on_put_out = lambda gone, whose: self._rooms.spawn(self._left(room, whose, gone))
            room.follow(connection, follower, key)
            room.resume(follower, held)
            return room

    async def _listen(self, room: Room) -> None:
        if room.listening:
            return
        await self._store.fanout.listen(room.table, self._rooms.hear(room))
        # from here on there is something to give back
        room.listening = True
        await self._store.presence.watch(room.table, lambda _: self._rooms.spawn(self._announced(room)))

    async def _enter(self, room: Room, follower: Follower, connection: str) -> None:
        now = self._tables.now()
        if follower.user:
            first = await self._store.presence.enter(room.table, follower.user, connection, now, PRESENT_FOR)
            if room.followers.get(connection) is not follower:  # the table has gone meanwhile
                await self._store.presence.leave(room.table, follower.user, connection, now)
                return
            if first:
                await self._store.presence.announce(room.table, b"")
            if not room.finished and room.looks.state.seat_of(follower.user) is not None:
                await self._store.directory.remember(follower.user, room.table, now)
        await self._show(room, follower)

    async def _go(self, room: Room, follower: Follower, connection: str) -> None:
        if not follower.user:
            return
        try:
            if await self._store.presence.leave(room.table, follower.user, connection, self._tables.now()):
                await self._store.presence.announce(room.table, b"")
        except StoreUnavailable as error:
            _log.warning("presence.leave", table=room.table, error=str(error))

    async def _announced(self, room: Room) -> None:
        try:
            await self._show(room)
        except StoreUnavailable as error:
            _log.warning("presence.read", table=room.table, error=str(error))

    async def _show(self, room: Room, newcomer: Follower | None = None) -> None:
        """Tell the followers who is there if that has changed, a newcomer in any case."""
        present = await self._store.presence.present(room.table, self._tables.now())
        # one's own are there, whatever the store has forgotten
        here = sorted({*present, *(follower.user for follower in room.followers.values())} - {""})
        changed, room.here = here != room.here, here
        self.absences.look(room)
        for follower in room.followers.values():
            if changed or follower is newcomer:
                follower.presence(here)

    def _recheck(self) -> None:
        """Appends may have gone unheard: compare heads."""
        for room in self._rooms.held():
            if room.followers:
                self._rooms.spawn(self._rooms.refresh(room))

    async def run(self) -> None:
        """Renew presence, notice who has gone without a word, re-read rooms after a lost subscription.

        Until cancelled.
        """
        while True:
            await asyncio.sleep(RENEW)
            try:
                await self.round()
            except StoreUnavailable as error:
                _log.warning("hub.store", error=str(error))
            except Exception:
                _log.exception("hub.round")

    async def round(self) -> None:
        """Do so once. Raises StoreUnavailable."""
        now = self._tables.now()
        for room in self._rooms.held():
            for connection, follower in list(room.followers.items()):
                if follower.user and connection in room.followers:
                    await self._store.presence.enter(room.table, follower.user, connection, now, PRESENT_FOR)
            if room.followers:
                await self._show(room)
                await self._rooms.refresh(room)
