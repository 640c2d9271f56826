"""What a command leads to, or why it may not be. One path for people, bots, timers and the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec

from app.engine.actor import Actor
from app.engine.basics import Command, Event, Millis, Refusal, Seat
from app.engine.commit import CODEC
from app.engine.dice import Dice, pack_dice
from app.engine.game import Due, Game
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.due import acting, due
from app.engine.table.evolve import evolve
from app.engine.table.settings import SETTINGS, bank_and_increment
from app.engine.table.state import TableState

OVERDUE: Final = 5_000
"""A bot that has not moved so many ms after its time is played for, so that no table waits for a broken bot."""

RETURNING: Final = 5_000
"""Who returns has at least so many ms: a clock without increment would else run out again at once."""


class Links(Protocol):
    """Where packs come from: a secret chain, or the links that a finished game has revealed."""

    def link(self, k: int) -> str:
        """s_k in hex."""

    def dice(self, table: str, k: int) -> Dice:
        """The dice of pack k."""


class Context(msgspec.Struct, frozen=True):
    """What decisions need from outside: the time, the table's secret chain, the sender's display name.

    `served`: what the server chose for a seat when this was decided before; None: it has to choose now.
    """

    now: Millis
    chain: Links
    name: str = ""
    served: Command | None = None


def open_table(game: Game, actor: Actor, command: cmd.Open) -> list[Event]:
    """The first events of a table. Raises Refusal `bad.option`."""
    options = game.options.complete(command.options)
    settings = SETTINGS.complete(command.settings)
    opened = ev.Opened(
        table=command.table,
        game=game.key,
        rules=game.rules,
        codec=CODEC,
        options=options,
        settings=settings,
        host=actor.user,
        seats=game.seats(options).seats,
        anchor=command.anchor,
    )
    return [opened, ev.Sat(0, actor.user, command.name)]


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
        if isinstance(command, _TIMELY):
            _timely(state, turn)
        events = handler(game, state, actor, command, context)
    else:
        events = _play(game, state, actor, command, turn)
    return [*events, *_consequences(game, state, events, context)]


_TIMELY = (cmd.Next, cmd.Start, cmd.TimeUp)


def _timely(state: TableState, turn: int) -> None:
    if turn != state.turn:
        raise Refusal("stale.turn", turn=state.turn)


def _consequences(game: Game, state: TableState, events: list[Event], context: Context) -> list[Event]:
    """What the events bring with them: links of the chain that guard no secret any more, the end of the game."""
    after = state
    for event in events:
        after = evolve(game, after, event, context.now)
    if after.play is None or after.phase == "over":
        return []
    revealed = [ev.Revealed(k, context.chain.link(k)) for k in range(len(after.links), game.settled(after.play))]
    result = game.result(after.play)
    return [*revealed, ev.Ended(result)] if result else [*revealed]


def _own_seat(state: TableState, actor: Actor) -> Seat:
    seat = state.seat_of(actor.user)
    if seat is None:
        raise Refusal("bad.not_seated")
    return seat


def _waiting(state: TableState) -> None:
    if state.phase != "waiting":
        raise Refusal("rule.started")


def _host(state: TableState, actor: Actor) -> None:
    if actor.kind != "person" or actor.user != state.host:
        raise Refusal("bad.not_host")


def _seat(state: TableState, seat: int) -> None:
    if not 0 <= seat < len(state.seats):
        raise Refusal("bad.seat", seat=seat)


def _sit(_: Game, state: TableState, actor: Actor, command: cmd.Sit, context: Context) -> list[Event]:
    _seat(state, command.seat)
    _waiting(state)
    if actor.kind != "person":
        raise Refusal("bad.command")
    held = state.seat_of(actor.user)
    if held == command.seat:
        raise Refusal("rule.seated_there", seat=command.seat)
    if state.seats[command.seat].kind != "open":
        raise Refusal("rule.seat_taken", seat=command.seat)
    sat = ev.Sat(command.seat, actor.user, context.name)
    return [sat] if held is None else [ev.Left(held), sat]


def _leave(_: Game, state: TableState, actor: Actor, __: cmd.Leave, ___: Context) -> list[Event]:
    seat = _own_seat(state, actor)
    if state.phase == "over":
        raise Refusal("rule.over")
    if state.phase != "waiting":
        if state.seats[seat].left:
            raise Refusal("rule.left_already")
        return [ev.StoodIn(seat, left=True)]
    others = [s.user for i, s in enumerate(state.seats) if s.kind == "person" and i != seat]
    out: list[Event] = [ev.Left(seat)]
    if not others:
        out.append(ev.Closed())
    elif state.host == actor.user:
        out.append(ev.HostChanged(others[0]))
    return out


def _back(_: Game, state: TableState, actor: Actor, __: cmd.Back, ___: Context) -> list[Event]:
    seat = _own_seat(state, actor)
    if state.phase == "over":
        raise Refusal("rule.over")
    if not state.seats[seat].standin:
        raise Refusal("rule.not_away")
    return [_returned(state, seat)]


def _returned(state: TableState, seat: Seat) -> ev.Returned:
    """He plays himself again; if his clock has run out, with time for one decision."""
    empty = bank_and_increment(state.settings) is not None and state.seats[seat].bank < RETURNING
    return ev.Returned(seat, RETURNING if empty else 0)


def _add_bot(game: Game, state: TableState, actor: Actor, command: cmd.AddBot, __: Context) -> list[Event]:
    _seat(state, command.seat)
    _host(state, actor)
    _waiting(state)
    if command.level not in game.levels:
        raise Refusal("bad.level", level=command.level)
    if state.seats[command.seat].kind != "open":
        raise Refusal("rule.seat_taken", seat=command.seat)
    return [ev.BotAdded(command.seat, command.level)]


def _remove_bot(_: Game, state: TableState, actor: Actor, command: cmd.RemoveBot, __: Context) -> list[Event]:
    _seat(state, command.seat)
    _host(state, actor)
    _waiting(state)
    if state.seats[command.seat].kind != "bot":
        raise Refusal("rule.no_bot", seat=command.seat)
    return [ev.BotRemoved(command.seat)]


def _ready(_: Game, state: TableState, actor: Actor, command: cmd.Ready, __: Context) -> list[Event]:
    seat = _own_seat(state, actor)
    _waiting(state)
    if state.seats[seat].ready == command.ready:
        raise Refusal("rule.ready_already")
    return [ev.Readied(seat, command.ready)]


def _start(game: Game, state: TableState, actor: Actor, _: cmd.Start, context: Context) -> list[Event]:
    _host(state, actor)
    _waiting(state)
    open_ = sum(seat.kind == "open" for seat in state.seats)
    if open_:
        raise Refusal("rule.seats_open", open=open_)
    waited = sum(seat.kind == "person" and not seat.ready and seat.user != actor.user for seat in state.seats)
    if waited:
        raise Refusal("rule.not_ready", waiting=waited)
    return [ev.Started(), *game.start(state.options, context.chain.dice(state.table, 0))]


def _next(game: Game, state: TableState, actor: Actor, _: cmd.Next, context: Context) -> list[Event]:
    seat = _own_seat(state, actor)
    if state.phase != "between":
        raise Refusal("rule.no_pause")
    back: list[Event] = [_returned(state, seat)] if state.seats[seat].standin else []
    if state.seats[seat].confirmed:
        raise Refusal("rule.confirmed_already")
    if [s for s in acting(game, state) if s != seat]:
        return [*back, ev.Confirmed(seat)]
    return [*back, ev.Confirmed(seat), *_resume(game, state, context)]


def _resume(game: Game, state: TableState, context: Context) -> list[Event]:
    dice = context.chain.dice(state.table, game.packs(state.play))
    return [ev.Resumed(), *game.resume(state.play, dice)]


def _time_up(game: Game, state: TableState, actor: Actor, _: cmd.TimeUp, context: Context) -> list[Event]:
    for running in due(game, state):
        if running.at > context.now:
            break
        if events := _lapsed(game, state, running, context):
            return events
    raise Refusal("stale.timer")


def _lapsed(game: Game, state: TableState, running: Due, context: Context) -> list[Event]:
    """What a deadline that has passed leads to; nothing if it is a bot's that may still answer."""
    if running.kind == "idle":
        return [ev.Closed()]
    if running.kind == "rest":
        return _resume(game, state, context)
    if running.kind == "clock":
        return [ev.StoodIn(running.seat), *_served_by_rule(game, state, Seat(running.seat), context)]
    if running.kind == "bot":
        late = context.now - running.at >= OVERDUE
        return _served_by_rule(game, state, Seat(running.seat), context) if late else []
    return game.lapse(state.play, running)


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
    return [ev.Served(seat, msgspec.to_builtins(command)), *game.decide(state.play, seat, command)]


def _restore(_: Game, state: TableState, __: Actor, command: cmd.Restore, ___: Context) -> list[Event]:
    return [ev.Restored(command.lost)]


def _play(game: Game, state: TableState, actor: Actor, command: Command, turn: int) -> list[Event]:
    seat = _own_seat(state, actor) if actor.kind == "person" else _served(state, actor)
    if state.phase == "waiting":
        raise Refusal("rule.not_started")
    if state.phase == "over":
        raise Refusal("rule.over")
    _timely(state, turn)
    events = game.decide(state.play, seat, command)
    if actor.kind == "person" and state.seats[seat].standin:
        return [_returned(state, seat), *events]
    return events


def _served(state: TableState, actor: Actor) -> Seat:
    """The seat that a bot or stand-in plays for."""
    if actor.kind != "bot" or not 0 <= actor.seat < len(state.seats):
        raise Refusal("bad.command")
    seat = state.seats[actor.seat]
    if seat.human or seat.kind == "open":
        raise Refusal("stale.person", seat=actor.seat)
    return Seat(actor.seat)


_TABLE: dict[type[cmd.TableCommand], Callable[[Game, TableState, Actor, Any, Context], list[Event]]] = {
    cmd.Sit: _sit,
    cmd.Leave: _leave,
    cmd.Back: _back,
    cmd.AddBot: _add_bot,
    cmd.RemoveBot: _remove_bot,
    cmd.Ready: _ready,
    cmd.Start: _start,
    cmd.Next: _next,
    cmd.TimeUp: _time_up,
    cmd.Restore: _restore,
}
