"""Who follows what: connections join rooms, hear every commit, are seen by others."""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from app.live.contracts import Position, StoreUnavailable
from app.tables.room import Follower, Room
from app.tables.rooms import Rooms
from app.tables.service import Tables, admit

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
        self._stays: dict[tuple[str, str], str] = {}
        self._store.fanout.on_reconnect(self._recheck)

    async def join(
        self, follower: Follower, connection: str, table: str, held: Position | None = None, key: str = ""
    ) -> Room:
        """Let somebody follow a table: subscribe first, then read the log, then send what is missing.

        `connection` names the channel among all processes. Raises Refusal `bad.table`, `bad.version`; StoreUnavailable.
        """
        room = await self._rooms.get(table)
        async with room.lock:
            await self._listen(room)
            try:
                await self._rooms.catch_up(room)
                admit(room, follower.user, key)
            except BaseException:
                await self._unlisten_if_empty(room)
                raise
            # only somebody who sits there is believed, lest strangers make everybody start anew
            seated = room.looks.state.seat_of(follower.user) is not None
            rolled_back = held if held and seated and room.contradicts(held) else None
            room.followers.append(follower)
            room.resume(follower, held)
        if rolled_back is not None:
            await self._tables.renew(room, rolled_back.epoch, rolled_back.seq)
        await self._enter(room, follower, connection)
        return room

    async def leave(self, follower: Follower, connection: str, table: str) -> None:
        """Follow no more. Idempotent."""
        user = self._stays.pop((table, connection), "")
        room = self._rooms.known(table)
        if room is not None and follower in room.followers:
            room.followers.remove(follower)
            async with room.lock:
                await self._unlisten_if_empty(room)
        if user:
            try:
                if await self._store.presence.leave(table, user, connection, self._tables.now()):
                    await self._store.presence.announce(table, b"")
            except StoreUnavailable as error:
                _log.warning("presence.leave", table=table, error=str(error))

    async def _listen(self, room: Room) -> None:
        if room.listening:
            return
        await self._store.fanout.listen(room.table, self._rooms.hear(room))
        await self._store.presence.watch(room.table, lambda _: self._rooms.spawn(self._announced(room)))
        room.listening = True

    async def _unlisten_if_empty(self, room: Room) -> None:
        if room.listening and not room.followers:
            room.listening = False
            await self._store.fanout.unlisten(room.table)
            await self._store.presence.unwatch(room.table)

    async def _enter(self, room: Room, follower: Follower, connection: str) -> None:
        self._stays[room.table, connection] = follower.user
        if not follower.user:
            follower.presence(room.here)
            return
        now = self._tables.now()
        if await self._store.presence.enter(room.table, follower.user, connection, now, PRESENT_FOR):
            await self._store.presence.announce(room.table, b"")
        if room.looks.state.seat_of(follower.user) is not None:
            await self._store.directory.remember(follower.user, room.table, now)
        room.here = await self._store.presence.present(room.table, now)
        follower.presence(room.here)

    async def _announced(self, room: Room) -> None:
        try:
            here = await self._store.presence.present(room.table, self._tables.now())
        except StoreUnavailable as error:
            _log.warning("presence.read", table=room.table, error=str(error))
            return
        if here != room.here:
            room.here = here
            for follower in list(room.followers):
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
            now = self._tables.now()
            for (table, connection), user in list(self._stays.items()):
                if user:
                    try:
                        await self._store.presence.enter(table, user, connection, now, PRESENT_FOR)
                    except StoreUnavailable:
                        break
            for room in self._rooms.held():
                if room.followers:
                    await self._announced(room)
                    await self._rooms.refresh(room)
