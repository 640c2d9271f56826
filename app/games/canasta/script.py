"""Scripted games of Canasta (docs/script.md): known packs, seats are the chairs at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine.basics import Card, Command, Event, Refusal
from app.engine.cards import is_card
from app.engine.game import ScriptError
from app.games.canasta import decide, guard
from app.games.canasta import rules as r
from app.games.canasta.course import Course
from app.games.canasta.evolve import evolve, new
from app.games.canasta.options import MODES, OPTIONS, rules_of
from app.games.canasta.types import (
    Answer,
    Ask,
    Discard,
    DrawStock,
    GoOut,
    Group,
    LayDown,
    Pass,
    Rules,
    State,
    TakePile,
)

DRY: Final = "the packs run out before the moves do"
BY_SEATS: Final = {2: "2p", 3: "3p", 4: "4p", 5: "5p", 6: "6p"}
"""The mode of a script that names none."""
DIGITS: Final = 20
"""A target in words has fewer."""
WORDS: Final = ("standard", "one_deal")
"""Targets that are no numbers."""
UNSCRIPTED: Final = ("seating",)
"""What scripts may not say: their seats are chairs already."""


class Driver(msgspec.Struct, frozen=True):
    """A game and the packs still to come. `dry`: the next deal cannot be dealt."""

    state: State
    packs: tuple[tuple[Card, ...], ...]
    dry: bool = False


class Script:
    """engine.game.Scripted for Canasta."""

    def begin(self, script: Mapping[str, Any]) -> Driver:
        """The first deal, its first turn begun. Raises ScriptError."""
        rules = _rules(script.get("options"), script.get("seats"))
        setup = script.get("setup")
        dealer = setup.get("first_dealer") if isinstance(setup, dict) else None
        if type(dealer) is not int or not 0 <= dealer < rules.chairs:
            raise ScriptError("setup: first_dealer is not a seat")
        packs = _packs(script.get("packs"), rules)
        course = Course(new(rules))
        try:
            course.deal(0, dealer, packs[0] if packs else ())
        except ValueError:
            raise ScriptError(DRY) from None
        return _rested(Driver(course.state, packs[1:]))

    def move(self, driver: Driver, move: Mapping[str, Any]) -> Driver:
        """One command; after a deal the next is dealt at once. Raises Refusal, ScriptError without cards."""
        if driver.dry:
            raise ScriptError(DRY)
        state, seat = driver.state, move.get("seat")
        if type(seat) is not int or not 0 <= seat < state.rules.chairs:
            raise Refusal("bad.seat")
        command = _command(move)
        return _rested(Driver(_fold(state, decide.act(state, seat, command)), driver.packs))

    def state(self, driver: Driver) -> dict[str, Any]:
        """The state in the format of docs/script.md."""
        state = driver.state
        over = state.phase == "over"
        accounts = range(len(state.scores))
        return {
            "deal": state.deal,
            "dealer": state.dealer,
            "turn": None if state.phase in ("between", "over") else state.turn,
            "phase": state.phase,
            "hands": state.hands,
            "stock": len(state.stock),
            "pile": state.pile,
            "frozen": bool(state.freezer),
            "melds": [{meld.rank: meld.cards for meld in melds} for melds in state.melds],
            "red3": [guard.threes_of(state, account) for account in accounts],
            "minimum": [guard.minimum(state, account) for account in accounts],
            "scores": state.scores,
            "last_deal": [msgspec.to_builtins(line) for line in state.sheet[-1]] if state.sheet else None,
            "over": over,
        }


def _fold(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _rested(driver: Driver) -> Driver:
    """The pause between deals skipped: dealt from the next pack."""
    state, packs = driver.state, driver.packs
    while state.phase == "between":
        if not packs:
            return Driver(state, packs, dry=True)
        try:
            state = _fold(state, decide.next_deal(state, packs[0]))
        except ValueError:
            return Driver(state, packs, dry=True)
        packs = packs[1:]
    return Driver(state, packs)


def _command(move: Mapping[str, Any]) -> Command:
    """The command of a move. Raises Refusal `bad.move`."""
    if (plain := _PLAIN.get(str(move.get("cmd")))) is not None:
        return plain
    match move:
        case {"cmd": "take", "with": list(cards), **rest}:
            return TakePile(_texts(cards), _groups(rest.get("melds", [])))
        case {"cmd": "meld", "melds": list(groups)}:
            return LayDown(_groups(groups))
        case {"cmd": "discard", "card": str(card)}:
            return Discard(card)
        case {"cmd": "go_out", **rest}:
            thrown = _texts([] if rest.get("discard") is None else [rest["discard"]])
            if "" in thrown:  # which means none in a command
                raise Refusal("bad.card", card="")
            return GoOut(_groups(rest.get("melds", [])), _texts(rest.get("threes", [])), *thrown)
        case {"cmd": "answer", "yes": bool(yes)}:
            return Answer(yes)
    raise Refusal("bad.move")


_PLAIN: Final[dict[str, Command]] = {"draw": DrawStock(), "ask": Ask(), "decline": Pass()}


def _texts(cards: object) -> tuple[str, ...]:
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise Refusal("bad.move")
    return tuple(cards)


def _groups(groups: object) -> tuple[Group, ...]:
    """Groups as lists of cards, whose rank is that of their naturals, or as objects that name it."""
    if not isinstance(groups, list):
        raise Refusal("bad.move")
    out = []
    for group in groups:
        match group:
            case {"rank": str(rank), "cards": list(cards)}:
                out.append(Group(rank, _texts(cards)))
            case [*_]:
                texts = _texts(group)
                if not all(map(is_card, texts)):
                    raise Refusal("bad.card")
                naturals = [card for card in texts if not r.is_wild(card)]
                out.append(Group(naturals[0][:1] if naturals else "", texts))
            case _:
                raise Refusal("bad.move")
    return tuple(out)


def _rules(options: object, seats: object) -> Rules:
    given = {} if options is None else options
    if not isinstance(given, dict):
        raise ScriptError("options are not an object")
    given = {key: _worded(value) for key, value in given.items() if key not in UNSCRIPTED}
    if len(given) < len(options or {}):  # type: ignore[arg-type]
        raise ScriptError("option seating: not in scripts")
    if "mode" not in given and type(seats) is int:
        given["mode"] = BY_SEATS.get(seats, "")
    aim = given.get("target", WORDS[0])
    if aim not in WORDS:
        given.pop("target", None)
    try:
        rules = rules_of(OPTIONS.complete(given))
    except Refusal as refusal:
        raise ScriptError(f"option {refusal.params['option']}: unknown, or a value it does not take") from None
    if given.get("mode") not in (None, *MODES) or rules.mode in ("3p_cutthroat", "6p_three_pairs"):
        raise ScriptError("option mode: not in scripts")
    if seats is not None and (type(seats) is not int or seats != rules.chairs):
        raise ScriptError(f"{rules.mode} has {rules.chairs} seats")
    return _aimed(rules, aim)


def _aimed(rules: Rules, aim: object) -> Rules:
    """A target may be any positive number."""
    if aim in WORDS:
        return rules
    if type(aim) is str and aim.isascii() and aim.isdecimal() and len(aim) < DIGITS:
        aim = int(aim)
    if type(aim) is not int or aim < 1:
        raise ScriptError("option target: not a positive whole number")
    return msgspec.structs.replace(rules, target=aim)


def _worded(value: object) -> Any:
    """true and false stand for "on" and "off"; numbers for their words."""
    if value is True or value is False:
        return "on" if value else "off"
    return str(value) if type(value) is int else value


def _packs(packs: object, rules: Rules) -> tuple[tuple[Card, ...], ...]:
    if not isinstance(packs, list) or not all(isinstance(cards, list) for cards in packs):
        raise ScriptError("packs are missing")
    whole = Counter(r.full_pack(rules))
    for at, cards in enumerate(packs):
        for card in cards:
            if not isinstance(card, str) or not is_card(card):
                raise ScriptError(f"pack {at}: {card!r:.20} is not a card of it")
        if Counter(cards) - whole:
            raise ScriptError(f"pack {at}: a card lies in it too often")
    return tuple(tuple(cards) for cards in packs)
