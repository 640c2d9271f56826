"""What people see of a game, built from nothing (R6.2). Parts that did not change are the same objects as before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from app.engine.basics import Card, Refusal, Seat, View
from app.engine.cards import counts
from app.games.canasta import guard, pile, solve
from app.games.canasta import rules as r
from app.games.canasta.course import must_take
from app.games.canasta.decide import check_ask
from app.games.canasta.types import Group, Line, Meld, State

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
        "values": r.VALUES,
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
        view["hands"] = _map(tuple("".join(hand) for hand in state.left))
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
    if may := _may(state, chair):
        view["may"] = " ".join(may)
    if chair == state.turn:
        view.update(_on_turn(state, chair))
    return view


def _may(state: State, chair: int) -> list[str]:
    """The commands that there are for a chair now."""
    if state.phase == "ask":
        asked = chair in guard.partners_of(state, state.turn) and chair not in state.agreed
        return ["answer"] if asked else []
    if chair != state.turn:
        return []
    asking = ["ask"] if _may_ask(state) else []
    if state.phase == "play":
        throws = ["discard"] if state.asked != "yes" or len(state.hands[chair]) == 1 else []
        return ["meld", *throws, *(["go_out"] if _way_out(state, chair) else []), *asking]
    takes = ["take"] if not state.asked and pile.find(state, chair) else []
    leaves = ["pass"] if state.chance == "may" else []
    return [*(["draw"] if state.stock else []), *takes, *leaves, *asking]


def _may_ask(state: State) -> bool:
    try:
        check_ask(state)
    except Refusal:
        return False
    return True


def _way_out(state: State, chair: int) -> solve.Plan | None:
    return None if guard.denial(state) else guard.plan(state, chair)


def _on_turn(state: State, chair: int) -> View:
    """What only who is on turn sees: the pile (R6.1), whether it can be taken, whether he can go out."""
    view: View = {}
    if not state.rules.open_pile and state.pile:
        view["pile"] = "".join(state.pile)
    if state.phase == "draw" and state.pile and not state.asked:
        view["take"] = _take(state, chair)
    if state.chance == "must" or (state.chance and must_take(state, chair)):
        view["must"] = True
    if state.phase == "play" and (found := _way_out(state, chair)):
        groups = [_group(group) for group in found.groups]
        view["out"] = {"melds": groups, "threes": "".join(found.threes), "discard": found.discard}
    return view


def _take(state: State, chair: int) -> View:
    if way := pile.find(state, chair):
        return {"with": "".join(way.cards), "melds": [_group(group) for group in way.groups]}
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
    card (R3.1.1, R3.1.3); by rank, where it holds some."""
    view: View = {"new": [r.LEAST_NATURALS, r.LEAST_CARDS, r.MOST_WILDS], "add": [0, 1, r.MOST_WILDS]}
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
