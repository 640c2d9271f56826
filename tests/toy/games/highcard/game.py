"""High Card as the table's kernel sees it (engine.game.Game)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.basics import Command, Event, Millis, Seat
from app.engine.game import Due, Game, Result, Scripted, SeatPlan, SideResult
from app.engine.options import Options
from tests.toy.games.highcard import play, view
from tests.toy.games.highcard.bot import advise, choose
from tests.toy.games.highcard.script import Script
from tests.toy.games.highcard.types import (
    HAND,
    HURRY,
    OPTIONS,
    Concluded,
    Dealt,
    Draw,
    Drew,
    Laid,
    Lay,
    Seated,
    State,
    Swept,
    Taken,
)
from tests.toy.games.highcard.upcasts import UPCASTS


class HighCard:
    """Three cards each, the highest takes the trick; once or twice in a deal one may draw before one lays."""

    key = "highcard"
    rules = 2
    options = OPTIONS
    commands: Sequence[type[Command]] = (Lay, Draw)
    events: Sequence[type[Event]] = (Seated, Dealt, Drew, Laid, Taken, Swept, Concluded)
    reveals: Sequence[type[Event]] = ()
    state: type = State
    upcasts = UPCASTS
    levels: Sequence[str] = ("careful", "bold")
    standin = "careful"

    begin = staticmethod(play.begin)
    start = staticmethod(play.start)
    decide = staticmethod(play.decide)
    resume = staticmethod(play.resume)
    evolve = staticmethod(play.evolve)
    lapse = staticmethod(play.lapse)
    public = staticmethod(view.public)
    private = staticmethod(view.private)
    memory = staticmethod(view.memory)
    imagine = staticmethod(view.imagine)
    shown = staticmethod(view.shown)
    notes = staticmethod(view.notes)
    choose = staticmethod(choose)
    advise = staticmethod(advise)
    script: Scripted = Script()

    def parting(self, state: State, seat: Seat) -> list[Event]:
        return []

    def seats(self, options: Options) -> SeatPlan:
        players = int(options["players"])
        return SeatPlan(players, players)

    def turn(self, state: State) -> frozenset[Seat]:
        if state.phase != "play":
            return frozenset()
        return frozenset((Seat(state.chairs.index(play.on_turn(state))),))

    def decision(self, state: State) -> int:
        return state.count

    def packs(self, state: State) -> int:
        return state.deal + 1

    def settled(self, state: State) -> int:
        return state.deal + (state.phase in ("between", "over"))

    def due(self, state: State, now: Millis) -> list[Due]:
        turn = self.turn(state) if state.rules.hurry else ()
        return [Due(now + HURRY, "hurry", seat) for seat in sorted(turn)]

    def result(self, state: State) -> Result | None:
        return self.standing(state) if state.phase == "over" else None

    def standing(self, state: State) -> Result:
        scores = [state.scores[chair] for chair in state.chairs]
        places = [1 + sum(other > score for other in scores) for score in scores]
        order = sorted(range(len(scores)), key=lambda seat: places[seat])
        return Result(tuple(SideResult((seat,), scores[seat], places[seat]) for seat in order))

    def again(self, options: Options, state: State) -> tuple[Options, Sequence[Seat]]:
        return options, [Seat(seat) for seat in range(len(state.chairs))]

    def deal(self, state: State) -> int:
        return state.deal + 1

    def pauses(self, state: State) -> bool:
        return self.deal(state) < state.rules.deals

    def progress(self, state: State) -> tuple[int, int]:
        return max(0, state.deal) * HAND + state.no, state.rules.deals * HAND


GAME: Final[Game] = HighCard()
