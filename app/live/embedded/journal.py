"""One SQLite connection on a thread of its own, with group commit.

Everything asked for while a transaction is being written to disk becomes the next transaction: the cost of a sync is
shared by as many requests as are in flight. Requests run in the order they were made; reads among them, so that a
read sees every write asked for before it, and its answer leaves only when what it saw is on disk.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from app.live.contracts import StoreUnavailable
from app.live.embedded import schema

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
_Batches = queue.SimpleQueue["list[_Request] | None"]
"""What the thread is to do; None ends it."""
log = logging.getLogger(__name__)


class _Request:
    __slots__ = ("error", "future", "outcome", "then", "work")

    def __init__(self, work: Work[Any], then: Callable[[Any], None] | None, future: asyncio.Future[Any]) -> None:
        self.work = work
        self.then = then
        self.future = future
        self.outcome: Any = None
        self.error: StoreUnavailable | None = None


class Journal:
    """The file and its thread. All methods are called on the event loop."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._batches: _Batches
        self._tick: list[_Request] = []
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop

    async def open(self) -> None:
        """Take the file. Raises StoreUnavailable."""
        self._loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = self._loop.create_future()
        batches: _Batches = queue.SimpleQueue()
        # A daemon: a process that ends without `close` is not held up, and nothing acknowledged is lost by it.
        thread = threading.Thread(target=self._main, args=(ready, batches), name="live-journal", daemon=True)
        thread.start()
        try:
            await ready
        except BaseException:
            batches.put(None)
            raise
        self._thread, self._batches = thread, batches

    async def close(self) -> None:
        """Finish what was asked for, give the file back and end the thread. Idempotent."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._flush()
        self._batches.put(None)
        await asyncio.get_running_loop().run_in_executor(None, thread.join)

    def run(self, work: Work[T], then: Callable[[T], None] | None = None) -> asyncio.Future[T]:
        """Do `work` in the next transaction; the future is done when it is on disk, or fails with StoreUnavailable.

        `then` is called with the outcome on the loop just before, even if nobody awaits the future any more.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._thread is None:
            future.set_exception(StoreUnavailable("The live store is closed."))
            return future
        # One hand-over to the thread for all requests of a tick of the loop: waking it is dearer than the work.
        if not self._tick:
            self._loop.call_soon(self._flush)
        self._tick.append(_Request(work, then, future))
        return future

    def _flush(self) -> None:
        if self._tick:
            self._batches.put(self._tick)
            self._tick = []

    def _deliver(self, batch: list[_Request]) -> None:
        for request in batch:
            if request.error is None and request.then is not None:
                try:
                    request.then(request.outcome)
                except Exception:
                    log.exception("a listener failed")
            if request.future.done():  # cancelled
                continue
            if request.error is None:
                request.future.set_result(request.outcome)
            else:
                request.future.set_exception(request.error)

    # From here on: the thread.

    def _main(self, ready: asyncio.Future[None], batches: _Batches) -> None:
        try:
            db = schema.connect(self.path)
        except StoreUnavailable as error:
            self._call(_fail, ready, error)
            return
        self._call(_succeed, ready)
        try:
            while (batch := batches.get()) is not None:
                last = False
                while not batches.empty():
                    more = batches.get()
                    last = more is None
                    batch += more or ()
                self._transact(db, batch)
                self._call(self._deliver, batch)
                if last:
                    return
        finally:
            db.close()

    def _call(self, function: Callable[..., None], *args: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:  # the loop is closed, nobody waits any more
            log.debug("the loop ended before the journal")

    def _transact(self, db: sqlite3.Connection, batch: list[_Request]) -> None:
        try:
            db.execute("BEGIN")
            schema.expire(db, time.time_ns() // 1_000_000)
            for request in batch:
                request.outcome = request.work(db)
            db.execute("COMMIT")
        except Exception as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            if len(batch) == 1:
                batch[0].error = StoreUnavailable(f"The live store {self.path} cannot be used: {error}.")
                batch[0].error.__cause__ = error
                return
            for request in batch:  # one request must not fail the others
                self._transact(db, [request])


def _succeed(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def _fail(future: asyncio.Future[None], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
