"""What people see of a game, built from nothing. Parts that did not change are the same objects as before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from app.engine.basics import Card, Seat, View
from app.engine.cards import counts
from app.games.calypso import rules as r
from app.games.calypso.decide import led_suit, on_turn
from app.games.calypso.types import Last, Line, State

REMEMBERED: Final = 4096
"""Small view objects kept so that an unchanged part is the same object in the next view. Views are never changed."""


def public(state: State) -> View:
    """What everybody may see. `trick` and `win` are all that a card changes; a finished trick changes the rest."""
    view: View = {
        "variant": state.rules.variant,
        "chairs": _map(state.chairs),
        "trumps": state.trumps,
        "phase": state.phase,
        "round": state.round,
        "hand": state.hand,
        "no": state.no,
        "dealer": state.dealer,
        "leader": state.leader,
        "trick": "".join(state.trick),
        "rows": _map(state.rows),
        "done": _map(state.done),
        "piles": _map(tuple(len(p) if state.rules.piles_shown else bool(p) for p in state.piles)),
        "left": len(state.stock),
        "scores": _map(state.scores),
        "sheet": _sheet(state.sheet),
    }
    if state.trick:
        view["win"] = _win(state.winner, state.why)
    if state.rules.lamps:
        view["renounced"] = _map(state.voids)
    if state.rules.last_shown and state.last:
        view["last"] = last_view(state.last)
    return view


def private(state: State, seat: Seat) -> View:
    """What a seat sees besides: its hand; when it has to play, the suits that it may play, or "any"."""
    chair = state.chairs[seat]
    view: View = {"hand": _hand(state.hands[chair])}
    if state.phase == "play" and chair == on_turn(state):
        view["legal"] = r.legal_suits(state.hands[chair], led_suit(state), state.trumps[chair], state.rules)
    return view


# `typed`: True and 1 are equal, but not the same on the wire.
@lru_cache(REMEMBERED, typed=True)
def _map_of(*items: int | str) -> dict[str, int | str]:
    return {str(at): item for at, item in enumerate(items)}


def _map(items: Sequence[int | str]) -> dict[str, int | str]:
    """The items by chair (or seat)."""
    return _map_of(*items)


@lru_cache(REMEMBERED)
def _hand(cards: tuple[Card, ...]) -> dict[Card, int]:
    return counts(cards)


@lru_cache(REMEMBERED)
def _win(chair: int, why: str) -> list[int | str]:
    return [chair, why]


@lru_cache(REMEMBERED)
def last_view(last: Last) -> list[int | str]:
    """A finished trick."""
    return [last.leader, "".join(last.cards), last.winner, last.why]


@lru_cache(REMEMBERED)
def _sheet(sheet: tuple[tuple[Line, ...], ...]) -> View:
    return {str(at): lines_view(lines) for at, lines in enumerate(sheet)}


@lru_cache(REMEMBERED)
def lines_view(lines: tuple[Line, ...]) -> View:
    return {
        str(chair): {"done": line.done, "row": line.row, "pile": line.pile, "points": line.points}
        for chair, line in enumerate(lines)
    }
