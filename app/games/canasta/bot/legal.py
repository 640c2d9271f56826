"""Any legal command, at random: to test the rules with, and to measure the others against."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.engine.basics import Card, Command, Refusal
from app.engine.dice import Dice
from app.games.canasta import decide, guard, pile
from app.games.canasta import rules as r
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


def any_legal(state: State, chair: int, dice: Dice) -> Command:
    """A legal command of a chair that has to act, each kind of it as likely as the others."""
    if state.phase == "ask":
        return Answer(bool(dice.below(2)))
    for make in dice.shuffled(_KINDS[state.phase]):
        for command in make(state, chair, dice):
            if legal(state, chair, command):
                return command
    raise ValueError("no legal command")


def legal(state: State, chair: int, command: Command) -> bool:
    """Whether a chair may do this now."""
    try:
        decide.act(state, chair, command)
    except Refusal:
        return False
    return True


def _draws(state: State, chair: int, dice: Dice) -> Iterator[Command]:
    yield DrawStock()


def _takes(state: State, chair: int, dice: Dice) -> Iterator[Command]:
    """The cheapest way, or one with more of the hand's cards."""
    if state.pile:
        top = state.pile[-1]
        fit = [card for card in state.hands[chair] if card[0] == top[0] or r.is_wild(card)]
        yield TakePile(tuple(dice.shuffled(fit)[: dice.below(4)]))
    if way := pile.find(state, chair):
        yield TakePile(way.cards, way.groups)


def _groups(state: State, chair: int, dice: Dice) -> list[Group]:
    """What could be laid, each with a number of wild cards by chance."""
    hand = state.hands[chair]
    wild = [card for card in dice.shuffled(hand) if r.is_wild(card)]
    out = []
    for rank in dice.shuffled(r.MELDABLE):
        held = [card for card in hand if card[0] == rank and not r.is_wild(card)]
        some = wild[: dice.below(3)]
        cards = [*dice.shuffled(held)[: len(held) - dice.below(2)], *some]
        if cards:
            out.append(Group(rank, tuple(cards)))
            wild = wild[len(some) :]
    return out


def _melds(state: State, chair: int, dice: Dice) -> Iterator[Command]:
    groups = _groups(state, chair, dice)
    fit = [group for group in groups if _fits(state, chair, group)]
    yield LayDown(tuple(fit))
    yield from (LayDown((group,)) for group in fit)


def _fits(state: State, chair: int, group: Group) -> bool:
    meld = r.meld_of(guard.melds_of(state, chair), group.rank)
    try:
        r.check_group(group.rank, group.cards, meld.cards if meld else ())
    except Refusal:
        return False
    return True


def _discards(state: State, chair: int, dice: Dice) -> Iterator[Command]:
    yield from (Discard(card) for card in dice.shuffled(list(dict.fromkeys(state.hands[chair]))))


def _outs(state: State, chair: int, dice: Dice) -> Iterator[Command]:
    if plan := guard.plan(state, chair):
        yield GoOut(plan.groups, tuple(Card(card) for card in plan.threes), plan.discard)


def _asks(state: State, chair: int, dice: Dice) -> Iterator[Command]:
    yield Ask()


def _passes(state: State, chair: int, dice: Dice) -> Iterator[Command]:
    yield Pass()


_Maker = Callable[[State, int, Dice], Iterator[Command]]

_KINDS: dict[str, tuple[_Maker, ...]] = {
    "draw": (_draws, _takes, _asks, _passes),
    "play": (_melds, _discards, _outs, _asks),
}
