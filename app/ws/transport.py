"""uvicorn's socket class, but for how it ends (`ws=` of its configuration names this one)."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.ws.protocol import Close

LINGER: Final = 2.0
"""Seconds that the peer has to answer a close; so many more to take what is still to be sent."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """Lets go of a peer that does not read, and leaves the farewell of a server that shuts down to the application."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.close_timeout = LINGER
        self._last: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """The application's part; what comes after it does not wait for the peer for ever."""
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
