"""The subscriptions of one process, over one connection that comes back by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from app.live.contracts import StoreUnavailable
from app.live.redis.connection import Endpoint, Link

CONFIRM_S = 2.0
"""How long a subscription may take to be confirmed."""
PING_S = 3.0
"""After so long without a word the server is asked for one; as long after that the connection counts as lost."""
BACKOFF_S = (0.05, 1.0)
"""First and longest pause between tries to connect again."""
CHUNK = 500
log = logging.getLogger(__name__)

Handler = Callable[[bytes], None]


class Subscriptions:
    """Calls the handler of a channel for each message.

    `on_reconnect` is called when a lost connection is back and all channels are taken again.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._handlers: dict[bytes, Handler] = {}
        self._marks: dict[bytes, asyncio.Future[None]] = {}
        self._marked = 0
        self._link: Link | None = None
        self._heard = 0.0
        self._keeper: asyncio.Task[None] | None = None
        self.on_reconnect: Callable[[], None] | None = None

    async def open(self) -> None:
        """Connect. Raises StoreUnavailable."""
        self._link = await self._connect()
        self._keeper = asyncio.get_running_loop().create_task(self._keep(self._link))

    async def close(self) -> None:
        """Forget all channels and end connection and task. Idempotent."""
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.cancel()
            await asyncio.wait([keeper])
        if self._link is not None:
            await self._link.close()
        self._link = None
        self._handlers.clear()
        for mark in self._marks.values():
            if not mark.done():
                mark.set_exception(StoreUnavailable("The live store is closed."))
        self._marks.clear()

    async def subscribe(self, channel: str, handler: Handler) -> None:
        """From the return on every message is heard. Raises ValueError for a second handler, StoreUnavailable."""
        name = channel.encode()
        if name in self._handlers:
            raise ValueError(f"there is a handler for {channel}")
        if self._keeper is None:
            raise StoreUnavailable("The live store is closed.")
        self._handlers[name] = handler
        try:
            if self._link is not None:
                self._link.send("SUBSCRIBE", name)
            async with asyncio.timeout(CONFIRM_S):
                await self._mark()
        except BaseException as error:
            self.unsubscribe(channel)
            if isinstance(error, TimeoutError):
                raise StoreUnavailable(f"Redis at {self._endpoint.name} does not answer.") from error
            raise

    def unsubscribe(self, channel: str) -> None:
        """Nothing more is heard. Idempotent."""
        name = channel.encode()
        if self._handlers.pop(name, None) is not None and self._link is not None:
            self._link.send("UNSUBSCRIBE", name)

    def _mark(self) -> asyncio.Future[None]:
        """Done when the server has done all that was sent before (or, after a loss, has taken all channels again)."""
        self._marked += 1
        name = b"%d" % self._marked
        mark = self._marks[name] = asyncio.get_running_loop().create_future()
        mark.add_done_callback(lambda _: self._marks.pop(name, None))
        if self._link is not None:
            self._link.send("PING", name)
        return mark

    async def _connect(self) -> Link:
        link = await self._endpoint.connect(self._on_reply, lambda: None)
        self._heard = asyncio.get_running_loop().time()
        return link

    async def _keep(self, link: Link) -> None:
        """Watch over the connection and make it again for as long as the store is open."""
        while True:
            await self._until_lost(link)
            self._link = None
            pause = BACKOFF_S[0]
            while True:
                await asyncio.sleep(pause)
                try:
                    link = await self._connect()
                    break
                except StoreUnavailable as error:
                    log.info("%s", error)
                    pause = min(2 * pause, BACKOFF_S[1])
            self._link = link
            names = list(self._handlers)
            for start in range(0, len(names), CHUNK):
                link.send("SUBSCRIBE", *names[start : start + CHUNK])
            for name in self._marks:
                link.send("PING", name)
            link.send("PING", b"whole")

    async def _until_lost(self, link: Link) -> None:
        loop = asyncio.get_running_loop()
        pause, asked = PING_S, self._heard
        while not link.lost.is_set():
            try:
                async with asyncio.timeout(pause):
                    await link.lost.wait()
            except TimeoutError:
                pass
            if self._heard < asked:
                log.warning("Redis at %s is silent", self._endpoint.name)
                link.abort()
            elif (pause := self._heard + PING_S - loop.time()) <= 0:
                link.send("PING")
                pause, asked = PING_S, loop.time()

    def _on_reply(self, reply: Any) -> None:
        self._heard = asyncio.get_running_loop().time()
        match reply:
            case [b"message", name, body]:
                if handler := self._handlers.get(name):
                    try:
                        handler(body)
                    except Exception:
                        log.exception("a listener failed")
            # With no channel taken the answer to PING is plain.
            case [b"pong", name] | (bytes() as name):
                self._on_mark(name)
            case _:
                pass

    def _on_mark(self, name: bytes) -> None:
        if (mark := self._marks.get(name)) and not mark.done():
            mark.set_result(None)
        if name == b"whole" and self.on_reconnect is not None:
            try:
                self.on_reconnect()
            except Exception:
                log.exception("a listener failed")
