"""What a command leads to, or why it may not be. One path for people, bots, timers and the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.engine.actor import Actor
from app.engine.basics import Command, Event, Refusal
from app.engine.game import Game
from app.engine.table import absence, offers, playing, waiting
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.context import Context, Links, own_seat
from app.engine.table.evolve import evolve
from app.engine.table.playing import OVERDUE
from app.engine.table.settings import RETURNING, recent
from app.engine.table.state import TableState

__all__ = ["OVERDUE", "RETURNING", "Context", "Links", "decide", "open_table"]


def open_table(game: Game, actor: Actor, command: cmd.Open, context: Context) -> list[Event]:
    """The first events of a table; perhaps its game begins with them. Raises Refusal `bad.option`, `bad.level`,
    `bad.seat`, `bad.not_seated`."""
    return _settled(game, None, waiting.open_table(game, actor, command), context)


def decide(game: Game, state: TableState, actor: Actor, command: Command, turn: int, context: Context) -> list[Event]:
    """The events that follow. Raises Refusal; then nothing has changed.

    `turn` is the decision the command is meant for; commands that mean the same at any time do not look at it.
    """
    if isinstance(command, cmd.INTERNAL) and actor.kind in ("person", "bot"):
        raise Refusal("bad.command")
    if state.phase == "closed":
        raise Refusal("rule.closed")
    if isinstance(command, cmd.TableCommand):
        handler = _TABLE.get(type(command))
        if handler is None:
            raise Refusal("bad.command")
        if isinstance(command, _TIMELY) or (isinstance(command, cmd.Propose) and command.what == "undo"):
            if actor.kind == "person":
                own_seat(state, actor)  # who does not play here is not told how far it is
            playing.timely(state, turn)
        events = handler(game, state, actor, command, context)
    else:
        events = playing.play(game, state, actor, command, turn)
    return _settled(game, state, events, context)


_TIMELY = (cmd.Next, cmd.Start, cmd.TimeUp)


def _settled(game: Game, state: TableState | None, events: Sequence[Event], context: Context) -> list[Event]:
    """The events with what they bring with them."""
    out: list[Event] = []
    new = [*events]
    while new:
        for event in new:
            state = evolve(game, state, event, context.now)
        out += new
        new = [] if state is None else _consequences(game, state, out, context)
    return out


def _consequences(game: Game, state: TableState, events: Sequence[Event], context: Context) -> list[Event]:
    """What has to follow on these events; asked again until nothing does."""
    if state.phase in ("over", "closed"):
        return []
    if state.phase == "waiting":
        return _hosted(state) or waiting.autostart(game, state, context)
    return (
        _open(game, state, context)
        or _ended(game, state)
        or _outdated(state, events)
        or offers.effects(game, state, context)
        or _bookings(state)
        or _hosted(state)
    )


def _open(game: Game, state: TableState, context: Context) -> list[Event]:
    """Links of the chain that guard no secret any more."""
    return [ev.Revealed(k, context.chain.link(k)) for k in range(len(state.links), game.settled(state.play))]


def _ended(game: Game, state: TableState) -> list[Event]:
    result = game.result(state.play)
    return [ev.Ended(result)] if result else []


def _outdated(state: TableState, events: Sequence[Event]) -> list[Event]:
    """Nothing is taken back any more once the game has gone on; and what somebody has proposed goes with him."""
    moved = any(not isinstance(event, ev.TableEvent) for event in events)
    new = [event.seat for event in events if isinstance(event, ev.Sat | ev.BotAdded | ev.BotRemoved | ev.StoodIn)]
    gone = [what for what, offer in state.offers.items() if (what == "undo" and moved) or offer.seat in new]
    return [ev.Lapsed(what) for what in gone]


def _bookings(state: TableState) -> list[Event]:
    """Who has booked a seat takes it in a pause, unless its person has returned."""
    out: list[Event] = []
    for at, seat in enumerate(state.seats):
        if seat.booked and not seat.vacant:
            out.append(ev.Unbooked(at))
        elif seat.booked and state.phase == "between":
            out.append(ev.Sat(at, seat.booked, seat.booker))
    return out


def _hosted(state: TableState) -> list[Event]:
    """A table has a host who sits at it, if anybody does, and has not left for good while others are there."""
    seat = state.seat_of(state.host)
    if seat is not None and not (state.seats[seat].left and recent(state.settings)):
        return []
    users = [state.seats[at].user for at in state.present()]
    if seat is None and not users:
        users = [holder.user for holder in state.seats if holder.user]
    return [ev.HostChanged(users[0])] if users else []


def _restore(_: Game, __: TableState, ___: Actor, command: cmd.Restore, ____: Context) -> list[Event]:
    return [ev.Restored(command.lost, command.told)]


def _rematch(_: Game, state: TableState, __: Actor, command: cmd.Rematch, ___: Context) -> list[Event]:
    if state.phase != "over":
        raise Refusal("rule.not_over")
    if state.rematch:
        raise Refusal("rule.rematched", table=state.rematch)
    return [ev.Rematched(command.table)]


_TABLE: dict[type[cmd.TableCommand], Callable[[Game, TableState, Actor, Any, Context], list[Event]]] = {
    cmd.Sit: waiting.sit,
    cmd.Leave: absence.leave,
    cmd.Back: absence.back,
    cmd.AddBot: waiting.add_bot,
    cmd.RemoveBot: waiting.remove_bot,
    cmd.Ready: waiting.ready,
    cmd.Start: waiting.start,
    cmd.Next: playing.next_,
    cmd.Kick: waiting.kick,
    cmd.Lock: waiting.lock,
    cmd.HandOver: waiting.hand_over,
    cmd.Change: waiting.change,
    cmd.Reserve: waiting.reserve,
    cmd.Propose: offers.propose,
    cmd.Agree: offers.agree,
    cmd.Decline: offers.decline,
    cmd.Unpause: offers.unpause,
    cmd.StandIn: absence.stand_in,
    cmd.Absent: absence.absent,
    cmd.Present: absence.present,
    cmd.Rematch: _rematch,
    cmd.TimeUp: playing.time_up,
    cmd.Restore: _restore,
}
