"""Everything that a hand could try, one by one: what the searches of the game are compared with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from app.engine.basics import Card
from app.games.canasta.types import Command, GoOut, Group, Meld, State, TakePile

NATURALS = "456789TJQKA"


class Stock:
    """A hand's cards by rank, to take some of."""

    def __init__(self, hand: Sequence[str]) -> None:
        self.ranks = {rank: [c for c in hand if c != "JK" and c[0] == rank] for rank in NATURALS}
        self.jokers = [c for c in hand if c == "JK"]
        self.twos = [c for c in hand if c[0] == "2"]

    def groups(self, picks: Sequence[tuple[str, int, int, int]]) -> tuple[Group, ...]:
        """Groups of so many naturals, jokers and twos for each rank."""
        jokers, twos, out = 0, 0, []
        for rank, n, j, t in picks:
            cards = [*self.ranks[rank][:n], *self.jokers[jokers : jokers + j], *self.twos[twos : twos + t]]
            jokers, twos = jokers + j, twos + t
            out.append(Group(rank, tuple(cards)))
        return tuple(out)


def _shares(held: int, wild: tuple[int, int], lies: bool, least: int = 0) -> Iterator[tuple[int, int, int]]:
    """Naturals, jokers, twos that could go to a rank; (0, 0, 0): nothing."""
    for n, j, t in product(range(held + 1), range(wild[0] + 1), range(wild[1] + 1)):
        enough = lies or (n >= 2 and n + j + t >= 3)
        if n >= least and j + t <= 3 and (n + j + t == 0 or enough):
            yield n, j, t


def layings(hand: Sequence[str], lying: str = "", first: str = "") -> Iterator[tuple[Group, ...]]:
    """All sets of groups that could be laid from a hand; `lying`: ranks that may be added to. With `first` the group of
    that rank comes first, which the pile's top card joins: it may be empty."""
    stock = Stock(hand)
    wild = len(stock.jokers), len(stock.twos)
    others = [rank for rank, held in stock.ranks.items() if rank != first and (len(held) > 1 or rank in lying)]

    def on(at: int, left: tuple[int, int], picks: list[tuple[str, int, int, int]]) -> Iterator[tuple[Group, ...]]:
        if at == len(others):
            yield stock.groups(picks)
            return
        rank = others[at]
        for n, j, t in _shares(len(stock.ranks[rank]), left, rank in lying):
            more = [(rank, n, j, t)] if n + j + t else []
            yield from on(at + 1, (left[0] - j, left[1] - t), [*picks, *more])

    if not first:
        yield from on(0, wild, [])
        return
    for n, j, t in _shares(len(stock.ranks[first]), wild, lies=True):
        yield from on(0, (wild[0] - j, wild[1] - t), [(first, n, j, t)])


def takes(state: State, chair: int) -> Iterator[Command]:
    """All ways to try to take the pile."""
    lying = "".join(meld.rank for meld in state.melds[state.sides[chair]])
    top = state.pile[-1]
    if top[0] not in NATURALS or top == "JK":
        yield TakePile(tuple(state.hands[chair][:2]))
        return
    for groups in layings(state.hands[chair], lying, top[0]):
        yield TakePile(groups[0].cards, groups[1:])


def _spread(wild: int, places: int) -> Iterator[tuple[int, ...]]:
    """So many wild cards in so many melds, three at most in each."""
    if not places:
        yield from [()] if not wild else []
        return
    for n in range(min(3, wild) + 1):
        yield from ((n, *rest) for rest in _spread(wild - n, places - 1))


def outs(hand: Sequence[Card], melds: Sequence[Meld]) -> Iterator[GoOut]:
    """All ways to try to lay a whole hand, less one card that is thrown or none."""
    lying = "".join(meld.rank for meld in melds)
    for thrown in ["", *dict.fromkeys(hand)]:
        rest = list(hand)
        if thrown:
            rest.remove(Card(thrown))
        threes = tuple(card for card in rest if card in ("3S", "3C"))
        stock = Stock(rest)
        ranks = [rank for rank, held in stock.ranks.items() if held or rank in lying]
        wild = [*stock.jokers, *stock.twos]
        for shares in _spread(len(wild), len(ranks)):
            left, groups = list(wild), []
            for rank, n in zip(ranks, shares, strict=True):
                cards = (*stock.ranks[rank], *left[:n])
                left = left[n:]
                if cards:
                    groups.append(Group(rank, cards))
            yield GoOut(tuple(groups), threes, thrown)
