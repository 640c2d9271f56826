"""What is said of a game: the public part of an event, and the notes made from it for log lines, sounds and motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from app.engine.basics import Event, Note, View
from app.games.canasta import rules as r
from app.games.canasta.types import (
    Answered,
    Asked,
    Concluded,
    Dealt,
    Discarded,
    Drew,
    Lapsed,
    LastChance,
    Melded,
    Parted,
    Passed,
    Raised,
    Replaced,
    Scored,
    Seated,
    Shuffled,
    Took,
    WentOut,
)
from app.games.canasta.view import lines_view


def shown(event: Event) -> View:
    """What everybody may know of an event; nothing of packs, of cards drawn, of cards that a pile brought."""
    return {"type": event.__struct_config__.tag, **_SHOWN[type(event)](event)}


def _all(event: Event) -> View:
    """An event that holds no secret."""
    view: View = msgspec.to_builtins(event)
    return {key: value for key, value in view.items() if key != "type"}


def _seated(event: Seated) -> View:
    return {"cards": list(event.cards)}


def _shuffled(event: Shuffled) -> View:
    return {"deal": event.deal}


def _dealt(event: Dealt) -> View:
    return {"deal": event.deal, "dealer": event.dealer, "freezer": event.freezer}


def _replaced(event: Replaced) -> View:
    return {"chair": event.chair, "threes": "".join(event.threes)}


def _drew(event: Drew) -> View:
    return {"chair": event.chair, "n": len(event.cards)}


def _took(event: Took) -> View:
    return {"chair": event.chair, "top": event.top, "n": len(event.cards), "threes": "".join(event.threes)}


def _melded(event: Melded) -> View:
    view = {"chair": event.chair, "rank": event.rank, "cards": "".join(event.cards), "count": event.count}
    return {**view, "kind": event.kind, "top": event.top}


def _discarded(event: Discarded) -> View:
    return {"chair": event.chair, "card": event.card, "froze": event.froze}


def _scored(event: Scored) -> View:
    hands = {str(chair): "".join(hand) for chair, hand in enumerate(event.hands)}
    return {"deal": event.deal, "lines": lines_view(event.lines), "hands": hands, "how": event.how}


def _concluded(event: Concluded) -> View:
    return {"sides": {str(i): {"score": s.score, "place": s.place} for i, s in enumerate(event.sides)}}


_SHOWN: Final[dict[type[Event], Callable[[Any], View]]] = {
    Seated: _seated,
    Shuffled: _shuffled,
    Dealt: _dealt,
    Replaced: _replaced,
    Drew: _drew,
    Took: _took,
    Melded: _melded,
    Discarded: _discarded,
    Passed: _all,
    Asked: _all,
    Answered: _all,
    Lapsed: _all,
    Raised: _all,
    Parted: _all,
    LastChance: _all,
    WentOut: _all,
    Scored: _scored,
    Concluded: _concluded,
}


def notes(before: View, shown: View, after: View) -> list[Note]:
    """What to say of an event.

    | note                                | says                                                   |
    |-------------------------------------|--------------------------------------------------------|
    | `drawn`, card..                     | cards were drawn for places, by seat                   |
    | `deal`, deal, dealer, first         | a deal begins (from 0); who deals and who plays first  |
    | `draw`, seat, n                     | cards were drawn from the stock                        |
    | `threes`, seat, cards               | red threes were laid                                   |
    | `take`, seat, top, n                | the pile was taken; so many cards went to the hand     |
    | `meld`, seat, rank, cards (evident) | cards were laid                                        |
    | `canasta`, seat, rank, kind         | that made a canasta: natural, mixed                    |
    | `discard`, seat, card (evident)     | a card was discarded                                   |
    | `froze`, seat, card                 | it froze the pile                                      |
    | `one_card`, seat                    | one card is left in a hand                             |
    | `ask`, seat                         | may I go out?                                          |
    | `answer`, seat, yes                 | a partner's answer                                     |
    | `lapse`, seat                       | nobody answered in time; who asked                     |
    | `raised`, account, minimum          | too small an initial meld: the minimum grows           |
    | `lone`, seat                        | cutthroat: who plays alone                             |
    | `last_chance`, seat, must           | the stock is empty and the pile can, or must, be taken |
    | `out`, seat, concealed              | somebody went out                                      |
    | `stock`                             | the deal ended with the stock                          |
    | `score`, deal, points..             | a deal is over: points by account                      |
    | `end`, place, score, place, score.. | the game is over: by account                           |
    """
    say = _NOTES.get(shown["type"])
    return say(before, shown, after) if say else []


def _evident(before: View, after: View) -> bool:
    """Whether the change of the views shows which cards were laid: not where melds of two became one side's (R1.9)."""
    return ("lone" in before) == ("lone" in after)


def _seat(view: View, chair: int) -> int:
    """Who has a chair. Notes speak of seats: with five players the chairs change hands from deal to deal (R1.7)."""
    return next(int(seat) for seat, own in view["chairs"].items() if own == chair)


def _say_seated(before: View, shown: View, after: View) -> list[Note]:
    return [Note("drawn", tuple(shown["cards"]))] if shown["cards"] else []


def _say_dealt(before: View, shown: View, after: View) -> list[Note]:
    first = (shown["dealer"] + 1) % len(after["counts"])
    return [Note("deal", (shown["deal"], _seat(after, shown["dealer"]), _seat(after, first)))]


def _say_drew(before: View, shown: View, after: View) -> list[Note]:
    return [Note("draw", (_seat(after, shown["chair"]), shown["n"]))] if shown["n"] else []


def _say_replaced(before: View, shown: View, after: View) -> list[Note]:
    return [Note("threes", (_seat(after, shown["chair"]), shown["threes"]))] if shown["threes"] else []


def _say_took(before: View, shown: View, after: View) -> list[Note]:
    return [
        Note("take", (_seat(after, shown["chair"]), shown["top"], shown["n"])),
        *_say_replaced(before, shown, after),
    ]


def _say_melded(before: View, shown: View, after: View) -> list[Note]:
    args = (_seat(after, shown["chair"]), shown["rank"], shown["cards"])
    said = [Note("meld", args, evident=_evident(before, after))]
    if shown["kind"]:
        said.append(Note("canasta", (_seat(after, shown["chair"]), shown["rank"], shown["kind"])))
    return said


def _say_discarded(before: View, shown: View, after: View) -> list[Note]:
    said = [Note("discard", (_seat(after, shown["chair"]), shown["card"]), evident=_evident(before, after))]
    if shown["froze"]:
        said.append(Note("froze", (_seat(after, shown["chair"]), shown["card"])))
    if after["counts"][str(shown["chair"])] == 1:
        said.append(Note("one_card", (_seat(after, shown["chair"]),)))
    return said


def _say_asked(before: View, shown: View, after: View) -> list[Note]:
    return [Note("ask", (_seat(after, shown["chair"]),))]


def _say_answered(before: View, shown: View, after: View) -> list[Note]:
    return [Note("answer", (_seat(after, shown["chair"]), shown["yes"]))]


def _say_lapsed(before: View, shown: View, after: View) -> list[Note]:
    return [Note("lapse", (_seat(after, before["turn"]),))]


def _say_raised(before: View, shown: View, after: View) -> list[Note]:
    return [Note("raised", (shown["account"], shown["minimum"]))]


def _say_parted(before: View, shown: View, after: View) -> list[Note]:
    return [Note("lone", (_seat(after, shown["lone"]),))]


def _say_last_chance(before: View, shown: View, after: View) -> list[Note]:
    return [Note("last_chance", (_seat(after, shown["chair"]), shown.get("must", False)))]


def _say_out(before: View, shown: View, after: View) -> list[Note]:
    return [Note("out", (_seat(after, shown["chair"]), shown.get("concealed", False)))]


def _say_scored(before: View, shown: View, after: View) -> list[Note]:
    points = Note("score", (shown["deal"], *(line["total"] for line in shown["lines"].values())))
    return [points] if shown["how"] == "out" else [Note("stock"), points]


def _say_end(before: View, shown: View, after: View) -> list[Note]:
    scores = [*after["scores"].values()]
    return [Note("end", tuple(n for pair in zip(r.places(scores), scores, strict=True) for n in pair))]


_NOTES: Final[dict[str, Callable[[View, View, View], list[Note]]]] = {
    "seated": _say_seated,
    "dealt": _say_dealt,
    "drew": _say_drew,
    "replaced": _say_replaced,
    "took": _say_took,
    "melded": _say_melded,
    "discarded": _say_discarded,
    "asked": _say_asked,
    "answered": _say_answered,
    "unanswered": _say_lapsed,
    "raised": _say_raised,
    "parted": _say_parted,
    "last_chance": _say_last_chance,
    "went_out": _say_out,
    "scored": _say_scored,
    "concluded": _say_end,
}
