"""The record of a finished game: its whole log with a digest of the state after every commit (docs/record.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar, cast

import msgspec
from msgspec.structs import replace

from app.engine.basics import Event, Millis, Refusal
from app.engine.commit import AnyCommit
from app.engine.dice import Dice, follows, pack_dice
from app.engine.game import Result
from app.engine.kernel import Kernel, peek
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.decide import Context
from app.engine.table.settings import DEFAULTS
from app.engine.table.state import TableState
from app.engine.upcast import UnknownFormat

FORMAT: Final = "record/1"


E = TypeVar("E", ev.Opened, ev.Changed)


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


_BROKEN: Final = (UnknownFormat, ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What a log that nobody could have written makes of the fold."""


def digest(state: TableState) -> str:
    """The first 16 hex digits of the SHA-256 of the state's JSON with sorted keys.

    Of the table and of the game only what differs from its default is told, so that a field that comes later leaves the
    digests of older records alone; and not `past`, which repeats states that have digests of their own.
    """
    told = _told(state)
    told.pop("past", None)
    if state.play is not None:
        told["play"] = _told(state.play)
    return hashlib.sha256(msgspec.json.encode(told, order="deterministic")).hexdigest()[:16]


def _told(value: msgspec.Struct) -> dict[str, Any]:
    defaults = _defaults(type(value))
    fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
    return {name: held for name, held in fields if name not in defaults or held != defaults[name]}


@cache
def _defaults(struct: type[msgspec.Struct]) -> Mapping[str, Any]:
    return {
        field.name: field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        for field in msgspec.structs.fields(struct)
        if not field.required
    }


def build(kernel: Kernel, bodies: Sequence[bytes]) -> Record:
    """The record of a finished game from its log. Raises RecordError if the game is not over."""
    numbers = peek(bodies[0])
    state: TableState | None = None
    digests: list[str] = []
    times: dict[type[Event], int] = {}
    for body in bodies:
        commit = kernel.read(body, numbers.codec, numbers.rules)
        state = kernel.evolve(state, commit)
        digests.append(digest(state))
        times |= {type(event): commit.at for event in commit.events}
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
        started=times[ev.Started],
        finished=times[ev.Ended],
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
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(f"not a record: {error}") from error
    if record.format != FORMAT:
        raise RecordError(f"unknown format {record.format}")
    return record


def replay(kernel: Kernel, record: Record) -> Iterator[tuple[AnyCommit, TableState]]:
    """Every commit with the state after it, each checked against its digest. Raises RecordError at the first that
    differs or cannot be read."""
    state: TableState | None = None
    if len(record.digests) != len(record.commits):
        raise RecordError("commits and digests differ in number")
    for n, (raw, expected) in enumerate(zip(record.commits, record.digests, strict=True), 1):
        try:
            commit = kernel.read(bytes(raw), record.codec, record.rules)
            state = kernel.evolve(state, commit)
        except _BROKEN as error:
            raise RecordError(f"commit {n} cannot be read: {error}"[:200]) from error
        if digest(state) != expected:
            raise RecordError(f"the state after commit {n} differs")
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
                    if event.pack != len(self._links) or not _follows(event.link, before):
                        raise RecordError(f"link {event.pack} does not follow on the one before it")
                    self._links[event.pack] = before = event.link

    def link(self, k: int) -> str:
        """s_k in hex. Raises RecordError if the record does not hold it."""
        if k not in self._links:
            raise RecordError(f"link {k} was never revealed")
        return self._links[k]

    def dice(self, table: str, k: int) -> Dice:
        """The dice of pack k; of one that was never shuffled they may be held but not rolled."""
        return pack_dice(self.link(k), table, k) if k in self._links else SealedDice(k)


class SealedDice(Dice):
    """Dice whose link the record does not hold. A game is given dice whenever it resumes, also if it has cards left."""

    def __init__(self, k: int) -> None:
        super().__init__(b"")
        self._pack = k

    def _word(self) -> int:
        raise RecordError(f"link {self._pack} was never revealed")


def _follows(link: str, before: str) -> bool:
    try:
        return follows(link, before)
    except ValueError:  # not hex
        return False


def audit(kernel: Kernel, record: Record) -> int:
    """Decide every command anew, with the shuffles made from the revealed links; the number of commits checked.

    Raises RecordError at the first commit that differs: then somebody's rules or dice were not these.
    """
    links = Revealed(record, kernel)
    before: TableState | None = None
    for commit, state in replay(kernel, record):
        try:
            again = _again(kernel, before, commit, links)
        except Refusal as refusal:
            raise RecordError(f"the command of commit {commit.seq} is refused: {refusal.code}") from refusal
        except _BROKEN as error:
            raise RecordError(f"commit {commit.seq} cannot be decided: {error}"[:200]) from error
        if again != commit:
            raise RecordError(f"the events of commit {commit.seq} do not follow from its command")
        before = state
    if replace(build(kernel, [bytes(raw) for raw in record.commits]), commits=()) != replace(record, commits=()):
        raise RecordError("the head of the record differs from its commits")
    return len(record.commits)


def _again(kernel: Kernel, before: TableState | None, commit: AnyCommit, links: Revealed) -> AnyCommit | None:
    """The commit as it is decided anew. Names, what the server chose for a seat and whom a seat was kept for are taken
    from its events."""
    if before is None:
        return _opened_again(kernel, commit, links)
    name, served, invited = "", None, None
    for event in commit.events:
        if isinstance(event, ev.Sat | ev.Booked):
            name = event.name
        if isinstance(event, ev.Sat):
            invited = event.seat
        if isinstance(event, ev.Served):
            served = kernel.command(msgspec.json.encode(event.command))
    context = Context(Millis(commit.at), links, name, served, commit.lag, invited)
    again = kernel.commit(before, commit.actor, commit.command, commit.turn, commit.id, context)
    then = next((event for event in commit.events if isinstance(event, ev.Changed)), None)
    events = (_as_then(kernel, e, then) if then and isinstance(e, ev.Changed) else e for e in again.events)
    return replace(again, events=tuple(events))


def _opened_again(kernel: Kernel, commit: AnyCommit, links: Revealed) -> AnyCommit | None:
    """Under the numbers that the table was born with."""
    opened = commit.events[0] if commit.events else None
    if not isinstance(commit.command, cmd.Open) or not isinstance(opened, ev.Opened):
        return None
    again = kernel.open(commit.actor, commit.command, Context(Millis(commit.at), links))
    first = cast(ev.Opened, again.events[0])
    first = replace(_as_then(kernel, first, opened), rules=opened.rules, codec=opened.codec)
    return replace(again, events=(first, *again.events[1:]))


def _as_then(kernel: Kernel, now: E, then: E) -> E:
    """What is set at a table, without the options and settings that came later and have their defaults there."""
    options = _known(now.options, then.options, kernel.game.options.complete({}))
    return replace(now, options=options, settings=_known(now.settings, then.settings, DEFAULTS))


def _known(now: Mapping[str, Any], then: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in now.items() if key in then or value != defaults[key]}
