"""What one seat knows, beyond its views, from having watched; and whole states that agree with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from app.engine.basics import Card, Seat, View
from app.engine.cards import RANKS, SUITS, counts, pack, sort_cards
from app.engine.dice import Dice
from app.games.calypso import ceremony
from app.games.calypso import rules as r
from app.games.calypso.decide import led_suit
from app.games.calypso.types import Claimed, Draw, Last, Line, Revoke, Rules, State
from app.games.calypso.view import last_view

SIZE: Final = 2
"""Characters of a card."""


def memory(state: State, seat: Seat) -> View:
    """What a perfect observer remembers; in Calypso the same in every seat, but for one's own revokes.

    `rules` of the table; `voids` shown in this hand, by chair; `piles`, the cards in each, by chair; `seen`, the cards
    played in this round; `last`, the trick before the one on the table. Where revokes can be claimed, `tricks` of this
    hand and one's own `revokes`.
    """
    view: View = {
        "rules": _rules(state.rules),
        "voids": {str(chair): suits for chair, suits in enumerate(state.voids)},
        "piles": {str(chair): counts(pile) for chair, pile in enumerate(state.piles)},
        "seen": counts(seen(state)),
    }
    if state.last:
        view["last"] = last_view(state.last)
    if state.rules.claims:
        own = [revoke for revoke in state.revokes if revoke.chair == state.chairs[seat]]
        view["tricks"] = [last_view(trick) for trick in state.tricks]
        view["revokes"] = msgspec.to_builtins(own)
    return view


@lru_cache(64)
def _rules(rules: Rules) -> View:
    view: View = msgspec.to_builtins(rules)
    return view


def seen(state: State) -> list[Card]:
    """Every card played in this round: taken or on the table."""
    cards = [card for pile in state.piles for card in pile]
    for own, row, done in zip(state.trumps, state.rows, state.done, strict=False):
        cards += [Card(rank + own) for rank in row + RANKS * done]
    lies = led_suit(state) or state.phase == "gather"
    return cards + list(state.trick if lies else ())


def imagine(public: View, private: View, memory: View, seat: Seat, dice: Dice) -> State:
    """A whole state that agrees with everything a seat knows: the cards it cannot see lie at random.

    Each hand has its size and no card of a suit that it has shown to lack; every such deal can come up. Where people
    can revoke, nothing shows that they lack a suit.
    """
    state = _known(public, private, memory, seat)
    rules, me = state.rules, state.chairs[seat]
    hidden = [chair for chair in range(rules.seats) if chair != me]
    sizes = [*(_size(state, chair) for chair in hidden), public["left"]]
    lacking = [*("" if rules.claims else state.voids[chair] for chair in hidden), ""]
    *hands, stock = share(dice.shuffled(unseen(state, memory, me)), sizes, lacking)
    dealt = list(state.hands)
    for chair, hand in zip(hidden, hands, strict=True):
        dealt[chair] = tuple(sort_cards(hand))
    draw = state.draw
    if draw and state.phase == "draw":
        draw = msgspec.structs.replace(draw, lots=tuple(dice.shuffled(ceremony.ways(rules))))
    return msgspec.structs.replace(state, hands=tuple(dealt), stock=tuple(stock), draw=draw)


def _size(state: State, chair: int) -> int:
    """How many cards a hand must have now."""
    if state.round < 0:
        return 0
    if state.phase == "gather":
        return state.rules.cards - state.no - 1
    running = len(state.trick) if led_suit(state) else 0
    return state.rules.cards - state.no - ((chair - state.leader) % state.rules.seats < running)


def unseen(state: State, memory: View, me: int) -> list[Card]:
    """The cards of this round that lie in other hands or in the stock, in sorting order."""
    if state.round < 0:
        return []
    left = counts(pack(state.rules.copies, suits="".join(s for s in SUITS if s in state.trumps)))
    for card, n in memory["seen"].items():
        left[card] -= n
    for card in state.hands[me]:
        left[card] -= 1
    return [card for card, n in left.items() for _ in range(n)]


def _watched(public: View, private: View, memory: View, seat: Seat) -> State:
    """The course of the game with empty places where the seat cannot see."""
    rules = msgspec.convert(memory["rules"], Rules)
    chairs = _row(public["chairs"])
    hands: list[tuple[Card, ...]] = [()] * rules.seats
    hands[chairs[seat]] = _spread(private["hand"])
    winner, why = public.get("win", (public["leader"], ""))
    sheet = tuple(tuple(Line(**line) for line in _row(lines)) for lines in _row(public["sheet"]))
    return State(
        rules,
        chairs,
        public["trumps"],
        public["phase"],
        public["round"],
        public["hand"],
        public["no"],
        public["dealer"],
        public["leader"],
        _cards(public["trick"]),
        winner,
        why,
        last=_last(memory.get("last")),
        hands=tuple(hands),
        rows=_row(public["rows"]),
        done=_row(public["done"]),
        piles=tuple(_spread(pile) for pile in _row(memory["piles"])),
        voids=_row(memory["voids"]),
        scores=_row(public["scores"]),
        sheet=sheet,
        sides=r.standing(sheet, rules) if public["phase"] == "over" else (),
    )


def _known(public: View, private: View, memory: View, seat: Seat) -> State:
    """The state with empty places where the seat cannot see."""
    state = _watched(public, private, memory, seat)
    return msgspec.structs.replace(
        state,
        draw=_draw(public.get("draw"), state.rules.seats),
        tricks=tuple(trick for view in memory.get("tricks", ()) if (trick := _last(view))),
        revokes=tuple(msgspec.convert(revoke, Revoke) for revoke in memory.get("revokes", ())),
        claims=tuple(msgspec.convert(view, Claimed) for view in _row(public.get("claims", {}))),
    )


def _draw(view: Any, seats: int) -> Draw | None:
    if not view:
        return None
    picks = tuple("".join(map(str, view["picks"].get(str(seat), ()))) for seat in range(seats))
    return Draw(_row(view["cards"]), tuple(map(int, view["order"])), picks, ())


def _row(view: View) -> tuple[Any, ...]:
    """The values of a map from "0", "1".. in the order of the keys' numbers."""
    return tuple(view[str(at)] for at in range(len(view)))


def _spread(tally: dict[Card, int]) -> tuple[Card, ...]:
    return tuple(sort_cards(card for card, n in tally.items() for _ in range(n)))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(text[at : at + SIZE]) for at in range(0, len(text), SIZE))


def _last(view: Any) -> Last | None:
    return Last(view[0], _cards(view[1]), view[2], view[3]) if view else None


def share(cards: Sequence[Card], sizes: Sequence[int], lacking: Sequence[str]) -> list[list[Card]]:
    """The cards laid into places of these sizes (their sum), none of a suit that its place lacks.

    The places that lack most take first, in the order of the cards; cards that then find no place push others on.
    Raises ValueError if it cannot be done.
    """
    held: list[list[Card]] = [[] for _ in sizes]
    loose = list(cards)
    for at in sorted(range(len(sizes)), key=lambda at: -len(lacking[at])):
        rest: list[Card] = []
        for card in loose:
            fits = len(held[at]) < sizes[at] and card[1] not in lacking[at]
            (held[at] if fits else rest).append(card)
        loose = rest
    for card in loose:
        _push(card, held, sizes, lacking)
    return held


def _push(card: Card, held: list[list[Card]], sizes: Sequence[int], lacking: Sequence[str]) -> None:
    """Finds room for a card by a shortest chain of moves: each place on it passes a card on to the next."""
    came = {at: (-1, card) for at in range(len(sizes)) if card[1] not in lacking[at]}
    queue = list(came)
    for at in queue:
        if len(held[at]) < sizes[at]:
            break
        for to in range(len(sizes)):
            moved = next((c for c in held[at] if c[1] not in lacking[to]), None) if to not in came else None
            if moved is not None:
                came[to] = (at, moved)
                queue.append(to)
    else:
        raise ValueError("these cards cannot lie so")
    while at >= 0:
        before, moved = came[at]
        held[at].append(moved)
        if before >= 0:
            held[before].remove(moved)
        at = before
