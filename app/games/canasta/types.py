"""What a game of Canasta consists of: rules, state, commands, events. Chairs everywhere; seats only where people are
meant. A side is who melds together; an account is who has a total of his own: the same, but where three play
cutthroat (R1.9)."""

from __future__ import annotations

import msgspec

from app.engine.basics import Card, Command, Event


class Rules(msgspec.Struct, frozen=True):
    """The rules of one table, as data: modes and options differ in these values and in nothing else (R1.4)."""

    mode: str
    seats: int
    """Persons: one more than chairs where three of five take turns (R1.7)."""
    chairs: int
    sides: int
    hand: int
    """Cards dealt to each chair."""
    draw: int
    """Cards drawn from the stock in a turn."""
    required: int
    """Canastas that a side needs to go out."""
    packs: int
    """Packs of 54 that are shuffled together (R1.1)."""
    target: int
    """Points that end the game (R4.7); 0: none do."""
    deals: int
    """Deals that end the game (R4.10); 0: no number does."""
    seats_drawn: bool
    """Places are drawn for (R1.10)."""
    permission: str
    """R3.6.1: off, optional, required."""
    onto_canasta: bool
    """The pile's top card alone may go onto a finished canasta (R3.4.3)."""
    open_pile: bool
    """R6.3."""
    threes_at_deal: bool
    """Red threes are laid after the deal, not in the owner's first turn (R2.4)."""
    always_frozen: bool
    black_freezes: bool
    """A black three freezes the pile (R2.9)."""
    strict: bool
    """Too small an initial meld raises the minimum (R3.1.6)."""
    cutthroat: bool = False
    """Who takes the pile first plays alone against two (R1.9)."""

    @property
    def partners(self) -> bool:
        """Whether anybody has a partner who can be asked (R1.6)."""
        return self.sides < self.chairs


class Meld(msgspec.Struct, frozen=True):
    """A meld on the table: its rank, its cards in sorting order, the chair that added last."""

    rank: str
    cards: tuple[Card, ...]
    by: int


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards laid together: a new meld of the rank, or an addition to the side's meld of it (R3.3)."""

    rank: str
    cards: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """One account's line on the score sheet of a deal (R4.1, R4.2): `natural` and `mixed` count canastas, the others
    are points; `hand` and perhaps `red3` are negative."""

    natural: int
    mixed: int
    out: int
    concealed: int
    red3: int
    melded: int
    hand: int
    penalty: int
    total: int


class SideScore(msgspec.Struct, frozen=True):
    """An account at the end: its seats, its total, its place (equal places are a tie)."""

    seats: tuple[int, ...]
    score: int
    place: int


class State(msgspec.Struct, frozen=True):
    """A game at one moment. Tuples are by chair unless it is said otherwise; hands are in sorting order."""

    rules: Rules
    persons: tuple[int, ...] = ()
    """By seat: which person of R1.7 and R1.11 it is."""
    chairs: tuple[int, ...] = ()
    """The chair of each seat in this deal; -1 for who sits out."""
    phase: str = "new"
    """new, draw, ask (a question waits for its answer), play, between (a deal is over, the next not dealt), over."""
    step: int = 0
    """Decisions made so far."""
    turns: int = 0
    """Turns of this deal, the present one too."""
    past: int = 0
    """Turns of the deals before."""
    acts: int = 0
    """What has happened in this turn so far."""
    deal: int = -1
    dealer: int = 0
    turn: int = 0
    """The chair whose turn it is, in a question too."""
    sides: tuple[int, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()
    known: tuple[tuple[Card, ...], ...] = ()
    """Cards of each hand that everybody has seen: taken with the pile and not played since (R6.5)."""
    stock: tuple[Card, ...] = ()
    """In drawing order."""
    pile: tuple[Card, ...] = ()
    """From the bottom; the last is the top card."""
    freezer: str = ""
    """The card that froze the pile (R2.11), "always" by the table's option, "" while it is not frozen."""
    melds: tuple[tuple[Meld, ...], ...] = ()
    """By side, in order of rank."""
    threes: tuple[tuple[Card, ...], ...] = ()
    """Red threes laid, in sorting order."""
    begun: tuple[bool, ...] = ()
    """Whose first turn has begun, or whose red threes were laid after the deal: none is left in his hand (R2.4)."""
    melded: tuple[bool, ...] = ()
    """Who had put a card into a meld before this turn (R3.5.4)."""
    fresh: str = ""
    """Ranks of the melds that were begun in this turn."""
    joined: bool = False
    """In this turn a card went to a meld that lay before it (R3.5.4)."""
    source: str = ""
    """Where this turn's cards came from: stock, pile; "" before."""
    asked: str = ""
    """This turn's question (R3.6): "" none, pending, yes, no, lapsed."""
    agreed: tuple[int, ...] = ()
    """Chairs that have said yes to it."""
    raised: tuple[int, ...] = ()
    """By account: how much its minimum has grown in this deal (R3.1.6)."""
    chance: str = ""
    """The stock is empty and the pile can be taken (R3.7.3): may, must; "" otherwise."""
    scores: tuple[int, ...] = ()
    """By account: the finished deals."""
    sheet: tuple[tuple[Line, ...], ...] = ()
    """The finished deals, each by account."""
    went_out: int = -1
    """The chair that has gone out; -1: nobody."""
    hidden: bool = False
    """It did so concealed."""
    left: tuple[tuple[Card, ...] | None, ...] = ()
    """The hands as the last deal ended, by seat, until somebody acts in the next (R6.2): chairs may have changed hands
    by then. None for who sat out."""
    ended: str = ""
    """How that was: out, stock."""
    drawn: tuple[Card, ...] = ()
    """By seat: the cards drawn for places (R1.10), until somebody acts."""
    lone: int = -1
    """Cutthroat: the chair that plays alone, once it is known (R1.9)."""
    outcome: tuple[SideScore, ...] = ()
    """How the game ended; empty while it runs."""


class DrawStock(Command, frozen=True, tag="draw"):
    """Draw from the stock."""


class TakePile(Command, frozen=True, tag="take"):
    """Take the pile (R3.4): `cards` of the hand go with its top card, `melds` are laid at the same time."""

    cards: tuple[str, ...] = msgspec.field(name="with")
    melds: tuple[Group, ...] = ()


class LayDown(Command, frozen=True, tag="meld"):
    """Lay melds and additions."""

    melds: tuple[Group, ...]


class GoOut(Command, frozen=True, tag="go_out"):
    """Go out in one play (R3.5): melds, black threes, and perhaps a last discard ("": none)."""

    melds: tuple[Group, ...] = ()
    threes: tuple[str, ...] = ()
    discard: str = ""


class Discard(Command, frozen=True, tag="discard"):
    """Discard a card and so end the turn."""

    card: str


class Ask(Command, frozen=True, tag="ask"):
    """Ask for permission to go out (R3.6)."""


class Answer(Command, frozen=True, tag="answer"):
    """Answer the partner's question."""

    yes: bool


class Pass(Command, frozen=True, tag="pass"):
    """Not take the pile with the stock empty: the deal ends (R3.7.3)."""


class Seated(Event, frozen=True, tag="seated"):
    """Who is which person, by seat; `cards`: what they drew for it (R1.10)."""

    persons: tuple[int, ...]
    cards: tuple[Card, ...] = ()


class Shuffled(Event, frozen=True, tag="shuffled"):
    """A deal begins with a fresh pack, in dealing order."""

    deal: int
    pack: tuple[Card, ...]


class Dealt(Event, frozen=True, tag="dealt"):
    """The pack is dealt: hands by chair, the pile with its upcard (R2.2), the stock; `chairs` by seat."""

    deal: int
    dealer: int
    chairs: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]
    freezer: str
    stock: tuple[Card, ...]


class Replaced(Event, frozen=True, tag="replaced"):
    """A chair's red threes were laid and replaced from the stock (R2.4, R2.5); `cards`: what came into the hand."""

    chair: int
    threes: tuple[Card, ...]
    cards: tuple[Card, ...]


class Drew(Event, frozen=True, tag="drew"):
    """A chair drew these cards from the stock and kept them."""

    chair: int
    cards: tuple[Card, ...]


class Took(Event, frozen=True, tag="took"):
    """A chair took the pile: its top card into a meld, `cards` into the hand, `threes` to its red threes (R2.6)."""

    chair: int
    top: Card
    cards: tuple[Card, ...]
    threes: tuple[Card, ...] = ()


class Melded(Event, frozen=True, tag="melded"):
    """Cards of a rank were laid. `count`: cards in the meld now; `kind`: the canasta that this made, natural or mixed,
    or "". `top`: the pile's top card is among them."""

    chair: int
    rank: str
    cards: tuple[Card, ...]
    count: int
    kind: str = ""
    top: bool = False


class Discarded(Event, frozen=True, tag="discarded"):
    """A card went onto the pile; `froze`: it froze it (R2.11)."""

    chair: int
    card: Card
    froze: bool = False


class Asked(Event, frozen=True, tag="asked"):
    """A chair asked to go out."""

    chair: int


class Answered(Event, frozen=True, tag="answered"):
    """A partner answered; `settles`: that was the last answer needed (R1.8)."""

    chair: int
    yes: bool
    settles: bool


class Lapsed(Event, frozen=True, tag="unanswered"):
    """Nobody answered in time (R3.6.5)."""


class Raised(Event, frozen=True, tag="raised"):
    """Too small an initial meld was taken back: the account's minimum grows by so much (R3.1.6)."""

    account: int
    by: int
    minimum: int


class Parted(Event, frozen=True, tag="parted"):
    """Cutthroat: who plays alone (R1.9)."""

    lone: int


class Passed(Event, frozen=True, tag="passed"):
    """The next turn begins."""

    chair: int


class LastChance(Event, frozen=True, tag="last_chance"):
    """The stock is empty, and who is on turn can take the pile (R3.7.3)."""

    chair: int
    must: bool


class WentOut(Event, frozen=True, tag="went_out"):
    """A chair has no card left (R3.5)."""

    chair: int
    concealed: bool


class Scored(Event, frozen=True, tag="scored"):
    """A deal is over: the lines of the score sheet by account, the hands left by chair. `how`: out, stock."""

    deal: int
    lines: tuple[Line, ...]
    hands: tuple[tuple[Card, ...], ...]
    how: str


class Concluded(Event, frozen=True, tag="concluded"):
    """The game is over."""

    sides: tuple[SideScore, ...]
