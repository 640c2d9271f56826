"""The state after an event: total, without rules. What an event led to lies in the event itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from app.engine.basics import Card, Event
from app.engine.cards import sort_cards, without
from app.engine.options import Options
from app.games.canasta import rules as r
from app.games.canasta.options import rules_of
from app.games.canasta.types import (
    Answered,
    Asked,
    Concluded,
    Dealt,
    Discarded,
    Drew,
    Lapsed,
    LastChance,
    Meld,
    Melded,
    Parted,
    Passed,
    Raised,
    Replaced,
    Rules,
    Scored,
    Seated,
    Shuffled,
    State,
    Took,
    WentOut,
)

T = TypeVar("T")


def begin(options: Options) -> State:
    """The state before the first event."""
    return new(rules_of(options))


def new(rules: Rules) -> State:
    """The state of a game that has not begun."""
    n, accounts = rules.chairs, rules.sides
    persons = tuple(range(rules.seats))
    return State(
        rules,
        persons=persons,
        chairs=r.chairs_of(persons, 0, rules),
        sides=tuple(chair % rules.sides for chair in range(n)),
        hands=((),) * n,
        known=((),) * n,
        melds=((),) * rules.sides,
        threes=((),) * n,
        begun=(False,) * n,
        melded=(False,) * n,
        raised=(0,) * accounts,
        scores=(0,) * accounts,
    )


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    return _HANDLERS[type(event)](state, event)


def _put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _without(cards: tuple[Card, ...], gone: Sequence[Card]) -> tuple[Card, ...]:
    """Cards less others; those that are not among them are passed over."""
    for card in gone:
        if card in cards:
            cards = without(cards, card)
    return cards


def _acted(state: State, **changes: Any) -> State:
    """Somebody has decided something: what the last deal left to look at is gone (R6.2)."""
    return replace(state, step=state.step + 1, acts=state.acts + 1, left=(), ended="", drawn=(), **changes)


def _sorted(*cards: Card) -> tuple[Card, ...]:
    return tuple(sort_cards(cards))


def _seated(state: State, event: Seated) -> State:
    return replace(state, persons=event.persons, drawn=event.cards)


def _shuffled(state: State, event: Shuffled) -> State:
    """The pack's cards lie in the deal that follows."""
    return state


def _dealt(state: State, event: Dealt) -> State:
    rules, n = state.rules, state.rules.chairs
    return replace(
        state,
        chairs=event.chairs,
        phase="draw",
        step=state.step + 1,
        past=state.past + state.turns,
        deal=event.deal,
        dealer=event.dealer,
        turn=(event.dealer + 1) % n,
        sides=tuple(chair % rules.sides for chair in range(n)),
        hands=event.hands,
        known=((),) * n,
        stock=event.stock,
        pile=event.pile,
        freezer=event.freezer,
        melds=((),) * rules.sides,
        threes=((),) * n,
        begun=tuple(rules.threes_at_deal or chair == (event.dealer + 1) % n for chair in range(n)),
        melded=(False,) * n,
        fresh="",
        joined=False,
        source="",
        asked="",
        agreed=(),
        raised=(0,) * len(state.scores),
        chance="",
        **FIRST,
    )


FIRST: Final = {"turns": 1, "acts": 0, "went_out": -1, "hidden": False, "lone": -1}
"""What a deal begins with."""


def _replaced(state: State, event: Replaced) -> State:
    chair = event.chair
    hand = _without(state.hands[chair], event.threes)
    stock = _without(state.stock, event.cards)
    held = [card for card in state.hands[chair] if r.is_red_three(card)]
    return replace(
        state,
        hands=_put(state.hands, chair, _sorted(*hand, *event.cards)),
        stock=_without(stock, _without(event.threes, held)),
        threes=_put(state.threes, chair, _sorted(*state.threes[chair], *event.threes)),
    )


def _drew(state: State, event: Drew) -> State:
    chair = event.chair
    return _acted(
        state,
        phase="play",
        source="stock",
        hands=_put(state.hands, chair, _sorted(*state.hands[chair], *event.cards)),
        stock=_without(state.stock, event.cards),
        chance="",
    )


def _took(state: State, event: Took) -> State:
    chair = event.chair
    return _acted(
        state,
        phase="play",
        source="pile",
        hands=_put(state.hands, chair, _sorted(*state.hands[chair], event.top, *event.cards)),
        known=_put(state.known, chair, _sorted(*state.known[chair], event.top, *event.cards)),
        threes=_put(state.threes, chair, _sorted(*state.threes[chair], *event.threes)),
        pile=(),
        freezer="always" if state.rules.always_frozen else "",
        chance="",
    )


def _melded(state: State, event: Melded) -> State:
    chair, side = event.chair, state.sides[event.chair]
    lying = r.meld_of(state.melds[side], event.rank)
    fresh, joined = state.fresh, state.joined
    if event.rank not in fresh:
        joined = joined or lying is not None
        fresh = fresh if lying else fresh + event.rank
    return _acted(
        state,
        hands=_put(state.hands, chair, _without(state.hands[chair], event.cards)),
        known=_put(state.known, chair, _without(state.known[chair], event.cards)),
        melds=_put(state.melds, side, r.laid(state.melds[side], event.rank, event.cards, chair)),
        fresh=fresh,
        joined=joined,
    )


def _discarded(state: State, event: Discarded) -> State:
    chair, gone = event.chair, (event.card,)
    return _acted(
        state,
        hands=_put(state.hands, chair, _without(state.hands[chair], gone)),
        known=_put(state.known, chair, _without(state.known[chair], gone)),
        pile=(*state.pile, event.card),
        freezer=event.card if event.froze else state.freezer,
    )


def _passed(state: State, event: Passed) -> State:
    had = state.melded[state.turn] or state.joined or bool(state.fresh)
    return replace(
        state,
        phase="draw",
        turns=state.turns + 1,
        acts=0,
        begun=_put(state.begun, event.chair, True),
        melded=_put(state.melded, state.turn, had),
        turn=event.chair,
        fresh="",
        joined=False,
        source="",
        asked="",
        agreed=(),
    )


def _asked(state: State, event: Asked) -> State:
    return _acted(state, phase="ask", asked="pending")


def _back(state: State) -> str:
    """The phase in which the question was asked."""
    return "play" if state.source else "draw"


def _answered(state: State, event: Answered) -> State:
    agreed = (*state.agreed, event.chair) if event.yes else state.agreed
    if not event.settles:
        # the other partner has the same question before him still
        return replace(state, acts=state.acts + 1, agreed=agreed)
    return _acted(state, agreed=agreed, phase=_back(state), asked="yes" if event.yes else "no")


def _lapsed(state: State, event: Lapsed) -> State:
    return _acted(state, phase=_back(state), asked="lapsed")


def _raised(state: State, event: Raised) -> State:
    raised = _put(state.raised, event.account, state.raised[event.account] + event.by)
    return replace(state, step=state.step + 1, acts=state.acts + 1, raised=raised)


def _parted(state: State, event: Parted) -> State:
    one, other = (chair for chair in range(state.rules.chairs) if chair != event.lone)
    melds = _put(_put(state.melds, one, _pooled(state.melds[one], state.melds[other])), other, ())
    return replace(state, lone=event.lone, sides=_put(state.sides, other, one), melds=melds)


def _pooled(melds: tuple[Meld, ...], more: tuple[Meld, ...]) -> tuple[Meld, ...]:
    for meld in more:
        melds = r.laid(melds, meld.rank, meld.cards, meld.by)
    return melds


def _last_chance(state: State, event: LastChance) -> State:
    return replace(state, chance="must" if event.must else "may")


def _went_out(state: State, event: WentOut) -> State:
    return replace(state, went_out=event.chair, hidden=event.concealed)


def _scored(state: State, event: Scored) -> State:
    return replace(
        state,
        step=state.step + 1,
        phase="between",
        chance="",
        scores=tuple(score + line.total for score, line in zip(state.scores, event.lines, strict=True)),
        sheet=(*state.sheet, event.lines),
        left=tuple(event.hands[chair] if chair >= 0 else None for chair in state.chairs),
        ended=event.how,
    )


def _concluded(state: State, event: Concluded) -> State:
    return replace(state, phase="over", outcome=event.sides)


_HANDLERS: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    Seated: _seated,
    Shuffled: _shuffled,
    Dealt: _dealt,
    Replaced: _replaced,
    Drew: _drew,
    Took: _took,
    Melded: _melded,
    Discarded: _discarded,
    Passed: _passed,
    Asked: _asked,
    Answered: _answered,
    Lapsed: _lapsed,
    Raised: _raised,
    Parted: _parted,
    LastChance: _last_chance,
    WentOut: _went_out,
    Scored: _scored,
    Concluded: _concluded,
}
