"""A live store that can be made to fail, to hesitate and to lose what it publishes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from app.live.contracts import Append, Listener, LiveStore, Page, Position, Published, StoreUnavailable


class FaultyLog:
    """Appends and reads: `before` and `after` run around each; what they raise is raised."""

    def __init__(self, log: Any) -> None:
        self._log = log
        self.before_append: Callable[[Append], Any] | None = None
        self.after_append: Callable[[Append], Any] | None = None
        self.after_since: Callable[[Page | None], Any] | None = None

    async def append(self, append: Append) -> Position | None:
        if self.before_append:
            await self.before_append(append)
        position: Position | None = await self._log.append(append)
        if self.after_append:
            await self.after_append(append)
        return position

    async def since(self, table: str, seq: int) -> Page | None:
        page: Page | None = await self._log.since(table, seq)
        if self.after_since:
            await self.after_since(page)
        return page

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)


class FaultyFanout:
    """Publications: those for which `lose` is true are not heard."""

    def __init__(self, fanout: Any) -> None:
        self._fanout = fanout
        self.lose: Callable[[Published], bool] = lambda _: False
        self.fail: Exception | None = None
        self.listening: set[str] = set()

    async def listen(self, table: str, listener: Listener) -> None:
        def hear(published: Published) -> None:
            if not self.lose(published):
                listener(published)

        if self.fail:
            raise self.fail
        await self._fanout.listen(table, hear)
        self.listening.add(table)

    async def unlisten(self, table: str) -> None:
        self.listening.discard(table)
        await self._fanout.unlisten(table)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._fanout, name)


class Faulty:
    """Any part of a store whose named methods raise StoreUnavailable, before or (`late`) after they have done it."""

    def __init__(self, part: Any) -> None:
        self._part = part
        self._down: dict[str, bool] = {}

    @contextmanager
    def down(self, *names: str, late: bool = False) -> Iterator[None]:
        self._down = dict.fromkeys(names, late)
        try:
            yield
        finally:
            self._down = {}

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._part, name)
        if name not in self._down:
            return method

        async def fail(*args: Any, **named: Any) -> Any:
            if self._down[name]:
                await method(*args, **named)
            raise StoreUnavailable("The live store is away.")

        return fail


class FaultyStore:
    """A store with faults; what has none is the store's own."""

    def __init__(self, store: LiveStore) -> None:
        self._store = store
        self.log = FaultyLog(store.log)
        self.fanout = FaultyFanout(store.fanout)
        self.presence = Faulty(store.presence)
        self.chat = Faulty(store.chat)
        self.directory = Faulty(store.directory)
        self.timers = Faulty(store.timers)
        self.outbox = Faulty(store.outbox)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class Gate:
    """Holds up whoever comes until it is opened, and tells that somebody has come."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self._open = asyncio.Event()

    async def __call__(self, *_: Any) -> None:
        self.reached.set()
        await self._open.wait()

    def open(self) -> None:
        self._open.set()


async def away(*_: Any) -> None:
    """Use as `before_append` or `after_append`: nothing happened, or it did and the answer was lost."""
    raise StoreUnavailable("The live store is away.")
