"""The loop that claims due timers and has them answered. Every worker runs one; leases keep them apart."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import structlog

from app.live.contracts import Claim, StoreUnavailable
from app.tables.service import Tables
from app.tables.timeouts import Timeouts

LEASE: Final = 3_000
"""ms for which a claimed timer is not given to another worker."""
BATCH: Final = 64
"""Timers claimed at once."""
NEVER: Final = 1 << 62
POLL: Final = 250
"""ms after which deadlines set by other workers are looked at, at the latest."""

_log = structlog.get_logger()


class TimerLoop:
    """Claims and answers timers until cancelled."""

    def __init__(self, tables: Tables, timeouts: Timeouts) -> None:
        self._tables = tables
        self._timeouts = timeouts
        self._wake = asyncio.Event()
        self._next = NEVER
        self._tasks: set[asyncio.Task[Any]] = set()
        tables.on_deadline = self.notice

    def notice(self, deadline: int) -> None:
        """A deadline was set in this process: do not sleep past it."""
        if deadline < self._next:
            self._wake.set()

    async def run(self) -> None:
        """Until cancelled."""
        try:
            while True:
                try:
                    await self._round()
                except StoreUnavailable as error:
                    _log.warning("timers.store", error=str(error))
                    await asyncio.sleep(1)
                except Exception:
                    _log.exception("timers.round")
                    await asyncio.sleep(1)
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _round(self) -> None:
        timers = self._tables.store.timers
        self._wake.clear()
        self._next = NEVER
        claims = await timers.claim(self._tables.now(), LEASE, BATCH)
        for claim in claims:
            task = asyncio.create_task(self._fire(claim))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if len(claims) < BATCH:
            now = self._tables.now()
            pause = await timers.sleep_until(now, POLL)
            self._next = now + pause
            try:
                async with asyncio.timeout(max(0, pause) / 1000):
                    await self._wake.wait()
            except TimeoutError:
                pass

    async def _fire(self, claim: Claim) -> None:
        try:
            await self._timeouts.fire(claim)
        except StoreUnavailable as error:
            _log.warning("timer.store", table=claim.table, error=str(error))
        except Exception:
            _log.exception("timer.failed", table=claim.table)
