"""The subscriptions of one process, over one connection that comes back by itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from typing import Any

from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from app.live.contracts import StoreUnavailable
from app.live.redis.client import CONNECT_S, Address, disconnect

CONFIRM_S = 2.0
"""How long a subscription may take to be confirmed."""
PING_S = 3.0
"""After so long without a word the server is asked for one; as long after that the connection counts as lost."""
BACKOFF_S = (0.05, 1.0)
"""First and longest pause between tries to connect again."""
WHOLE = b"whole"
log = logging.getLogger(__name__)

Handler = Callable[[bytes], None]


class Subscriptions:
    """Calls the handler of a channel for each message.

    `on_reconnect` is called when a lost connection is back and all channels are taken again. redis-py's own way to
    connect again is not used: two tasks, one that reads and one that subscribes, would both go it.
    """

    def __init__(self, address: Address) -> None:
        self._address = address
        self._client = address.client(again=False)
        self._handlers: dict[bytes, Handler] = {}
        self._marks: dict[bytes, asyncio.Future[None]] = {}
        self._marked = 0
        self._pubsub: PubSub | None = None
        self._keeper: asyncio.Task[None] | None = None
        self.on_reconnect: Callable[[], None] | None = None

    async def open(self) -> None:
        """Connect. Raises StoreUnavailable."""
        self._keeper = asyncio.get_running_loop().create_task(self._keep(await self._connect()))

    async def close(self) -> None:
        """Forget all channels and end connection and task. Idempotent."""
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.cancel()
            await asyncio.wait([keeper])
        await self._drop()
        await disconnect(self._client)
        self._handlers.clear()
        for mark in list(self._marks.values()):
            if not mark.done():
                mark.set_exception(StoreUnavailable("The live store is closed."))

    async def subscribe(self, channel: str, handler: Handler) -> None:
        """From the return on every message is heard. Raises ValueError for a second handler, StoreUnavailable."""
        name = channel.encode()
        if name in self._handlers:
            raise ValueError(f"there is a handler for {channel}")
        if self._keeper is None:
            raise StoreUnavailable("The live store is closed.")
        self._handlers[name] = handler
        try:
            async with asyncio.timeout(CONFIRM_S):
                if self._pubsub is not None:
                    with contextlib.suppress(RedisError):  # the keeper takes all channels again
                        await self._pubsub.subscribe(name)
                await self._mark()
        except BaseException as error:
            await self.unsubscribe(channel)
            if isinstance(error, TimeoutError):
                raise self._address.unavailable(error) from error
            raise

    async def unsubscribe(self, channel: str) -> None:
        """Nothing more is heard. Idempotent."""
        name = channel.encode()
        if self._handlers.pop(name, None) is not None and self._pubsub is not None:
            with contextlib.suppress(RedisError):
                await self._pubsub.unsubscribe(name)

    async def _mark(self) -> None:
        """Wait until the server has done all that was sent before (or, after a loss, has taken all channels again)."""
        self._marked += 1
        name = b"%d" % self._marked
        mark = self._marks[name] = asyncio.get_running_loop().create_future()
        try:
            if self._pubsub is not None:
                with contextlib.suppress(RedisError):
                    await self._pubsub.ping(name)
            await mark
        finally:
            del self._marks[name]

    async def _connect(self) -> PubSub:
        """A connection on which all channels are asked for."""
        pubsub = self._client.pubsub()
        try:
            async with asyncio.timeout(CONNECT_S):
                await pubsub.connect()  # type: ignore[no-untyped-call]
                self._pubsub = pubsub  # from now on others send what is new themselves
                if self._handlers:
                    await pubsub.subscribe(*self._handlers)
        except BaseException as error:
            await self._drop()
            if isinstance(error, Exception):
                raise self._address.unavailable(error) from error
            raise
        return pubsub

    async def _drop(self) -> None:
        pubsub, self._pubsub = self._pubsub, None
        if pubsub is not None:
            await pubsub.aclose()  # type: ignore[no-untyped-call]

    async def _keep(self, pubsub: PubSub) -> None:
        """Listen, and connect again for as long as the store is open."""
        while True:
            try:
                await self._listen(pubsub)
            except Exception as error:
                log.warning("%s", self._address.unavailable(error))
            await self._drop()
            pause = BACKOFF_S[0]
            while self._pubsub is None:
                await asyncio.sleep(pause)
                try:
                    pubsub = await self._connect()
                except StoreUnavailable as error:
                    log.info("%s", error)
                    pause = min(2 * pause, BACKOFF_S[1])
            with contextlib.suppress(RedisError):
                for name in [*self._marks, WHOLE]:
                    await pubsub.ping(name)

    async def _listen(self, pubsub: PubSub) -> None:
        """Hand out messages until the connection is lost, or silent even when it is asked."""
        asked = False
        while True:
            message = await pubsub.get_message(timeout=PING_S)
            if message is not None:
                asked = False
                self._on_message(message)
            elif asked:
                raise TimeoutError
            else:
                asked = True
                async with asyncio.timeout(PING_S):
                    await pubsub.ping()

    def _on_message(self, message: Mapping[str, Any]) -> None:
        try:
            match message:
                case {"type": "message", "channel": name, "data": body}:
                    if handler := self._handlers.get(name):
                        handler(body)
                case {"type": "pong", "data": name}:
                    if (mark := self._marks.get(name)) and not mark.done():
                        mark.set_result(None)
                    if name == WHOLE and self.on_reconnect is not None:
                        self.on_reconnect()
        except Exception:
            log.exception("a listener failed")
