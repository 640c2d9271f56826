"""What people see of a game, built from nothing (R6.2). Parts that did not change are the same objects as before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from app.engine.basics import Card, Refusal, Seat, View
from app.engine.cards import counts
from app.games.canasta import guard, pile
from app.games.canasta import rules as r
from app.games.canasta.decide import check_ask
from app.games.canasta.types import Group, Line, Meld, State

POINTS: Final[View] = {"values": r.VALUES, "bonus": {"natural": r.NATURAL, "mixed": r.MIXED}}
"""What a card is worth by its rank (R1.3), and a canasta by its kind (R3.1.4)."""
REMEMBERED: Final = 4096
"""Small view objects kept so that an unchanged part is the same object in the next view. Views are never changed."""


def public(state: State) -> View:
    """What everybody may see: R6.2's column for spectators."""
    accounts = range(len(state.scores))
    view: View = {
        "mode": state.rules.mode,
        "chairs": _seats(state.chairs),
        "sides": _map(state.sides),
        "req": state.rules.required,
        **POINTS,
        "phase": state.phase,
        "deal": state.deal,
        "dealer": state.dealer,
        "turns": state.turns,
        "acts": state.acts,
        "counts": _map(tuple(map(len, state.hands))),
        "stock": len(state.stock),
        "pile": len(state.pile),
        "melds": _map_melds(state.melds),
        "by": _map_by(state.melds),
        "threes": _map(tuple("".join(guard.threes_of(state, account)) for account in accounts)),
        "minimum": _map(tuple(guard.minimum(state, account) for account in accounts)),
        "scores": _map(state.scores),
        "sheet": _sheet(state.sheet),
    }
    if state.phase in ("draw", "ask", "play"):
        view["turn"] = state.turn
    if state.pile:
        view["top"] = state.pile[-1]
    if state.freezer:
        view["frozen"] = state.freezer
    return {**view, **_now_and_then(state)}


def _now_and_then(state: State) -> View:
    """What is mostly not there."""
    view: View = {}
    if state.rules.open_pile and state.pile:
        view["cards"] = "".join(state.pile)
    if state.asked:
        view["asked"] = {"state": state.asked, "yes": {str(chair): True for chair in state.agreed}}
    if state.chance:
        view["last_chance"] = True
    if state.went_out >= 0:
        view["out"] = {"chair": state.went_out, "concealed": state.hidden}
    if state.ended:
        view["ended"] = state.ended
        view["hands"] = {str(seat): "".join(hand) for seat, hand in enumerate(state.left) if hand is not None}
    if state.drawn:
        view["drawn"] = _map(state.drawn)
    if state.lone >= 0:
        view["lone"] = state.lone
    if state.phase == "over":
        view["rounded"] = _map(tuple(r.settlement(state.scores)))
    return view


def private(state: State, seat: Seat) -> View:
    """What a seat sees besides: its hand, what its groups must have, what it may do now; {} for who sits out.

    The hints come from the predicates that decide.
    """
    chair = state.chairs[seat]
    if chair < 0:
        return {}
    view: View = {"hand": _hand(state.hands[chair])}
    if state.phase in ("between", "over"):
        return view
    view["lay"] = _lay(guard.melds_of(state, chair))
    if wanted := guard.need(state, chair):
        view["need"] = wanted
    if state.phase == "ask":
        asked = chair in guard.partners_of(state, state.turn) and chair not in state.agreed
        view |= {"may": "answer"} if asked else {}
    elif chair == state.turn:
        view |= _draws(state, chair) if state.phase == "draw" else _plays(state, chair)
    if chair == state.turn and state.pile and not state.rules.open_pile:
        view["pile"] = "".join(state.pile)
    return view


def _draws(state: State, chair: int) -> View:
    """What one may do before the draw, and whether the pile can be taken (R3.4)."""
    way = pile.find(state, chair) if state.pile and not state.asked else None
    words = [
        *(["draw"] if state.stock else []),
        *(["take"] if way else []),
        *(["pass"] if state.chance == "may" else []),
        *(["ask"] if _may_ask(state) else []),
    ]
    view: View = {"may": " ".join(words)}
    if state.pile and not state.asked:
        view["take"] = _way(way) if way else _why_not(state, chair)
    if state.chance == "must":
        view["must"] = True
    return view


def _plays(state: State, chair: int) -> View:
    """What one may do after it, and how one can go out (R3.5)."""
    out = None if guard.denial(state) else guard.plan(state, chair)
    words = [
        "meld",
        *(["discard"] if state.asked != "yes" or len(state.hands[chair]) == 1 else []),
        *(["go_out"] if out else []),
        *(["ask"] if _may_ask(state) else []),
    ]
    view: View = {"may": " ".join(words)}
    if out:
        groups = [_group(group) for group in out.groups]
        view["out"] = {"melds": groups, "threes": "".join(out.threes), "discard": out.discard}
    return view


def _may_ask(state: State) -> bool:
    try:
        check_ask(state)
    except Refusal:
        return False
    return True


def _way(way: pile.Way) -> View:
    return {"with": "".join(way.cards), "melds": [_group(group) for group in way.groups]}


def _why_not(state: State, chair: int) -> View:
    refusal = pile.why_not(state, chair)
    return {"code": refusal.code, "params": dict(refusal.params)}


def _group(group: Group) -> View:
    view: View = msgspec.to_builtins(group)
    return {**view, "cards": list(view["cards"])}


# `typed`: True and 1 are equal, but not the same on the wire.
@lru_cache(REMEMBERED, typed=True)
def _map_of(*items: int | str) -> dict[str, int | str]:
    return {str(at): item for at, item in enumerate(items)}


def _map(items: Sequence[int | str]) -> dict[str, int | str]:
    return _map_of(*items)


@lru_cache(REMEMBERED)
def _seats(chairs: tuple[int, ...]) -> dict[str, int]:
    return {str(seat): chair for seat, chair in enumerate(chairs) if chair >= 0}


@lru_cache(REMEMBERED)
def _hand(cards: tuple[Card, ...]) -> dict[Card, int]:
    return counts(cards)


@lru_cache(REMEMBERED)
def _melds(melds: tuple[Meld, ...]) -> dict[str, str]:
    return {meld.rank: "".join(meld.cards) for meld in melds}


@lru_cache(REMEMBERED)
def _by(melds: tuple[Meld, ...]) -> dict[str, int]:
    return {meld.rank: meld.by for meld in melds}


@lru_cache(REMEMBERED)
def _map_melds(sides: tuple[tuple[Meld, ...], ...]) -> View:
    return {str(side): _melds(melds) for side, melds in enumerate(sides)}


@lru_cache(REMEMBERED)
def _map_by(sides: tuple[tuple[Meld, ...], ...]) -> View:
    return {str(side): _by(melds) for side, melds in enumerate(sides)}


@lru_cache(REMEMBERED)
def _lay(melds: tuple[Meld, ...]) -> View:
    """Least naturals, least cards, most wilds of a `new` meld and of what is added (`add`) to one that holds no wild
    card (R3.1.1, R3.1.3); by rank, where it holds some; and of black threes (R2.10)."""
    view: View = {
        "new": [r.LEAST_NATURALS, r.LEAST_CARDS, r.MOST_WILDS],
        "add": [0, 1, r.MOST_WILDS],
        "3": [0, r.LEAST_CARDS, 0],
    }
    for meld in melds:
        if wild := r.wilds(meld.cards):
            view[meld.rank] = [0, 1, max(0, r.MOST_WILDS - wild)]
    return view


@lru_cache(REMEMBERED)
def _sheet(sheet: tuple[tuple[Line, ...], ...]) -> View:
    return {str(at): lines_view(lines) for at, lines in enumerate(sheet)}


@lru_cache(REMEMBERED)
def lines_view(lines: tuple[Line, ...]) -> View:
    """A deal's lines by account."""
    return {str(account): msgspec.to_builtins(line) for account, line in enumerate(lines)}
