"""Commands over one connection.

Not redis-py's client: everything asked for in one tick of the event loop leaves in one write, and answers resolve
futures in order. That takes a fraction of the processor time of single calls (`bench/live.py`), and no command is left
to retries that outlast a player's patience.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any

import hiredis

from app.live.contracts import StoreUnavailable
from app.live.redis.connection import Arg, Endpoint, Link
from app.live.redis.scripts import Script

ANSWER_S = 2.0
"""How long an answer may take, a second try over a new connection included."""
LAST_LOOK_S = 0.05
"""An answer that is late is waited for so much longer: the event loop may have been the one that slept."""


class _UnknownScript(Exception):
    """Redis does not have the script (any more)."""


class _Request:
    __slots__ = ("again", "command", "deadline", "future")

    def __init__(self, command: tuple[Arg, ...], future: asyncio.Future[Any], deadline: float) -> None:
        self.command = command
        self.future = future
        self.deadline = deadline
        self.again = False

    def fail(self, error: Exception) -> None:
        if not self.future.done():
            self.future.set_exception(error)


class Commands:
    """Sends commands, over a connection that is made when it is needed and made again when it is lost.

    A command whose connection is lost before the answer is sent once more over a new one: it may be done twice, so
    every script is such that the second time does no harm.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._link: Link | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._waiting: deque[_Request] = deque()  # for a connection
        self._pending: deque[_Request] = deque()  # for an answer, in the order of sending
        self._watch: asyncio.TimerHandle | None = None
        self._late: _Request | None = None
        self._closed = True

    async def open(self) -> None:
        """Connect. Raises StoreUnavailable."""
        self._closed = False
        await self.call("PING")

    async def close(self) -> None:
        """End the connection; what is unanswered fails with StoreUnavailable."""
        self._closed = True
        link, task = self._link, self._connecting
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        if link is not None:
            await link.close()
        self._fail_all(StoreUnavailable("The live store is closed."))

    def call(self, *command: Arg) -> asyncio.Future[Any]:
        """The reply to a command, with strings as bytes; fails with StoreUnavailable within ANSWER_S."""
        loop = asyncio.get_running_loop()
        request = _Request(command, loop.create_future(), loop.time() + ANSWER_S)
        if self._closed:
            request.fail(StoreUnavailable("The live store is closed."))
        elif self._link is not None:
            self._send(self._link, request)
        else:
            self._waiting.append(request)
            self._connect()
        return request.future

    async def run(self, script: Script, keys: Sequence[str], *args: Arg) -> Any:
        """The reply of a script, which is sent in full only if Redis does not have it."""
        try:
            return await self.call("EVALSHA", script.digest, len(keys), *keys, *args)
        except _UnknownScript:
            await self.call("SCRIPT", "LOAD", script.source)
        try:
            return await self.call("EVALSHA", script.digest, len(keys), *keys, *args)
        except _UnknownScript as error:
            raise StoreUnavailable(f"Redis at {self._endpoint.name} does not keep scripts.") from error

    def _send(self, link: Link, request: _Request) -> None:
        self._pending.append(request)
        link.send(*request.command)
        if self._watch is None:
            self._watch = asyncio.get_running_loop().call_at(request.deadline, self._on_time)

    def _connect(self) -> None:
        if self._connecting is None:
            self._connecting = asyncio.get_running_loop().create_task(self._make_link())

    async def _make_link(self) -> None:
        try:
            link = await self._endpoint.connect(self._on_reply, self._on_lost)
        except StoreUnavailable as error:
            while self._waiting:
                self._waiting.popleft().fail(error)
            return
        finally:
            self._connecting = None
        self._link = link
        while self._waiting:
            request = self._waiting.popleft()
            if not request.future.done():  # whoever gave up meanwhile wants nothing done
                self._send(link, request)

    def _on_reply(self, reply: Any) -> None:
        request = self._pending.popleft()
        if not isinstance(reply, hiredis.ReplyError):
            if not request.future.done():  # cancelled
                request.future.set_result(reply)
        elif (text := str(reply)).startswith("NOSCRIPT"):
            request.fail(_UnknownScript())
        else:
            request.fail(StoreUnavailable(f"Redis at {self._endpoint.name} refuses: {text}."))
            if text.startswith("READONLY") and self._link is not None:
                self._link.abort()  # a primary that has become a replica: the name may lead to the new one by now

    def _on_lost(self) -> None:
        self._link = None
        again = []
        while self._pending:
            request = self._pending.popleft()
            if request.again or self._closed:
                request.fail(StoreUnavailable(f"Redis at {self._endpoint.name} closed the connection."))
            elif not request.future.done():
                request.again = True
                again.append(request)
        if again:
            self._waiting.extend(again)  # nothing else waits while there is a connection
            self._connect()

    def _on_time(self) -> None:
        """The oldest unanswered command is, or was when this was set, due."""
        self._watch = None
        if not self._pending:
            return
        loop = asyncio.get_running_loop()
        if self._pending[0].deadline > loop.time():
            self._watch = loop.call_at(self._pending[0].deadline, self._on_time)
            return
        if self._late is not self._pending[0]:
            self._late = self._pending[0]
            self._watch = loop.call_later(LAST_LOOK_S, self._on_time)
            return
        while self._pending:
            self._pending.popleft().fail(StoreUnavailable(f"Redis at {self._endpoint.name} does not answer."))
        if self._link is not None:  # what it may still answer belongs to nobody
            link, self._link = self._link, None
            link.on_reply, link.on_lost = _ignore, _ignore_loss
            link.abort()

    def _fail_all(self, error: StoreUnavailable) -> None:
        for queue in (self._pending, self._waiting):
            while queue:
                queue.popleft().fail(error)
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None


def _ignore(reply: Any) -> None:
    """An answer that comes too late."""


def _ignore_loss() -> None:
    """The end of a connection that was given up."""
