"""What one socket may ask and how it is answered: the handlers of the protocol's messages."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec
import structlog

from app.engine.basics import Refusal
from app.live.contracts import Position, StoreUnavailable
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
        self, outlet: SocketOutlet, ch: int, table: str, user: str, now: Callable[[], int], ended: Callable[[int], Any]
    ) -> None:
        self.user = user
        self.table = table
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
                invite=snap.invite,
            )
        )

    def delta(self, core: bytes) -> None:
        self._outlet.send(delta(self.ch, core))

    def current(self, seq: int) -> None:
        self._outlet.message(p.TableCurrent(self.ch, seq))

    def presence(self, here: list[str]) -> None:
        self._outlet.message(p.Presence(self.ch, here))

    def gone(self, code: str) -> None:
        self._ended(self.ch)
        self._outlet.message(p.TableGone(self.ch, code))


class Session:
    """The life of one socket after its greeting. `close` gives everything back."""

    def __init__(self, outlet: SocketOutlet, person: Person | None, tables: Tables, hub: Hub, lobby: Lobby) -> None:
        self._outlet = outlet
        self._person = person
        self._user = person.user if person else ""
        self._tables = tables
        self._hub = hub
        self._lobby = lobby
        self._id = secrets.token_hex(8)
        self._channels: dict[int, Channel] = {}
        self._in_lobby = False

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

    def _refuse(self, message: p.ClientMessage, code: str, params: dict[str, str | int | bool]) -> None:
        if isinstance(message, p.TableJoin):
            self._outlet.message(p.TableGone(message.ch, code, params))
        else:
            self._outlet.message(p.Nack(code, params, message.id if isinstance(message, p.TableDo) else ""))

    async def _do(self, message: p.TableDo) -> None:
        if self._person is None:
            raise Refusal("bad.session")
        seq = await self._tables.submit(
            message.table,
            self._person.actor,
            message.cmd,
            message.turn,
            message.id,
            name=self._person.name,
            key=message.key,
            lag=self._outlet.lag,
        )
        self._outlet.message(p.Ack(message.id, seq))

    async def _join(self, message: p.TableJoin) -> None:
        await self._leave(message.ch)
        if len(self._channels) >= CHANNELS:
            raise Refusal("bad.channels", most=CHANNELS)
        channel = Channel(self._outlet, message.ch, message.table, self._user, self._tables.now, self._channels.pop)
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

    def _connection(self, ch: int) -> str:
        return f"{self._id}.{ch}"

    async def _join_lobby(self) -> None:
        if self._in_lobby:
            await self._leave_lobby()
        self._in_lobby = True
        tables = await self._lobby.follow(self)
        self._outlet.message(p.LobbySnap(list(tables)))

    async def _leave_lobby(self) -> None:
        self._in_lobby = False
        await self._lobby.unfollow(self)

    def listed(self, table: str, listing: Listing | None) -> None:
        """The list of open tables has changed."""
        self._outlet.message(p.LobbyDelta(table, listing))

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
