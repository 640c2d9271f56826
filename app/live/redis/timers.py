"""Timers and outbox in Redis: a sorted set a partition, members leased by pushing their score forward."""

from __future__ import annotations

from math import ceil

from app.live.contracts import Claim
from app.live.keys import Keys
from app.live.redis import scripts
from app.live.redis.commands import Commands


def _lease_score(lease: int) -> str:
    """Half a millisecond early, so that no deadline can be taken for it."""
    return f"{lease - 1}.5"


class _Leases:
    """Claims of members of the sorted sets `keys`."""

    def __init__(self, commands: Commands, keys: list[str]) -> None:
        self._commands = commands
        self._keys = keys
        self._turn = 0

    async def claim(self, now: int, lease_ms: int, limit: int) -> list[Claim]:
        lease = now + lease_ms
        # Each time another partition comes first: a limit starves none.
        self._turn = (self._turn + 1) % len(self._keys)
        keys = self._keys[self._turn :] + self._keys[: self._turn]
        claimed = await self._commands.run(scripts.CLAIM, keys, now, _lease_score(lease), limit)
        return [Claim(table.decode(), lease) for table in claimed]


class RedisTimers:
    """A table's timer is its score in the sorted set of its partition."""

    def __init__(self, commands: Commands, keys: Keys) -> None:
        self._commands = commands
        self._keys = keys
        self._leases = _Leases(commands, keys.all_timers)

    async def claim(self, now: int, lease_ms: int, limit: int) -> list[Claim]:
        return await self._leases.claim(now, lease_ms, limit)

    async def settle(self, claim: Claim, at: int | None) -> None:
        keys = (self._keys.timers(claim.table),)
        then = "" if at is None else at
        await self._commands.run(scripts.SETTLE, keys, claim.table, _lease_score(claim.lease), then)

    async def sleep_until(self, now: int, most_ms: int) -> int:
        due = await self._commands.run(scripts.NEXT_DUE, self._keys.all_timers)
        return most_ms if due is None else min(most_ms, max(0, ceil(float(due)) - now))


class RedisOutbox:
    """An entry is a table in the sorted set of its partition, with the end of its lease."""

    def __init__(self, commands: Commands, keys: Keys) -> None:
        self._commands = commands
        self._keys = keys
        self._leases = _Leases(commands, keys.all_outboxes)

    async def waiting(self, now: int, lease_ms: int, limit: int) -> list[Claim]:
        return await self._leases.claim(now, lease_ms, limit)

    async def done(self, table: str) -> None:
        await self._commands.call("ZREM", self._keys.outbox(table), table)
