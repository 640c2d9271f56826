"""What a game of Calypso consists of: rules, state, the one command, the events. Chairs everywhere, never seats."""

from __future__ import annotations

import msgspec

from app.engine.basics import Card, Command, Event


class Rules(msgspec.Struct, frozen=True):
    """The rules of one table, as data: variants and options differ in these values and in nothing else."""

    variant: str
    seats: int
    sides: int
    """2: chairs 0 and 2 against 1 and 3, who collect for one another; as many as seats: each for himself (R3.11)."""
    pairs: tuple[str, ...]
    """The suits that partners own together (R1.4); none where each plays for himself."""
    copies: int
    """How often each card lies in the pack (R1.1)."""
    hands: int
    """Hands dealt from one pack: a round (R1.10)."""
    cards: int
    """Cards dealt to each chair: tricks in a hand."""
    rounds: int
    seating: str
    """How persons come to chairs (R1.7)."""
    lead_holds: bool
    """A ruff must be higher than an own trump led: `beat_leader` (R2.6)."""
    ruffs_freely: bool
    """Own trumps may be played although one could follow: All Fours (R2.10)."""
    carries: bool
    """Duplicates of a completing trick start the next calypso (R3.5)."""
    lamps: bool
    last_shown: bool
    piles_shown: bool
    plays_logged: bool
    calypsos_break_ties: bool
    """R4.6."""


class Line(msgspec.Struct, frozen=True):
    """One chair's line on the score sheet of a round (R4.1)."""

    done: int
    row: int
    pile: int
    points: int


class Last(msgspec.Struct, frozen=True):
    """A finished trick: who led it, the cards in order of play, the chair that won it and why."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    why: str


class Gain(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a trick changed for one chair: its row afterwards; if it completed a calypso, the number and the bonus."""

    chair: int
    row: str
    done: int
    points: int = 0


class SideScore(msgspec.Struct, frozen=True):
    """A side at the end: its chairs, its total, its place (equal places are a tie)."""

    chairs: tuple[int, ...]
    score: int
    place: int


class State(msgspec.Struct, frozen=True):
    """A game at one moment. Tuples are by chair unless it is said otherwise; hands are in sorting order."""

    rules: Rules
    chairs: tuple[int, ...] = ()
    """The chair of each seat."""
    trumps: str = ""
    phase: str = "new"
    """new, play, between (a hand is over, the next not dealt), over."""
    round: int = -1
    hand: int = -1
    no: int = 0
    """Tricks finished in this hand."""
    dealer: int = 0
    leader: int = 0
    """Who led the trick in `trick`; before the first card of a hand, who will."""
    trick: tuple[Card, ...] = ()
    """The cards on the table in order of play; a finished trick stays until the next card is led or hand dealt."""
    winner: int = 0
    """The chair that wins `trick` so far."""
    why: str = ""
    last: Last | None = None
    """The trick before the one in `trick`, of the same hand."""
    hands: tuple[tuple[Card, ...], ...] = ()
    stock: tuple[Card, ...] = ()
    """Cards of this round that are not dealt yet, in the order in which they will be."""
    rows: tuple[str, ...] = ()
    """Ranks in each calypso in progress, in the order of cards.RANKS."""
    done: tuple[int, ...] = ()
    """Calypsos completed in this round."""
    piles: tuple[tuple[Card, ...], ...] = ()
    voids: tuple[str, ...] = ()
    """Suits that each chair has shown to have none of in this hand, in the order of cards.SUITS."""
    scores: tuple[int, ...] = ()
    """Points of the finished rounds."""
    sheet: tuple[tuple[Line, ...], ...] = ()
    """The finished rounds, each by chair."""
    sides: tuple[SideScore, ...] = ()
    """The outcome; empty while the game runs."""


class Play(Command, frozen=True, tag="play"):
    """Play a card to the trick."""

    card: str


class Seated(Event, frozen=True, tag="seated"):
    """Who sits where: the chair of each seat."""

    chairs: tuple[int, ...]


class TrumpsGiven(Event, frozen=True, tag="trumps"):
    """The personal trump suit of each chair, for the whole game."""

    trumps: str


class Shuffled(Event, frozen=True, tag="shuffled"):
    """A round begins with a fresh pack, in dealing order."""

    round: int
    pack: tuple[Card, ...]


class Dealt(Event, frozen=True, tag="dealt"):
    """A hand is dealt from the pack: `hands` by chair, in sorting order."""

    hand: int
    dealer: int
    leader: int
    hands: tuple[tuple[Card, ...], ...]


class Played(Event, frozen=True, tag="played"):
    """A card fell. The trick is `winner`'s so far, by reason `why`; the chair showed a void in suit `void`, if any.

    `quiet`: the table does not want single cards in its log.
    """

    chair: int
    card: Card
    winner: int
    why: str
    void: str = ""
    quiet: bool = False


class TrickTaken(Event, frozen=True, tag="trick"):
    """A trick is complete: who led what, who won and why, whose calypsos grew, what went to the winner's pile."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    why: str
    gains: tuple[Gain, ...] = ()
    pile: tuple[Card, ...] = ()


class Scored(Event, frozen=True, tag="scored"):
    """A round is over: the score sheet's lines, by chair."""

    round: int
    lines: tuple[Line, ...]


class Concluded(Event, frozen=True, tag="concluded"):
    """The game is over: its sides, the one with the lowest chair first."""

    sides: tuple[SideScore, ...]
