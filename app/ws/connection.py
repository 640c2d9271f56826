"""One socket: what goes out is queued and never waited for, what comes in is limited and answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.ws.protocol import Ack, Close, FromServer
from app.ws.transport import WIRE, Wire

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

    @property
    def lag(self) -> int:
        """ms that the line takes there and back, as far as is known."""

    def close(self, code: int, reason: str = "") -> None:
        """Close once what waits has been sent (or soon, if the reader does not read)."""


class Tick:
    """Calls what is handed in once the next turn of the event loop is over: all sockets that have something to say are
    served by one callback, and an answer that follows at once on a delta leaves in the same write."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []

    def soon(self, callback: Callable[[], None]) -> None:
        """Call it soon."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._turn)
        self._waiting.append(callback)

    def _turn(self) -> None:
        asyncio.get_running_loop().call_soon(self._call)

    def _call(self) -> None:
        waiting, self._waiting = self._waiting, []
        for callback in waiting:
            callback()


class SocketOutlet:
    """An `Outlet` over a Starlette WebSocket: a bounded queue, written straight to the wire while that takes it.

    `ended` is done when nothing more will be written: it has been closed, has failed or has fallen behind.
    """

    def __init__(self, socket: WebSocket, tick: Tick) -> None:
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._socket = socket
        self._tick = tick
        self._wire: Wire | None = socket.scope.get("extensions", {}).get(WIRE)
        self._queue: list[bytes] = []
        self._bytes = 0
        self._marked = False
        self._draining: asyncio.Task[None] | None = None
        self._closing: tuple[int, str] | None = None
        self._late: asyncio.TimerHandle | None = None

    def send(self, frame: bytes) -> None:
        if self._closing is not None:
            return
        self._queue.append(frame)
        self._bytes += len(frame)
        # one frame alone may be longer: it would be no shorter the next time
        if len(self._queue) > QUEUE_FRAMES or (self._bytes > QUEUE_BYTES and len(self._queue) > 1):
            self._closing = (Close.SLOW, "slow")
            self._end()
        else:
            self._mark()

    def message(self, message: FromServer | Ack) -> None:
        """Queue a message."""
        self.send(_ENCODER.encode(message))

    def buffered(self) -> int:
        return self._bytes

    @property
    def lag(self) -> int:
        return 0 if self._wire is None else self._wire.lag

    @property
    def silence(self) -> float:
        """Seconds since the line gave a sign of life; 0 where that is not measured."""
        return 0.0 if self._wire is None else self._wire.silence

    def close(self, code: int, reason: str = "") -> None:
        if self._closing is None:
            self._closing = (code, reason)
            self._late = asyncio.get_running_loop().call_later(LINGER, self._give_up)
            self._mark()

    async def finish(self) -> None:
        """Stop writing and close the socket with the code that was asked for, if it still takes one."""
        self._end()
        if self._late is not None:
            self._late.cancel()
        if self._draining is not None:
            self._draining.cancel()
            await asyncio.gather(self._draining, return_exceptions=True)
        if self._closing is not None and self._socket.application_state is WebSocketState.CONNECTED:
            try:
                async with asyncio.timeout(LINGER):
                    await self._socket.close(*self._closing)
            except (TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
                pass
        self._closing = self._closing or (Close.ERROR, "")

    def _mark(self) -> None:
        if not self._marked and self._draining is None:
            self._marked = True
            self._tick.soon(self._flush)

    def _give_up(self) -> None:
        if self._marked:  # the process was held up: the reader has not had his chance
            self._flush()
        self._end()

    def _end(self) -> None:
        if not self.ended.done():
            self.ended.set_result(None)

    def _flush(self) -> None:
        self._marked = False
        if self.ended.done():
            return
        if self._queue and (self._wire is None or self._wire.full):
            self._draining = asyncio.create_task(self._drain(self._wire))
            return
        try:
            if self._queue and self._wire is not None:
                self._wire.write(self._take())
        except OSError:
            self._end()
        if self._closing is not None:
            self._end()

    async def _drain(self, wire: Wire | None) -> None:
        """Write when the wire takes more; without one by the framework's own way."""
        try:
            while self._queue:
                if wire is not None:
                    await wire.drained()
                    wire.write(self._take())
                else:
                    for frame in self._take():
                        await self._socket.send_text(frame.decode())
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._end()
        self._draining = None
        if self._closing is not None:
            self._end()

    def _take(self) -> list[bytes]:
        frames, self._queue, self._bytes = self._queue, [], 0
        return frames


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
