"""The leak test: in a state that differs in what a viewer cannot know, the same command sends him the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.actor import Actor
from app.engine.basics import Command, Refusal, Seat
from app.engine.commit import AnyCommit
from app.engine.dice import Dice
from app.engine.kernel import Frame, Kernel, Looks
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.decide import Context
from tests.engine.checks import imagined_agrees, same_bytes

TRIES = 12
"""Imagined states to look at until one is found in which the command is legal."""

DRAWS: dict[str, tuple[str, ...]] = {"canasta": ("draw",), "highcard": ("draw",)}
"""Commands by which the mover sees a card that was hidden from him, too; a game that has such is entered here."""

TELLS: dict[str, tuple[str, ...]] = {"calypso": ("claimed",), "canasta": ("replaced", "last_chance", "scored")}
"""Events that rightly tell everybody something that was hidden; a game that has such is entered here."""


class Bytes(msgspec.Struct, frozen=True):
    """What a commit sends to one viewer."""

    public: bytes
    private: bytes
    notes: bytes


def sent(frame: Frame, seat: Seat | None) -> Bytes:
    private = {} if seat is None else frame.privates.get(seat, {})
    notes = [(note.wire(), note.evident) for note in frame.notes]
    return Bytes(*(msgspec.json.encode(part) for part in (frame.public, private, notes)))


def learns(kernel: Kernel, commit: AnyCommit, seat: Seat | None, mover: Seat | None) -> bool:
    """Whether the commit rightly shows this viewer a card that he could not know: he is dealt it, or draws it."""
    if any(isinstance(event, ev.Resumed) for event in commit.events):
        return True
    served = [event for event in commit.events if isinstance(event, ev.Served)]
    tag = served[0].command["type"] if served else type(commit.command).__struct_config__.tag
    return seat is not None and seat == mover and tag in DRAWS.get(kernel.game.key, ())


def tells(kernel: Kernel, commit: AnyCommit) -> bool:
    """Whether everybody rightly hears something that was hidden."""
    return any(event.__struct_config__.tag in TELLS.get(kernel.game.key, ()) for event in commit.events)


def others(kernel: Kernel, looks: Looks, seat: Seat | None, dice: Dice) -> Iterator[Looks]:
    """Tables that a viewer (None: a watcher) cannot tell from this one, with hidden cards elsewhere."""
    for _ in range(TRIES):
        play = _imagined(kernel, looks, seat, dice)
        if play != looks.state.play:
            yield kernel.look(replace(looks.state, play=play))


def _imagined(kernel: Kernel, looks: Looks, seat: Seat | None, dice: Dice) -> Any:
    if seat is not None:
        return imagined_agrees(kernel, looks, seat, dice)
    # what one seat cannot know, and then what another cannot know of that: all hands differ
    first, second = dice.shuffled([Seat(at) for at in range(len(looks.state.seats))])[:2]
    between = replace(looks.state, play=imagined_agrees(kernel, looks, first, dice))
    return imagined_agrees(kernel, kernel.look(between), second, dice)


def alike(before: Looks, other: Looks, seat: Seat | None) -> None:
    """What a viewer sees does not depend on what he cannot know."""
    same_bytes(other.public, before.public, "leak: public view")
    same_bytes(other.private(seat), before.private(seat), f"leak: private view of {seat}")


def accepted_tells_nothing(
    kernel: Kernel, before: Looks, commit: AnyCommit, frame: Frame, context: Context, dice: Dice
) -> int:
    """Compare what every viewer is sent; how many could be compared. Not asked of what the server plays by itself,
    which depends on the hand of the seat it plays for, unless the log says what it chose."""
    by_itself = isinstance(commit.command, cmd.TimeUp) and before.state.phase == "playing"
    chosen = [event for event in commit.events if isinstance(event, ev.Served)]
    if before.state.play is None or (by_itself and not chosen):
        return 0
    if tells(kernel, commit):
        return 0
    if chosen:
        context = replace(context, served=kernel.command(msgspec.json.encode(chosen[0].command)))
    mover = Seat(chosen[0].seat) if chosen else _seat(before, commit.actor)
    viewers: list[Seat | None] = [None, *(Seat(at) for at in range(len(before.state.seats)))]
    return sum(_compare(kernel, before, commit, frame, context, seat, mover, dice) for seat in viewers)


def _seat(looks: Looks, actor: Actor) -> Seat | None:
    if actor.kind == "person":
        return looks.state.seat_of(actor.user)
    return Seat(actor.seat) if 0 <= actor.seat < len(looks.state.seats) else None


def _compare(
    kernel: Kernel,
    before: Looks,
    commit: AnyCommit,
    frame: Frame,
    context: Context,
    seat: Seat | None,
    mover: Seat | None,
    dice: Dice,
) -> bool:
    wanted = sent(frame, seat)
    for other in others(kernel, before, seat, dice):
        alike(before, other, seat)
        try:
            again = kernel.commit(other.state, commit.actor, commit.command, commit.turn, commit.id, context)
        except Refusal as refusal:
            assert seat is None or seat != mover, f"leak: {refusal.code} depends on what seat {seat} cannot know"
            continue
        if tells(kernel, again):
            continue
        got = sent(kernel.frame(other, again, kernel.look(kernel.evolve(other.state, again), other)), seat)
        assert got.public == wanted.public, f"leak: public patch to {seat}: {got.public!r}, {wanted.public!r}"
        assert got.notes == wanted.notes, f"leak: notes to {seat}: {got.notes!r}, {wanted.notes!r}"
        if not learns(kernel, commit, seat, mover):
            assert got.private == wanted.private, f"leak: private patch to {seat}: {got.private!r}, {wanted.private!r}"
        return True
    return False


def refused_tells_nothing(
    kernel: Kernel, before: Looks, actor: Actor, command: Command, refusal: Refusal, context: Context, dice: Dice
) -> bool:
    """A seat's own command is refused in the same words wherever the cards lie that it cannot know."""
    seat = _seat(before, actor)
    if before.state.play is None or seat is None:
        return False
    for other in others(kernel, before, seat, dice):
        try:
            kernel.commit(other.state, actor, command, before.state.turn, "", context)
        except Refusal as again:
            assert (again.code, again.params) == (refusal.code, refusal.params), "leak: words of a refusal"
            return True
        raise AssertionError(f"leak: {refusal.code} depends on what seat {seat} cannot know")
    return False
