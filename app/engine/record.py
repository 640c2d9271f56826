"""The record of a finished game: its whole log with a digest of the state after every commit (docs/record.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from app.engine.basics import Seat
from app.engine.commit import AnyCommit
from app.engine.dice import Dice, follows, pack_dice
from app.engine.game import Result
from app.engine.kernel import Kernel, PeekEvent, peek
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.decide import Context, decide, open_table
from app.engine.table.state import TableState

FORMAT: Final = "record/1"


class RecordSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who held a seat at the end."""

    seat: int
    kind: str
    user: str = ""
    name: str = ""
    level: str = ""
    left: bool = False


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game, complete. Times are ms since the Unix epoch; commits are the log's own JSON."""

    format: str
    table: str
    game: str
    rules: int
    codec: int
    options: dict[str, Any]
    settings: dict[str, Any]
    seats: tuple[RecordSeat, ...]
    opened: int
    started: int
    finished: int
    result: Result
    commits: tuple[msgspec.Raw, ...]
    digests: tuple[str, ...]


class RecordError(Exception):
    """A record that does not hold; the message says what and at which commit."""


def digest(state: TableState) -> str:
    """The first 16 hex digits of the SHA-256 of the state's JSON with sorted keys."""
    return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()[:16]


def build(kernel: Kernel, bodies: Sequence[bytes]) -> Record:
    """The record of a finished game from its log. Raises RecordError if the game is not over."""
    numbers = peek(bodies[0])
    state: TableState | None = None
    digests: list[str] = []
    started = 0
    for body in bodies:
        commit = kernel.read(body, numbers.codec, numbers.rules)
        state = kernel.evolve(state, commit)
        digests.append(digest(state))
        if any(isinstance(event, ev.Started) for event in commit.events):
            started = commit.at
    if state is None or state.result is None:
        raise RecordError("the game is not over")
    return Record(
        format=FORMAT,
        table=state.table,
        game=state.game,
        rules=state.rules,
        codec=numbers.codec,
        options=state.options,
        settings=state.settings,
        seats=tuple(
            RecordSeat(i, seat.kind, seat.user, seat.name, seat.level, seat.left) for i, seat in enumerate(state.seats)
        ),
        opened=state.opened,
        started=started,
        finished=state.at,
        result=state.result,
        commits=tuple(msgspec.Raw(body) for body in bodies),
        digests=tuple(digests),
    )


def encode(record: Record) -> bytes:
    """The record's JSON."""
    return msgspec.json.encode(record)


def decode(raw: bytes) -> Record:
    """A record from its JSON. Raises RecordError."""
    try:
        record = msgspec.json.decode(raw, type=Record)
    except msgspec.DecodeError as error:
        raise RecordError(f"not a record: {error}") from error
    if record.format != FORMAT:
        raise RecordError(f"unknown format {record.format}")
    return record


def replay(kernel: Kernel, record: Record) -> Iterator[tuple[AnyCommit, TableState]]:
    """Every commit with the state after it, each checked against its digest. Raises RecordError at the first that
    differs."""
    numbers = PeekEvent(record.game, record.codec, record.rules)
    state: TableState | None = None
    if len(record.digests) != len(record.commits):
        raise RecordError("commits and digests differ in number")
    for raw, expected in zip(record.commits, record.digests, strict=True):
        commit = kernel.read(bytes(raw), numbers.codec, numbers.rules)
        state = kernel.evolve(state, commit)
        if digest(state) != expected:
            raise RecordError(f"the state after commit {commit.seq} differs")
        yield commit, state
    if state is None or state.result != record.result:
        raise RecordError("the result differs")


class Revealed:
    """The links of the chain that a record holds, standing in for the secret chain."""

    def __init__(self, record: Record, kernel: Kernel) -> None:
        self._links: dict[int, str] = {}
        before = ""
        for commit, _ in replay(kernel, record):
            for event in commit.events:
                if isinstance(event, ev.Opened):
                    before = event.anchor
                if isinstance(event, ev.Revealed):
                    if not follows(event.link, before):
                        raise RecordError(f"link {event.pack} does not follow on the one before it")
                    self._links[event.pack] = before = event.link

    def link(self, k: int) -> str:
        """s_k in hex. Raises RecordError if the record does not hold it."""
        if k not in self._links:
            raise RecordError(f"link {k} was never revealed")
        return self._links[k]

    def dice(self, table: str, k: int) -> Dice:
        """The dice of pack k."""
        return pack_dice(self.link(k), table, k)


def audit(kernel: Kernel, record: Record) -> int:
    """Decide every command anew, with the shuffles made from the revealed links; the number of commits checked.

    Raises RecordError at the first commit whose events differ: then somebody's rules or dice were not these.
    """
    links = Revealed(record, kernel)
    before: TableState | None = None
    for commit, state in replay(kernel, record):
        if not _same(kernel, before, commit, links):
            raise RecordError(f"the events of commit {commit.seq} do not follow from its command")
        before = state
    return len(record.commits)


def _same(kernel: Kernel, before: TableState | None, commit: AnyCommit, links: Revealed) -> bool:
    if before is None:
        opened = commit.command
        return isinstance(opened, cmd.Open) and tuple(open_table(kernel.game, commit.actor, opened)) == commit.events
    name = next((event.name for event in commit.events if isinstance(event, ev.Sat)), "")
    context = Context(commit.at, links, name)  # type: ignore[arg-type]
    return tuple(decide(kernel.game, before, commit.actor, commit.command, commit.turn, context)) == commit.events


def seats_of(record: Record, user: str) -> list[Seat]:
    """The seats a user held."""
    return [Seat(s.seat) for s in record.seats if user and s.user == user]
