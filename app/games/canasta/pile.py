"""Taking the pile (R3.4): whether a chair may, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from app.engine.basics import Card, Refusal
from app.engine.cards import without
from app.games.canasta import rules as r
from app.games.canasta import solve
from app.games.canasta.guard import account_of, check_finish, frozen_for, melds_of, minimum, need
from app.games.canasta.types import Group, Meld, State


class Way(msgspec.Struct, frozen=True):
    """A way to take the pile: cards of the hand that go with its top card, and further groups."""

    cards: tuple[Card, ...]
    groups: tuple[Group, ...] = ()


def check_reach(state: State, chair: int) -> None:
    """R3.4.1, R2.9: whether the pile can be taken by anybody who holds this many cards. Raises Refusal."""
    if not state.pile:
        raise Refusal("rule.empty_pile", rule="3.4.1")
    top = state.pile[-1]
    if r.is_wild(top):
        raise Refusal("rule.top_wild", card=top, rule="3.4.1")
    if r.is_black_three(top):
        raise Refusal("rule.top_black_three", rule="2.9")
    if len(state.hands[chair]) == 1 and len(state.pile) == 1:
        raise Refusal("rule.one_card_one_card", rule="3.4.1")


def check_cards(state: State, chair: int, cards: Sequence[str]) -> None:
    """R3.4.2-R3.4.5: whether these cards of the hand take the pile's top card. Raises Refusal."""
    top = state.pile[-1]
    naturals = [card for card in cards if not r.is_wild(card)]
    if any(r.is_red_three(card) for card in cards):
        raise Refusal("rule.red_three", rule="2.7")
    if any(card[0] != top[0] for card in naturals):
        raise Refusal("rule.mixed_ranks", rule="3.1.1")
    if frozen_for(state, chair) and len(naturals) < r.LEAST_NATURALS:
        raise Refusal("rule.frozen_needs_natural_pair", rank=top[0], rule="3.4.2")
    meld = r.meld_of(melds_of(state, chair), top[0])
    closed = meld and r.canasta(meld.cards) and not state.rules.onto_canasta
    if closed and not _stands_alone(top, cards):
        raise Refusal("rule.closed_canasta", rank=top[0], rule="3.4.3")
    r.check_group(top[0], [*cards, top], meld.cards if meld else ())


def _stands_alone(top: str, cards: Sequence[str]) -> bool:
    """Whether top card and cards would be a meld without what lies (R3.4.3)."""
    try:
        r.check_group(top[0], [*cards, top])
    except Refusal:
        return False
    return True


def to_hand(pile: Sequence[Card]) -> tuple[Card, ...]:
    """R2.6, R3.4.7: what goes to the hand of a pile that is taken."""
    return tuple(card for card in pile[:-1] if not r.is_red_three(card))


def after(state: State, chair: int, way: Way) -> tuple[tuple[Card, ...], tuple[Meld, ...]]:
    """Hand and melds once the pile is taken so."""
    hand, melds, top = state.hands[chair], melds_of(state, chair), state.pile[-1]
    for group in (Group(top[0], way.cards), *way.groups):
        for card in group.cards:
            hand = without(hand, Card(card))
    melds = r.laid(melds, top[0], [*way.cards, top], chair)
    for group in way.groups:
        melds = r.laid(melds, group.rank, [Card(card) for card in group.cards], chair)
    return (*hand, *to_hand(state.pile)), melds


def find(state: State, chair: int) -> Way | None:
    """The cheapest way in which a chair may take the pile, None if there is none (R3.7.5)."""
    try:
        check_reach(state, chair)
    except Refusal:
        return None
    ways = _opening(state, chair) if need(state, chair) else _further(state, chair)
    return next((way for way in ways if _finishes(state, chair, way)), None)


def _finishes(state: State, chair: int, way: Way) -> bool:
    try:
        check_finish(state, *after(state, chair, way))
    except Refusal:
        return False
    return True


def _further(state: State, chair: int) -> Iterator[Way]:
    """A side that has melded: the top card alone, with a pair, with a natural and a wild card (R3.4.3). What is left
    over in the hand can be laid later, so no more is needed."""
    hand, top = state.hands[chair], state.pile[-1]
    naturals = [card for card in hand if card[0] == top[0] and not r.is_wild(card)]
    wild = sorted((card for card in hand if r.is_wild(card)), key=r.value)
    tries = [(), tuple(naturals[:2]), (*naturals[:1], *wild[:1])]
    for cards in tries:
        try:
            check_cards(state, chair, cards)
        except Refusal:
            continue
        yield Way(cards)


def _opening(state: State, chair: int) -> Iterator[Way]:
    """A side that has not: a pair with the top card, and further melds up to the minimum (R3.4.6)."""
    hand, top = state.hands[chair], state.pile[-1]
    points, spare = need(state, chair), len(to_hand(state.pile))
    for keep in dict.fromkeys((max(0, 2 - spare), max(0, 1 - spare), 0)):
        if groups := solve.opening(hand, points, top, keep):
            yield _way(groups)
    yield from _emptying(state, chair)


def _way(groups: Sequence[Group]) -> Way:
    return Way(tuple(Card(card) for card in groups[0].cards), tuple(groups[1:]))


def _emptying(state: State, chair: int) -> Iterator[Way]:
    """The whole hand, or all but one card, goes with the pile: it must make the canastas that going out asks for, or
    all but one of them, which the only other card of the pile then completes (R3.2.1)."""
    hand, top, required = state.hands[chair], state.pile[-1], state.rules.required
    points = need(state, chair)
    for left in ("", *dict.fromkeys(hand)):
        rest = without(hand, Card(left)) if left else hand
        naturals = sum(card[0] == top[0] and not r.is_wild(card) for card in rest)
        if naturals < r.LEAST_NATURALS or r.points((*rest, top)) < points:
            continue
        plans = [_wholly((*rest, top), required)]
        if not left and len(more := to_hand(state.pile)) == 1:
            plans += _all_but((*rest, top), more[0], required)
        for groups in plans:
            if groups:
                first = next(group for group in groups if group.rank == top[0])
                cards = without(tuple(Card(card) for card in first.cards), top)
                yield Way(cards, tuple(group for group in groups if group is not first))


def _wholly(cards: tuple[Card, ...], required: int) -> tuple[Group, ...]:
    """All these cards as melds, so many canastas among them; () if that cannot be."""
    plan = solve.go_out(cards, (), required, None, discards=False)
    return plan.groups if plan and not plan.threes else ()


def _all_but(cards: tuple[Card, ...], last: Card, required: int) -> Iterator[tuple[Group, ...]]:
    """All these cards as melds, of which one has six that the last card makes seven."""
    wild = [card for card in cards if r.is_wild(card)]
    for rank in r.MELDABLE if r.is_wild(last) else last[0]:
        six = [card for card in cards if card[0] == rank and not r.is_wild(card)]
        lacking = r.CANASTA - 1 - len(six)
        if 0 <= lacking <= min(len(wild), r.MOST_WILDS - r.is_wild(last)):
            six += wild[:lacking]
            rest = cards
            for card in six:
                rest = without(rest, card)
            others = _wholly(rest, required - 1)
            if others or not rest:
                yield (*others, Group(rank, tuple(six)))


def why_not(state: State, chair: int) -> Refusal:
    """Why a chair cannot take the pile: by what comes nearest."""
    try:
        check_reach(state, chair)
    except Refusal as refusal:
        return refusal
    top = state.pile[-1]
    naturals = [card for card in state.hands[chair] if card[0] == top[0] and not r.is_wild(card)]
    wild = [card for card in state.hands[chair] if r.is_wild(card)]
    try:
        check_cards(state, chair, naturals if frozen_for(state, chair) or not wild else [*naturals, wild[0]][:2])
    except Refusal as refusal:
        return refusal
    most = solve.most_points(state.hands[chair], top)
    if most < need(state, chair):
        return below(most, minimum(state, account_of(state, chair)))
    return Refusal("rule.would_leave_no_legal_finish", rule="3.2.1")


def below(made: int, wanted: int) -> Refusal:
    """R3.0.1: the first melds make too few points."""
    return Refusal("rule.below_minimum", points=made, minimum=wanted, short=wanted - made, rule="3.0.1")
