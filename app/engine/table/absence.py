"""Who is not there: leaving, returning, lost connections, and the server that plays on for people."""

from __future__ import annotations

from app.engine.actor import Actor
from app.engine.basics import Event, Refusal, Seat
from app.engine.game import Game
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.context import Context, must_exist, must_hold, must_run, own_seat
from app.engine.table.settings import RETURNING, clock_of
from app.engine.table.state import TableState
from app.engine.table.waiting import get_up


def leave(_: Game, state: TableState, actor: Actor, __: cmd.Leave, ___: Context) -> list[Event]:
    """Give the seat up, or the one that was booked."""
    booking = state.booking_of(actor.user)
    if booking is not None:
        return [ev.Unbooked(booking)]
    seat = own_seat(state, actor)
    if state.phase == "over":
        raise Refusal("rule.over")
    if state.phase == "waiting":
        return get_up(state, seat)
    if state.seats[seat].left:
        raise Refusal("rule.left_already")
    return [ev.StoodIn(seat, left=True)]


def back(_: Game, state: TableState, actor: Actor, __: cmd.Back, ___: Context) -> list[Event]:
    """Take over again from the stand-in."""
    seat = own_seat(state, actor)
    if state.phase == "over":
        raise Refusal("rule.over")
    if not state.seats[seat].standin:
        raise Refusal("rule.not_away")
    return [returned(state, seat)]


def returned(state: TableState, seat: Seat) -> ev.Returned:
    """He plays himself again; if his clock has run out, with time for one decision."""
    empty = clock_of(state.settings) is not None and state.seats[seat].bank < RETURNING
    return ev.Returned(seat, RETURNING if empty else 0)


def absent(_: Game, state: TableState, __: Actor, command: cmd.Absent, ___: Context) -> list[Event]:
    """A person is not connected any more: before the start he loses his seat, in play one that he has only booked."""
    must_exist(state, command.seat)
    holder = state.seats[command.seat]
    if command.user and holder.booked == command.user:
        return [ev.Unbooked(command.seat)]
    must_hold(state, command.seat)
    if command.user not in ("", holder.user):
        raise Refusal("rule.nobody", seat=command.seat)
    if state.phase == "waiting":
        return get_up(state, Seat(command.seat))
    must_run(state)
    if state.seats[command.seat].gone:
        raise Refusal("rule.no_change")
    return [ev.Gone(command.seat)]


def present(_: Game, state: TableState, __: Actor, command: cmd.Present, ___: Context) -> list[Event]:
    """He is connected again."""
    must_hold(state, command.seat)
    if not state.seats[command.seat].gone:
        raise Refusal("rule.no_change")
    return [ev.Came(command.seat)]


def stand_in(_: Game, state: TableState, actor: Actor, command: cmd.StandIn, ___: Context) -> list[Event]:
    """Another person has enough of waiting for one who is not connected."""
    seat = command.seat
    must_exist(state, seat)
    own = own_seat(state, actor)
    must_run(state)
    must_hold(state, seat, command.user)
    if own == seat or not state.seats[seat].gone:
        raise Refusal("rule.not_gone", seat=seat)
    if not state.seats[own].human:
        raise Refusal("rule.away")
    if state.seats[seat].standin:
        raise Refusal("rule.no_change")
    return [ev.StoodIn(seat)]
