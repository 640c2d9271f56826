"""The waiting room: who sits where, what the host may do there, and how the game starts."""

from __future__ import annotations

from typing import Final

from app.engine.actor import Actor
from app.engine.basics import Event, Refusal, Seat
from app.engine.commit import CODEC
from app.engine.game import Game, SeatPlan
from app.engine.options import Options
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.context import Context, must_exist, must_hold, must_host, must_wait, own_seat
from app.engine.table.settings import complete, setting
from app.engine.table.state import TableState
from app.engine.text import piled, shows

NAME: Final = 24
"""Characters of the name on a seat that is kept."""


def open_table(game: Game, actor: Actor, command: cmd.Open) -> list[Event]:
    """The first events of a table. Raises Refusal `bad.option`, `bad.level`, `bad.seat`, `bad.not_seated`,
    `rule.unrated`."""
    options = game.options.complete(command.options)
    settings = complete(command.settings)
    seats = _plan(game, options, settings).seats
    opened = ev.Opened(
        table=command.table,
        game=game.key,
        rules=game.rules,
        codec=CODEC,
        options=options,
        settings=settings,
        host=actor.user,
        seats=seats,
        anchor=command.anchor,
        barred=command.barred,
    )
    users = command.users or (cmd.Seating(0, actor.user, command.name),)
    out: list[Event] = [opened, *_seated(game, users, seats)]
    mine = [one.seat for one in users if one.user == actor.user]
    if not mine:
        raise Refusal("bad.not_seated")
    if command.users or settings["autostart"] != "no":
        out.append(ev.Readied(mine[0], True))
    if command.fill:
        taken = [one.seat for one in users]
        free = [seat for seat in range(seats) if seat not in taken]
        out += _seated(game, tuple(cmd.Seating(seat, level=command.fill) for seat in free), seats)
    return out


def _plan(game: Game, options: Options, settings: Options) -> SeatPlan:
    """The seats under these options. Raises Refusal `rule.unrated` if such a game cannot be rated."""
    plan = game.seats(options)
    if plan.unrated and settings["rated"] == "rated":
        raise Refusal("rule.unrated", option=plan.unrated, owner=game.key)
    return plan


def _seated(game: Game, users: tuple[cmd.Seating, ...], seats: int) -> list[Event]:
    out: list[Event] = []
    for at, one in enumerate(users):
        if not 0 <= one.seat < seats or one.seat in [other.seat for other in users[:at]]:
            raise Refusal("bad.seat", seat=one.seat)
        if not one.user and one.level not in game.levels:
            raise Refusal("bad.level", level=one.level)
        out.append(ev.Sat(one.seat, one.user, one.name) if one.user else ev.BotAdded(one.seat, one.level))
    return out


def sit(_: Game, state: TableState, actor: Actor, command: cmd.Sit, context: Context) -> list[Event]:
    """Take a seat, move to it, or book it while the game runs."""
    seat = command.seat
    must_exist(state, seat)
    if state.phase == "over" or (state.phase != "waiting" and actor.kind != "person"):
        raise Refusal("rule.started")
    if actor.kind != "person":
        raise Refusal("bad.command")
    if actor.user in state.barred:
        raise Refusal("bad.kicked")
    held = state.seat_of(actor.user)
    if held is None and context.invited not in (None, seat) and state.settings["access"] == "private":
        raise Refusal("rule.reserved", seat=seat)
    if state.phase != "waiting":
        return _book(state, actor, Seat(seat), context)
    if held == seat:
        raise Refusal("rule.seated_there", seat=seat)
    if state.seats[seat].kind != "open":
        raise Refusal("rule.seat_taken", seat=seat)
    expected = bool(state.seats[seat].reserved) and context.invited == seat
    if state.seats[seat].reserved and not expected and actor.user != state.host:
        raise Refusal("rule.reserved", seat=seat)
    if state.locked and held is None and not expected:
        raise Refusal("rule.locked")
    out: list[Event] = [] if held is None else [ev.Left(held)]
    if held is not None and state.seats[held].reserved:
        out.append(ev.Released(held))
    out.append(ev.Sat(seat, actor.user, context.name))
    return out if setting(state.settings, "autostart") == "no" else [*out, ev.Readied(seat, True)]


def _book(state: TableState, actor: Actor, seat: Seat, context: Context) -> list[Event]:
    """A seat that no person plays from is taken at the next pause, at once if there is one now."""
    if state.seat_of(actor.user) is not None or setting(state.settings, "rated") == "rated":
        raise Refusal("rule.started")
    if state.locked:
        raise Refusal("rule.locked")
    if state.phase != "between" and setting(state.settings, "watch") == "none":
        raise Refusal("rule.unwatched")  # who has booked would see a game that is only for those who play
    holder, booking = state.seats[seat], state.booking_of(actor.user)
    if booking == seat:
        raise Refusal("rule.seated_there", seat=seat)
    if not holder.vacant or holder.booked:
        raise Refusal("rule.seat_taken", seat=seat)
    out: list[Event] = [] if booking is None else [ev.Unbooked(booking)]
    if state.phase == "between":
        return [*out, ev.Sat(seat, actor.user, context.name)]
    return [*out, ev.Booked(seat, actor.user, context.name)]


def get_up(state: TableState, seat: Seat) -> list[Event]:
    """A person gives his seat up before the start: the host passes on, an empty table closes."""
    user = state.seats[seat].user
    others = [s.user for i, s in enumerate(state.seats) if s.kind == "person" and i != seat]
    out: list[Event] = [ev.Left(seat)]
    if not others:
        out.append(ev.Closed())
    elif state.host == user:
        out.append(ev.HostChanged(others[0]))
    return out


def ready(_: Game, state: TableState, actor: Actor, command: cmd.Ready, __: Context) -> list[Event]:
    """Say that one is ready, or not any more."""
    seat = own_seat(state, actor)
    must_wait(state)
    if state.seats[seat].ready == command.ready:
        raise Refusal("rule.ready_already")
    return [ev.Readied(seat, command.ready)]


def start(game: Game, state: TableState, actor: Actor, _: cmd.Start, context: Context) -> list[Event]:
    """The host begins the game."""
    must_host(state, actor)
    must_wait(state)
    open_ = sum(seat.kind == "open" for seat in state.seats)
    if open_:
        raise Refusal("rule.seats_open", open=open_)
    if _rated_with_bots(state):
        raise Refusal("rule.rated_bots")
    waited = sum(seat.kind == "person" and not seat.ready and seat.user != actor.user for seat in state.seats)
    if waited:
        raise Refusal("rule.not_ready", waiting=waited)
    return _started(game, state, context)


def _started(game: Game, state: TableState, context: Context) -> list[Event]:
    return [ev.Started(), *game.start(state.options, context.chain.dice(state.table, 0))]


def _rated_with_bots(state: TableState) -> bool:
    rated = setting(state.settings, "rated") == "rated"
    return rated and any(seat.kind == "bot" for seat in state.seats)


def autostart(game: Game, state: TableState, context: Context) -> list[Event]:
    """The game begins by itself when every seat is taken and every person ready, if the table wants it so."""
    if state.phase != "waiting" or setting(state.settings, "autostart") == "no" or _rated_with_bots(state):
        return []
    here = all(seat.kind == "bot" or seat.ready for seat in state.seats)
    return _started(game, state, context) if here else []


def fill(game: Game, state: TableState) -> list[Event]:
    """Bots for every free seat."""
    return [ev.BotAdded(seat, game.standin) for seat, holder in enumerate(state.seats) if holder.kind == "open"]


# what the host may do


def add_bot(game: Game, state: TableState, actor: Actor, command: cmd.AddBot, __: Context) -> list[Event]:
    """A bot into an open seat; in a pause also into that of a person who has left."""
    seat = command.seat
    must_exist(state, seat)
    must_host(state, actor)
    if state.phase != "between":
        must_wait(state)
    if command.level not in game.levels:
        raise Refusal("bad.level", level=command.level)
    if not (state.seats[seat].kind == "open" or state.seats[seat].left):
        raise Refusal("rule.seat_taken", seat=seat)
    _friendly(state)
    return [ev.BotAdded(seat, command.level)]


def _friendly(state: TableState) -> None:
    """In a rated game nobody is replaced: it counts for those who began it."""
    if state.phase != "waiting" and setting(state.settings, "rated") == "rated":
        raise Refusal("rule.rated_bots")


def remove_bot(_: Game, state: TableState, actor: Actor, command: cmd.RemoveBot, __: Context) -> list[Event]:
    """A bot out of its seat; in a pause a bot takes it again when the game goes on, if nobody else has."""
    must_exist(state, command.seat)
    must_host(state, actor)
    if state.phase != "between":
        must_wait(state)
    if state.seats[command.seat].kind != "bot":
        raise Refusal("rule.no_bot", seat=command.seat)
    return [ev.BotRemoved(command.seat)]


def kick(game: Game, state: TableState, actor: Actor, command: cmd.Kick, __: Context) -> list[Event]:
    """Show a person out for good: who holds the seat, or who has booked it."""
    seat = command.seat
    must_exist(state, seat)
    must_host(state, actor)
    if state.phase == "over":
        raise Refusal("rule.over")
    holder = state.seats[seat]
    meant = command.user or (holder.booked if holder.kind != "person" else holder.user)
    if holder.booked and holder.booked == meant:
        return [ev.Barred(seat, meant, holder.booker)]
    must_hold(state, seat, command.user)
    user = holder.user
    if user == actor.user:
        raise Refusal("rule.kick_self")
    if state.phase == "waiting":
        return [ev.Kicked(seat, user)]
    if holder.present:
        raise Refusal("rule.kick_playing", seat=seat)
    _friendly(state)
    return [ev.Kicked(seat, user), ev.BotAdded(seat, game.standin)]


def lock(_: Game, state: TableState, actor: Actor, command: cmd.Lock, __: Context) -> list[Event]:
    """Let nobody new sit down, or somebody again."""
    must_host(state, actor)
    if state.phase == "over":
        raise Refusal("rule.over")
    if state.locked == command.locked:
        raise Refusal("rule.no_change")
    return [ev.Locked(command.locked)]


def hand_over(_: Game, state: TableState, actor: Actor, command: cmd.HandOver, __: Context) -> list[Event]:
    """Another person becomes host."""
    must_exist(state, command.seat)
    must_host(state, actor)
    if state.phase == "over":
        raise Refusal("rule.over")
    must_hold(state, command.seat, command.user)
    if state.seats[command.seat].left:
        raise Refusal("rule.nobody", seat=command.seat)
    user = state.seats[command.seat].user
    if user == state.host:
        raise Refusal("rule.no_change")
    return [ev.HostChanged(user)]


def change(game: Game, state: TableState, actor: Actor, command: cmd.Change, __: Context) -> list[Event]:
    """Other options, other settings, perhaps another number of seats."""
    must_host(state, actor)
    must_wait(state)
    options = game.options.complete({**state.options, **command.options})
    settings = complete({**state.settings, **command.settings})
    if options == state.options and settings == complete(state.settings):
        raise Refusal("rule.no_change")
    seats = _plan(game, options, settings).seats
    outside = sum(seat.kind == "person" for seat in state.seats[seats:])
    free = sum(seat.kind == "open" and not seat.reserved for seat in state.seats[:seats])
    if outside > free + max(0, seats - len(state.seats)):
        raise Refusal("rule.too_many", seats=seats)
    return [ev.Changed(options, settings, seats)]


def reserve(_: Game, state: TableState, actor: Actor, command: cmd.Reserve, __: Context) -> list[Event]:
    """Keep an open seat for somebody, or keep it no longer."""
    seat, name = command.seat, command.name
    must_exist(state, seat)
    must_host(state, actor)
    must_wait(state)
    if len(name) > NAME or name != name.strip() or not name.isprintable() or piled(name) or (name and not shows(name)):
        raise Refusal("bad.name")
    if state.seats[seat].kind != "open":
        raise Refusal("rule.seat_taken", seat=seat)
    if state.seats[seat].reserved == name:
        raise Refusal("rule.no_change")
    return [ev.Reserved(seat, name)] if name else [ev.Released(seat)]
