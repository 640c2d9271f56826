"""The contract between the table and a game: what a folder under app/games must give. See docs/games.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from app.engine.basics import Command, Event, Millis, Note, Seat, View
from app.engine.dice import Dice
from app.engine.options import Options, OptionSet


class SeatPlan(msgspec.Struct, frozen=True):
    """How many seats a table has under some options, and how many sides they form (`sides` == `seats`: each for
    himself). `unrated`: the option that keeps such games from being rated, if one does."""

    seats: int
    sides: int
    unrated: str = ""


class Due(msgspec.Struct, frozen=True, order=True):
    """A deadline that runs: at time `at` (ms since the Unix epoch) something of `kind` falls due, for a seat or for
    all (-1). `hurry`: only to keep people from waiting, so not at tables that are not played in one sitting. `instead`:
    of the seat's clock, which does not run meanwhile."""

    at: int
    kind: str
    seat: int = -1
    hurry: bool = False
    instead: bool = False


class SideResult(msgspec.Struct, frozen=True):
    """One side at the end: its seats, its score, its place (1 is first; equal places are a tie)."""

    seats: tuple[int, ...]
    score: int
    place: int


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended, sides in order of place."""

    sides: tuple[SideResult, ...]
    how: str = "played"
    """`played` to its end, `conceded` by a side, or `abandoned` by all: then nobody wins, whatever the places."""


THINKING: Final = 100
"""ms of one core that a bot may think about a move, if it is not told otherwise."""


RANDOM: Final = "random"
"""A level that no table offers and every game's `choose` knows: any legal command, to measure the others against."""


class Reason(msgspec.Struct, frozen=True):
    """A part of why a bot would make a move: a term of its reckoning and what goes into the sentence, `opinion.<code>`
    of the game's words."""

    code: str
    params: Mapping[str, str | int] = {}


class Opinion(msgspec.Struct, frozen=True):
    """What the strongest bot thinks of one command: points expected against those of the best one (0), and why."""

    command: Command
    points: int
    reasons: tuple[Reason, ...] = ()


class ScriptError(Exception):
    """A script that cannot be read; the message is one line."""


class Scripted(Protocol):
    """How a game is driven by scripted games (docs/script.md): known cards in, states in the outside format out."""

    def begin(self, script: Mapping[str, Any]) -> Any:
        """A driver state from the script's options, seats, set-up and packs. Raises ScriptError."""

    def move(self, driver: Any, move: Mapping[str, Any]) -> Any:
        """The driver state after one move, pauses between deals skipped. Raises Refusal, or ScriptError when the packs
        run out."""

    def state(self, driver: Any) -> dict[str, Any]:
        """The driver's state in the format of docs/script.md."""


class Game(Protocol):
    """One game. Every function is pure; `state` is an immutable value of the game's own type.

    Seats are the people's places; the game keeps which chair each seat has and speaks of chairs in its events and views
    (see `public`). A game rests *between* deals when nobody has to act and there is no result yet.
    """

    key: str
    rules: int
    """Raised when `decide` changes its meaning; a table keeps the number it was born with. `evolve` takes every
    number."""
    options: OptionSet
    """One that comes later raises `rules`; the options of older tables lack it, which means its default."""
    commands: Sequence[type[Command]]
    events: Sequence[type[Event]]
    reveals: Sequence[type[Event]]
    """Events by which somebody sees a card that was hidden from him, or hears what binds: nothing from before them is
    taken back."""
    state: type
    """A Struct. Fields that come later have defaults: at the top level these leave the digests of old records alone."""
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]
    """By rules number n: lifts the JSON of a commit written under n to n+1, where commands (those in `served`, too) or
    events changed their shape. A table born under n goes on under a newer version: its log then holds both shapes, so
    a step must leave alone what has the new one already."""
    levels: Sequence[str]
    """Names of the bots' levels, weakest first; `level.<name>` names them to people, `level.<game>.<name>` of the
    game's words says how they think."""
    standin: str
    """The level that plays for absent people: quick and never random."""

    def seats(self, options: Options) -> SeatPlan:
        """The seats of a table with these (complete) options."""

    def start(self, options: Options, dice: Dice) -> list[Event]:
        """The opening: who sits where, first dealer, first deal. `dice` are those of pack 0."""

    def begin(self, options: Options) -> Any:
        """The state before the first event."""

    def decide(self, state: Any, seat: Seat, command: Command) -> list[Event]:
        """What a seat's command leads to. Raises Refusal. Rolls no dice: cards are dealt by `start` and `resume`."""

    def resume(self, state: Any, dice: Dice) -> list[Event]:
        """What follows when everybody has seen enough of the pause between deals; `dice` are those of pack
        `packs(state)`."""

    def evolve(self, state: Any, event: Event) -> Any:
        """The state after an event. Total: never refuses, never rolls dice."""

    def turn(self, state: Any) -> frozenset[Seat]:
        """Who must act; empty between deals and when it is over. Asked after every event, in mid-commit too."""

    def decision(self, state: Any) -> int:
        """A number that changes whenever a command that was right before may mean something else now; it grows, but
        where a decision is taken back."""

    def packs(self, state: Any) -> int:
        """How many packs have been shuffled so far (the number of the next)."""

    def settled(self, state: Any) -> int:
        """How many of them hold no secret any more: their links of the chain may be revealed."""

    def public(self, state: Any) -> View:
        """What everybody may see, built from nothing. Speaks of chairs; holds `chairs`, the chair of each seat as
        {seat: chair}."""

    def private(self, state: Any, seat: Seat) -> View:
        """What this seat sees besides: hand as {card: count}, legal moves as a rule; {} for one who sits out."""

    def memory(self, state: Any, seat: Seat) -> View:
        """What a perfect observer in this seat remembers; for bots only, never sent."""

    def shown(self, event: Event) -> View:
        """What everybody may know of an event, built from nothing; `type` is the event's tag."""

    def notes(self, before: View, shown: View, after: View) -> list[Note]:
        """What to say of an event, from public things only: the public views around its commit and what `shown`
        gave."""

    def due(self, state: Any, now: Millis) -> list[Due]:
        """Deadlines of the game's own (a question, a ceremony), beside the clocks that the table keeps or instead of
        one; `now` is when the present decision began. While one for all (seat -1) runs nobody's clock does. Kinds are
        its own words, not those of the table (engine.table.due)."""

    def lapse(self, state: Any, due: Due) -> list[Event]:
        """What follows when a deadline of its own has passed; at least one event. Only asked of a game that has
        any."""

    def parting(self, state: Any, seat: Seat) -> list[Event]:
        """What a bot in this seat does before a pause between deals ends, by what everybody has seen; mostly
        nothing."""

    def imagine(self, public: View, private: View, memory: View, seat: Seat, dice: Dice) -> Any:
        """A whole state that agrees with everything the seat knows; its views for that seat are the ones given."""

    def choose(
        self, public: View, private: View, memory: View, seat: Seat, level: str, dice: Dice, budget: int = THINKING
    ) -> Command:
        """A bot's command for this seat, from what the seat knows. `budget` is ms of one core: it says how much is
        reckoned, by a fixed rate, so that the same knowledge, dice and budget give the same command anywhere."""

    def advise(
        self, public: View, private: View, memory: View, seat: Seat, dice: Dice, budget: int = THINKING
    ) -> Sequence[Opinion]:
        """What the strongest bot thinks of what this seat may do, best first; empty if it has nothing to say."""

    def result(self, state: Any) -> Result | None:
        """How it ended, or None while it runs."""

    def standing(self, state: Any) -> Result:
        """How it would end if it ended now: every side with its score and place."""

    def again(self, options: Options, state: Any) -> tuple[Options, Sequence[Seat]]:
        """How those of a finished game play on with the same partners: the options, now leaving nothing of that to
        chance, and the present seats in the order in which they sit down."""

    def deal(self, state: Any) -> int:
        """The number of the present deal, the first being 1: how often cards have been dealt."""

    def pauses(self, state: Any) -> bool:
        """Whether it may still rest between deals, so that somebody can take a seat, before it ends."""

    def progress(self, state: Any) -> tuple[int, int]:
        """How far the game is: steps done, steps in all (0 if unknown)."""

    script: Scripted
