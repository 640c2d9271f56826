"""Whose side a chair is on, what its side needs, and what a play must leave so that the turn can end (R3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.basics import Card, Refusal
from app.engine.cards import sort_cards
from app.games.canasta import rules as r
from app.games.canasta import solve
from app.games.canasta.types import Meld, State


def account_of(state: State, chair: int) -> int:
    """Whose total counts for a chair: its side's, its own in cutthroat (R1.9)."""
    return chair if state.rules.cutthroat else state.sides[chair]


def melds_of(state: State, chair: int) -> tuple[Meld, ...]:
    """The melds of a chair's side."""
    return state.melds[state.sides[chair]]


def partners_of(state: State, chair: int) -> list[int]:
    """The other chairs of a side."""
    return [other for other, side in enumerate(state.sides) if side == state.sides[chair] and other != chair]


def minimum(state: State, account: int) -> int:
    """R3.0.1: what an account's first melds must make: by its total at the start of the deal, with raises."""
    total = state.scores[account]
    if state.phase in ("between", "over"):  # which is in the total already
        total -= state.sheet[-1][account].total
    return r.band(total, state.rules.packs) + state.raised[account]


def threes_of(state: State, account: int) -> list[Card]:
    """The red threes that were laid for an account, in sorting order (R1.9, R2.8)."""
    chairs = range(state.rules.chairs)
    return sort_cards(card for chair in chairs if account_of(state, chair) == account for card in state.threes[chair])


def need(state: State, chair: int) -> int:
    """The points that a chair's next lay-down must make: 0 once its side has melded."""
    return 0 if melds_of(state, chair) else minimum(state, account_of(state, chair))


def frozen_for(state: State, chair: int) -> bool:
    """R2.12."""
    return bool(state.freezer) or not melds_of(state, chair)


def old_ranks(state: State, chair: int) -> str:
    """Ranks of the side's melds that lay before this turn."""
    return "".join(meld.rank for meld in melds_of(state, chair) if meld.rank not in state.fresh)


def may_conceal(state: State, chair: int) -> bool:
    """R3.5.4: nothing laid before this turn, nothing added to what lay there."""
    return not state.melded[chair] and not state.joined


def denial(state: State) -> Refusal | None:
    """R3.6.4, R3.6.1: what forbids going out this turn, if anything does. Where permission is required, whoever drew
    from the stock and has a partner needs his yes."""
    if state.asked == "no":
        return Refusal("rule.permission_denied", rule="3.6.4")
    rules = state.rules
    bound = rules.permission == "required" and rules.partners and state.source == "stock"
    if not bound or state.asked == "yes":
        return None
    if state.asked == "lapsed":
        return Refusal("rule.permission_missing", rule="3.6.5")
    return Refusal("rule.permission_needed", rule="3.6.1")


def plan(state: State, chair: int, discards: bool = True) -> solve.Plan | None:
    """How a chair can go out with the cards it has; `discards`: a last card may be thrown."""
    old = old_ranks(state, chair) if may_conceal(state, chair) else None
    return solve.go_out(state.hands[chair], melds_of(state, chair), state.rules.required, old, discards)


def check_finish(state: State, hand: Sequence[Card], melds: tuple[Meld, ...]) -> None:
    """R3.2.1: whether a play may leave this hand beside these melds of the side. Raises Refusal."""
    have, required = r.canastas(melds), state.rules.required
    if state.asked == "yes" and hand and not solve.go_out(tuple(hand), melds, required):
        raise Refusal("rule.must_go_out", rule="3.6.4")
    if len(hand) > 1:
        return
    if not (have >= required or completes(hand, melds, required)):
        raise Refusal("rule.would_leave_no_legal_finish", rule="3.2.1")
    if refusal := denial(state):
        raise refusal


def completes(hand: Sequence[Card], melds: Sequence[Meld], required: int) -> bool:
    """R3.2.1 d: one card is left, and with it on a meld of the side the canastas suffice."""
    if len(hand) != 1:
        return False
    card = hand[0]
    for meld in melds:
        room = r.wilds(meld.cards) < r.MOST_WILDS if r.is_wild(card) else card[0] == meld.rank
        if room and len(meld.cards) == r.CANASTA - 1 and r.canastas(melds) + 1 >= required:
            return meld.rank in r.MELDABLE
    return False
