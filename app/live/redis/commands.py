"""Commands: all that are asked for while a batch of them is under way leave together in the next one.

A pipeline of redis-py's takes a fraction of the processor time of its single calls (`bench/live.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from redis.exceptions import NoScriptError, ReadOnlyError

from app.live.contracts import StoreUnavailable
from app.live.redis.client import Address, disconnect
from app.live.redis.scripts import Script

ANSWER_S = 2.0
"""How long the answers to a batch may take, a second try over a new connection included."""

Arg = str | bytes | int
Request = tuple[tuple[Arg, ...], asyncio.Future[Any]]


class Commands:
    """Sends commands over one connection, which is made when it is needed and made again when it is lost.

    A command whose connection is lost before the answer is sent once more over a new one: it may be done twice, so
    every script is such that the second time does no harm.
    """

    def __init__(self, address: Address) -> None:
        self._address = address
        self._client = address.client(again=True)
        self._waiting: list[Request] = []
        self._sender: asyncio.Task[None] | None = None
        self._closed = True

    async def open(self) -> None:
        """Connect. Raises StoreUnavailable."""
        self._closed = False
        await self.call("PING")

    async def close(self) -> None:
        """End the connection; what is unanswered fails with StoreUnavailable."""
        self._closed = True
        if self._sender is not None:
            self._sender.cancel()
            await asyncio.wait([self._sender])
        await disconnect(self._client)

    def call(self, *command: Arg) -> asyncio.Future[Any]:
        """The reply to a command as redis-py reads it, strings as bytes; or StoreUnavailable, within ANSWER_S."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        if self._closed:
            future.set_exception(StoreUnavailable("The live store is closed."))
            return future
        self._waiting.append((command, future))
        if self._sender is None:
            self._sender = loop.create_task(self._send())
        return future

    async def run(self, script: Script, keys: Sequence[str], *args: Arg) -> Any:
        """The reply of a script, which is sent in full only if Redis does not have it (any more)."""
        try:
            return await self.call("EVALSHA", script.digest, len(keys), *keys, *args)
        except NoScriptError:
            return await self.call("EVAL", script.source, len(keys), *keys, *args)

    async def _send(self) -> None:
        batch: list[Request] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                async with asyncio.timeout(ANSWER_S):
                    await self._answer(batch)
        except asyncio.CancelledError:
            self._fail(batch, StoreUnavailable("The live store is closed."))
        except Exception as error:
            # Who came meanwhile has waited, too; and would have to wait as long again.
            self._fail(batch, self._address.unavailable(error))
        finally:
            self._sender = None

    async def _answer(self, batch: list[Request]) -> None:
        pipeline = self._client.pipeline(transaction=False)
        batch = [request for request in batch if not request[1].done()]  # whoever gave up wants nothing done
        for command, _ in batch:
            pipeline.execute_command(*command)
        replies = await pipeline.execute(raise_on_error=False)
        for (_, future), reply in zip(batch, replies, strict=True):
            if future.done():
                continue
            if not isinstance(reply, Exception):
                future.set_result(reply)
            else:
                future.set_exception(reply if isinstance(reply, NoScriptError) else self._address.unavailable(reply))
        if any(isinstance(reply, ReadOnlyError) for reply in replies):
            # A primary that has become a replica: the name may lead to the new one by now.
            await self._client.connection_pool.disconnect()

    def _fail(self, batch: list[Request], error: StoreUnavailable) -> None:
        failed, self._waiting = batch + self._waiting, []
        for _, future in failed:
            if not future.done():
                future.set_exception(error)
