"""Short ways to write positions of Calypso, and games that play themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from app.engine.basics import Card, Command, Event, Seat, View
from app.engine.cards import sort_cards
from app.engine.dice import Dice
from app.games.calypso import GAME, revokes
from app.games.calypso import rules as r
from app.games.calypso.bot.besides import besides
from app.games.calypso.options import OPTIONS, rules_of
from app.games.calypso.types import Claim, Gather, Play, Rules, State, TakeBack

LETTERS = "NESW"
Player = Callable[[State, Seat, Dice], Command]


def cards(text: str) -> tuple[Card, ...]:
    """Cards from "7H 7S"."""
    return tuple(Card(card) for card in text.split())


def rules(**options: Any) -> Rules:
    """Rules from options, those of scripts too."""
    return rules_of(OPTIONS.complete(options))


def dice(seed: object) -> Dice:
    """Dice that fall the same for the same seed."""
    return Dice(hashlib.sha256(repr(seed).encode()).digest())


def position(hands: Sequence[str], trumps: str = "SCHD", leader: int = 0, **more: Any) -> State:
    """A moment before a lead. `more`: options, or fields of the state; piles as text."""
    fields = {key: more.pop(key) for key in list(more) if key in State.__struct_fields__}
    if "piles" in fields:
        fields["piles"] = tuple(cards(pile) for pile in fields["piles"])
    known = rules(**more)
    n = known.seats
    start = State(
        known,
        chairs=tuple(range(n)),
        trumps=trumps,
        phase="play",
        round=0,
        hand=0,
        dealer=(leader - 1) % n,
        leader=leader,
        winner=leader,
        hands=tuple(tuple(sort_cards(cards(hand))) for hand in hands),
        rows=("",) * n,
        done=(0,) * n,
        piles=((),) * n,
        voids=("",) * n,
        scores=(0,) * n,
    )
    return replace(start, **{key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()})


def fold(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def plays(state: State, text: str) -> State:
    """The state after cards played by whoever is on turn: "6S 5S 3H KS"."""
    for card in cards(text):
        (seat,) = GAME.turn(state)
        state = fold(state, GAME.decide(state, seat, Play(card)))
    return state


def legal(private: View) -> list[Card]:
    """The cards that a private view says may be played."""
    return [card for card in private["hand"] if private["legal"] == "any" or card[1] in private["legal"]]


def at_random(state: State, seat: Seat, rolls: Dice) -> Command:
    """A card by chance, where revokes are possible perhaps one. It claims and takes back by chance, too."""
    private = GAME.private(state, seat)
    if private.get("back") and rolls.below(2):
        return TakeBack()
    if private.get("mistakes") and state.no and not rolls.below(8):
        others = [chair for chair in range(state.rules.seats) if chair not in r.allies(state.chairs[seat], state.rules)]
        claim = Claim(rolls.choice(others), 1 + rolls.below(state.no))
        known = [(c.offender, c.trick) for c in revokes.of_hand(state) if c.upheld]
        return claim if (claim.offender, claim.trick) not in known else _card(private, rolls)
    return besides(GAME.public(state), rolls) or _card(private, rolls)


def _card(private: View, rolls: Dice) -> Command:
    return Play(rolls.choice(legal(private))) if "legal" in private else Gather()


def bot(state: State, seat: Seat, rolls: Dice) -> Command:
    views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
    return GAME.choose(*views, seat, "normal", rolls)


def game(
    seed: object, players: Sequence[Player] = (at_random,), **options: Any
) -> Iterator[tuple[State, list[Event], State]]:
    """A game that plays itself: before, events, after of each step. Seats take the players in turn."""
    complete = OPTIONS.complete(options)
    rolls = dice(seed)
    state = GAME.begin(complete)
    events = GAME.start(complete, rolls)
    while True:
        after = fold(state, events)
        yield state, events, after
        state = after
        if GAME.result(state):
            return
        turn = GAME.turn(state)
        if turn:
            (seat,) = turn
            events = GAME.decide(state, seat, players[seat % len(players)](state, seat, rolls))
        else:
            events = GAME.resume(state, rolls)
