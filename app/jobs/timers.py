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
AGAIN: Final = 1.0
"""Seconds to wait after a fault."""

_log = structlog.get_logger()


class TimerLoop:
    """Claims and answers timers until cancelled."""

    def __init__(self, tables: Tables, timeouts: Timeouts) -> None:
        self._tables = tables
        self._timeouts = timeouts
        self._wake = asyncio.Event()
        self._next = NEVER
        """When to look again: the earliest deadline that is known of."""
        self._tasks: set[asyncio.Task[Any]] = set()
        tables.on_deadline = self.notice

    @property
    def running(self) -> list[asyncio.Task[Any]]:
        """Answers that are under way."""
        return list(self._tasks)

    def notice(self, deadline: int) -> None:
        """A deadline was set in this process: do not sleep past it."""
        if deadline < self._next:
            self._next = deadline
            self._wake.set()

    async def run(self) -> None:
        """Until cancelled."""
        try:
            while True:
                try:
                    if await self.round() < BATCH:
                        await self._sleep()
                except StoreUnavailable as error:
                    _log.warning("timers.store", error=str(error))
                    await asyncio.sleep(AGAIN)
                except Exception:
                    _log.exception("timers.round")
                    await asyncio.sleep(AGAIN)
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def round(self) -> int:
        """Claim what is due and begin to answer it; how many timers that were."""
        self._next = NEVER
        claims = await self._tables.store.timers.claim(self._tables.now(), LEASE, BATCH)
        for claim in claims:
            task = asyncio.create_task(self._fire(claim))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return len(claims)

    async def _sleep(self) -> None:
        """Until the next deadline, of which this process may hear while it sleeps."""
        now = self._tables.now()
        self._next = min(self._next, now + await self._tables.store.timers.sleep_until(now, POLL))
        while (left := self._next - self._tables.now()) > 0:
            self._wake.clear()
            try:
                async with asyncio.timeout(left / 1000):
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
