"""uvicorn's socket class, but for how it sends and how it ends (`ws=` of its configuration names this one)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.ws.protocol import Close

LINGER: Final = 2.0
"""Seconds that the peer has to answer a close; so many more to take what is still to be sent."""
WIRE: Final = "cards.wire"
"""The ASGI extension by which an application gets at the `Wire` of its socket."""


class Wire(Protocol):
    """Where an application may put whole text frames, several at once, without a detour through three layers."""

    @property
    def full(self) -> bool:
        """Whether the peer takes no more for now."""

    async def drained(self) -> None:
        """Wait until it does."""

    def write(self, frames: Sequence[bytes]) -> None:
        """Send text frames. Raises OSError when the socket is closed or closes."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """Is the application's `Wire`, lets go of a peer that does not read, and leaves the farewell of a server that shuts
    down to the application."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.close_timeout = LINGER
        self._last: asyncio.TimerHandle | None = None

    @property
    def full(self) -> bool:
        """Whether the peer takes no more for now."""
        return not self.writable.is_set()

    async def drained(self) -> None:
        """Wait until it does, or has gone."""
        await self.writable.wait()

    def write(self, frames: Sequence[bytes]) -> None:
        """Send text frames. Raises ClientDisconnected (an OSError) when the socket is closed or closes."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        self.transport.write(b"".join([part for frame in frames for part in (header(len(frame)), frame)]))

    async def run_asgi(self) -> None:
        """The application's part; what comes after it does not wait for the peer for ever."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[WIRE] = self
        await super().run_asgi()
        if not self.disconnected:
            self._last = self.loop.call_later(2 * LINGER, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to wait for."""
        super().connection_lost(exc)
        if self._last is not None:
            self._last.cancel()

    def shutdown(self) -> None:
        """The server shuts down: the application hears it as a disconnect, says what it has to say, and closes."""
        if self.close_sent or self.disconnected or not self.handshake_complete:
            super().shutdown()
            return
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": Close.RESTART})


def header(length: int) -> bytes:
    """What stands before the payload of a whole, unmasked text frame (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2)
    return b"\x81\x7f" + length.to_bytes(8)
