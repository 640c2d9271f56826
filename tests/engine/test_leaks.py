"""Nobody is sent what he cannot know; and a planted leak is found, wherever it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.basics import Note, Refusal, Seat, View
from app.engine.cards import rank
from tests.engine.stress import Stress
from tests.toy import catalogue
from tests.toy.games.highcard import play, view
from tests.toy.games.highcard.game import HighCard
from tests.toy.games.highcard.types import Draw, Laid, State

OPTIONS: dict[str, Any] = {"players": 3, "deals": 3, "draws": 2}
SETTINGS: dict[str, Any] = {"clock": "fast"}


def stressed(game: Any, seed: int) -> Stress:
    """A whole table of the toy with every commit and every refusal compared."""
    at = Stress(game, OPTIONS, SETTINGS, seed, leaks=1)
    at.populate(bots=1)
    at.run(300)
    return at


def test_the_toy_keeps_its_secrets() -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        at = stressed(catalogue().get("highcard"), seed)
        assert at.state.phase == "over"
        seen += at.seen
    assert {"lay", "draw", "next", "time.up", "leave", "back", "restore"} <= set(seen)
    assert seen["leak"] > 300
    assert seen["leak.refusal"] > 30


class ShowsTheStock(HighCard):
    """The next card to be drawn can be seen by everybody."""

    @staticmethod
    def public(state: State) -> View:
        return view.public(state) | {"next": "".join(state.stock[:1])}


class ShowsHowHigh(HighCard):
    """No card is named, but whether the next one is a high one."""

    @staticmethod
    def public(state: State) -> View:
        return view.public(state) | {"high": bool(state.stock) and state.stock[0][0] in "TJQKA"}


class ShowsTheNeighbour(HighCard):
    """One player looks into another's hand."""

    @staticmethod
    def private(state: State, seat: Seat) -> View:
        other = state.hands[(state.chairs[seat] + 1) % state.rules.players]
        return view.private(state, seat) | {"peek": "".join(other[:1])}


class TellsWhatWasDrawn(HighCard):
    """The note of a draw names the card."""

    @staticmethod
    def shown(event: Any) -> View:
        shown = view.shown(event)
        return shown | {"card": event.card} if shown["type"] == "drew" else shown

    @staticmethod
    def notes(before: View, shown: View, after: View) -> list[Note]:
        if shown["type"] == "drew":
            return [Note("draw", (shown["chair"], shown["card"]), evident=True)]
        return view.notes(before, shown, after)


class TellsWhatIsLeft(HighCard):
    """The note of a card laid says how many higher ones its player still has."""

    @staticmethod
    def evolve(state: State, event: Any) -> State:
        return play.evolve(state, event)

    @staticmethod
    def decide(state: State, seat: Seat, command: Any) -> list[Any]:
        events = play.decide(state, seat, command)
        first = events[0]
        if isinstance(first, Laid):
            high = any(card[0] in "KA" for card in state.hands[first.chair] if card != first.card)
            return [replace(first, hurried=high), *events[1:]]
        return events


class RefusesTooOpenly(HighCard):
    """Why one may not draw depends on the card one would have drawn."""

    @staticmethod
    def decide(state: State, seat: Seat, command: Any) -> list[Any]:
        try:
            return play.decide(state, seat, command)
        except Refusal as refusal:
            if refusal.code == "rule.no_draws":
                raise Refusal("rule.no_draws", card=state.stock[0]) from None
            raise


class AllowsTooMuch(HighCard):
    """One may draw a high card even when one may not draw any more."""

    @staticmethod
    def decide(state: State, seat: Seat, command: Any) -> list[Any]:
        chair = state.chairs[seat]
        if isinstance(command, Draw) and state.phase == "play" and chair == play.on_turn(state):
            high = state.stock[0][0] in "QKA"
            return play.decide(replace(state, drawn=(0,) * len(state.drawn)) if high else state, seat, command)
        return play.decide(state, seat, command)


class RevealsByOrder(HighCard):
    """Keys of a view come in an order that tells who holds the lowest card."""

    @staticmethod
    def public(state: State) -> View:
        order = sorted(range(len(state.hands)), key=lambda chair: [*map(rank, state.hands[chair])])
        return view.public(state) | {"sizes": {str(chair): len(state.hands[chair]) for chair in order}}


LEAKS: list[tuple[type[HighCard], str]] = [
    (ShowsTheStock, "public view imagined"),
    (ShowsHowHigh, "public view imagined"),
    (ShowsTheNeighbour, "private view imagined"),
    (TellsWhatWasDrawn, "leak: notes"),
    (TellsWhatIsLeft, "leak: notes"),
    (RefusesTooOpenly, "leak: words of a refusal"),
    (AllowsTooMuch, "depends on what seat"),
    (RevealsByOrder, "public view imagined"),
]


@pytest.mark.parametrize(("leak", "where"), LEAKS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_planted_leak_is_found(leak: Callable[[], Any], where: str) -> None:
    def play_some() -> None:
        for seed in range(6):
            stressed(leak(), seed)

    with pytest.raises(AssertionError, match=where):
        play_some()
