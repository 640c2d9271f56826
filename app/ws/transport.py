"""uvicorn's socket class, but for how it sends and how it ends (`ws=` of its configuration names this one)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, Protocol

from prometheus_client import Histogram
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.engine.kernel import LAG
from app.ws.protocol import Close

LINGER: Final = 2.0
"""Seconds that the peer has to answer a close; so many more to take what is still to be sent."""
WIRE: Final = "cards.wire"
"""The ASGI extension by which an application gets at the `Wire` of its socket."""
ROUND_TRIPS: Final = 5
"""Round trips of which the shortest is taken for the line's: the others had to wait for somebody."""
MOST_LAG: Final = LAG
"""ms of a round trip that are believed: a peer may hold back its answers."""

_ROUND_TRIP: Final = Histogram(
    "cards_socket_round_trip_seconds",
    "How long the peers of sockets took to answer a ping.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)


class Wire(Protocol):
    """Where an application may put whole text frames, several at once, without a detour through three layers."""

    @property
    def full(self) -> bool:
        """Whether the peer takes no more for now."""

    @property
    def lag(self) -> int:
        """ms that the way to the peer and back takes, at most `MOST_LAG`; 0 as long as no ping has been answered."""

    @property
    def silence(self) -> float:
        """Seconds since anything came from the peer, who answers pings; 0 while it is not read from."""

    async def drained(self) -> None:
        """Wait until it does."""

    def write(self, frames: Sequence[bytes]) -> None:
        """Send text frames. Raises OSError when the socket is closed or closes."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """Is the application's `Wire`, measures how long the line takes, lets go of a peer that does not read, and leaves
    the farewell of a server that shuts down to the application."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.close_timeout = LINGER
        self._last: asyncio.TimerHandle | None = None
        self._round_trips: deque[float] = deque(maxlen=ROUND_TRIPS)
        self._heard = self.loop.time()

    @property
    def full(self) -> bool:
        """Whether the peer takes no more for now."""
        return not self.writable.is_set()

    @property
    def lag(self) -> int:
        """ms that the way to the peer and back takes, at most `MOST_LAG`; 0 as long as no ping has been answered.

        The shortest of the last few round trips: the longer ones waited for a busy page, or for the application, which
        is not read from while it answers.
        """
        return min(MOST_LAG, round(min(self._round_trips) * 1000)) if self._round_trips else 0

    @property
    def silence(self) -> float:
        """Seconds since anything came from the peer, who answers pings; 0 while it is not read from."""
        return 0.0 if self.read_paused or not self.ping_interval else self.loop.time() - self._heard

    def data_received(self, data: bytes) -> None:
        """Whatever it is, the peer is there."""
        self._heard = self.loop.time()
        super().data_received(data)

    async def drained(self) -> None:
        """Wait until it does, or has gone."""
        await self.writable.wait()

    def write(self, frames: Sequence[bytes]) -> None:
        """Send text frames. Raises ClientDisconnected (an OSError) when the socket is closed or closes."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        self.transport.write(b"".join([part for frame in frames for part in (header(len(frame)), frame)]))

    def start_keepalive(self) -> None:
        """The first ping at once: the lag is known before the first move."""
        if self.ping_interval:
            self.send_keepalive_ping()

    def handle_pong(self, event: Any) -> None:
        """An answer to the ping under way is a round trip; any other says nothing."""
        waiting = self.pending_ping_payload
        super().handle_pong(event)
        if waiting is not None and self.pending_ping_payload is None:
            self._round_trips.append(self.last_ping_rtt)
            _ROUND_TRIP.observe(self.last_ping_rtt)

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
