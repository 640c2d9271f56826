"""What is said of the events of a table: the material of its log, made of public things only."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from app.engine.basics import Event, Note, View
from app.engine.game import Game
from app.engine.table import events as ev


def shown(game: Game, event: Event) -> View:
    """What everybody may know of an event, built from nothing."""
    if isinstance(event, ev.Opened | ev.Changed):
        return {"type": event.__struct_config__.tag}
    if isinstance(event, ev.Served):
        return {"type": "served", "seat": event.seat}
    if isinstance(event, ev.Ended):
        return {"type": "ended", "how": event.result.how, "seat": event.seat}
    if isinstance(event, ev.TableEvent):
        told: View = msgspec.to_builtins(event)
        return told
    return game.shown(event)


def notes(game: Game, before: View, told: View, after: View) -> list[Note]:
    """What to say of an event: the table's own notes, or the game's."""
    tag = told["type"]
    lines = LINES.get(tag)
    if lines is None:
        game_before: View = before.get("g", {})
        game_after: View = after.get("g", {})
        return game.notes(game_before, told, game_after)
    if tag == "offered" and told["what"] not in after.get("offers", {}):
        return []  # nobody had to be asked: only what came of it is told
    if tag == "ended":
        lines = (*HOW[told["how"]], *lines)
    return [Note(kind, tuple(_arg(key, before, told, after) for key in keys)) for kind, *keys in lines]


def _arg(key: str, before: View, told: View, after: View) -> str | int | bool:
    if key == "name":
        return _name(before, told, after)
    if key == "left":
        return bool(told.get("left", False))
    value: str | int | bool = told.get(key, -1)
    return value


def _name(before: View, told: View, after: View) -> str:
    """Of whom it is told: by the event itself, by its seat, as host."""
    if "name" in told:
        return str(told["name"])
    if "seat" in told:
        held: dict[str, Any] = before.get("seats", {}).get(str(told["seat"]), {})
        return str((held.get("booked", {}) if told["type"] == "unbooked" else held).get("name", ""))
    view, user = (after, told["user"]) if "user" in told else (before, before.get("host"))
    return next((str(seat["name"]) for seat in view["seats"].values() if seat.get("user") == user), "")


LINES: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "opened": (("opened",),),
    "sat": (("sat", "seat", "name"),),
    "left": (("left", "seat", "name"),),
    "host": (("host", "name"),),
    "bot": (("bot", "seat", "level"),),
    "unbot": (("unbot", "seat"),),
    "readied": (("ready", "seat", "ready"),),
    "started": (("started",),),
    "stoodin": (("standin", "seat", "left"),),
    "served": (),
    "returned": (("back", "seat"),),
    "confirmed": (("next", "seat"),),
    "resumed": (),
    "revealed": (),
    "ended": (("over",),),
    "kicked": (("kicked", "seat", "name"),),
    "barred": (("barred", "seat", "name"),),
    "locked": (("locked", "locked"),),
    "changed": (("changed", "name"),),
    "reserved": (("reserved", "seat", "name"),),
    "released": (("released", "seat"),),
    "booked": (("booked", "seat", "name"),),
    "unbooked": (("unbooked", "seat", "name"),),
    "offered": (("offered", "what", "seat"),),
    "agreed": (("agreed", "what", "seat"),),
    "declined": (("declined", "what", "seat"),),
    "lapsed": (("lapsed", "what"),),
    "paused": (("paused",),),
    "unpaused": (("unpaused", "seat"),),
    "rewound": (("rewound", "seat"),),
    "gone": (("gone", "seat"),),
    "came": (("came", "seat"),),
    "rematched": (("rematched", "table"),),
    "closed": (("closed",),),
    "restored": (("restored",),),
}
"""By the tag of an event: kind and parameters of each note."""

HOW: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "played": (),
    "conceded": (("conceded", "seat"),),
    "abandoned": (("abandoned",),),
}
"""What is said before the end, by how it came."""
