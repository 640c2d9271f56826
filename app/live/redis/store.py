"""The Redis twin, whole."""

from __future__ import annotations

import logging
import time

from app.live.contracts import StoreUnavailable
from app.live.keys import Keys
from app.live.redis.chat import RedisChat
from app.live.redis.client import Address
from app.live.redis.commands import Commands
from app.live.redis.directory import RedisDirectory
from app.live.redis.event_log import RedisEventLog, RedisFanout
from app.live.redis.presence import RedisPresence
from app.live.redis.subscriptions import Subscriptions
from app.live.redis.timers import RedisOutbox, RedisTimers

log = logging.getLogger(__name__)


class RedisClock:
    """Redis' TIME against this machine's."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    async def skew(self) -> int:
        best, skew = float("inf"), 0.0
        for _ in range(3):  # the quickest answer says it best
            before = time.time()
            seconds, micros = await self._commands.call("TIME")
            after = time.time()
            if after - before < best:
                best, skew = after - before, (before + after) / 2 - seconds - micros / 1e6
        return round(skew * 1000)


class RedisStore:
    """Live tables in the Redis or Valkey at `url`, under `prefix`. Any number of processes share them."""

    def __init__(self, url: str, prefix: str = "calypso") -> None:
        address, keys = Address(url), Keys(prefix)
        self._name = address.name
        self._commands = Commands(address)
        self._subscriptions = Subscriptions(address)
        self.log = RedisEventLog(self._commands, keys)
        self.fanout = RedisFanout(self._subscriptions, keys)
        self.timers = RedisTimers(self._commands, keys)
        self.outbox = RedisOutbox(self._commands, keys)
        self.presence = RedisPresence(self._commands, self._subscriptions, keys)
        self.chat = RedisChat(self._commands, keys)
        self.directory = RedisDirectory(self._commands, keys)
        self.clock = RedisClock(self._commands)

    async def open(self) -> None:
        """Connect. Raises StoreUnavailable."""
        try:
            await self._commands.open()
            await self._look()
            await self._subscriptions.open()
        except BaseException:
            await self.close()
            raise

    async def _look(self) -> None:
        """Refuse or warn of a server that is not set up for live tables."""
        said = await self._commands.call("INFO", "cluster") | await self._commands.call("INFO", "memory")
        if said.get("cluster_enabled"):
            raise StoreUnavailable(f"Redis at {self._name} is part of a cluster, which is not supported yet.")
        if said.get("maxmemory") and said.get("maxmemory_policy", "").startswith("allkeys"):
            log.warning("Redis at %s may evict live tables: set its maxmemory-policy to noeviction", self._name)

    async def close(self) -> None:
        """Disconnect; what is unanswered fails with StoreUnavailable. Idempotent; the store can be opened again."""
        await self._subscriptions.close()
        await self._commands.close()

    async def ping(self) -> None:
        await self._commands.call("PING")
