"""The state after an event: total, without rules. What an event led to lies in the event itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from app.engine.basics import Event
from app.engine.cards import SUITS, without
from app.engine.options import Options
from app.games.calypso.options import rules_of
from app.games.calypso.types import (
    Concluded,
    Dealt,
    Last,
    Played,
    Scored,
    Seated,
    Shuffled,
    State,
    TrickTaken,
    TrumpsGiven,
)

T = TypeVar("T")


def begin(options: Options) -> State:
    """The state before the first event."""
    rules = rules_of(options)
    n = rules.seats
    return State(
        rules,
        chairs=tuple(range(n)),
        hands=((),) * n,
        rows=("",) * n,
        done=(0,) * n,
        piles=((),) * n,
        voids=("",) * n,
        scores=(0,) * n,
    )


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    return _HANDLERS[type(event)](state, event)


def _put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _seated(state: State, event: Seated) -> State:
    return replace(state, chairs=event.chairs)


def _trumps(state: State, event: TrumpsGiven) -> State:
    return replace(state, trumps=event.trumps)


def _shuffled(state: State, event: Shuffled) -> State:
    n = state.rules.seats
    return replace(
        state,
        round=event.round,
        no=0,
        trick=(),
        last=None,
        stock=event.pack,
        rows=("",) * n,
        done=(0,) * n,
        piles=((),) * n,
    )


def _dealt(state: State, event: Dealt) -> State:
    dealt = sum(len(hand) for hand in event.hands)
    return replace(
        state,
        phase="play",
        hand=event.hand,
        no=0,
        dealer=event.dealer,
        leader=event.leader,
        trick=(),
        winner=event.leader,
        why="",
        last=None,
        hands=event.hands,
        stock=state.stock[dealt:],
        voids=("",) * state.rules.seats,
    )


def _played(state: State, event: Played) -> State:
    chair, lead = event.chair, len(state.trick) in (0, state.rules.seats)
    voids = state.voids
    if event.void and event.void not in voids[chair]:
        shown = voids[chair] + event.void
        voids = _put(voids, chair, "".join(s for s in SUITS if s in shown))
    return replace(
        state,
        leader=chair if lead else state.leader,
        trick=(event.card,) if lead else (*state.trick, event.card),
        winner=event.winner,
        why=event.why,
        last=Last(state.leader, state.trick, state.winner, state.why) if lead and state.trick else state.last,
        hands=_put(state.hands, chair, without(state.hands[chair], event.card)),
        voids=voids,
    )


def _trick(state: State, event: TrickTaken) -> State:
    rows, done = state.rows, state.done
    for gain in event.gains:
        rows = _put(rows, gain.chair, gain.row)
        done = _put(done, gain.chair, gain.done)
    no = state.no + 1
    return replace(
        state,
        phase="between" if no == state.rules.cards else "play",
        no=no,
        trick=event.cards,
        winner=event.winner,
        why=event.why,
        rows=rows,
        done=done,
        piles=_put(state.piles, event.winner, state.piles[event.winner] + event.pile),
    )


def _scored(state: State, event: Scored) -> State:
    scores = tuple(score + line.points for score, line in zip(state.scores, event.lines, strict=True))
    return replace(state, scores=scores, sheet=(*state.sheet, event.lines))


def _concluded(state: State, event: Concluded) -> State:
    return replace(state, phase="over", sides=event.sides)


_HANDLERS: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    Seated: _seated,
    TrumpsGiven: _trumps,
    Shuffled: _shuffled,
    Dealt: _dealt,
    Played: _played,
    TrickTaken: _trick,
    Scored: _scored,
    Concluded: _concluded,
}
