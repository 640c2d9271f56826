"""What people say, in Redis."""

from __future__ import annotations

import secrets as random

from app.live.contracts import Line
from app.live.keys import Keys
from app.live.redis import scripts
from app.live.redis.commands import Commands


def line_id(number: int) -> str:
    """The stream's id of a line."""
    return f"{number}-0"


class RedisChat:
    """A stream a room with a line at `<number>-0`."""

    def __init__(self, commands: Commands, keys: Keys) -> None:
        self._commands = commands
        self._keys = keys

    async def say(self, room: str, body: bytes, keep: int, ttl_ms: int = 0) -> int:
        keys = (self._keys.chat(room), self._keys.head(room))
        number = await self._commands.run(scripts.SAY, keys, body, keep, ttl_ms, random.token_hex(8))
        return int(number)

    async def said(self, room: str) -> list[Line]:
        lines = await self._commands.call("XRANGE", self._keys.chat(room), "-", "+")
        return [(int(id_.partition(b"-")[0]), fields[b"c"]) for id_, fields in lines]

    async def forget(self, room: str) -> None:
        await self._commands.call("DEL", self._keys.chat(room))
