"""Every Redis key and channel and how long it lives.

All that belongs to a table carries the tag of its partition, `{p00}` to `{p63}`, computed from the table's id: in a
Redis Cluster a table lies on one node, and its one script sees all it needs. P stands for `<prefix>:{pNN}`.

    P:t:<table>:log           stream   commit n as `n-0`, field `c`                      until dropped or parked
    P:t:<table>:head          hash     pos, secrets, born (nonce of creation), gone      until dropped or parked
    P:t:<table>:present       zset     `<user>\\0<connection>` by the time it lapses     PRESENCE_SLACK_MS longer
    P:t:<table>:chat          stream   line n as `n-0`, fields `c`, `b` (its nonce)      as the table's log
    P:t:<table>:parked        string   nonce of the call that parked it                  RESENT_MS
    P:timers                  zset     table by the time its timer fires                 for ever
    P:outbox                  zset     table by the end of its lease, 0 at first         for ever
    P:listings                hash     table to what the directory shows of it           for ever
    <prefix>:u:<user>:tables  zset     the user's tables by when he came                 REMEMBERED_MS after the last
    P:t:<table>:c             channel  appends: "<seq> <chain> <epoch>\\n<body>"
    P:t:<table>:a             channel  announcements

A parked table has only its members of timers and listings. A chat room that is no table, "@lobby", has a chat key under
that name, which lapses some time after its last line.

In timers and outbox a lease is kept half a millisecond early: a deadline that happens to be set to the same
millisecond is not taken for it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from zlib import crc32

PARTITIONS = 64
REMEMBERED_MS = 400 * 24 * 3600 * 1000
"""Longer than any game is left lying; so that people who never return leave nothing behind."""
PRESENCE_SLACK_MS = 60_000
"""Entries lapse by the workers' clocks, the key by the server's: it must not be the first."""
RESENT_MS = 10_000
"""For so long a command whose answer was lost with its connection may be sent again: longer than anybody waits."""


def partition(table: str) -> int:
    """The partition of a table, for ever the same."""
    return crc32(table.encode()) % PARTITIONS


class Keys:
    """Names under one prefix (letters, digits, `.:_-`), so that several rooms can share a server."""

    def __init__(self, prefix: str = "calypso") -> None:
        if not re.fullmatch(r"[\w.:-]+", prefix, re.ASCII):
            raise ValueError(f"not a prefix for Redis keys: {prefix!r}")
        self._prefix = prefix
        self._parts = [f"{prefix}:{{p{n:02}}}" for n in range(PARTITIONS)]
        self.all_timers = [f"{part}:timers" for part in self._parts]
        self.all_outboxes = [f"{part}:outbox" for part in self._parts]
        self.all_listings = [f"{part}:listings" for part in self._parts]
        self.of_append = lru_cache(4096)(self._of_append)
        """Log, head, timers, outbox and listings of a table: what `append.lua` touches."""
        self.commits = lru_cache(4096)(self._commits)
        """The channel of a table's appends."""

    def _table(self, table: str) -> str:
        return f"{self._parts[partition(table)]}:t:{table}"

    def log(self, table: str) -> str:
        return f"{self._table(table)}:log"

    def head(self, table: str) -> str:
        return f"{self._table(table)}:head"

    def present(self, table: str) -> str:
        return f"{self._table(table)}:present"

    def chat(self, room: str) -> str:
        return f"{self._table(room)}:chat"

    def parked(self, table: str) -> str:
        """What tells a call that parked the table and is sent again that it has done so."""
        return f"{self._table(table)}:parked"

    def timers(self, table: str) -> str:
        return self.all_timers[partition(table)]

    def outbox(self, table: str) -> str:
        return self.all_outboxes[partition(table)]

    def listings(self, table: str) -> str:
        return self.all_listings[partition(table)]

    def tables_of(self, user: str) -> str:
        return f"{self._prefix}:u:{user}:tables"

    def _commits(self, table: str) -> str:
        return f"{self._table(table)}:c"

    def announcements(self, table: str) -> str:
        """The channel of what is told at the table besides."""
        return f"{self._table(table)}:a"

    def _of_append(self, table: str) -> tuple[str, str, str, str, str]:
        return (self.log(table), self.head(table), self.timers(table), self.outbox(table), self.listings(table))
