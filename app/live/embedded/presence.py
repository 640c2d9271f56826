"""Who is where, in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class EmbeddedPresence:
    """Presence by table, user and connection, each with the time it lapses."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[str, dict[str, int]]] = {}
        self._watchers: dict[str, Callable[[bytes], None]] = {}

    async def enter(self, table: str, user: str, connection: str, now: int, ttl_ms: int) -> bool:
        self._lapse(table, now)
        connections = self._tables.setdefault(table, {}).setdefault(user, {})
        first = not connections
        connections[connection] = now + ttl_ms
        return first

    async def leave(self, table: str, user: str, connection: str, now: int) -> bool:
        # Taken out before the lapsed ones are: one that lapsed unnoticed still gets its goodbye.
        was_there = self._tables.get(table, {}).get(user, {}).pop(connection, None) is not None
        self._lapse(table, now)
        return was_there and user not in self._tables.get(table, {})

    async def present(self, table: str, now: int) -> list[str]:
        self._lapse(table, now)
        return sorted(self._tables.get(table, ()))

    async def announce(self, table: str, body: bytes) -> None:
        # Not called from within `announce`: whoever announces is not in the middle of something when he hears it.
        asyncio.get_running_loop().call_soon(self._tell, table, body)

    async def watch(self, table: str, listener: Callable[[bytes], None]) -> None:
        if table in self._watchers:
            raise ValueError(f"there is a watcher of table {table}")
        self._watchers[table] = listener

    async def unwatch(self, table: str) -> None:
        self._watchers.pop(table, None)

    def drop(self, table: str) -> None:
        """The table is no more."""
        self._tables.pop(table, None)

    def clear(self) -> None:
        """Forget everything."""
        self._tables.clear()
        self._watchers.clear()

    def _tell(self, table: str, body: bytes) -> None:
        if watcher := self._watchers.get(table):
            watcher(body)

    def _lapse(self, table: str, now: int) -> None:
        users = self._tables.get(table, {})
        for user, connections in list(users.items()):
            for connection in [c for c, lapses in connections.items() if lapses <= now]:
                del connections[connection]
            if not connections:
                del users[user]
        if not users:
            self._tables.pop(table, None)
