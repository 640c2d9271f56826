"""The WebSocket door: who may come in, reading, liveness, leaving."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.db.sessions import DatabaseUnavailable
from app.live.contracts import StoreUnavailable
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.service import Person, Tables
from app.ws import protocol as p
from app.ws.connection import Bucket, SocketOutlet, Tick
from app.ws.session import Session

SWEEP: Final = 1.0
"""Seconds between looks for silent sockets."""
QUIET: Final = 9.0
"""Seconds without a sign of life after which others no longer see the person there (pings are answered by the peer's
socket, however busy or asleep its page is)."""
SILENT: Final = 30.0
"""Seconds without a frame after which a socket is closed."""
RATE, BURST = 20.0, 60.0
"""Messages a second, and at once, that one socket may send."""
COME_BACK: Final = 3_000
"""ms within which the pages of a server that restarts come back, spread by the page's own jitter."""

_log = structlog.get_logger()


class Door:
    """All sockets of this process. `identify` and `allowed` come from the session and the configuration."""

    def __init__(
        self,
        tables: Tables,
        hub: Hub,
        lobby: Lobby,
        identify: Callable[[WebSocket], Awaitable[Person | None]],
        allowed: Callable[[WebSocket], bool],
        build: str,
    ) -> None:
        self._tables = tables
        self._hub = hub
        self._lobby = lobby
        self._identify = identify
        self._allowed = allowed
        self._build = build
        self._open: dict[SocketOutlet, float] = {}
        """When each was last heard."""
        self._sessions: dict[SocketOutlet, Session] = {}
        self._tick = Tick()
        self._closing = False

    @property
    def count(self) -> int:
        """Open sockets."""
        return len(self._open)

    async def serve(self, socket: WebSocket) -> None:
        """The life of one socket."""
        offered = socket.scope.get("subprotocols", [])
        await socket.accept(subprotocol=p.SUBPROTOCOL if p.SUBPROTOCOL in offered else None)
        if not self._allowed(socket):
            await socket.close(p.Close.ORIGIN, "origin")
            return
        if p.SUBPROTOCOL not in offered:
            await socket.close(p.Close.SUBPROTOCOL, "subprotocol")
            return
        outlet = SocketOutlet(socket, self._tick)
        self._open[outlet] = time.monotonic()
        reader = asyncio.create_task(self._talk(socket, outlet))
        try:
            await asyncio.wait([reader, outlet.ended], return_when=asyncio.FIRST_COMPLETED)
            if reader.done():
                # what is queued (a farewell, the last answers) still goes out
                outlet.close(1000)
                await asyncio.wait([outlet.ended])
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)
            await outlet.finish()
            self._open.pop(outlet, None)

    async def _talk(self, socket: WebSocket, outlet: SocketOutlet) -> None:
        session: Session | None = None
        try:
            person = await self._identify(socket)
            user = p.User(person.user, person.name) if person else None
            outlet.message(p.Hello(p.LEVEL, self._build, self._tables.now(), user))
            if self._closing:
                self._farewell(outlet)
            session = Session(outlet, person, self._tables, self._hub, self._lobby)
            self._sessions[outlet] = session
            await self._read(socket, outlet, session)
        except WebSocketDisconnect as end:
            if end.code == p.Close.RESTART:
                self._farewell(outlet)
        except (StoreUnavailable, DatabaseUnavailable) as error:
            # the outcome of the last command is unknown: the page asks again under the same id
            _log.warning("socket.store", error=str(error))
            outlet.message(p.Bye("down.store", COME_BACK))
            outlet.close(p.Close.STORE, "store")
        except Exception:
            _log.exception("socket.failed")
            outlet.message(p.Bye("error.internal", COME_BACK))
            outlet.close(p.Close.ERROR, "error")
        finally:
            if session is not None:
                del self._sessions[outlet]
                await asyncio.shield(session.close())

    async def _read(self, socket: WebSocket, outlet: SocketOutlet, session: Session) -> None:
        bucket = Bucket(RATE, BURST)
        while True:
            frame = await _text(socket)
            self._open[outlet] = now = time.monotonic()
            if not bucket.take(now):
                outlet.close(p.Close.FLOOD, "flood")
                return
            await session.hear(frame)

    def _farewell(self, outlet: SocketOutlet) -> None:
        outlet.message(p.Bye("server.restart", COME_BACK))
        outlet.close(p.Close.RESTART, "restart")

    def shut(self) -> None:
        """Tell everybody to come back to another worker."""
        self._closing = True
        for outlet in list(self._open):
            self._farewell(outlet)

    async def sweep(self) -> None:
        """Close sockets that have fallen silent, let nobody be seen behind a dead line. Until cancelled."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(SWEEP)
            now = time.monotonic()
            for outlet, heard in list(self._open.items()):
                if now - heard > SILENT:
                    outlet.close(p.Close.SILENT, "silent")
            if now - before < 2 * SWEEP:  # a process that was held up itself has not read yet what has come
                await self._hearken()

    async def _hearken(self) -> None:
        changed = [
            (session, silent)
            for outlet, session in self._sessions.items()
            if (silent := outlet.silence > QUIET) != session.silent
        ]
        for session, silent in changed:
            try:
                await session.fall_silent(silent)
            except StoreUnavailable as error:
                _log.warning("socket.silent", error=str(error))


async def _text(socket: WebSocket) -> str:
    """The next frame; a binary one counts as an empty text, which is no message. Raises WebSocketDisconnect."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str = message.get("text") or ""
    return text
