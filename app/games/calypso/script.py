"""Scripted games of Calypso (docs/script.md): known packs and trumps, seats are chairs, all variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine.basics import Card, Event, Refusal
from app.engine.cards import SUITS, is_card
from app.engine.game import ScriptError
from app.engine.options import OptionSet, Value
from app.games.calypso import decide
from app.games.calypso.evolve import evolve
from app.games.calypso.options import OPTIONS, rules_of
from app.games.calypso.types import Rules, Seated, State, TrumpsGiven

SCRIPT_OPTIONS: Final = OptionSet(
    OPTIONS.owner, tuple(item for item in OPTIONS.items if item.key not in ("suit_choice", "revoke_mode"))
)
"""What scripts may say: their seats are chairs already, and nobody claims in them."""

DRY: Final = "the packs run out before the moves do"


class Driver(msgspec.Struct, frozen=True):
    """A game and the packs still to come. `dry`: the next hand cannot be dealt."""

    state: State
    packs: tuple[tuple[Card, ...], ...]
    dry: bool = False


class Script:
    """engine.game.Scripted for Calypso."""

    def begin(self, script: Mapping[str, Any]) -> Driver:
        """The first hand, dealt. Raises ScriptError."""
        rules = _rules(script.get("options"), script.get("seats"))
        dealer, trumps = _setup(script.get("setup"), rules)
        packs = _packs(script.get("packs"), rules, trumps)
        if not packs or len(packs[0]) < rules.seats * rules.cards:
            raise ScriptError(DRY)
        opening = decide.new_round(rules, trumps, 0, dealer, packs[0])
        n = rules.seats
        state = State(rules, voids=("",) * n, scores=(0,) * n)
        state = _fold(state, [Seated(tuple(range(n))), TrumpsGiven(trumps), *opening])
        return Driver(state, packs[1:])

    def move(self, driver: Driver, move: Mapping[str, Any]) -> Driver:
        """A card played; after a hand the next is dealt at once. Raises Refusal, ScriptError without cards."""
        if driver.dry:
            raise ScriptError(DRY)
        state = driver.state
        if move.get("cmd") != "play":
            raise Refusal("bad.command")
        seat, card = move.get("seat"), move.get("card")
        if type(seat) is not int or not 0 <= seat < state.rules.seats:
            raise Refusal("bad.seat")
        if not isinstance(card, str):
            raise Refusal("bad.card")
        return _rested(Driver(_fold(state, decide.play(state, seat, card)), driver.packs))

    def state(self, driver: Driver) -> dict[str, Any]:
        """The state in the format of docs/script.md."""
        state = driver.state
        seats = state.rules.seats
        running = state.trick if decide.led_suit(state) else ()
        return {
            "round": state.round,
            "hand": state.hand,
            "trick_no": state.no,
            "dealer": state.dealer,
            "turn": decide.on_turn(state) if state.phase == "play" else None,
            "trick": [[(state.leader + at) % seats, card] for at, card in enumerate(running)],
            "hands": state.hands,
            "rows": state.rows,
            "completed": state.done,
            "piles": [len(pile) for pile in state.piles],
            "renounced": state.voids,
            "scores": state.scores,
            "over": state.phase == "over",
        }


def _fold(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _rested(driver: Driver) -> Driver:
    """The pause between hands skipped: dealt from the stock, or from the next pack."""
    state, packs = driver.state, driver.packs
    if state.phase != "between":
        return driver
    new_pack = decide.round_over(state)
    stock = packs[0] if new_pack and packs else () if new_pack else state.stock
    if len(stock) < state.rules.seats * state.rules.cards:
        return Driver(state, packs, dry=True)
    events = decide.next_round(state, stock) if new_pack else [decide.next_hand(state)]
    return Driver(_fold(state, events), packs[1:] if new_pack else packs)


def _rules(options: object, seats: object) -> Rules:
    given = {} if options is None else options
    if not isinstance(given, dict):
        raise ScriptError("options are not an object")
    try:
        rules = rules_of(SCRIPT_OPTIONS.complete({key: _worded(key, value) for key, value in given.items()}))
    except Refusal as refusal:
        raise ScriptError(f"option {refusal.params['option']}: unknown, or a value it does not take") from None
    if seats is not None and (type(seats) is not int or seats != rules.seats):
        raise ScriptError(f"{rules.variant} has {rules.seats} seats")
    return rules


def _worded(key: str, value: Value) -> Value:
    """true and false stand for "on" and "off"."""
    if value is True or value is False:
        return "on" if value else "off"
    return value


def _setup(setup: object, rules: Rules) -> tuple[int, str]:
    """First dealer and trumps by chair."""
    if not isinstance(setup, dict):
        raise ScriptError("setup is missing")
    dealer, trumps = setup.get("first_dealer"), setup.get("trumps")
    if type(dealer) is not int or not 0 <= dealer < rules.seats:
        raise ScriptError("setup: first_dealer is not a seat")
    if not isinstance(trumps, list) or any(not isinstance(s, str) or s not in tuple(SUITS) for s in trumps):
        raise ScriptError("setup: trumps are not suits")
    if len(trumps) != rules.seats or len(set(trumps)) < len(trumps):
        raise ScriptError("setup: each seat has a trump suit of its own")
    return dealer, "".join(trumps)


def _packs(packs: object, rules: Rules, trumps: str) -> tuple[tuple[Card, ...], ...]:
    if not isinstance(packs, list) or not all(isinstance(cards, list) for cards in packs):
        raise ScriptError("packs are missing")
    for at, cards in enumerate(packs):
        for card in cards:
            if not isinstance(card, str) or not is_card(card) or card[1] not in trumps:
                raise ScriptError(f"pack {at}: {card!r:.20} is not a card of it")
        if any(n > rules.copies for n in Counter(cards).values()):
            raise ScriptError(f"pack {at}: a card lies in it more than {rules.copies} times")
    return tuple(tuple(cards) for cards in packs)
