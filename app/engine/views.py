"""What each viewer may see of a table: built up from nothing. The game's part comes from the game."""

from __future__ import annotations

from typing import Any

import msgspec

from app.engine.basics import Event, Note, Seat, View
from app.engine.game import Game, Result
from app.engine.table import events as ev
from app.engine.table.due import acting, rest
from app.engine.table.settings import bank_and_increment
from app.engine.table.state import SeatState, TableState


def public(game: Game, state: TableState, before: tuple[TableState, View] | None = None) -> View:
    """What everybody may see. With the state and view before, unchanged parts are the same objects."""
    old, shown = before if before else (None, {})
    view: View = {
        "phase": state.phase,
        "game": state.game,
        "rules": state.rules,
        "options": state.options,
        "table": state.settings,
        "host": state.host,
        "turn": state.turn,
        "act": "".join(str(seat) for seat in acting(game, state)),
        "seats": shown["seats"] if old and old.seats is state.seats else _seats(state.seats),
        "dice": shown["dice"] if old and old.links is state.links else _dice(state),
    }
    if state.restored:
        view["restored"] = state.restored
    if state.play is not None:
        if bank_and_increment(state.settings):
            same = old and old.seats is state.seats and "clock" in shown
            view["clock"] = shown["clock"] if same else {str(i): s.bank for i, s in enumerate(state.seats)}
        if state.phase == "between" and (most := rest(game, state)):
            view["rest"] = most
        view["g"] = shown["g"] if old and old.play is state.play else game.public(state.play)
    if state.result:
        view["result"] = _result(state.result)
    return view


def private(game: Game, state: TableState, seat: Seat | None) -> View:
    """What the person in a seat sees besides; {} for a watcher."""
    if seat is None:
        return {}
    own: View = {} if state.play is None else game.private(state.play, seat)
    return {"seat": seat, **own}


def _seats(seats: tuple[SeatState, ...]) -> View:
    return {str(i): _holder(seat) for i, seat in enumerate(seats)}


def _holder(seat: SeatState) -> View:
    if seat.kind == "open":
        return {"kind": "open"}
    if seat.kind == "bot":
        return {"kind": "bot", "level": seat.level}
    view: View = {"kind": "person", "user": seat.user, "name": seat.name, "ready": seat.ready}
    if seat.standin:
        view["standin"] = True
    if seat.left:
        view["left"] = True
    return view


def _dice(state: TableState) -> View:
    return {"anchor": state.anchor, "links": {str(k): link for k, link in enumerate(state.links)}}


def _result(result: Result) -> View:
    return {"sides": [{"seats": list(s.seats), "score": s.score, "place": s.place} for s in result.sides]}


def shown(game: Game, event: Event) -> View:
    """What everybody may know of an event, built from nothing."""
    if isinstance(event, ev.Opened):
        return {"type": "opened"}
    if isinstance(event, ev.Served):
        return {"type": "served", "seat": event.seat}
    if isinstance(event, ev.TableEvent):
        told: View = msgspec.to_builtins(event)
        return told
    return game.shown(event)


def notes(game: Game, before: View, told: View, after: View) -> list[Note]:
    """What to say of an event: the table's own notes, or the game's."""
    line = _NOTES.get(told["type"])
    if line is None:
        game_before: View = before.get("g", {})
        game_after: View = after.get("g", {})
        return game.notes(game_before, told, game_after)
    kind, *keys = line
    return [Note(kind, tuple(_arg(key, before, told) for key in keys))] if kind else []


def _arg(key: str, before: View, told: View) -> str | int | bool:
    if key == "name":
        held: dict[str, Any] = before.get("seats", {}).get(str(told["seat"]), {})
        return str(told.get("name") or held.get("name", ""))
    if key == "left":
        return bool(told.get("left", False))
    value: str | int | bool = told[key]
    return value


_NOTES: dict[str, tuple[str, ...]] = {
    "opened": ("opened",),
    "sat": ("sat", "seat", "name"),
    "left": ("left", "seat", "name"),
    "host": ("",),
    "bot": ("bot", "seat", "level"),
    "unbot": ("unbot", "seat"),
    "readied": ("ready", "seat", "ready"),
    "started": ("started",),
    "stoodin": ("standin", "seat", "left"),
    "served": ("",),
    "returned": ("back", "seat"),
    "confirmed": ("next", "seat"),
    "resumed": ("",),
    "revealed": ("",),
    "ended": ("over",),
    "closed": ("closed",),
    "restored": ("restored",),
}
