"""What people see of a game, built from nothing. Parts that did not change are the same objects as before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from app.engine.basics import Card, Seat, View
from app.engine.cards import counts
from app.games.calypso import ceremony, revokes
from app.games.calypso import rules as r
from app.games.calypso.decide import led_suit, on_turn
from app.games.calypso.types import Claimed, Draw, Last, Line, Rules, State

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
    if state.draw:
        view["draw"] = _draw(state.draw, state.rules)
    return {**view, **_charged(state)} if state.rules.claims else view


def _charged(state: State) -> View:
    """All claims of the game, and what each chair is charged for this round."""
    charged = tuple(revokes.penalty(state.claims, state.round, chair) for chair in range(state.rules.seats))
    return {"claims": _claims(state.claims), "penalties": _map(charged)}


def private(state: State, seat: Seat) -> View:
    """What a seat sees besides: its hand; when it has to play, the suits that it may play, or "any" (where a revoke is
    not prevented, nobody is told). There `mistakes` says how many false claims its side has left in this hand, and
    `back` that its last card may be taken back."""
    chair = state.chairs[seat]
    view: View = {"hand": _hand(state.hands[chair])}
    if state.phase == "play" and chair == on_turn(state):
        suits = r.legal_suits(state.hands[chair], led_suit(state), state.trumps[chair], state.rules)
        view["legal"] = "any" if state.rules.claims else suits
    if state.rules.claims:
        view["mistakes"] = revokes.FALSE_CLAIMS - revokes.mistaken(state, chair)
        if revokes.returnable(state, chair):
            view["back"] = True
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
def _draw(draw: Draw, rules: Rules) -> View:
    """By seat; `order`: the seats as they choose; `open`: what the seat whose turn it is may choose, suits by chair."""
    view: View = {
        "cards": {str(seat): card for seat, card in enumerate(draw.cards)},
        "order": "".join(map(str, draw.order)),
        "picks": {str(seat): [int(pick[0]), pick[1]] for seat, pick in enumerate(draw.picks) if pick},
    }
    if (seat := ceremony.chooser(draw)) >= 0:
        ways = ceremony.open_to(draw, seat, rules)
        chairs = dict.fromkeys(way[0] for way in ways)
        view["open"] = {chair: "".join(way[1] for way in ways if way[0] == chair) for chair in chairs}
    return view


@lru_cache(REMEMBERED)
def _claims(claims: tuple[Claimed, ...]) -> View:
    return {str(at): claim_view(claim) for at, claim in enumerate(claims)}


def claim_view(claim: Claimed) -> View:
    """A claim: round and hand from 0, the trick from 1; what it was about is told only if it was true (R5.10)."""
    view: View = {
        "round": claim.round,
        "hand": claim.hand,
        "trick": claim.trick,
        "by": claim.by,
        "offender": claim.offender,
        "upheld": claim.upheld,
    }
    if claim.upheld:
        view |= {"led": claim.led, "card": claim.card}
    return {**view, "proof": claim.proof} if claim.proof else view


@lru_cache(REMEMBERED)
def _sheet(sheet: tuple[tuple[Line, ...], ...]) -> View:
    return {str(at): lines_view(lines) for at, lines in enumerate(sheet)}


@lru_cache(REMEMBERED)
def lines_view(lines: tuple[Line, ...]) -> View:
    return {str(chair): _line(line) for chair, line in enumerate(lines)}


def _line(line: Line) -> View:
    view: View = {"done": line.done, "row": line.row, "pile": line.pile, "points": line.points}
    return {**view, "penalty": line.penalty} if line.penalty else view
