"""Canasta as the table's kernel sees it (engine.game.Game)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.engine.basics import Command, Event, Millis, Seat
from app.engine.game import Due, Result, Scripted, SeatPlan, SideResult
from app.engine.options import Options
from app.games.canasta import bot, guard, knowledge, view
from app.games.canasta import course as coursing
from app.games.canasta import decide as deciding
from app.games.canasta import evolve as evolving
from app.games.canasta import notes as noting
from app.games.canasta.options import MODES, rules_of
from app.games.canasta.options import OPTIONS as CHOICES
from app.games.canasta.script import Script
from app.games.canasta.types import (
    Answer,
    Answered,
    Ask,
    Asked,
    Concluded,
    Dealt,
    Discard,
    Discarded,
    DrawStock,
    Drew,
    GoOut,
    Lapsed,
    LastChance,
    LayDown,
    Melded,
    Parted,
    Pass,
    Passed,
    Raised,
    Replaced,
    Scored,
    Seated,
    Shuffled,
    SideScore,
    State,
    TakePile,
    Took,
    WentOut,
)

PATIENCE: Final = 20_000
"""ms that a partner has to answer (R3.6.5)."""


class Canasta:
    """The game of Canasta; its rules are in RULES.md."""

    key = "canasta"
    rules = 1
    options = CHOICES
    commands: Sequence[type[Command]] = (DrawStock, TakePile, LayDown, GoOut, Discard, Ask, Answer, Pass)
    events: Sequence[type[Event]] = (
        *(Seated, Shuffled, Dealt, Replaced, Drew, Took, Melded, Discarded, Asked, Answered, Lapsed),
        *(Raised, Parted, Passed, LastChance, WentOut, Scored, Concluded),
    )
    reveals: Sequence[type[Event]] = (Replaced, Drew, Took, Asked, Answered, Raised, LastChance)
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
        """R1.4: the seats and sides of a mode. Who sits out the only deal of five has no part in it: not rated."""
        rules = rules_of(options)
        mode = MODES[rules.mode]
        unrated = "target" if mode.seats and rules.deals else ""
        return SeatPlan(rules.seats, mode.sides, unrated)

    def turn(self, state: State) -> frozenset[Seat]:
        """Who is on turn; during a question the partners who have not answered."""
        if state.phase == "ask":
            chairs = [chair for chair in guard.partners_of(state, state.turn) if chair not in state.agreed]
        else:
            chairs = [state.turn] if state.phase in ("draw", "play") else []
        return frozenset(Seat(state.chairs.index(chair)) for chair in chairs)

    def decision(self, state: State) -> int:
        """Decisions made so far."""
        return state.step

    def packs(self, state: State) -> int:
        """One pack a deal."""
        return state.deal + 1

    def settled(self, state: State) -> int:
        """A stock is told to nobody while the game runs (R6.2): only the end opens the packs."""
        return self.packs(state) if state.phase == "over" else 0

    def due(self, state: State, now: Millis) -> list[Due]:
        """A partner's answer (R3.6.5)."""
        waiting = self.turn(state) if state.phase == "ask" else ()
        return [Due(now + PATIENCE, "answer", seat, hurry=True, instead=True) for seat in sorted(waiting)]

    def lapse(self, state: State, due: Due) -> list[Event]:
        """The question lapses."""
        return deciding.lapse(state)

    def parting(self, state: State, seat: Seat) -> list[Event]:
        """Nothing is said in a pause."""
        return []

    def result(self, state: State) -> Result | None:
        """The sides in order of place, persons by seat."""
        return _result(state.outcome) if state.outcome else None

    def standing(self, state: State) -> Result:
        """The finished deals."""
        return _result(coursing.standing(state))

    def again(self, options: Options, state: State) -> tuple[Options, Sequence[Seat]]:
        """Who was drawn together sits so."""
        order = sorted(range(len(state.persons)), key=lambda seat: state.persons[seat])
        return {**options, "seating": "as_joined"}, [Seat(seat) for seat in order]

    def deal(self, state: State) -> int:
        """Deals so far."""
        return state.deal + 1

    def pauses(self, state: State) -> bool:
        """After any deal that does not reach the target, which nobody foresees."""
        return not state.rules.deals or self.deal(state) < state.rules.deals

    def progress(self, state: State) -> tuple[int, int]:
        """Turns so far; nobody knows of how many."""
        return state.past + state.turns, 0


def _result(sides: Sequence[SideScore]) -> Result:
    return Result(tuple(SideResult(side.seats, side.score, side.place) for side in sides))


GAME: Final = Canasta()
