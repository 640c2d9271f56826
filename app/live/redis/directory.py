"""Listings and the tables of users, in Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from app.live.keys import REMEMBERED_MS, Keys
from app.live.redis.commands import Commands


class RedisDirectory:
    """Listings are a hash a partition, written by `append.lua`; a user's tables a sorted set."""

    def __init__(self, commands: Commands, keys: Keys) -> None:
        self._commands = commands
        self._keys = keys

    async def listings(self) -> Mapping[str, bytes]:
        parts = await asyncio.gather(*[self._commands.call("HGETALL", key) for key in self._keys.all_listings])
        return {table.decode(): listing for part in parts for table, listing in part.items()}

    async def remember(self, user: str, table: str, now: int) -> None:
        key = self._keys.tables_of(user)
        # Both leave in one batch. Should the second be lost, the next visit makes up for it.
        await asyncio.gather(
            self._commands.call("ZADD", key, now, table), self._commands.call("PEXPIRE", key, REMEMBERED_MS)
        )

    async def forget(self, user: str, table: str) -> None:
        await self._commands.call("ZREM", self._keys.tables_of(user), table)

    async def tables_of(self, user: str) -> list[str]:
        return [table.decode() for table in await self._commands.call("ZREVRANGE", self._keys.tables_of(user), 0, -1)]
