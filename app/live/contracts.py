"""What a live store promises. Both twins, `live.redis` and `live.embedded`, pass one suite of tests (tests/live).

The log of a table is a gap-free sequence of commits 1..n. A *position* names a place in it so that a rollback of the
store cannot go unnoticed: the epoch says which telling of the table it is, `seq` how many commits, `chain` is the first
8 hex digits of a running SHA-256 over them. Times are milliseconds since the Unix epoch, by the callers' clocks.

A *parked* table is elsewhere: of it the store has its timer and its listing, else it is as if there were none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

NO_CHAIN = "00000000"


class Position(msgspec.Struct, frozen=True):
    """A place in a table's log. `seq` 0 is the empty log."""

    epoch: str
    seq: int
    chain: str

    def after(self, body: bytes) -> Position:
        """The position once `body` is appended here."""
        return Position(self.epoch, self.seq + 1, link(self.chain, body))


def link(chain: str, body: bytes) -> str:
    """The chain value after one more commit."""
    return hashlib.sha256(chain.encode() + body).hexdigest()[:8]


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """One commit to append, with everything that must happen in the same atomic step."""

    table: str
    expected: Position
    """The head as the caller knows it."""
    body: bytes
    deadline: int | None = None
    """When the table's one timer is to fire; None clears it."""
    finished: bool = False
    """Queue the table in the outbox: it is over and waits to be archived."""
    listing: bytes | None = None
    """What the directory shows of the table from now on; b"" takes it out, None leaves it."""
    renew: str | None = None
    """A fresh epoch that begins with this commit (the log was found rolled back)."""


class Published(msgspec.Struct, frozen=True):
    """What subscribers of a table hear: the commit at `position`."""

    position: Position
    body: bytes


class Page(msgspec.Struct, frozen=True):
    """A stretch of a log: its head and the bodies asked for, of which the last is the head's."""

    head: Position
    bodies: Sequence[bytes]


class Secrets(msgspec.Struct, frozen=True, omit_defaults=True):
    """What belongs to a live table and to no commit, record or export."""

    chain_end: str
    """The end of its hash chain, in hex."""
    invite: str = ""
    """What its link carries at first."""


Line = tuple[int, bytes]
"""A line of a chat: its number, from 1 rising, and its body."""


class Claim(msgspec.Struct, frozen=True):
    """A table whose timer fell due (or whose outbox entry waits), leased to the claimer until `lease`."""

    table: str
    lease: int


Listener = Callable[[Published], None]
"""Called on the event loop for each commit heard. Must not block, must not raise."""


class EventLog(Protocol):
    """The logs. Every promise holds across processes and across the death of any of them."""

    async def create(self, table: str, epoch: str, secrets: Secrets, append: Append) -> Position | None:
        """Begin a log with its first commit (`append.expected` is ignored) and keep its secrets.

        None if the table exists, or is parked and has a timer or a listing: nothing is changed then.
        """

    async def append(self, append: Append) -> Position | None:
        """Append one commit. Durable when it returns.

        None if the log's head is not `expected` (or there is no such table): nothing is changed then.
        Atomic: commit, head, deadline, outbox, listing and the publication to every subscriber, all or nothing.
        A call that is retried after an unknown outcome cannot append twice: the second finds another head.
        """

    async def head(self, table: str) -> Position | None:
        """The head of the log, None if there is no such table."""

    async def since(self, table: str, seq: int) -> Page | None:
        """The commits after `seq` with the head they lead to, read in one step. None if there is no such table."""

    async def secrets(self, table: str) -> Secrets | None:
        """The table's secrets."""

    async def drop(self, table: str, after_ms: int = 0) -> None:
        """Forget the table, its secrets, chat, timer and listing.

        With `after_ms`, log, secrets and chat stay that much longer for late readers. The log can still be appended to
        then, and people may still chat, but the table has neither timer nor listing any more. An outbox entry stays
        until it is `done`.
        """

    async def park(self, table: str, expected: Position, said: int | None = None) -> bool:
        """Take the table out of the store, all but its timer and its listing. The caller keeps what `wake` needs.

        Atomic: log, head, secrets, chat and presence go, all or nothing, and nothing is published. There is no such
        table then: `append` conflicts, `since` gives None. Its timer still fires and can be settled, its listing stays.
        False, and nothing is changed, if the head is not `expected`, if with `said` the last line of the chat is not
        that one (0: there is none), if the table has an outbox entry or was dropped, or if there is none.
        """

    async def wake(
        self,
        table: str,
        epoch: str,
        secrets: Secrets,
        bodies: Sequence[bytes],
        deadline: int | None,
        chat: Sequence[Line] = (),
    ) -> Position | None:
        """Put a parked table back: its log, one commit at least, in a new telling, and its chat with the old numbers.

        None if the table exists (somebody was quicker): nothing is changed then. Atomic: log, head, secrets, chat and
        the timer, which is set to `deadline` (None clears it); the listing stays as it is, nothing is published.
        """


class Fanout(Protocol):
    """Publications of appends, to this process."""

    async def listen(self, table: str, listener: Listener) -> None:
        """From the return on every append to the table is heard, at most once, in order of publication.

        A lost connection may lose some: the caller compares positions and reads the gap; see `on_reconnect`.
        One listener a table and process; raises ValueError for a second.
        """

    async def unlisten(self, table: str) -> None:
        """Hear no more of the table. Idempotent."""

    def on_reconnect(self, callback: Callable[[], None]) -> None:
        """Call `callback` on the event loop whenever a lost connection is back and all tables are listened to again:
        appends in between were not heard, so heads are to be compared. A later callback replaces the earlier."""


class Timers(Protocol):
    """One timer a table, set by `append` and `wake`. Fires at least once, also while the table is parked; claims are
    leases, so a dead claimer loses nothing."""

    async def claim(self, now: int, lease_ms: int, limit: int) -> list[Claim]:
        """Take up to `limit` tables whose timer is due at `now`: their timers move to now + lease_ms."""

    async def settle(self, claim: Claim, at: int | None) -> None:
        """Put the claimed timer to `at` (None: off), unless somebody else moved it since the claim."""

    async def sleep_until(self, now: int, most_ms: int) -> int:
        """How many milliseconds until the next timer is due, at most `most_ms`: a hint for polling."""


class Outbox(Protocol):
    """Tables that are over and wait to be archived. At least once: an entry stays until `done`."""

    async def waiting(self, now: int, lease_ms: int, limit: int) -> list[Claim]:
        """Lease up to `limit` entries."""

    async def done(self, table: str) -> None:
        """The table is archived: take the entry out. Idempotent."""


class Presence(Protocol):
    """Which connections are at which table. Not state: it may be lost and comes back with the next heartbeat."""

    async def enter(self, table: str, user: str, connection: str, now: int, ttl_ms: int) -> bool:
        """The connection is there for `ttl_ms` more. True if it is the user's first at the table.

        Others learn of it by what the caller announces.
        """

    async def leave(self, table: str, user: str, connection: str, now: int) -> bool:
        """The connection has gone. True if it was the user's last there."""

    async def present(self, table: str, now: int) -> list[str]:
        """The users at the table, sorted."""

    async def announce(self, table: str, body: bytes) -> None:
        """Tell every process that watches the table (presence changes, chat): not durable."""

    async def watch(self, table: str, listener: Callable[[bytes], None]) -> None:
        """Hear announcements. One listener a table and process; raises ValueError for a second."""

    async def unwatch(self, table: str) -> None:
        """Hear no more. Idempotent."""


class ChatStore(Protocol):
    """What people say in a room: a table, or a room that is none, whose name begins with "@". Bounded; as durable as
    the logs. Who is there learns of a line by what the caller announces."""

    async def say(self, room: str, body: bytes, keep: int, ttl_ms: int = 0) -> int:
        """Add a line and forget all but the last `keep`; its number, one more than that of the line before.

        With `ttl_ms` 0 the chat is the table's and lives as long as that: 0, and nothing is kept, if there is no such
        table (or it is parked). Else the whole chat lapses `ttl_ms` after its last line, and numbers begin anew.
        """

    async def said(self, room: str) -> list[Line]:
        """The lines that are kept, the oldest first."""

    async def forget(self, room: str) -> None:
        """Forget all lines; numbers begin anew. Idempotent."""


class Directory(Protocol):
    """The listings of live and parked tables, and which tables a user has."""

    async def listings(self) -> Mapping[str, bytes]:
        """All listings, by table."""

    async def remember(self, user: str, table: str, now: int) -> None:
        """The user has to do with the table (holds a seat, opened it)."""

    async def forget(self, user: str, table: str) -> None:
        """No longer. Idempotent."""

    async def tables_of(self, user: str) -> list[str]:
        """Tables of the user, the latest first; some may be gone by now."""


class Clock(Protocol):
    """Agreement of clocks between this worker and the store."""

    async def skew(self) -> int:
        """This machine's clock minus the store's, in milliseconds; 0 where they are the same machine."""


class LiveStore(Protocol):
    """One twin, whole. Every method may raise `StoreUnavailable`, within some two seconds."""

    @property
    def log(self) -> EventLog: ...
    @property
    def fanout(self) -> Fanout: ...
    @property
    def timers(self) -> Timers: ...
    @property
    def outbox(self) -> Outbox: ...
    @property
    def presence(self) -> Presence: ...
    @property
    def chat(self) -> ChatStore: ...
    @property
    def directory(self) -> Directory: ...
    @property
    def clock(self) -> Clock: ...

    async def open(self) -> None:
        """Connect, or take the exclusive right to the data. Raises `StoreUnavailable` with one clear sentence."""

    async def close(self) -> None:
        """Disconnect and end every task of the store."""

    async def ping(self) -> None:
        """Raise `StoreUnavailable` if the store does not answer."""


class StoreUnavailable(Exception):
    """The live store cannot be used now; the message says why in one line.

    An append that raises it has an unknown outcome.
    """
