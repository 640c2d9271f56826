"""The fold: what each event makes of the table. Total: never refuses, never rolls dice, reads no clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.engine.basics import Event
from app.engine.commit import AnyCommit
from app.engine.game import Game
from app.engine.table import events as ev
from app.engine.table.answers import remember
from app.engine.table.due import acting
from app.engine.table.settings import bank_and_increment
from app.engine.table.state import Phase, SeatState, TableState

OPEN = SeatState()


def opening(event: ev.Opened, at: int) -> TableState:
    """The table as its first event makes it."""
    return TableState(
        table=event.table,
        game=event.game,
        rules=event.rules,
        options=event.options,
        settings=event.settings,
        host=event.host,
        seats=(OPEN,) * event.seats,
        anchor=event.anchor,
        opened=at,
    )


def evolve_commit(game: Game, state: TableState | None, commit: AnyCommit) -> TableState:
    """The state after a commit. Raises ValueError if it does not follow on the state."""
    if commit.seq != (state.seq + 1 if state else 1):
        raise ValueError(f"commit {commit.seq} does not follow on {state.seq if state else 0}")
    before = state
    for event in commit.events:
        state = evolve(game, state, event, commit.at)
    if state is None:
        raise ValueError("a log begins with its table being opened")
    state = replace(state, seq=commit.seq, at=commit.at)
    if commit.id:
        state = replace(state, answers=remember(state.answers, commit.actor, commit.id, commit.seq))
    return _turned(game, before, state)


def evolve(game: Game, state: TableState | None, event: Event, at: int) -> TableState:
    """The state after one event, but for what a whole commit moves (turn, clocks, position)."""
    if isinstance(event, ev.Opened):
        return opening(event, at)
    if state is None:
        raise ValueError("a log begins with its table being opened")
    if isinstance(event, ev.TableEvent):
        return _TABLE[type(event)](game, state, event)
    return _phased(game, replace(state, play=game.evolve(state.play, event)))


def _phased(game: Game, state: TableState) -> TableState:
    phase: Phase = "playing" if game.turn(state.play) else "between"
    return state if state.phase in (phase, "over") else replace(state, phase=phase)


def _turned(game: Game, before: TableState | None, after: TableState) -> TableState:
    """Count the decision and charge the clocks if this commit ended one."""
    if before is None or _decision(game, before) == _decision(game, after):
        return after
    after = replace(after, turn=after.seq + after.lead, since=after.at)
    clock = bank_and_increment(after.settings)
    if clock is None or before.phase != "playing" or before.restored != after.restored:
        return after
    bank, increment = clock
    seats = list(after.seats)
    for i in acting(game, before):
        if before.seats[i].human:
            left = max(0, before.seats[i].bank - (after.at - before.since))
            seats[i] = replace(seats[i], bank=min(bank, left + increment))
    return replace(after, seats=tuple(seats))


def _decision(game: Game, state: TableState) -> tuple[Any, ...]:
    return state.phase, state.restored, None if state.play is None else game.decision(state.play)


def _seat(state: TableState, seat: int, **change: Any) -> TableState:
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **change)
    return replace(state, seats=tuple(seats))


def _put(state: TableState, seat: int, holder: SeatState) -> TableState:
    return replace(state, seats=(*state.seats[:seat], holder, *state.seats[seat + 1 :]))


def _sat(_: Game, state: TableState, event: ev.Sat) -> TableState:
    return _put(state, event.seat, SeatState(kind="person", user=event.user, name=event.name))


def _left(_: Game, state: TableState, event: ev.Left | ev.BotRemoved) -> TableState:
    return _put(state, event.seat, OPEN)


def _host(_: Game, state: TableState, event: ev.HostChanged) -> TableState:
    return replace(state, host=event.user)


def _bot(_: Game, state: TableState, event: ev.BotAdded) -> TableState:
    return _put(state, event.seat, SeatState(kind="bot", level=event.level))


def _readied(_: Game, state: TableState, event: ev.Readied) -> TableState:
    return _seat(state, event.seat, ready=event.ready)


def _started(game: Game, state: TableState, _: ev.Started) -> TableState:
    clock = bank_and_increment(state.settings)
    seats = tuple(replace(s, ready=False, bank=clock[0] if clock else 0) for s in state.seats)
    return replace(state, phase="playing", seats=seats, play=game.begin(state.options))


def _stood_in(_: Game, state: TableState, event: ev.StoodIn) -> TableState:
    return _seat(state, event.seat, standin=True, left=event.left)


def _served(_: Game, state: TableState, __: ev.Served) -> TableState:
    return state


def _returned(_: Game, state: TableState, event: ev.Returned) -> TableState:
    bank = max(state.seats[event.seat].bank, event.bank)
    return _seat(state, event.seat, standin=False, left=False, bank=bank)


def _confirmed(_: Game, state: TableState, event: ev.Confirmed) -> TableState:
    return _seat(state, event.seat, confirmed=True)


def _resumed(_: Game, state: TableState, __: ev.Resumed) -> TableState:
    return replace(state, seats=tuple(replace(s, confirmed=False) if s.confirmed else s for s in state.seats))


def _revealed(_: Game, state: TableState, event: ev.Revealed) -> TableState:
    return replace(state, links=(*state.links, event.link))


def _ended(_: Game, state: TableState, event: ev.Ended) -> TableState:
    return replace(state, phase="over", result=event.result)


def _closed(_: Game, state: TableState, __: ev.Closed) -> TableState:
    return replace(state, phase="closed")


def _restored(_: Game, state: TableState, event: ev.Restored) -> TableState:
    # decisions of the lost telling must not come again: a command meant for one of them might fit another
    lead = state.lead + max(0, event.lost - state.seq)
    return replace(state, restored=state.restored + 1, lead=lead)


_TABLE: dict[type[ev.TableEvent], Callable[[Game, TableState, Any], TableState]] = {
    ev.Sat: _sat,
    ev.Left: _left,
    ev.HostChanged: _host,
    ev.BotAdded: _bot,
    ev.BotRemoved: _left,
    ev.Readied: _readied,
    ev.Started: _started,
    ev.StoodIn: _stood_in,
    ev.Served: _served,
    ev.Returned: _returned,
    ev.Confirmed: _confirmed,
    ev.Resumed: _resumed,
    ev.Revealed: _revealed,
    ev.Ended: _ended,
    ev.Closed: _closed,
    ev.Restored: _restored,
}
