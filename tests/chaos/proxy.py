"""A TCP proxy that misbehaves on demand: it cuts with RST, swallows everything without a word, or takes its time."""

from __future__ import annotations

import asyncio
import socket
import struct
from types import TracebackType

AT_ONCE = struct.pack("ii", 1, 0)
"""SO_LINGER: a close is a reset."""


class Leg:
    """One connection through the proxy."""

    def __init__(self, near: asyncio.StreamWriter, far: asyncio.StreamWriter) -> None:
        self._ends = (near, far)
        self.delay = 0.0
        """Seconds that every piece waits, in each direction."""
        self.dark = asyncio.Event()
        """Set: nothing passes any more, and nobody is told."""

    def cut(self) -> None:
        """Reset both ends."""
        for end in self._ends:
            peer = end.get_extra_info("socket")
            if peer is not None and peer.fileno() >= 0:
                peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            end.transport.abort()

    async def pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Pass everything on, the end as well; a reset at one end is one at the other."""
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sender = asyncio.create_task(self._deliver(queue, sink))
        try:
            while data := await source.read(65536):
                queue.put_nowait((asyncio.get_running_loop().time() + self.delay, data))
            queue.put_nowait((0, b""))
            await sender
        except OSError:
            if not self.dark.is_set():
                self.cut()
        finally:
            sender.cancel()

    async def _deliver(self, queue: asyncio.Queue[tuple[float, bytes]], sink: asyncio.StreamWriter) -> None:
        while True:
            at, data = await queue.get()
            await asyncio.sleep(max(0.0, at - asyncio.get_running_loop().time()))
            if self.dark.is_set():
                await asyncio.Event().wait()
            if not data:
                sink.close()
                return
            sink.write(data)
            try:
                await sink.drain()
            except OSError:
                self.cut()


class Proxy:
    """Listens on `port` and passes every connection on to `target`; `legs` are those that are open."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.legs: list[Leg] = []
        self.delay = 0.0
        """What new connections begin with."""
        self.refuses = False
        """New connections are reset at once."""
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        assert self._server
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Reset every connection."""
        for leg in list(self.legs):
            leg.cut()

    def cut_dark(self) -> None:
        """Reset the connections that have gone silent."""
        for leg in list(self.legs):
            if leg.dark.is_set():
                leg.cut()

    def blackhole(self) -> None:
        """Let every connection of now go silent; later ones pass."""
        for leg in self.legs:
            leg.dark.set()

    def slow(self, seconds: float) -> None:
        """Delay every connection, those to come as well."""
        self.delay = seconds
        for leg in self.legs:
            leg.delay = seconds

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # not a coroutine: the stream server would log the end of one that is cancelled
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.refuses:
                raise ConnectionError
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        leg = Leg(writer, far_writer)
        leg.delay = self.delay
        self.legs.append(leg)
        try:
            await asyncio.gather(leg.pump(reader, far_writer), leg.pump(far_reader, writer))
        finally:
            self.legs.remove(leg)
            leg.cut()
