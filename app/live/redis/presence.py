"""Who is where, in Redis."""

from __future__ import annotations

from collections.abc import Callable

from app.live.keys import PRESENCE_SLACK_MS, Keys
from app.live.redis import scripts
from app.live.redis.commands import Commands
from app.live.redis.subscriptions import Subscriptions


class RedisPresence:
    """A sorted set a table: `<user>\\0<connection>` by the time it lapses."""

    def __init__(self, commands: Commands, subscriptions: Subscriptions, keys: Keys) -> None:
        self._commands = commands
        self._subscriptions = subscriptions
        self._keys = keys

    async def enter(self, table: str, user: str, connection: str, now: int, ttl_ms: int) -> bool:
        keys, lives = (self._keys.present(table),), ttl_ms + PRESENCE_SLACK_MS
        first = await self._commands.run(scripts.ENTER, keys, f"{user}\0", connection, now, now + ttl_ms, lives)
        return bool(first == 1)

    async def leave(self, table: str, user: str, connection: str, now: int) -> bool:
        last = await self._commands.run(scripts.LEAVE, (self._keys.present(table),), f"{user}\0", connection, now)
        return bool(last == 1)

    async def present(self, table: str, now: int) -> list[str]:
        members = await self._commands.call("ZRANGEBYSCORE", self._keys.present(table), f"({now}", "+inf")
        return sorted({member.decode().partition("\0")[0] for member in members})

    async def announce(self, table: str, body: bytes) -> None:
        await self._commands.call("PUBLISH", self._keys.announcements(table), body)

    async def watch(self, table: str, listener: Callable[[bytes], None]) -> None:
        await self._subscriptions.subscribe(self._keys.announcements(table), listener)

    async def unwatch(self, table: str) -> None:
        await self._subscriptions.unsubscribe(self._keys.announcements(table))
