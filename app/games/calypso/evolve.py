"""The state after an event: total, without rules. What an event led to lies in the event itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from app.engine.basics import Event
from app.engine.cards import SUITS, sort_cards, without
from app.engine.options import Options
from app.games.calypso import ceremony
from app.games.calypso.options import rules_of
from app.games.calypso.types import (
    Claimed,
    Concluded,
    Dealt,
    Draw,
    Drawn,
    Last,
    Picked,
    Played,
    Revoke,
    Scored,
    Seated,
    Shuffled,
    State,
    TakenBack,
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


def _drawn(state: State, event: Drawn) -> State:
    nobody = ("",) * state.rules.seats
    return replace(state, phase="draw", draw=Draw(event.cards, event.order, nobody, event.lots))


def _picked(state: State, event: Picked) -> State:
    if state.draw is None:
        raise ValueError("nothing is drawn")
    draw = ceremony.picked(state.draw, event)
    if ceremony.chooser(draw) >= 0:
        return replace(state, draw=draw)
    # who drew the highest card deals first (R1.8)
    return replace(state, draw=draw, phase="between", dealer=int(draw.picks[draw.order[0]][0]))


def _shuffled(state: State, event: Shuffled) -> State:
    n = state.rules.seats
    return replace(
        state,
        round=event.round,
        no=0,
        trick=(),
        last=None,
        draw=None,
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
        tricks=(),
        revokes=(),
    )


def _played(state: State, event: Played) -> State:
    chair, lead = event.chair, len(state.trick) in (0, state.rules.seats)
    voids = state.voids
    if event.void and event.void not in voids[chair]:
        shown = voids[chair] + event.void
        voids = _put(voids, chair, "".join(s for s in SUITS if s in shown))
    trick = (event.card,) if lead else (*state.trick, event.card)
    found = state.revokes
    if event.revoke:
        found = (*found, Revoke(chair, state.no + 1, trick[0][1], event.card, voids != state.voids))
    return replace(
        state,
        phase="gather" if state.rules.claims and len(trick) == state.rules.seats else state.phase,
        leader=chair if lead else state.leader,
        trick=trick,
        winner=event.winner,
        why=event.why,
        last=Last(state.leader, state.trick, state.winner, state.why) if lead and state.trick else state.last,
        hands=_put(state.hands, chair, without(state.hands[chair], event.card)),
        voids=voids,
        revokes=found,
    )


def _taken_back(state: State, event: TakenBack) -> State:
    return replace(
        state,
        phase="play",
        trick=state.trick[:-1],
        winner=event.winner,
        why=event.why,
        hands=_put(state.hands, event.chair, tuple(sort_cards((*state.hands[event.chair], event.card)))),
        voids=_put(state.voids, event.chair, event.voids),
        revokes=state.revokes[:-1],
    )


def _claimed(state: State, event: Claimed) -> State:
    return replace(state, claims=(*state.claims, event))


def _trick(state: State, event: TrickTaken) -> State:
    rows, done = state.rows, state.done
    for gain in event.gains:
        rows = _put(rows, gain.chair, gain.row)
        done = _put(done, gain.chair, gain.done)
    no = state.no + 1
    tricks = (*state.tricks, Last(event.leader, event.cards, event.winner, event.why)) if state.rules.claims else ()
    return replace(
        state,
        tricks=tricks,
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
    Drawn: _drawn,
    Picked: _picked,
    Shuffled: _shuffled,
    Dealt: _dealt,
    Played: _played,
    TakenBack: _taken_back,
    Claimed: _claimed,
    TrickTaken: _trick,
    Scored: _scored,
    Concluded: _concluded,
}
