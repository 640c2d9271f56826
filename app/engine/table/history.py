"""What a table keeps of its own past: games that may stand again, and what the server played for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from app.engine.commit import AnyCommit
from app.engine.game import Game
from app.engine.table import events as ev
from app.engine.table.due import timed
from app.engine.table.settings import Clock, clock_of, recent, setting
from app.engine.table.state import Past, TableState

KEPT: Final[Mapping[str, int]] = {"off": 0, "ask": 2, "free": 16}
"""Decisions that can be taken back at most, by the table's setting."""


def counted(game: Game, before: TableState, after: TableState, commit: AnyCommit) -> TableState:
    """The state after a commit with its memory of what went before."""
    if after.play is None:
        return after
    dealt = before.play is None or game.deal(before.play) != game.deal(after.play)
    after = replace(after, past=_past(game, before, after, commit, dealt))
    if dealt and any(seat.asked or seat.proposed for seat in after.seats):
        after = replace(after, seats=tuple(replace(seat, asked=0, proposed=0) for seat in after.seats))
    return _played(before, after, commit)


def _moved(before: TableState, commit: AnyCommit) -> bool:
    """Whether a decision of the game was made."""
    events = commit.events
    return before.phase == "playing" and any(not isinstance(event, ev.TableEvent) for event in events)


def decider(before: TableState, commit: AnyCommit) -> tuple[int, bool]:
    """The seat whose decision a commit is (-1: none), and whether its person made it himself."""
    for event in commit.events:
        if isinstance(event, ev.Served):
            return event.seat, False
    if commit.actor.kind == "person":
        seat = before.seat_of(commit.actor.user)
        return (-1, False) if seat is None else (seat, True)
    return commit.actor.seat, False


def _past(game: Game, before: TableState, after: TableState, commit: AnyCommit, dealt: bool) -> tuple[Past, ...]:
    """What may be taken back: nothing across a deal, nor across what showed somebody a card, nor across what told
    something though it was no decision (a claim that was judged), nor once a pack that was in play is open to all."""
    kept = KEPT[str(setting(after.settings, "undo"))]
    told = any(isinstance(event, tuple(game.reveals)) for event in commit.events)
    if not kept or dealt or told or after.phase != "playing" or len(after.links) > len(before.links):
        return ()
    if not _moved(before, commit):
        return after.past
    if game.decision(before.play) == game.decision(after.play):
        return ()
    seat, own = decider(before, commit)
    bank = _left(game, before, after, commit, seat) if own else 0
    return (*after.past, Past(before.seq, seat, own, before.play, bank))[-kept:]


def _left(game: Game, before: TableState, after: TableState, commit: AnyCommit, seat: int) -> int:
    """What a decision has left of its person's clock."""
    clock = clock_of(before.settings)
    if (
        clock is None or not before.seats[seat].human or seat not in timed(game, before)
    ):  # who plays for himself again with this card pays nothing
        return after.seats[seat].bank
    return max(0, before.seats[seat].bank - spent(clock, before, commit))


def spent(clock: Clock, before: TableState, commit: AnyCommit) -> int:
    """ms that a commit charges whose decision it was."""
    return max(0, commit.at - before.since - commit.lag - clock.free)


def _played(before: TableState, after: TableState, commit: AnyCommit) -> TableState:
    """Decisions made for a person are counted until he himself does something, but for coming back."""
    if commit.actor.kind == "person":
        own = after.seat_of(commit.actor.user)
        back = any(isinstance(event, ev.Returned) for event in commit.events)
        return after if own is None or back else _count(after, own, 0)
    seat, _ = decider(before, commit)
    if not _moved(before, commit) or seat < 0 or not recent(after.settings):
        return after
    user = before.seats[seat].user
    # the seat may be somebody else's by now, and a bot has no user
    return _count(after, seat, after.seats[seat].played + 1) if user and after.seats[seat].user == user else after


def _count(state: TableState, seat: int, played: int) -> TableState:
    if state.seats[seat].played == played:
        return state
    seats = (*state.seats[:seat], replace(state.seats[seat], played=played), *state.seats[seat + 1 :])
    return replace(state, seats=seats)
