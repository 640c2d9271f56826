"""What one seat knows, beyond its views, from having watched; and whole states that agree with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

import msgspec

from app.engine.basics import Card, Seat, View
from app.engine.cards import counts, sort_cards
from app.engine.dice import Dice
from app.games.canasta import rules as r
from app.games.canasta.course import standing
from app.games.canasta.types import Line, Meld, Rules, State

SIZE: Final = 2
"""Characters of a card."""


def memory(state: State, seat: Seat) -> View:
    """What a perfect observer remembers; in Canasta the same in every seat.

    `rules` of the table; `persons` by seat; `step`; turns `past`; `pile` from the bottom; `known`: cards of a hand that
    came with a pile (R6.5); `begun`, `melded`: chairs that have had a turn, and had melded before this one; of this
    turn `fresh`, `joined`, `source`; `raised` by account; `reds`: red threes laid, by chair; `chance`: what an empty
    stock leaves.
    """
    return {
        "chance": state.chance,
        "rules": _rules(state.rules),
        "persons": list(state.persons),
        "step": state.step,
        "past": state.past,
        "pile": "".join(state.pile),
        "known": {str(chair): counts(cards) for chair, cards in enumerate(state.known)},
        "begun": list(state.begun),
        "melded": list(state.melded),
        "fresh": state.fresh,
        "joined": state.joined,
        "source": state.source,
        "raised": list(state.raised),
        "reds": ["".join(cards) for cards in state.threes],
    }


@lru_cache(64)
def _rules(rules: Rules) -> View:
    view: View = msgspec.to_builtins(rules)
    return view


def imagine(public: View, private: View, memory: View, seat: Seat, dice: Dice) -> State:
    """A whole state that agrees with everything a seat knows: the cards it cannot see lie at random.

    Each hand has its size and the cards it is known to hold; red threes lie only in the stock or in hands that have not
    had a turn. Every such deal can come up.
    """
    state = known(public, private, memory, seat)
    ended = state.phase in ("between", "over")
    hands = _shown(state) if ended else _hands(state, state.chairs[seat])
    loose = dice.shuffled(unseen(state, hands))
    sizes = [*(public["counts"][str(chair)] - len(hand) for chair, hand in enumerate(hands)), public["stock"]]
    barred = [*state.begun, False]
    dealt = share(loose, sizes, barred, dice)
    full = (tuple(sort_cards([*hand, *more])) for hand, more in zip(hands, dealt, strict=False))
    return msgspec.structs.replace(state, hands=tuple(full), stock=tuple(dealt[-1]))


def _hands(state: State, me: int) -> tuple[tuple[Card, ...], ...]:
    """What is known of each hand: all of one's own."""
    return tuple(state.hands[chair] if chair == me else state.known[chair] for chair in range(state.rules.chairs))


def _shown(state: State) -> tuple[tuple[Card, ...], ...]:
    """The hands that a deal has left, by chair."""
    return tuple(state.left[state.chairs.index(chair)] or () for chair in range(state.rules.chairs))


def unseen(state: State, hands: Iterable[tuple[Card, ...]]) -> list[Card]:
    """The cards that lie somewhere in hands or stock, beside these, in sorting order."""
    seen = [card for hand in hands for card in hand]
    seen += [card for melds in state.melds for meld in melds for card in meld.cards]
    seen += [card for cards in state.threes for card in cards]
    left = Counter(r.full_pack(state.rules))
    left.subtract([*seen, *state.pile])
    return sort_cards(left.elements())


def share(cards: list[Card], sizes: list[int], barred: list[bool], dice: Dice) -> list[list[Card]]:
    """The shuffled cards laid into places of these sizes (their sum); red threes not where they are barred."""
    held: list[list[Card]] = [[] for _ in sizes]
    reds = [card for card in cards if r.is_red_three(card)]
    rest = [card for card in cards if not r.is_red_three(card)]
    for card in reds:
        rooms = [0 if shut else size - len(own) for shut, size, own in zip(barred, sizes, held, strict=True)]
        pick, at = dice.below(sum(rooms)), 0
        while pick >= rooms[at]:
            pick -= rooms[at]
            at += 1
        held[at].append(card)
    for own, size in zip(held, sizes, strict=True):
        own += [rest.pop() for _ in range(size - len(own))]
    held[-1] = dice.shuffled(held[-1])
    return held


def known(public: View, private: View, memory: View, seat: Seat) -> State:
    """The state with empty places where the seat cannot see."""
    rules = msgspec.convert(memory["rules"], Rules)
    chairs = tuple(public["chairs"].get(str(at), -1) for at in range(rules.seats))
    hands: list[tuple[Card, ...]] = [()] * rules.chairs
    if chairs[seat] >= 0 and "hand" in private:
        hands[chairs[seat]] = _spread(private["hand"])
    asked = public.get("asked", {})
    state = State(
        rules,
        persons=tuple(memory["persons"]),
        chairs=chairs,
        phase=public["phase"],
        step=memory["step"],
        deal=public["deal"],
        dealer=public["dealer"],
        turn=public.get("turn", 0),
        sides=_row(public["sides"]),
        hands=tuple(hands),
        known=tuple(_spread(tally) for tally in _row(memory["known"])),
        pile=_cards(memory["pile"]),
        freezer=public.get("frozen", ""),
        melds=_melds(public),
        threes=tuple(_cards(text) for text in memory["reds"]),
        asked=asked.get("state", ""),
        agreed=tuple(int(chair) for chair in asked.get("yes", {})),
        scores=_row(public["scores"]),
        sheet=tuple(tuple(Line(**line) for line in _row(lines)) for lines in _row(public["sheet"])),
    )
    return _turn(state, public, memory)


def _turn(state: State, public: View, memory: View) -> State:
    """What is known of the turn, and how deal and game ended."""
    out = public.get("out", {})
    state = msgspec.structs.replace(
        state,
        went_out=out.get("chair", -1),
        hidden=out.get("concealed", False),
        left=_left(public.get("hands", {}), len(state.chairs)),
        ended=public.get("ended", ""),
        drawn=_row(public.get("drawn", {})),
        lone=public.get("lone", -1),
        turns=public["turns"],
        acts=public["acts"],
        past=memory["past"],
        begun=tuple(memory["begun"]),
        melded=tuple(memory["melded"]),
        fresh=memory["fresh"],
        joined=memory["joined"],
        source=memory["source"],
        raised=tuple(memory["raised"]),
        chance=memory["chance"],
    )
    over = state.phase == "over"
    return msgspec.structs.replace(state, outcome=standing(state)) if over else state


def _left(hands: dict[str, str], seats: int) -> tuple[tuple[Card, ...] | None, ...]:
    if not hands:
        return ()
    return tuple(_cards(hands[str(seat)]) if str(seat) in hands else None for seat in range(seats))


def _melds(public: View) -> tuple[tuple[Meld, ...], ...]:
    sides = zip(_row(public["melds"]), _row(public["by"]), strict=True)
    return tuple(tuple(Meld(rank, _cards(text), by[rank]) for rank, text in melds.items()) for melds, by in sides)


def _row(view: View) -> tuple[Any, ...]:
    """The values of a map from "0", "1".. in the order of the keys' numbers."""
    return tuple(view[str(at)] for at in range(len(view)))


def _spread(tally: dict[Card, int]) -> tuple[Card, ...]:
    return tuple(sort_cards(card for card, n in tally.items() for _ in range(n)))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(text[at : at + SIZE]) for at in range(0, len(text), SIZE))
