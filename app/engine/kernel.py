"""One game with its codec: what the services do with a table, in terms of commits and frames."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from app.engine import notes, patch, views
from app.engine.actor import Actor
from app.engine.basics import Command, Note, Refusal, Seat, View
from app.engine.commit import AnyCommit, Codec, Commit
from app.engine.game import Game
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.answers import sender
from app.engine.table.decide import Context, decide, open_table
from app.engine.table.evolve import evolve_commit
from app.engine.table.state import TableState
from app.engine.upcast import upcast

LAG: Final = 500
"""ms of a command's way that cost its sender nothing, at most."""


class Looks(msgspec.Struct, frozen=True):
    """A state as everybody may see it, and what each seat sees besides."""

    state: TableState
    public: View
    privates: tuple[View, ...]

    def private(self, seat: Seat | None) -> View:
        """What a seat sees besides; {} for a watcher."""
        return {} if seat is None else self.privates[seat]


class Frame(msgspec.Struct, frozen=True):
    """What one commit shows: the public patch, private patches of the seats whose view changed, notes."""

    seq: int
    at: int
    public: View
    privates: dict[int, View]
    notes: list[Note]


class Peek(msgspec.Struct):
    """Just enough of a log's first commit to know how to read it."""

    events: list[PeekEvent]


class PeekEvent(msgspec.Struct):
    """The numbers in `Opened`."""

    game: str = ""
    codec: int = 0
    rules: int = 0


def peek(first: bytes) -> PeekEvent:
    """Which game a log belongs to, under which codec and rules number."""
    return msgspec.json.decode(first, type=Peek).events[0]


class Kernel:
    """All that is done with the tables of one game. Pure, but for what it is given."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.codec = Codec(game, cmd.COMMANDS, ev.EVENTS)

    def command(self, raw: bytes | msgspec.Raw) -> Command:
        """A command from its JSON. Raises Refusal `bad.command`."""
        try:
            return self.codec.command(raw)
        except (msgspec.DecodeError, RecursionError) as error:
            raise Refusal("bad.command", reason=str(error)[:200]) from error

    def open(self, actor: Actor, command: cmd.Open, context: Context) -> AnyCommit:
        """The first commit of a table. Raises Refusal."""
        events = open_table(self.game, actor, command, context)
        return Commit(seq=1, at=context.now, actor=actor, command=command, events=tuple(events))

    def commit(
        self, state: TableState, actor: Actor, command: Command, turn: int, id_: str, context: Context
    ) -> AnyCommit:
        """The commit a command becomes. Raises Refusal. Time never runs back: `at` is at least the last commit's."""
        if id_:
            sender(actor, id_)
        context = msgspec.structs.replace(context, now=max(context.now, state.at))
        events = decide(self.game, state, actor, command, turn, context)
        return Commit(
            seq=state.seq + 1,
            at=context.now,
            actor=actor,
            command=command,
            events=tuple(events),
            id=id_,
            turn=turn,
            lag=min(max(0, context.lag), LAG) if actor.kind == "person" else 0,
        )

    def read(self, body: bytes, codec: int, rules: int) -> AnyCommit:
        """A commit from the log. Raises UnknownFormat, msgspec.DecodeError."""
        return self.codec.commit(upcast(body, codec, rules, self.game.upcasts, self.game.rules))

    def evolve(self, state: TableState | None, commit: AnyCommit) -> TableState:
        """The state after a commit."""
        return evolve_commit(self.game, state, commit)

    def fold(self, bodies: Iterable[bytes], numbers: PeekEvent, state: TableState | None = None) -> TableState:
        """The state after commits from the log. Raises ValueError on a hole or an empty log."""
        for body in bodies:
            state = self.evolve(state, self.read(body, numbers.codec, numbers.rules))
        if state is None:
            raise ValueError("an empty log")
        return state

    def look(self, state: TableState, before: Looks | None = None) -> Looks:
        """The views of a state; with the looks before, unchanged parts are the same objects."""
        public = views.public(self.game, state, (before.state, before.public) if before else None)
        privates = tuple(views.private(self.game, state, Seat(i)) for i in range(len(state.seats)))
        return Looks(state, public, privates)

    def frame(self, before: Looks, commit: AnyCommit, after: Looks) -> Frame:
        """What a commit shows to each viewer."""
        held = before.privates + ({},) * (len(after.privates) - len(before.privates))  # options change the seats
        changed = {
            seat: change
            for seat, (old, new) in enumerate(zip(held, after.privates, strict=False))
            if (change := patch.diff(old, new))
        }
        return Frame(
            commit.seq, commit.at, patch.diff(before.public, after.public), changed, self.notes(before, commit, after)
        )

    def notes(self, before: Looks | None, commit: AnyCommit, after: Looks) -> list[Note]:
        """The notes of a commit, from public views and what its events show."""
        seen = before.public if before else {}
        return [
            note
            for event in commit.events
            for note in notes.notes(self.game, seen, notes.shown(self.game, event), after.public)
        ]
