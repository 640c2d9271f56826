"""What one socket may ask and how it is answered: the handlers of the protocol's messages."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec
import structlog

from app.engine.basics import Refusal, Seat
from app.live.contracts import Position, StoreUnavailable
from app.tables.chat import ChatLine
from app.tables.frames import delta
from app.tables.hub import Hub
from app.tables.listing import Listing
from app.tables.lobby import Lobby
from app.tables.room import Snapshot
from app.tables.service import Person, Tables
from app.ws import protocol as p
from app.ws.connection import SocketOutlet

CHANNELS: Final = 16
"""Tables one socket may follow at once."""

_DECODER = msgspec.json.Decoder(p.ClientMessage)
_log = structlog.get_logger()


class Channel:
    """A table followed on a channel of a socket."""

    def __init__(
        self,
        outlet: SocketOutlet,
        ch: int,
        table: str,
        key: str,
        person: Person | None,
        now: Callable[[], int],
        ended: Callable[[int], Any],
    ) -> None:
        self.user, self.name = (person.user, person.name) if person else ("", "")
        self.table = table
        self.key = key
        self.ch = ch
        self._outlet = outlet
        self._now = now
        self._ended = ended

    def snapshot(self, snap: Snapshot) -> None:
        self._outlet.message(
            p.TableSnap(
                ch=self.ch,
                table=snap.table,
                pos=snap.position,
                public=snap.public,
                private=snap.private,
                log=snap.log,
                at=snap.at,
                since=snap.since,
                now=self._now(),
                here=snap.here,
                watchers=snap.watchers,
                invite=snap.invite,
            )
        )

    def delta(self, core: bytes) -> None:
        self._outlet.send(delta(self.ch, core))

    def current(self, seq: int) -> None:
        self._outlet.message(p.TableCurrent(self.ch, seq))

    def presence(self, here: list[str], watchers: dict[str, str]) -> None:
        self._outlet.message(p.Presence(self.ch, here, watchers))

    def chat_log(self, lines: list[ChatLine]) -> None:
        self._outlet.message(p.ChatLog(lines, self.ch))

    def chat_said(self, line: ChatLine) -> None:
        self._outlet.message(p.ChatSaid(line, self.ch))

    def nudged(self, by: Seat, seat: Seat) -> None:
        self._outlet.message(p.Nudged(self.ch, by, seat))

    def gone(self, code: str) -> None:
        self._ended(self.ch)
        self._outlet.message(p.TableGone(self.ch, code))


class Session:
    """The life of one socket after its greeting. `close` gives everything back."""

    def __init__(self, outlet: SocketOutlet, person: Person | None, tables: Tables, hub: Hub, lobby: Lobby) -> None:
        self._outlet = outlet
        self._person = person
        self._tables = tables
        self._hub = hub
        self._lobby = lobby
        self._id = secrets.token_hex(8)
        self._channels: dict[int, Channel] = {}
        self._in_lobby = False
        self.silent = False
        """Whether the line gives no sign of life."""

    async def hear(self, frame: str) -> None:
        """Answer one frame."""
        # no character has more than four bytes
        if 4 * len(frame) > p.SOFT_LIMIT and len(frame.encode()) > p.SOFT_LIMIT:
            self._outlet.message(p.Nack("bad.size", {"limit": p.SOFT_LIMIT}))
            return
        try:
            message = _DECODER.decode(frame)
        except (msgspec.DecodeError, RecursionError) as error:
            self._outlet.message(p.Nack("bad.message", {"reason": str(error)[:200]}, _id_in(frame)))
            return
        try:
            await self._answer(message)
        except Refusal as refusal:
            self._refuse(message, refusal.code, dict(refusal.params))

    async def _answer(self, message: p.ClientMessage) -> None:
        match message:
            case p.TableDo():
                await self._do(message)
            case p.Ping():
                self._outlet.message(p.Pong(self._tables.now()))
            case p.TableJoin():
                await self._join(message)
            case p.TableLeave():
                await self._leave(message.ch)
            case p.LobbyJoin():
                await self._join_lobby()
            case p.LobbyLeave():
                await self._leave_lobby()
            case p.ChatSay():
                await self._say(message)
            case p.Nudge():
                channel = self._channel(message.ch)
                await self._hub.nudge(channel.table, self._who(), channel.key, message.seat)

    def _refuse(self, message: p.ClientMessage, code: str, params: dict[str, str | int | bool]) -> None:
        if isinstance(message, p.TableJoin):
            self._outlet.message(p.TableGone(message.ch, code, params))
        else:
            id_ = message.id if isinstance(message, p.TableDo | p.ChatSay) else ""
            self._outlet.message(p.Nack(code, params, id_))

    def _who(self) -> Person:
        if self._person is None:
            raise Refusal("bad.session")
        return self._person

    def _channel(self, ch: int) -> Channel:
        if ch not in self._channels:
            raise Refusal("bad.channel")
        return self._channels[ch]

    async def _do(self, message: p.TableDo) -> None:
        person = self._who()
        seq = await self._tables.submit(
            message.table,
            person.actor,
            message.cmd,
            message.turn,
            message.id,
            name=person.name,
            key=message.key,
            lag=self._outlet.lag,
        )
        self._outlet.message(p.Ack(message.id, seq))

    async def _say(self, message: p.ChatSay) -> None:
        person = self._who()
        words = (message.id, message.text, message.preset)
        if message.ch >= 0:
            channel = self._channel(message.ch)
            n = await self._hub.say(channel.table, person, channel.key, *words)
        elif self._in_lobby:
            n = await self._lobby.say(person, *words)
        else:
            raise Refusal("bad.channel")
        self._outlet.message(p.Ack(message.id, n))

    async def _join(self, message: p.TableJoin) -> None:
        await self._leave(message.ch)
        if len(self._channels) >= CHANNELS:
            raise Refusal("bad.channels", most=CHANNELS)
        channel = Channel(
            self._outlet,
            message.ch,
            message.table,
            message.key,
            self._person,
            self._tables.now,
            self._channels.pop,
        )
        # from before the join: the table may close before it has ended
        self._channels[message.ch] = channel
        held = message.pos
        pos = Position(held.epoch, held.seq, held.chain) if held else None
        try:
            await self._hub.join(channel, self._connection(message.ch), message.table, pos, message.key)
        except BaseException:
            self._channels.pop(message.ch, None)
            raise

    async def _leave(self, ch: int) -> None:
        channel = self._channels.pop(ch, None)
        if channel is not None:
            await self._hub.leave(channel, self._connection(ch), channel.table)

    async def fall_silent(self, silent: bool) -> None:
        """The line gives no sign of life, or does so again: others are shown that. Raises StoreUnavailable."""
        for ch, channel in list(self._channels.items()):
            await self._hub.fall_silent(channel, self._connection(ch), channel.table, silent)
        self.silent = silent

    def _connection(self, ch: int) -> str:
        return f"{self._id}.{ch}"

    async def _join_lobby(self) -> None:
        if self._in_lobby:
            await self._leave_lobby()
        self._in_lobby = True
        tables = await self._lobby.follow(self)
        self._outlet.message(p.LobbySnap(list(tables)))
        self.chat_log(self._lobby.said())

    async def _leave_lobby(self) -> None:
        self._in_lobby = False
        await self._lobby.unfollow(self)

    def listed(self, table: str, listing: Listing | None) -> None:
        """The list of open tables has changed."""
        self._outlet.message(p.LobbyDelta(table, listing))

    def chat_log(self, lines: list[ChatLine]) -> None:
        """What has been said in the lobby."""
        self._outlet.message(p.ChatLog(lines))

    def chat_said(self, line: ChatLine) -> None:
        """Somebody has said something there."""
        self._outlet.message(p.ChatSaid(line))

    async def close(self) -> None:
        """Follow nothing any more."""
        leaving = [self._leave(ch) for ch in list(self._channels)]
        if self._in_lobby:
            leaving.append(self._leave_lobby())
        for one in leaving:
            try:
                await one
            except StoreUnavailable as error:
                _log.warning("socket.close", error=str(error))
            except Exception:
                _log.exception("socket.close")


class _Id(msgspec.Struct):
    id: str = ""


def _id_in(frame: str) -> str:
    """The id of a malformed command, so that its sender can tell which was refused."""
    try:
        return msgspec.json.decode(frame, type=_Id).id[:40]
    except (msgspec.DecodeError, RecursionError):
        return ""
