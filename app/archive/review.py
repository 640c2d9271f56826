"""A finished game step by step, with open hands: the views at the start and a merge patch for every commit after it."""

from __future__ import annotations

from typing import Any

import msgspec

from app.archive.history import Holder
from app.engine import patch
from app.engine.basics import View
from app.engine.commit import AnyCommit
from app.engine.kernel import Kernel, Looks, PeekEvent
from app.engine.record import Record, RecordError
from app.engine.table import events as ev


class Doer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who acted: a person, a bot, the timer or the server; `seat` where there is one."""

    kind: str
    seat: int = -1


class Step(msgspec.Struct, frozen=True):
    """One commit. `at` is ms after the start; `patch` leads here from {public, private by seat} as they were before."""

    seq: int
    at: int
    actor: Doer
    patch: View
    notes: list[list[str | int | bool]]


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The whole game. `start` is the state when play began."""

    id: str
    game: str
    options: dict[str, Any]
    seats: dict[str, Holder]
    started: int
    start: View
    steps: list[Step]


def review(kernel: Kernel, record: Record) -> Review:
    """The review of a record; some 0.2 ms a commit. Raises RecordError if it cannot be read."""
    numbers = PeekEvent(record.game, record.codec, record.rules)
    looks: Looks | None = None
    start: View | None = None
    shown: View = {}
    steps: list[Step] = []
    for raw in record.commits:
        commit = kernel.read(bytes(raw), numbers.codec, numbers.rules)
        before = looks
        looks = kernel.look(kernel.evolve(before.state if before else None, commit), before)
        if start is not None and before is not None:
            now = _open(looks)
            steps.append(_step(kernel, record, before, commit, looks, patch.diff(shown, now)))
            shown = now
        elif any(isinstance(event, ev.Started) for event in commit.events):
            start = shown = _open(looks)
    if start is None:
        raise RecordError("the game was never started")
    return Review(
        id=record.table,
        game=record.game,
        options=record.options,
        seats={str(s.seat): Holder(s.kind, s.user, s.name, s.level) for s in record.seats},
        started=record.started,
        start=start,
        steps=steps,
    )


def _open(looks: Looks) -> View:
    return {"public": looks.public, "private": {str(i): view for i, view in enumerate(looks.privates)}}


def _step(kernel: Kernel, record: Record, before: Looks, commit: AnyCommit, after: Looks, change: View) -> Step:
    actor = commit.actor
    seat = before.state.seat_of(actor.user) if actor.kind == "person" else actor.seat
    return Step(
        seq=commit.seq,
        at=commit.at - record.started,
        actor=Doer(actor.kind, -1 if seat is None else seat),
        patch=change,
        notes=[note.wire() for note in kernel.notes(before, commit, after)],
    )
