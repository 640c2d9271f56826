"""Scripted games: known packs, seats are chairs; the setup names the first dealer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.engine.basics import Card, Command, Event, Refusal
from app.engine.game import ScriptError
from tests.toy.games.highcard import play
from tests.toy.games.highcard.types import OPTIONS, Draw, Lay, State


class Driver(msgspec.Struct, frozen=True):
    """A game and the packs still to come."""

    state: State
    packs: tuple[list[Card], ...]


def fold(state: State, events: list[Event]) -> State:
    for event in events:
        state = play.evolve(state, event)
    return state


class Script:
    """engine.game.Scripted."""

    def begin(self, script: Mapping[str, Any]) -> Driver:
        try:
            options = OPTIONS.complete(script.get("options", {}))
            dealer, packs = int(script["setup"]["first_dealer"]), [list(map(Card, cards)) for cards in script["packs"]]
            state = play.begin(options)
            return Driver(fold(state, [play.dealt(state.rules, 0, dealer, packs[0])]), tuple(packs[1:]))
        except (Refusal, LookupError, TypeError, ValueError) as error:
            raise ScriptError(f"the script cannot be read: {error}") from error

    def move(self, driver: Driver, move: Mapping[str, Any]) -> Driver:
        seat, state, packs = move.get("seat"), driver.state, driver.packs
        if type(seat) is not int or not 0 <= seat < state.rules.players:
            raise Refusal("bad.seat")
        state = fold(state, play.act(state, seat, self._command(move)))
        if state.phase == "between":
            if not packs:
                raise ScriptError("the packs run out before the moves do")
            dealer = (state.dealer + 1) % state.rules.players
            state = fold(state, [play.dealt(state.rules, state.deal + 1, dealer, packs[0])])
            packs = packs[1:]
        return Driver(state, packs)

    def _command(self, move: Mapping[str, Any]) -> Command:
        match move.get("cmd"), move.get("card"):
            case "draw", None:
                return Draw()
            case "lay", str(card):
                return Lay(card)
        raise Refusal("bad.command")

    def state(self, driver: Driver) -> dict[str, Any]:
        state = driver.state
        return {
            "deal": state.deal,
            "turn": play.on_turn(state) if state.phase == "play" else None,
            "trick": list(state.trick),
            "hands": [list(hand) for hand in state.hands],
            "scores": list(state.scores),
            "over": state.phase == "over",
        }
