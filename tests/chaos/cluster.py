"""Real processes: workers that share one Valkey and one PostgreSQL, or one worker with neither."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import redis.asyncio as redis

from app.db.sessions import Database
from app.live.redis import RedisStore
from tests.processes import IN_VAIN, AppServer
from tests.servers import Postgres, Valkey

NO_LIMITS = {"CARDS_SESSIONS_PER_MINUTE": "0", "CARDS_TABLES_PER_MINUTE": "0"}
PREFIX = "calypso"
"""Of the product's keys in Redis."""


class Worker:
    """One server process. It can be killed, ended, stopped in its tracks and started again on the same port."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.app = AppServer(folder, **NO_LIMITS, **settings)
        self.port = self.app.port

    @property
    def running(self) -> bool:
        return self.app.process.running

    async def start(self) -> Worker:
        self.app.launch()
        await self.up()
        return self

    async def up(self, seconds: float = 120) -> None:
        """Wait until it answers."""
        end = time.monotonic() + seconds
        async with httpx2.AsyncClient(verify=False) as http:
            while (self.running or self.app.relaunched()) and time.monotonic() < end:
                try:
                    await http.get(f"{self.app.url}/healthz")
                    return
                except httpx2.TransportError:
                    await asyncio.sleep(0.03)
        raise AssertionError(f"the worker did not come up:\n{self.app.process.tail()}")

    async def signal(self, sig: signal.Signals, seconds: float = 60) -> int:
        """Send the signal and wait for the end; the exit status. It must not have waited for anybody in vain."""
        process, began = self.app.process.popen, time.monotonic()
        assert process is not None
        process.send_signal(sig)
        while process.poll() is None:
            assert time.monotonic() - began < seconds, f"it does not end:\n{self.app.process.tail()}"
            await asyncio.sleep(0.01)
        self.app.process.popen = None
        assert IN_VAIN not in self.app.log, self.app.process.tail()
        return process.returncode

    async def kill(self) -> None:
        await self.signal(signal.SIGKILL)

    def freeze(self) -> None:
        os.kill(self.app.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.app.pid, signal.SIGCONT)

    def faults(self) -> list[dict[str, Any]]:
        """What it logged as an error: nothing that these tests do to it is one.

        But for a bot that got no processor in time on a busy machine; its table goes on by itself.
        """
        lines = [line for line in self.app.log.splitlines() if line.startswith("{")]
        entries: list[dict[str, Any]] = [msgspec.json.decode(line) for line in lines]
        late = [entry for entry in entries if entry["event"] == "bot.failed" and "TimeoutError" in entry["error"]]
        return [entry for entry in entries if entry.get("level") in ("error", "critical") and entry not in late]


class Cluster:
    """Two workers, one Valkey with AOF, one PostgreSQL."""

    def __init__(self, folder: Path, valkey: Valkey, postgres: Postgres, database: str) -> None:
        self.folder, self.valkey, self.postgres, self.database = folder, valkey, postgres, database
        self.workers = [self.worker(f"w{n}") for n in range(2)]

    def worker(self, name: str, **settings: str) -> Worker:
        """One more worker, not yet started."""
        urls = {"CARDS_REDIS_URL": self.valkey.url, "CARDS_DATABASE_URL": self.database}
        return Worker(self.folder / name, **{**urls, **settings})

    @property
    def doors(self) -> list[int]:
        return [worker.port for worker in self.workers]

    async def whole(self) -> Cluster:
        """Bring back whatever is down."""
        if not self.valkey.process.running:
            self.valkey.start()
        if not self.postgres.process.running:
            self.postgres.start()
        await asyncio.gather(*(worker.start() for worker in self.workers if not worker.running))
        return self

    async def close(self) -> None:
        await asyncio.gather(*(worker.signal(signal.SIGTERM) for worker in self.workers if worker.running))

    def faults(self) -> list[dict[str, Any]]:
        return [fault for worker in self.workers for fault in worker.faults()]

    async def flushed(self) -> None:
        """Wait until Valkey has handed all that it has acknowledged to the system; a busy disk can put that off."""
        async with self.redis() as client:
            while (await client.info("persistence"))["aof_buffer_length"]:
                await asyncio.sleep(0.02)

    @asynccontextmanager
    async def store(self) -> AsyncIterator[RedisStore]:
        """The live store as a worker sees it."""
        store = RedisStore(self.valkey.url)
        await store.open()
        try:
            yield store
        finally:
            await store.close()

    @asynccontextmanager
    async def archive(self) -> AsyncIterator[Database]:
        database = Database(self.database)
        try:
            yield database
        finally:
            await database.close()

    @asynccontextmanager
    async def redis(self) -> AsyncIterator[redis.Redis]:
        async with redis.Redis.from_url(self.valkey.url, decode_responses=True) as client:
            yield client
