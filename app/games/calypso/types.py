"""What a game of Calypso consists of: rules, state, commands, events. Chairs everywhere; seats only until people have
chairs."""

from __future__ import annotations

import msgspec

from app.engine.basics import Card, Command, Event


class Rules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rules of one table, as data: variants and options differ in these values and in nothing else. Those that came
    later have defaults, which leave the digests of older records alone."""

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
    """How persons come to chairs (R1.7); `draw`: by the ceremony (R1.8), in which they choose trumps too."""
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
    chairs_chosen: bool = True
    """In a ceremony one chooses a chair with the suit (R1.8, R6.1.1); else only the suit (R6.2.2)."""
    claims: bool = False
    """Revokes can happen, and opponents may claim them (R5.3)."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One chair's line on the score sheet of a round (R4.1)."""

    done: int
    row: int
    pile: int
    points: int
    penalty: int = 0
    """Points charged for revokes (R5.8), taken off in `points`."""


class Draw(msgspec.Struct, frozen=True):
    """The ceremony that gives out chairs and trumps (R1.8). Tuples are by seat."""

    cards: tuple[Card, ...]
    order: tuple[int, ...]
    """The seats in the order of choosing, the highest card first (R1.9)."""
    picks: tuple[str, ...]
    """What each has chosen: the chair's number and the suit ("2H"); "" until then."""
    lots: tuple[str, ...]
    """What is chosen for who lets his time run out: the first of these that is open to him. Secret."""


class Revoke(msgspec.Struct, frozen=True):
    """A card that did not follow suit though its player could (R5.3): secret, but from himself, until it is claimed."""

    chair: int
    trick: int
    """Number in the hand, from 1."""
    led: str
    card: Card
    lit: bool
    """It lit a lamp (R7.2)."""


class Claimed(Event, frozen=True, tag="claimed"):
    """A claim was judged (R5.8). Only of a true one it is told what was led and played, and `proof`: a card of the suit
    led that the offender has played since, if he has."""

    round: int
    hand: int
    trick: int
    """Number in the hand, from 1."""
    by: int
    offender: int
    upheld: bool
    led: str = ""
    card: str = ""
    proof: str = ""


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
    """new, draw (the ceremony), play, gather (a trick lies until it is gathered, R5.4), between (a hand is over, or the
    ceremony, the next hand not dealt), over."""
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
    draw: Draw | None = None
    """The ceremony, until the first hand is dealt."""
    tricks: tuple[Last, ...] = ()
    """Where revokes can be claimed: the finished tricks of this hand."""
    revokes: tuple[Revoke, ...] = ()
    """Those of this hand, found or not."""
    claims: tuple[Claimed, ...] = ()
    """All claims of the game."""


class Pick(Command, frozen=True, tag="pick"):
    """In the ceremony: choose a chair and a trump suit."""

    chair: int
    suit: str


class TakeBack(Command, frozen=True, tag="take_back"):
    """Take one's card back that should have followed suit (R5.4)."""


class Gather(Command, frozen=True, tag="gather"):
    """Who has completed a trick lets it lie: it is gathered at once."""


class Claim(Command, frozen=True, tag="claim"):
    """Claim that a chair did not follow suit in a trick of this hand though it could (R5.7). Tricks count from 1."""

    offender: int
    trick: int


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


class Drawn(Event, frozen=True, tag="drawn"):
    """Everybody has drawn a card; choosing begins. Tuples are by seat, but `order`."""

    cards: tuple[Card, ...]
    order: tuple[int, ...]
    lots: tuple[str, ...]


class Picked(Event, frozen=True, tag="picked"):
    """A seat has a chair and a suit: by its choice, because nothing else was left, or by lot after its time."""

    seat: int
    chair: int
    suit: str
    how: str = "chosen"
    """chosen, left, lot."""


class TakenBack(Event, frozen=True, tag="taken_back"):
    """The last card on the table went back to its player's hand. The trick is `winner`'s again, `voids` what the chair
    has shown."""

    chair: int
    card: Card
    winner: int
    why: str
    voids: str


class Played(Event, frozen=True, tag="played"):
    """A card fell. The trick is `winner`'s so far, by reason `why`; the chair showed a void in suit `void`, if any.

    `quiet`: the table does not want single cards in its log. `revoke`: it could have followed suit; a secret.
    """

    chair: int
    card: Card
    winner: int
    why: str
    void: str = ""
    quiet: bool = False
    revoke: bool = False


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
