"""What a seat knows, as a table to reckon with; and kinds turned into cards again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from app.engine.basics import Card, Command, Seat, View
from app.games.canasta import guard, knowledge
from app.games.canasta import rules as r
from app.games.canasta.bot.consent import asks
from app.games.canasta.bot.kinds import JOKER, KINDS, RANKS, RED, TWO, kind_of
from app.games.canasta.bot.legal import legal
from app.games.canasta.bot.table import Laid, Table
from app.games.canasta.types import (
    Answer,
    Ask,
    Discard,
    DrawStock,
    GoOut,
    Group,
    LayDown,
    Pass,
    State,
    TakePile,
)


def tally(cards: Iterable[str]) -> list[int]:
    """Cards by kind."""
    counts = [0] * KINDS
    for card in cards:
        counts[kind_of(card)] += 1
    return counts


def table_of(state: State, public: View) -> Table:
    """The table as it stands; hands and stock that the state leaves empty stay so, but for their sizes."""
    table = Table.__new__(Table)
    rules = state.rules
    table.chairs, table.required, table.draws, table.packs = rules.chairs, rules.required, rules.draw, rules.packs
    table.cutthroat, table.onto, table.always = rules.cutthroat, rules.onto_canasta, rules.always_frozen
    table.black_freezes, table.sides, table.lone = rules.black_freezes, list(state.sides), state.lone
    table.accounts = [guard.account_of(state, chair) for chair in range(rules.chairs)]
    table.hands = [tally(hand) for hand in state.hands]
    table.sizes = [public["counts"][str(chair)] for chair in range(rules.chairs)]
    table.known = [tally(hand) for hand in state.known]
    table.knowns = [len(hand) for hand in state.known]
    table.stock = [RED] * public["stock"]
    table.pile, table.frozen = [kind_of(card) for card in state.pile], bool(state.freezer)
    table.turn, table.drawn = state.turn, bool(state.source)
    table.need = [guard.minimum(state, account) for account in table.accounts]
    table.begun, table.melded, table.joined = list(state.begun), list(state.melded), state.joined
    table.fresh = sum(1 << r.MELDABLE.index(rank) for rank in state.fresh if rank in r.MELDABLE)
    table.reds = [len(threes) for threes in state.threes]
    table.over, table.out, table.hidden = False, -1, False
    table.denied = bool(guard.denial(state)) if state.source else state.asked == "no"
    _melds(table, state)
    return table


def _melds(table: Table, state: State) -> None:
    """What lies on the table, and what has been seen at all."""
    count = len(state.melds)
    table.nat, table.wild = [[0] * RANKS for _ in range(count)], [[0] * RANKS for _ in range(count)]
    table.laid, table.bonus, table.canastas = [0] * count, [0] * count, [0] * count
    table.opened = [bool(melds) for melds in state.melds]
    table.seen = tally(card for cards in (state.pile, *state.known, *state.threes) for card in cards)
    for side, melds in enumerate(state.melds):
        for meld in melds:
            table.laid[side] += r.points(meld.cards)
            for card in meld.cards:
                table.seen[kind_of(card)] += 1
            if meld.rank in r.MELDABLE:
                rank, wild = r.MELDABLE.index(meld.rank), r.wilds(meld.cards)
                table.nat[side][rank], table.wild[side][rank] = len(meld.cards) - wild, wild
        table.count(side)


def groups_of(laid: Sequence[Laid], hand: Sequence[Card], known: Sequence[Card]) -> list[Group]:
    """The groups of cards of a hand, those that everybody knows of first."""
    left = list(hand)
    return [
        Group(r.MELDABLE[rank], tuple(picked(left, known, {rank: naturals, TWO: twos, JOKER: jokers})))
        for rank, naturals, twos, jokers in laid
    ]


def picked(left: list[Card], known: Sequence[Card], wanted: dict[int, int]) -> list[Card]:
    """So many cards of each kind, taken out of `left`."""
    out: list[Card] = []
    for kind, many in wanted.items():
        fit = sorted((card for card in left if kind_of(card) == kind), key=lambda card: card not in known)
        for card in fit[:many]:
            left.remove(card)
            out.append(card)
    return out


class Sight:
    """What a seat that has to act knows: the state without the cards it cannot see, and the table made of it."""

    def __init__(self, public: View, private: View, memory: View, seat: Seat) -> None:
        state = knowledge.known(public, private, memory, seat)
        self.chair = state.chairs[seat]
        self.may = str(private.get("may", "")).split()
        self.table = table_of(state, public)
        # what lies there is never looked at, only that there is something
        self.state = replace(state, stock=(BLANK,) * public["stock"])
        self.out = _way_out(private) or self._silent()
        self._take = private.get("take", {})

    def way(self) -> TakePile | None:
        """The cheapest way to take the pile, as the view shows it."""
        if "with" not in self._take:
            return None
        groups = tuple(Group(group["rank"], tuple(group["cards"])) for group in self._take["melds"])
        return TakePile(_cards(self._take["with"]), groups)

    def _silent(self) -> GoOut | None:
        """The way to go out of one who would have to ask first."""
        if self.state.phase != "play" or "ask" not in self.may:
            return None
        plan = guard.plan(self.state, self.chair)
        return GoOut(plan.groups, plan.threes, plan.discard) if plan else None

    @property
    def must_ask(self) -> bool:
        """Whether the way out needs a partner's yes first (R3.6.1)."""
        return self.out is not None and "ask" in self.may and "go_out" not in self.may

    @property
    def asks_first(self) -> bool:
        """Whether to ask before going out, because it must be, or partners have much in their hands (R7.10)."""
        return self.must_ask or (self.out is not None and "ask" in self.may and asks(self.table))

    def may_do(self, command: Command) -> bool:
        """Whether the command is one that the rules allow."""
        match command:
            case DrawStock():
                return "draw" in self.may
            case Pass():
                return "pass" in self.may
            case Ask():
                return "ask" in self.may
            case Answer():
                return "answer" in self.may
        return legal(self.state, self.chair, command)

    def laid(self, groups: Sequence[Laid]) -> LayDown:
        """The command that lays these."""
        hand, known = self.state.hands[self.chair], self.state.known[self.chair]
        return LayDown(tuple(groups_of(groups, hand, known)))

    def taken(self, groups: Sequence[Laid]) -> TakePile:
        """The command that takes the pile so."""
        hand, known = self.state.hands[self.chair], self.state.known[self.chair]
        first, *others = groups_of(groups, hand, known)
        return TakePile(first.cards, tuple(others))

    def thrown(self, kind: int) -> Discard:
        """The command that discards a card of this kind, one that everybody knows of if there is any."""
        hand, known = self.state.hands[self.chair], self.state.known[self.chair]
        (card,) = picked(list(hand), known, {kind: 1})
        return Discard(card)


BLANK: Final = Card("4S")


def _way_out(private: View) -> GoOut | None:
    """The way to go out that the view shows."""
    if "out" not in private:
        return None
    plan = private["out"]
    groups = tuple(Group(group["rank"], tuple(group["cards"])) for group in plan["melds"])
    return GoOut(groups, _cards(plan["threes"]), plan["discard"])


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(text[at : at + 2]) for at in range(0, len(text), 2))
