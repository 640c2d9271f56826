"""Events one after the other, each with the state it leads to: how deals begin, turns pass, deals and games end."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.basics import Card, Event
from app.engine.cards import sort_cards
from app.games.canasta import pile
from app.games.canasta import rules as r
from app.games.canasta.evolve import evolve
from app.games.canasta.guard import account_of, may_conceal, melds_of
from app.games.canasta.types import (
    Concluded,
    Dealt,
    Group,
    LastChance,
    Line,
    Melded,
    Parted,
    Passed,
    Replaced,
    Scored,
    Shuffled,
    SideScore,
    State,
    WentOut,
)


class Course:
    """What happens from a state on: `events` so far, and the `state` they led to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, *events: Event) -> None:
        """These happen."""
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    def deal(self, number: int, dealer: int, cards: Sequence[Card]) -> None:
        """R2.1-R2.4: a pack is dealt and the first turn begins. Raises ValueError if the cards do not suffice."""
        rules = self.state.rules
        hands, turned, stock = r.deal(cards, dealer, rules)
        sorted_hands = tuple(tuple(sort_cards(hand)) for hand in hands)
        chairs = r.chairs_of(self.state.persons, number, rules)
        freezer = r.frozen_by(turned, rules)
        self.add(Shuffled(number, tuple(cards)))
        self.add(Dealt(number, dealer, chairs, sorted_hands, tuple(turned), freezer, tuple(stock)))
        if rules.threes_at_deal:
            for step in range(rules.chairs):
                self._lay_threes((dealer + 1 + step) % rules.chairs)
        self.begin_turn()

    def _lay_threes(self, chair: int) -> bool:
        """R2.4: a hand's red threes, if there are any, are laid and replaced. Whether the stock had enough for that."""
        hand = self.state.hands[chair]
        threes, cards = r.replace_threes(hand, self.state.stock)
        if threes:
            self.add(Replaced(chair, tuple(sort_cards(threes)), tuple(cards)))
        return len(cards) == sum(map(r.is_red_three, hand))

    def begin_turn(self) -> None:
        """The turn begins: first red threes (R2.4), then what an empty stock means (R3.7.3)."""
        chair = self.state.turn
        if not self._lay_threes(chair):
            return self.end("stock")
        if self.state.stock:
            return None
        if self.state.rules.cutthroat or pile.find(self.state, chair) is None:
            return self.end("stock")
        self.add(LastChance(chair, must_take(self.state, chair)))
        return None

    def lay(self, groups: Sequence[Group], top: Card | None = None) -> None:
        """Melds and additions of who is on turn; the first with the pile's top card, if there is one."""
        for at, group in enumerate(groups):
            cards = tuple(Card(card) for card in group.cards)
            with_top = at == 0 and top is not None
            self._meld(group.rank, (*cards, top) if with_top and top else cards, with_top)

    def _meld(self, rank: str, cards: tuple[Card, ...], top: bool = False) -> None:
        chair = self.state.turn
        before = r.meld_of(melds_of(self.state, chair), rank)
        (whole,) = [meld for meld in r.laid(melds_of(self.state, chair), rank, cards, chair) if meld.rank == rank]
        kind, was = r.canasta(whole.cards), r.canasta(before.cards) if before else ""
        made = kind if kind != was else ""
        self.add(Melded(chair, rank, tuple(sort_cards(cards)), len(whole.cards), made, top))

    def rest(self, ended: bool) -> list[Event]:
        """The end of a play: who has no card left has gone out; `ended`: else the turn passes. Gives the events."""
        chair = self.state.turn
        if not self.state.hands[chair]:
            self.out(chair)
        elif ended:
            self.add(Passed((chair + 1) % self.state.rules.chairs))
            self.begin_turn()
        return self.events

    def out(self, chair: int) -> None:
        """R3.5: a chair goes out; concealed (R3.5.4) if all it melded is of this turn, a canasta among it."""
        state = self.state
        own = [meld for meld in melds_of(state, chair) if meld.rank in state.fresh]
        self.add(WentOut(chair, may_conceal(state, chair) and r.canastas(own) > 0))
        if state.rules.cutthroat and state.lone < 0:
            self.add(Parted(chair))
        self.end("out")

    def end(self, how: str) -> None:
        """R4: the deal is scored; perhaps the game is over (R4.7)."""
        state = self.state
        lines = tuple(line_of(state, account) for account in range(len(state.scores)))
        self.add(Scored(state.deal, lines, state.hands, how))
        if r.over(self.state.scores, len(self.state.sheet), state.rules):
            self.add(Concluded(standing(self.state)))


def must_take(state: State, chair: int) -> bool:
    """R3.7.3: not frozen, and the side has a meld that the top card alone may join."""
    meld = r.meld_of(melds_of(state, chair), state.pile[-1][0])
    if state.freezer or meld is None:
        return False
    return state.rules.onto_canasta or not r.canasta(meld.cards)


def line_of(state: State, account: int) -> Line:
    """An account's line, if the deal ended now (R4.1, R4.2, R4.5, R1.9)."""
    chairs = [chair for chair in range(state.rules.chairs) if account_of(state, chair) == account]
    side = state.sides[chairs[0]]
    team = [chair for chair in range(state.rules.chairs) if state.sides[chair] == side]
    # red threes are the side's; in cutthroat each player's own
    laid = sum(len(state.threes[chair]) for chair in chairs)
    left = sum(r.is_red_three(card) for chair in chairs for card in state.hands[chair])
    held = [card for chair in team for card in state.hands[chair]]
    ours = state.went_out in team
    bonus = (r.OUT if ours else 0, r.CONCEALED if ours and state.hidden else 0)
    return r.line(state.melds[side], (laid, left), held, bonus, state.rules.packs)


def standing(state: State) -> tuple[SideScore, ...]:
    """The accounts with their totals and places; a deal that is being played does not count."""
    rules, scores = state.rules, state.scores
    accounts = [r.account_of_person(person, rules) for person in state.persons]
    found = []
    for account, place in enumerate(r.places(scores)):
        seats = tuple(seat for seat, own in enumerate(accounts) if own == account)
        found.append(SideScore(seats, scores[account], place))
    return tuple(sorted(found, key=lambda side: (side.place, side.seats)))
