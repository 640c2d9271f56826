"""What each viewer may see of a table: built up from nothing. The game's part comes from the game."""

from __future__ import annotations

from app.engine.basics import Seat, View
from app.engine.game import Game, Result
from app.engine.table.due import FILL, PAUSE, acting, filling, own, patience, rest, timed
from app.engine.table.offers import may_undo, required
from app.engine.table.settings import DEFAULTS, clock_of
from app.engine.table.state import SeatState, TableState


def public(game: Game, state: TableState, before: tuple[TableState, View] | None = None) -> View:
    """What everybody may see. With the state and view before, unchanged parts are the same objects."""
    old, shown = before if before else (None, {})
    view: View = {
        "phase": state.phase,
        "game": state.game,
        "rules": state.rules,
        "options": state.options,
        "table": shown["table"] if old and old.settings is state.settings else {**DEFAULTS, **state.settings},
        "host": state.host,
        "turn": state.turn,
        "act": "".join(str(seat) for seat in acting(game, state)),
        "seats": shown["seats"] if old and old.seats is state.seats else _seats(state.seats),
        "dice": shown["dice"] if old and old.links is state.links else _dice(state),
    }
    if state.restored:
        view["restored"] = state.restored
    if state.locked:
        view["locked"] = True
    if state.phase == "waiting" and filling(state):
        view["fills"] = state.at + FILL
    if state.play is not None:
        _running(game, state, view, before)
    if state.result:
        view["result"] = _result(state.result)
    if state.rematch:
        view["rematch"] = state.rematch
    return view


def _running(game: Game, state: TableState, view: View, before: tuple[TableState, View] | None) -> None:
    """What there is to see of a game, and of what is asked at its table."""
    old, shown = before if before else (None, {})
    if clock := clock_of(state.settings):
        same = old and old.seats is state.seats and "clock" in shown
        view["clock"] = shown["clock"] if same else {str(i): s.bank for i, s in enumerate(state.seats)}
        if clock.free:
            view["free"] = clock.free
        if state.phase == "playing" and not state.paused and not timed(game, state):
            view["still"] = True
    if state.paused:
        view["paused"] = PAUSE
    elif state.phase == "between" and (most := rest(game, state)):
        view["rest"] = most
    elif state.phase == "playing" and (dues := own(game, state)):
        view["until"] = min(due.at for due in dues)
    if state.offers:
        view["offers"] = _offers(game, state)
    view["g"] = shown["g"] if old and old.play is state.play else game.public(state.play)


def _offers(game: Game, state: TableState) -> View:
    view: View = {}
    for what, offer in state.offers.items():
        need = [seat for seat in required(game, state, what, offer.seat) if seat not in offer.yes]
        view[what] = {
            "seat": offer.seat,
            "yes": {str(seat): True for seat in offer.yes},
            "need": {str(seat): True for seat in need},
        }
        if not state.paused and (lasts := patience(state)):
            view[what]["until"] = offer.at + lasts
    return view


def private(game: Game, state: TableState, seat: Seat | None) -> View:
    """What the person in a seat sees besides; {} for a watcher."""
    if seat is None:
        return {}
    own: View = {} if state.play is None else game.private(state.play, seat)
    return {"seat": seat, **own, "undo": True} if may_undo(state, seat) else {"seat": seat, **own}


def _seats(seats: tuple[SeatState, ...]) -> View:
    return {str(i): _holder(seat) for i, seat in enumerate(seats)}


def _holder(seat: SeatState) -> View:
    view: View = {"kind": seat.kind}
    if seat.kind == "open" and seat.reserved:
        view["reserved"] = seat.reserved
    if seat.kind == "bot":
        view["level"] = seat.level
    if seat.kind == "person":
        view |= {"user": seat.user, "name": seat.name, "ready": seat.ready}
        view |= {key: True for key in ("standin", "left", "gone") if getattr(seat, key)}
    if seat.played:
        view["played"] = seat.played
    if seat.booked:
        view["booked"] = {"user": seat.booked, "name": seat.booker}
    return view


def _dice(state: TableState) -> View:
    return {"anchor": state.anchor, "links": {str(k): link for k, link in enumerate(state.links)}}


def _result(result: Result) -> View:
    view: View = {"sides": [{"seats": list(s.seats), "score": s.score, "place": s.place} for s in result.sides]}
    return view if result.how == "played" else {**view, "how": result.how}
