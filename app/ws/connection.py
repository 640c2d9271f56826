"""One socket: what goes out is queued and never waited for, what comes in is limited and answered."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.ws.protocol import Ack, Close, FromServer

QUEUE_FRAMES: Final = 256
"""Frames that may wait for a slow reader; then he is closed and resumes."""
QUEUE_BYTES: Final = 1 << 20
LINGER: Final = 2.0
"""Seconds in which the last frames of a socket that closes may still go out."""

_ENCODER = msgspec.json.Encoder()


class Outlet(Protocol):
    """All that the rest of the server knows of a socket."""

    def send(self, frame: bytes) -> None:
        """Queue a frame. Never waits, never raises."""

    def buffered(self) -> int:
        """Bytes that wait."""

    def close(self, code: int, reason: str = "") -> None:
        """Close once what waits has been sent (or at once if the reader does not read)."""


class SocketOutlet:
    """An `Outlet` over a Starlette WebSocket: a bounded queue and one task, `write`, that sends it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._writer: asyncio.Task[None] | None = None
        self._late: asyncio.TimerHandle | None = None

    def start(self) -> asyncio.Task[None]:
        """Begin to write; the task ends when the outlet has been closed, has failed or has fallen behind."""
        self._writer = asyncio.create_task(self._write())
        return self._writer

    def send(self, frame: bytes) -> None:
        if self._closing is not None:
            return
        self._queue.append(frame)
        self._bytes += len(frame)
        # one frame alone may be longer: it would be no shorter the next time
        if len(self._queue) > QUEUE_FRAMES or (self._bytes > QUEUE_BYTES and len(self._queue) > 1):
            self._closing = (Close.SLOW, "slow")
            if self._writer is not None:
                # it may hang in a send that the reader never takes
                self._writer.cancel()
        self._wake.set()

    def message(self, message: FromServer | Ack) -> None:
        """Queue a message."""
        self.send(_ENCODER.encode(message))

    def buffered(self) -> int:
        return self._bytes

    def close(self, code: int, reason: str = "") -> None:
        if self._closing is not None:
            return
        self._closing = (code, reason)
        self._wake.set()
        if self._writer is not None:
            self._late = asyncio.get_running_loop().call_later(LINGER, self._writer.cancel)

    async def finish(self) -> None:
        """Stop writing and close the socket with the code that was asked for, if it still takes one."""
        if self._late is not None:
            self._late.cancel()
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        if self._closing is not None and self._socket.application_state is WebSocketState.CONNECTED:
            try:
                async with asyncio.timeout(LINGER):
                    await self._socket.close(*self._closing)
            except (TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
                pass
        self._closing = self._closing or (Close.ERROR, "")

    async def _write(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._queue:
                    frame = self._queue.popleft()
                    self._bytes -= len(frame)
                    await self._socket.send_text(frame.decode())
                if self._closing is not None:
                    return
        except (WebSocketDisconnect, RuntimeError, OSError):
            return


class Bucket:
    """A token bucket: `rate` messages a second in the long run, `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = 0.0

    def take(self, now: float) -> bool:
        """Take a token at time `now` (seconds); False if there is none."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
