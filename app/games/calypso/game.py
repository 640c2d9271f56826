"""Calypso as the table's kernel sees it (engine.game.Game)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.engine.basics import Command, Event, Millis, Seat
from app.engine.game import Due, Result, Scripted, SeatPlan, SideResult
from app.engine.options import Options
from app.games.calypso import bot, ceremony, knowledge, revokes, view
from app.games.calypso import decide as deciding
from app.games.calypso import evolve as evolving
from app.games.calypso import notes as noting
from app.games.calypso.options import OPTIONS, VARIANTS
from app.games.calypso.script import Script
from app.games.calypso.types import (
    Claim,
    Claimed,
    Concluded,
    Dealt,
    Drawn,
    Gather,
    Pick,
    Picked,
    Play,
    Played,
    Scored,
    Seated,
    Shuffled,
    SideScore,
    State,
    TakeBack,
    TakenBack,
    TrickTaken,
    TrumpsGiven,
)


class Calypso:
    """The game of Calypso; its rules are in RULES.md."""

    key = "calypso"
    rules = 2
    options = OPTIONS
    commands: Sequence[type[Command]] = (Play, Pick, TakeBack, Gather, Claim)
    events: Sequence[type[Event]] = (
        *(Drawn, Picked, Seated, TrumpsGiven, Shuffled, Dealt),
        *(Played, TakenBack, TrickTaken, Claimed, Scored, Concluded),
    )
    reveals: Sequence[type[Event]] = ()
    state: type = State
    imagine = staticmethod(knowledge.imagine)
    memory = staticmethod(knowledge.memory)
    choose = staticmethod(bot.choose)
    advise = staticmethod(bot.advise)

    levels: Sequence[str] = ("easy", "normal", "strong")
    standin = "normal"
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}

    start = staticmethod(deciding.start)
    begin = staticmethod(evolving.begin)
    decide = staticmethod(deciding.decide)
    resume = staticmethod(deciding.resume)
    evolve = staticmethod(evolving.evolve)
    public = staticmethod(view.public)
    private = staticmethod(view.private)
    shown = staticmethod(noting.shown)
    notes = staticmethod(noting.notes)

    script: Scripted = Script()

    def seats(self, options: Options) -> SeatPlan:
        """R1.3, R6: the seats and sides of a variant."""
        variant = VARIANTS[str(options["variant"])]
        unrated = "revoke_mode" if options.get("revoke_mode") == "claim" else ""
        return SeatPlan(variant.seats, variant.sides, unrated)

    def turn(self, state: State) -> frozenset[Seat]:
        """The one seat that has to choose, to play or to let a trick lie; nobody between hands."""
        if state.phase == "draw" and state.draw:
            return frozenset((Seat(ceremony.chooser(state.draw)),))
        if state.phase not in ("play", "gather"):
            return frozenset()
        return frozenset((Seat(state.chairs.index(deciding.on_turn(state))),))

    def decision(self, state: State) -> int:
        """Choices made, cards played, tricks gathered, hands dealt and rounds scored so far."""
        rules = state.rules
        steps = rules.seats + 1
        chosen = sum(1 for pick in state.draw.picks if pick) if state.draw else 0
        lying = len(state.trick) if deciding.led_suit(state) or state.phase == "gather" else 0
        in_hand = state.no * steps + lying + chosen + len(state.sheet)
        return (state.round * rules.hands + state.hand) * (rules.cards * steps + 1) + in_hand + 1

    def packs(self, state: State) -> int:
        """One pack a round, and one to draw from in the ceremony."""
        return state.round + 1 + self._drawn(state)

    def settled(self, state: State) -> int:
        """A pack has no secret left once its round is scored, or all have chosen."""
        if state.phase in ("new", "draw"):
            return 0
        return max(0, state.round + deciding.scored(state)) + self._drawn(state)

    @staticmethod
    def _drawn(state: State) -> bool:
        return state.rules.seating == "draw"

    def due(self, state: State, now: Millis) -> list[Due]:
        """A choice in the ceremony; a trick that lies so that its last card can be taken back."""
        if state.phase == "draw" and state.draw:
            return [Due(now + ceremony.PATIENCE, "choice", ceremony.chooser(state.draw), hurry=True)]
        return [Due(now + revokes.GATHER, "gather")] if state.phase == "gather" else []

    def lapse(self, state: State, due: Due) -> list[Event]:
        """A choice by lot, or the trick is gathered."""
        return deciding.lapse(state)

    def parting(self, state: State, seat: Seat) -> list[Event]:
        """Claims of what the cards played prove (R5.11)."""
        return deciding.parting(state, state.chairs[seat])

    def result(self, state: State) -> Result | None:
        """The sides in order of place, persons by seat."""
        return _result(state, state.sides) if state.sides else None

    def standing(self, state: State) -> Result:
        """The finished rounds, and the one that is being played as it is."""
        return _result(state, deciding.standing(state))

    def again(self, options: Options, state: State) -> tuple[Options, Sequence[Seat]]:
        """Who was drawn together (R1.7, R1.8) sits so; the first seat stays the first."""
        seats = len(state.chairs)
        by_lot = options["partnerships"] in ("random", "draw") and state.phase != "draw"
        if not by_lot or not state.rules.pairs:
            return options, [Seat(seat) for seat in range(seats)]
        ring = [(state.chairs[0] + step) % seats for step in range(seats)]
        return {**options, "partnerships": "as_seated"}, [Seat(state.chairs.index(chair)) for chair in ring]

    def deal(self, state: State) -> int:
        """Hands dealt so far."""
        return max(0, state.round * state.rules.hands + state.hand + 1)

    def pauses(self, state: State) -> bool:
        """After every hand but the last."""
        return self.deal(state) < state.rules.rounds * state.rules.hands

    def progress(self, state: State) -> tuple[int, int]:
        """Tricks finished, tricks in all."""
        rules = state.rules
        hand = max(0, state.round * rules.hands + state.hand)
        return hand * rules.cards + state.no, rules.rounds * rules.hands * rules.cards


def _result(state: State, sides: tuple[SideScore, ...]) -> Result:
    found = (
        SideResult(tuple(sorted(state.chairs.index(c) for c in side.chairs)), side.score, side.place) for side in sides
    )
    return Result(tuple(sorted(found, key=lambda side: (side.place, side.seats))))


GAME: Final = Calypso()
