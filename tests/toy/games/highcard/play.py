"""What commands lead to, how cards are dealt, and the fold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.engine.basics import Card, Command, Event, Refusal, Seat
from app.engine.cards import is_card, pack, rank, sort_cards, without
from app.engine.dice import Dice
from app.engine.game import Due
from app.engine.options import Options
from tests.toy.games.highcard.types import (
    HAND,
    Concluded,
    Dealt,
    Draw,
    Drew,
    Laid,
    Lay,
    Rules,
    Seated,
    State,
    Swept,
    Taken,
    rules_of,
)

PACK = pack(suits="SH")


def begin(options: Options) -> State:
    rules = rules_of(options)
    n = rules.players
    return State(rules, chairs=tuple(range(n)), drawn=(0,) * n, hands=((),) * n, scores=(0,) * n)


def start(options: Options, dice: Dice) -> list[Event]:
    rules = rules_of(options)
    chairs = tuple(dice.shuffled(range(rules.players)))
    return [Seated(chairs), dealt(rules, 0, dice.below(rules.players), dice.shuffled(PACK))]


def resume(state: State, dice: Dice) -> list[Event]:
    return [dealt(state.rules, state.deal + 1, (state.dealer + 1) % state.rules.players, dice.shuffled(PACK))]


def dealt(rules: Rules, deal: int, dealer: int, cards: list[Card]) -> Dealt:
    """One by one from the dealer's left; the rest is the stock."""
    n = rules.players
    dealing, stock = cards[: HAND * n], cards[HAND * n :]
    hands = (tuple(sort_cards(dealing[(chair - dealer - 1) % n :: n])) for chair in range(n))
    return Dealt(deal, dealer, tuple(hands), tuple(stock))


def on_turn(state: State) -> int:
    return (state.leader + len(state.trick)) % state.rules.players


def decide(state: State, seat: Seat, command: Command) -> list[Event]:
    return act(state, state.chairs[seat], command)


def act(state: State, chair: int, command: Command) -> list[Event]:
    """A chair does something. Raises Refusal."""
    if isinstance(command, Lay) and not is_card(command.card):
        raise Refusal("bad.card", card=command.card[:8])
    if state.phase != "play":
        raise Refusal("rule.over" if state.phase == "over" else "rule.between")
    if chair != on_turn(state):
        raise Refusal("rule.not_your_turn")
    if isinstance(command, Draw):
        return [drew(state, chair)]
    if not isinstance(command, Lay):
        raise Refusal("bad.command")
    card = Card(command.card)
    if card not in state.hands[chair]:
        raise Refusal("rule.not_in_hand", card=card)
    return laid(state, chair, card)


def drew(state: State, chair: int) -> Drew:
    if state.drawn[chair] >= state.rules.draws:
        raise Refusal("rule.no_draws", draws=state.rules.draws, rule="3")
    return Drew(chair, state.stock[0])


def laid(state: State, chair: int, card: Card, hurried: bool = False) -> list[Event]:
    """A card falls and perhaps ends a trick, a deal, the game."""
    events: list[Event] = [Laid(chair, card, hurried)]
    trick = (*state.trick, card)
    if len(trick) < state.rules.players:
        return events
    events.append(Taken((state.leader + best(trick)) % state.rules.players))
    if state.no + 1 == HAND:
        events.append(Swept())
        if state.deal + 1 == state.rules.deals:
            events.append(Concluded())
    return events


def best(trick: tuple[Card, ...]) -> int:
    """The highest rank; of equals the first."""
    return max(range(len(trick)), key=lambda at: (rank(trick[at]), -at))


def lapse(state: State, due: Due) -> list[Event]:
    """Time to hurry: the lowest card falls."""
    chair = on_turn(state)
    return laid(state, chair, state.hands[chair][0], hurried=True)


def evolve(state: State, event: Event) -> State:
    return _HANDLERS[type(event)](state, event)


def _seated(state: State, event: Seated) -> State:
    return replace(state, chairs=event.chairs)


def _dealt(state: State, event: Dealt) -> State:
    return replace(
        state,
        phase="play",
        count=state.count + 1,
        deal=event.deal,
        dealer=event.dealer,
        no=0,
        leader=(event.dealer + 1) % state.rules.players,
        drawn=(0,) * state.rules.players,
        hands=event.hands,
        stock=event.stock,
        seen=(),
    )


def _by(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _drew(state: State, event: Drew) -> State:
    hand = tuple(sort_cards([*state.hands[event.chair], event.card]))
    return replace(
        state,
        count=state.count + 1,
        drawn=_by(state.drawn, event.chair, state.drawn[event.chair] + 1),
        hands=_by(state.hands, event.chair, hand),
        stock=without(state.stock, event.card),
    )


def _laid(state: State, event: Laid) -> State:
    hand = without(state.hands[event.chair], event.card)
    return replace(
        state,
        count=state.count + 1,
        trick=(*state.trick, event.card),
        hands=_by(state.hands, event.chair, hand),
    )


def _taken(state: State, event: Taken) -> State:
    return replace(
        state,
        no=state.no + 1,
        leader=event.winner,
        trick=(),
        seen=state.seen + state.trick,
        scores=_by(state.scores, event.winner, state.scores[event.winner] + 1),
    )


def _swept(state: State, _: Swept) -> State:
    return replace(state, phase="between", hands=((),) * state.rules.players, stock=())


def _concluded(state: State, _: Concluded) -> State:
    return replace(state, phase="over")


_HANDLERS: dict[type[Event], Callable[[State, Any], State]] = {
    Seated: _seated,
    Dealt: _dealt,
    Drew: _drew,
    Laid: _laid,
    Taken: _taken,
    Swept: _swept,
    Concluded: _concluded,
}
