"""What is said of a game: the public part of an event, and the notes made from it for log lines, sounds and motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.engine.basics import Event, Note, View
from app.games.calypso.types import (
    Claimed,
    Concluded,
    Dealt,
    Drawn,
    Picked,
    Played,
    Scored,
    Seated,
    Shuffled,
    TakenBack,
    TrickTaken,
    TrumpsGiven,
)
from app.games.calypso.view import claim_view, lines_view


def shown(event: Event) -> View:
    """What everybody may know of an event; nothing of packs and hands."""
    return _SHOWN[type(event)](event)


def _seated(event: Seated) -> View:
    return {"type": "seated", "chairs": {str(seat): chair for seat, chair in enumerate(event.chairs)}}


def _trumps(event: TrumpsGiven) -> View:
    return {"type": "trumps", "trumps": event.trumps}


def _shuffled(event: Shuffled) -> View:
    return {"type": "shuffled", "round": event.round}


def _dealt(event: Dealt) -> View:
    return {"type": "dealt", "hand": event.hand, "dealer": event.dealer, "leader": event.leader}


def _drawn(event: Drawn) -> View:
    return {"type": "drawn", "cards": {str(seat): card for seat, card in enumerate(event.cards)}}


def _picked(event: Picked) -> View:
    return {"type": "picked", "seat": event.seat, "chair": event.chair, "suit": event.suit, "how": event.how}


def _taken_back(event: TakenBack) -> View:
    return {"type": "taken_back", "chair": event.chair, "card": event.card}


def _claimed(event: Claimed) -> View:
    return {"type": "claimed", **claim_view(event)}


def _played(event: Played) -> View:
    view: View = {"type": "played", "chair": event.chair, "card": event.card}
    if event.quiet:
        view["quiet"] = True
    return view


def _trick(event: TrickTaken) -> View:
    return {
        "type": "trick",
        "winner": event.winner,
        "why": event.why,
        "led": event.cards[0][1],
        "completed": {str(g.chair): {"done": g.done, "points": g.points} for g in event.gains if g.points},
    }


def _scored(event: Scored) -> View:
    return {"type": "scored", "round": event.round, "lines": lines_view(event.lines)}


def _concluded(event: Concluded) -> View:
    return {
        "type": "concluded",
        "sides": {str(i): {"score": s.score, "place": s.place} for i, s in enumerate(event.sides)},
    }


_SHOWN: Final[dict[type[Event], Callable[[Any], View]]] = {
    Seated: _seated,
    TrumpsGiven: _trumps,
    Drawn: _drawn,
    Picked: _picked,
    TakenBack: _taken_back,
    Claimed: _claimed,
    Shuffled: _shuffled,
    Dealt: _dealt,
    Played: _played,
    TrickTaken: _trick,
    Scored: _scored,
    Concluded: _concluded,
}


def notes(before: View, shown: View, after: View) -> list[Note]:
    """What to say of an event.

    | note                                        | says                                                              |
    |---------------------------------------------|-------------------------------------------------------------------|
    | `drawn`, card..                             | the ceremony begins: the cards drawn, by seat                     |
    | `picked`, seat, suit, how                   | a seat's trumps: chosen, left, lot                                |
    | `trumps`, suits                             | the game begins: trump suits by chair ("SCHD")                    |
    | `deal`, round, hand, dealer, leader         | a hand is dealt (round and hand from 0)                           |
    | `play`, chair, card (evident)               | a card fell; absent if `log_detail` is `trick_winners`            |
    | `back`, chair, card                         | a card was taken back that should have followed suit              |
    | `claim`, chair, offender, trick, upheld     | a revoke was claimed, and whether rightly; the trick counts from 1|
    | `trick`, chair, why, suit led (evident)     | who won a trick; why as in `win`                                  |
    | `calypso`, chair, number, points            | a calypso was completed: the chair's first, second .. of the round|
    | `round`, round, points..                    | a round is over: points of sides (0+2, 1+3), or of chairs         |
    | `end`, place, score, place, score..         | the game is over: sides in the same order; equal places are a tie |
    """
    say = _NOTES.get(shown["type"])
    return say(shown, after) if say else []


def _say_trumps(shown: View, after: View) -> list[Note]:
    return [Note("trumps", (shown["trumps"],))]


def _say_drawn(shown: View, after: View) -> list[Note]:
    return [Note("drawn", tuple(shown["cards"].values()))]


def _say_picked(shown: View, after: View) -> list[Note]:
    return [Note("picked", (shown["seat"], shown["suit"], shown["how"]))]


def _say_back(shown: View, after: View) -> list[Note]:
    return [Note("back", (shown["chair"], shown["card"]))]


def _say_claim(shown: View, after: View) -> list[Note]:
    return [Note("claim", (shown["by"], shown["offender"], shown["trick"], shown["upheld"]))]


def _say_deal(shown: View, after: View) -> list[Note]:
    return [Note("deal", (after["round"], shown["hand"], shown["dealer"], shown["leader"]))]


def _say_play(shown: View, after: View) -> list[Note]:
    return [] if "quiet" in shown else [Note("play", (shown["chair"], shown["card"]), evident=True)]


def _say_trick(shown: View, after: View) -> list[Note]:
    made = sorted(shown["completed"].items())
    return [
        Note("trick", (shown["winner"], shown["why"], shown["led"]), evident=True),
        *(Note("calypso", (int(chair), gain["done"], gain["points"])) for chair, gain in made),
    ]


def _say_round(shown: View, after: View) -> list[Note]:
    lines = shown["lines"]
    sides = 2 if after["variant"] == "partnership" else len(lines)
    points = (sum(lines[str(c)]["points"] for c in range(side, len(lines), sides)) for side in range(sides))
    return [Note("round", (shown["round"], *points))]


def _say_end(shown: View, after: View) -> list[Note]:
    return [Note("end", tuple(n for side in shown["sides"].values() for n in (side["place"], side["score"])))]


_NOTES: Final[dict[str, Callable[[View, View], list[Note]]]] = {
    "drawn": _say_drawn,
    "picked": _say_picked,
    "taken_back": _say_back,
    "claimed": _say_claim,
    "trumps": _say_trumps,
    "dealt": _say_deal,
    "played": _say_play,
    "trick": _say_trick,
    "scored": _say_round,
    "concluded": _say_end,
}
