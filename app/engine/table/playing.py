"""Play: the game's own commands, pauses between deals, and what falls due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from app.engine.actor import Actor
from app.engine.basics import Command, Event, Refusal, Seat
from app.engine.dice import pack_dice
from app.engine.game import Due, Game
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.absence import returned
from app.engine.table.context import Context, must_run, own_seat
from app.engine.table.due import acting, due
from app.engine.table.offers import broken_off, overdue
from app.engine.table.state import TableState
from app.engine.table.waiting import fill

OVERDUE: Final = 5_000
"""A bot that has not moved so many ms after its time is played for, so that no table waits for a broken bot."""


def timely(state: TableState, turn: int) -> None:
    """Raises Refusal `stale.turn` if a command is meant for another decision."""
    if turn != state.turn:
        raise Refusal("stale.turn", turn=state.turn)


def play(game: Game, state: TableState, actor: Actor, command: Command, turn: int) -> list[Event]:
    """A command of the game."""
    seat = own_seat(state, actor) if actor.kind == "person" else _served(state, actor)
    must_run(state)
    timely(state, turn)
    if state.paused:
        raise Refusal("rule.paused")
    if actor.kind == "bot" and "undo" in state.offers:
        raise Refusal("stale.asked")
    events = game.decide(state.play, seat, command)
    if actor.kind == "person" and state.seats[seat].standin:
        return [returned(state, seat), *events]
    return events


def _served(state: TableState, actor: Actor) -> Seat:
    """The seat that a bot or stand-in plays for."""
    if actor.kind != "bot" or not 0 <= actor.seat < len(state.seats):
        raise Refusal("bad.command")
    seat = state.seats[actor.seat]
    if seat.human or seat.kind == "open":
        raise Refusal("stale.person", seat=actor.seat)
    return Seat(actor.seat)


def next_(game: Game, state: TableState, actor: Actor, _: cmd.Next, context: Context) -> list[Event]:
    """A person has seen enough of the pause between deals."""
    seat = own_seat(state, actor)
    if state.phase != "between":
        raise Refusal("rule.no_pause")
    if state.paused:
        raise Refusal("rule.paused")
    back: list[Event] = [returned(state, seat)] if state.seats[seat].standin else []
    if state.seats[seat].confirmed:
        raise Refusal("rule.confirmed_already")
    if [s for s in acting(game, state) if s != seat]:
        return [*back, ev.Confirmed(seat)]
    return [*back, ev.Confirmed(seat), *_resume(game, state, context)]


def _resume(game: Game, state: TableState, context: Context) -> list[Event]:
    play, said = state.play, list[Event]()
    for seat, holder in enumerate(state.seats):
        if not holder.human:
            for event in game.parting(play, Seat(seat)):
                said.append(event)
                play = game.evolve(play, event)
    dice = context.chain.dice(state.table, game.packs(play))
    return [*said, *fill(game, state), ev.Resumed(), *game.resume(play, dice)]


def time_up(game: Game, state: TableState, _: Actor, __: cmd.TimeUp, context: Context) -> list[Event]:
    """What the earliest deadline that has passed leads to."""
    for running in due(game, state):
        if running.at > context.now:
            break
        if events := _lapsed(game, state, running, context):
            return events
    raise Refusal("stale.timer")


def _lapsed(game: Game, state: TableState, running: Due, context: Context) -> list[Event]:
    """What a deadline that has passed leads to; nothing if it is a bot's that may still answer."""
    if running.kind == "clock":
        return [ev.StoodIn(running.seat), *_served_by_rule(game, state, Seat(running.seat), context)]
    if running.kind == "bot":
        late = context.now - running.at >= OVERDUE
        return _served_by_rule(game, state, Seat(running.seat), context) if late else []
    own = _DEADLINES.get(running.kind)
    return own(game, state, context) if own else game.lapse(state.play, running)


_DEADLINES: Final[dict[str, Callable[[Game, TableState, Context], list[Event]]]] = {
    "idle": lambda game, state, context: [ev.Closed()],
    "fill": lambda game, state, context: fill(game, state),
    "rest": _resume,
    "pause": lambda game, state, context: [ev.Unpaused()],
    "offer": lambda game, state, context: overdue(state, context.now),
    "forgotten": broken_off,
}


def _served_by_rule(game: Game, state: TableState, seat: Seat, context: Context) -> list[Event]:
    """The server plays for a seat whose time has run out, or whose bot gives no answer.

    By the stand-in's heuristic, never at random.
    """
    command = context.served or game.choose(
        game.public(state.play),
        game.private(state.play, seat),
        game.memory(state.play, seat),
        seat,
        game.standin,
        pack_dice("00" * 32, state.table, state.turn),
    )
    written = msgspec.json.decode(msgspec.json.encode(command))  # as it is read from the log
    return [ev.Served(seat, written), *game.decide(state.play, seat, command)]
