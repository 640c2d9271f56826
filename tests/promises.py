"""What the house promises (architecture, section 7), as assertions for every suite that plays:

    1  no gaps         Viewer fails at the first hole or repeat
    2  one truth       assert_one_truth: whatever a viewer has seen is what a fresh fold of the log shows him
    3  exactly once    assert_once: an id is in the log at most once, and an answer names its commit
    4  conservation    every card is in one place: tests/games, at every step of a fold
    5  no leak         assert_no_leak: what a seat cannot know makes no difference to the bytes that are sent to it
    8  clean-up        assert_nothing_left: no follower, subscription, channel or task remains

A `Viewer` is fed with the messages of one table, from a socket (`message`) or in process (it is a Follower).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from app.engine import patch
from app.engine.actor import Actor
from app.engine.basics import Seat, View
from app.engine.commit import AnyCommit
from app.engine.dice import Dice
from app.engine.kernel import Kernel, Looks, peek
from app.engine.table.state import TableState
from app.games.catalogue import CATALOGUE
from app.live.contracts import NO_CHAIN, LiveStore, Position
from app.tables.chat import ChatLine
from app.tables.frames import encode
from app.tables.room import Snapshot
from app.tables.rooms import Rooms


class Step(NamedTuple):
    """What a viewer held at a position, and the bytes that took him there (b"" for a snapshot)."""

    pos: Position
    public: View
    private: View
    core: bytes


class Viewer:
    """What a page holds of one table, from the messages alone."""

    def __init__(self, user: str = "") -> None:
        self.user = user
        self.name = user.title()
        self.pos: Position | None = None
        self.public: View = {}
        self.private: View = {}
        self.steps: list[Step] = []
        self.snaps: list[Snapshot | Mapping[str, Any]] = []
        self.currents: list[int] = []
        self.heres: list[list[str]] = []
        self.watchers: dict[str, str] = {}
        self.chat: dict[int, ChatLine] = {}
        self.logs: list[list[int]] = []
        self.nudges: list[tuple[int, int]] = []
        self.ended: list[str] = []

    # as a follower in process

    def snapshot(self, snap: Snapshot) -> None:
        self.snaps.append(snap)
        self._hold(snap.position, snap.public, snap.private)

    def delta(self, core: bytes) -> None:
        self._apply(core)

    def current(self, seq: int) -> None:
        assert self.pos is not None and self.pos.seq == seq, (self.pos, seq)
        self.currents.append(seq)

    def presence(self, here: list[str], watchers: dict[str, str]) -> None:
        self.heres.append(here)
        self.watchers = watchers

    def chat_log(self, lines: list[ChatLine]) -> None:
        self.chat = {line.n: line for line in lines}
        self.logs.append(list(self.chat))

    def chat_said(self, line: ChatLine) -> None:
        assert line.n not in self.chat, f"line {line.n} comes twice"
        self.chat[line.n] = line

    def nudged(self, by: int, seat: int) -> None:
        self.nudges.append((by, seat))

    def gone(self, code: str) -> None:
        self.ended.append(code)

    # as the reader of a socket

    def message(self, frame: str | bytes) -> Any:
        """Take in one frame of the table's channel; the decoded message."""
        raw = frame.encode() if isinstance(frame, str) else frame
        message = msgspec.json.decode(raw)
        if isinstance(message, list):
            if isinstance(message[0], int):
                self._apply(raw.partition(b",")[2])
            return message
        match message["t"]:
            case "table.snap":
                self.snaps.append(message)
                pos = msgspec.convert(message["pos"], Position)
                self._hold(pos, message["public"], message["private"])
            case "table.current":
                self.current(message["seq"])
            case "presence":
                self.presence(message["here"], message.get("watchers", {}))
            case "chat.log":
                self.chat_log(msgspec.convert(message["lines"], list[ChatLine]))
            case "chat.said":
                self.chat_said(msgspec.convert(message["line"], ChatLine))
            case "nudged":
                self.nudged(message["by"], message["seat"])
            case "table.gone":
                self.gone(message["code"])
        return message

    def _hold(self, pos: Position, public: View, private: View) -> None:
        self.pos, self.public, self.private = pos, public, private
        self.steps.append(Step(pos, public, private, b""))

    def _apply(self, core: bytes) -> None:
        seq, chain, _, *parts = msgspec.json.decode(b"[" + core)
        public, private = (*parts[:2], {}, {})[:2]
        assert self.pos is not None, "a delta before any snapshot"
        assert seq == self.pos.seq + 1, f"{self.user}: commit {seq} after {self.pos.seq}"
        self.pos = Position(self.pos.epoch, seq, chain)
        self.public = patch.apply(self.public, {"turn": seq, **public})
        self.private = patch.apply(self.private, {"undo": None, **private})
        self.steps.append(Step(self.pos, self.public, self.private, core))

    @property
    def turn(self) -> int:
        turn: int = self.public["turn"]
        return turn

    @property
    def seat(self) -> int | None:
        seat: int | None = self.private.get("seat")
        return seat


class Truth:
    """A table as a fresh fold of its log tells it."""

    def __init__(self, bodies: Sequence[bytes], kernel: Kernel | None = None) -> None:
        numbers = peek(bodies[0])
        self.kernel = kernel or Kernel(CATALOGUE.get(numbers.game))
        self.bodies = bodies
        self.commits: list[AnyCommit] = [self.kernel.read(body, numbers.codec, numbers.rules) for body in bodies]
        self.states: list[TableState] = []
        self.chains: list[str] = []
        state, position = None, Position("", 0, NO_CHAIN)
        for commit, body in zip(self.commits, bodies, strict=True):
            state = self.kernel.evolve(state, commit)
            position = position.after(body)
            self.states.append(state)
            self.chains.append(position.chain)
        self._looks: dict[int, Looks] = {}

    @property
    def state(self) -> TableState:
        return self.states[-1]

    def looks(self, seq: int) -> Looks:
        """The views after commit `seq`, made from nothing but its state."""
        if seq not in self._looks:
            self._looks[seq] = self.kernel.look(self.states[seq - 1])
        return self._looks[seq]

    def tells(self, pos: Position) -> bool:
        """Whether the log has this position (in whatever epoch)."""
        return 1 <= pos.seq <= len(self.chains) and self.chains[pos.seq - 1] == pos.chain


async def truth_of(store: LiveStore, table: str) -> Truth:
    """The table as the store has it now."""
    page = await store.log.since(table, 0)
    assert page is not None
    truth = Truth(page.bodies)
    assert truth.tells(page.head), "the log does not lead to its head"
    return truth


def assert_one_truth(viewer: Viewer, *truths: Truth) -> None:
    """At every position a viewer has held, his views were those of a fold of the log (one of them, after a loss)."""
    assert viewer.steps, "nothing was shown"
    for step in viewer.steps:
        truth = next((truth for truth in truths if truth.tells(step.pos)), None)
        assert truth is not None, f"{step.pos} is in no log"
        looks = truth.looks(step.pos.seq)
        assert patch.same(step.public, looks.public), (step.pos, patch.diff(step.public, looks.public))
        private = looks.private(looks.state.seat_of(viewer.user))
        assert patch.same(step.private, private), (step.pos, patch.diff(step.private, private))


def assert_current(viewer: Viewer, truth: Truth) -> None:
    """He holds the end of the log."""
    assert viewer.pos is not None
    assert (viewer.pos.seq, viewer.pos.chain) == (len(truth.bodies), truth.chains[-1])


def assert_once(truth: Truth, answers: Mapping[tuple[str, str], int] | None = None) -> None:
    """No id of an actor is in the log twice; every answer (by user and id) names the commit of that id."""
    found: dict[tuple[Actor, str], int] = {}
    for commit in truth.commits:
        if commit.id:
            assert (commit.actor, commit.id) not in found, f"{commit.id} counts twice"
            found[commit.actor, commit.id] = commit.seq
    for (user, id_), seq in (answers or {}).items():
        assert found.get((Actor("person", user=user), id_)) == seq, f"{user} {id_}"


def assert_no_leak(viewer: Viewer, truth: Truth, every: int = 1) -> None:
    """Exchange all that the viewer's seat cannot know: every byte of the deltas sent to it stays what it was.

    A watcher is tried with every seat's guess: what a seat does not know a watcher does not know either.
    """
    for number, step in enumerate(viewer.steps):
        if not step.core or number % every or step.pos.seq < 2 or truth.states[step.pos.seq - 2].play is None:
            continue
        before, after = truth.states[step.pos.seq - 2 : step.pos.seq]
        mine = after.seat_of(viewer.user)
        if before.seat_of(viewer.user) != mine:
            continue
        seats = [mine] if mine is not None else [Seat(i) for i in range(len(after.seats))]
        for seat in seats:
            looks = [_guessed(truth.kernel, state, seat, step.pos.seq) for state in (before, after)]
            frame = truth.kernel.frame(looks[0], truth.commits[step.pos.seq - 1], looks[1])
            again = encode(step.pos, looks[0], frame, looks[1], moved=False).core(mine)
            assert again == step.core, f"{viewer.user} at {step.pos}: what seat {seat} cannot know shows"


def _guessed(kernel: Kernel, state: TableState, seat: Seat, seed: int) -> Looks:
    """The looks of another state that the seat could not tell from this one."""
    game, play = kernel.game, state.play
    dice = Dice(seed.to_bytes(32))
    other = game.imagine(game.public(play), game.private(play, seat), game.memory(play, seat), seat, dice)
    return kernel.look(msgspec.structs.replace(state, play=other))


async def assert_nothing_left(rooms: Rooms, seconds: float = 30) -> None:
    """Nobody follows anything: no subscription, no task of this process remains (soon)."""
    end = time.monotonic() + seconds
    while rooms.busy:
        assert time.monotonic() < end, "a task of a room goes on"
        await asyncio.sleep(0.005)
    for room in rooms.held():
        assert not room.followers, room.table
        assert not room.listening, room.table
        assert not room.lock.locked(), room.table
