"""Who follows what: connections join rooms, hear every commit, are seen by others."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

import structlog

from app.engine.basics import Refusal, Seat
from app.engine.table.answers import sender
from app.live.contracts import Position, StoreUnavailable
from app.tables import announcements, chat
from app.tables.absence import Absences
from app.tables.announcements import Here, Nudged, Said
from app.tables.chat import Words
from app.tables.room import Follower, Room
from app.tables.rooms import Rooms
from app.tables.service import Person, Tables
from app.tables.talk import Talk

PRESENT_FOR: Final = 40_000
"""ms after which a connection that is not renewed counts as gone."""
RENEW: Final = 15.0
"""Seconds between renewals."""
NUDGE_AFTER: Final = 10_000
"""ms that somebody may think before anybody may remind them."""
NUDGE_EVERY: Final = 15_000
"""ms between two reminders by the same person."""

_log = structlog.get_logger()


class Hub:
    """The followers in this process."""

    def __init__(self, tables: Tables, rooms: Rooms) -> None:
        self._tables = tables
        self._rooms = rooms
        self._store = tables.store
        self.absences = Absences(tables)
        self.on_late: Callable[[str], Coroutine[Any, Any, None]] | None = None
        """Told a table that is over, at which somebody has spoken."""
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

    async def fall_silent(self, follower: Follower, connection: str, table: str, silent: bool = True) -> None:
        """A line gives no sign of life (or does so again): who is behind it is told everything as before, but is not
        seen there. Raises StoreUnavailable."""
        room = self._rooms.known(table)
        if room is None or room.followers.get(connection) is not follower or not follower.user:
            return
        if silent:
            room.silent.add(connection)
            await self._go(room, follower, connection)
        elif connection in room.silent:
            room.silent.discard(connection)
            await self._come(room, follower, connection)
        await self._show(room)

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
        room.talk = Talk(self._store, room.table, room, self._rooms.spawn)
        await self._store.presence.watch(room.table, partial(self._announced, room))

    async def _enter(self, room: Room, follower: Follower, connection: str) -> None:
        talk = room.talk
        if talk is not None:
            await talk.open()
            if room.followers.get(connection) is not follower:  # put out meanwhile: the channel is closed
                return
            follower.chat_log(talk.lines())
        if follower.user:
            if not await self._come(room, follower, connection):
                return
            if not room.finished and room.looks.state.seat_of(follower.user) is not None:
                await self._store.directory.remember(follower.user, room.table, self._tables.now())
        await self._show(room, follower)

    async def _come(self, room: Room, follower: Follower, connection: str) -> bool:
        """Let others see who is there; False if he is not: the table has gone meanwhile."""
        now = self._tables.now()
        first = await self._store.presence.enter(room.table, _who(follower), connection, now, PRESENT_FOR)
        if room.followers.get(connection) is not follower:
            await self._store.presence.leave(room.table, _who(follower), connection, now)
            return False
        if first:
            await self._store.presence.announce(room.table, announcements.encode(Here()))
        return True

    async def _go(self, room: Room, follower: Follower, connection: str) -> None:
        if not follower.user:
            return
        try:
            if await self._store.presence.leave(room.table, _who(follower), connection, self._tables.now()):
                await self._store.presence.announce(room.table, announcements.encode(Here()))
        except StoreUnavailable as error:
            _log.warning("presence.leave", table=room.table, error=str(error))

    def _announced(self, room: Room, body: bytes) -> None:
        match announcements.decode(body):
            case Here():
                self._rooms.spawn(self._look(room))
            case Said() as said:
                if room.talk is not None:
                    room.talk.hear(said)
            case Nudged() as nudge:
                room.nudges[nudge.user] = nudge.at
                room.nudged(nudge.by, nudge.seat)

    async def _look(self, room: Room) -> None:
        try:
            await self._show(room)
        except StoreUnavailable as error:
            _log.warning("presence.read", table=room.table, error=str(error))

    async def _show(self, room: Room, newcomer: Follower | None = None) -> None:
        """Tell the followers who is there if that has changed, a newcomer in any case."""
        present = await self._store.presence.present(room.table, self._tables.now())
        # one's own are there, whatever the store has forgotten
        own = {who.user: who.name for line, who in room.followers.items() if who.user and line not in room.silent}
        room.people = dict(person_of(value) for value in present) | own
        self.absences.look(room)
        room.tell_presence(newcomer)

    # what people say to one another

    async def say(self, table: str, person: Person, key: str, id_: str, text: str, preset: str) -> int:
        """Say something at a table that is followed here; the number of the line.

        A line said before under the same id gets its first number again. Raises Refusal `bad.id`, `bad.chat`,
        `bad.table`, `bad.kicked`, `rule.chat_off`, `rule.chat_presets`, `bad.rate`; StoreUnavailable (say it again
        under its id).
        """
        room, talk = self._followed(table, person.user, key)
        sender(person.actor, id_)
        text, preset = chat.spoken(text, preset)
        state = room.looks.state
        chat.allowed(state, text)
        seat = state.seat_of(person.user)
        words = Words(
            id=id_,
            at=self._tables.now(),
            user=person.user,
            name=person.name,
            seat=-1 if seat is None else seat,
            watcher=seat is None,
            text=text,
            preset=preset,
        )
        n = await self._said(room, talk, words)
        if room.finished and self.on_late is not None:
            self._rooms.spawn(self.on_late(table))
        return n

    async def _said(self, room: Room, talk: Talk, words: Words) -> int:
        try:
            return await talk.say(words)
        except Refusal as refusal:
            if refusal.code != "bad.table":
                raise
        # it was parked in the very moment when somebody came
        async with room.lock:
            await self._rooms.catch_up(room)
        return await talk.say(words)

    async def nudge(self, table: str, person: Person, key: str, seat: int) -> None:
        """Remind somebody that it is their turn.

        Raises Refusal `bad.table`, `bad.kicked`, `bad.not_seated`, `bad.seat`, `rule.nudge` (nobody is waited for
        there), `bad.rate`; StoreUnavailable.
        """
        room, _ = self._followed(table, person.user, key)
        state, public, now = room.looks.state, room.looks.public, self._tables.now()
        by = state.seat_of(person.user)
        if by is None:
            raise Refusal("bad.not_seated")
        if not 0 <= seat < len(state.seats):
            raise Refusal("bad.seat", seat=seat)
        if seat == by or not state.seats[seat].human or str(seat) not in public.get("act", ""):
            raise Refusal("rule.nudge", seat=seat)
        wait = max(state.since + NUDGE_AFTER, room.nudges.get(person.user, 0) + NUDGE_EVERY) - now
        if wait > 0:
            raise Refusal("bad.rate", seconds=math.ceil(wait / 1000))
        room.nudges = {user: at for user, at in room.nudges.items() if now - at < NUDGE_EVERY} | {person.user: now}
        nudge = Nudged(person.user, by, Seat(seat), now)
        await self._store.presence.announce(table, announcements.encode(nudge))

    def _followed(self, table: str, user: str, key: str) -> tuple[Room, Talk]:
        """A table that is followed here, and its chat, for one who may look at it. Raises `bad.table`, `bad.kicked`."""
        room = self._rooms.known(table)
        if room is None or not room.followers or room.talk is None:
            raise Refusal("bad.table")
        room.admit(user, key)
        return room, room.talk

    # staying true

    def _recheck(self) -> None:
        """Appends may have gone unheard: compare heads."""
        for room in self._rooms.held():
            if room.followers:
                self._rooms.spawn(self._rooms.refresh(room))
                if room.talk is not None:
                    self._rooms.spawn(room.talk.mend())

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
                if follower.user and connection in room.followers and connection not in room.silent:
                    await self._store.presence.enter(room.table, _who(follower), connection, now, PRESENT_FOR)
            if room.followers:
                await self._show(room)
                await self._rooms.refresh(room)


def _who(follower: Follower) -> str:
    """Somebody as the live store knows who is present; ids hold no spaces."""
    return f"{follower.user} {follower.name}"


def person_of(value: str) -> tuple[str, str]:
    """User and name of somebody present."""
    user, _, name = value.partition(" ")
    return user, name
