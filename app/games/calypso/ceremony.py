"""The ceremony in which people draw cards for chairs and trumps (R1.8, R6.1.1, R6.2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.basics import Card, Event, Refusal, Seat
from app.engine.cards import SUITS, pack, rank
from app.engine.dice import Dice
from app.games.calypso import rules as r
from app.games.calypso.types import Draw, Drawn, Picked, Rules, Seated, State, TrumpsGiven

PATIENCE: Final = 15_000
"""ms for each choice (R1.8)."""


def precedence(cards: Sequence[Card]) -> tuple[int, ...]:
    """Who chooses first, second..: the places of the cards from the highest; of equal ranks S > H > D > C (R1.9)."""
    return tuple(sorted(range(len(cards)), key=lambda at: (-rank(cards[at]), SUITS.index(cards[at][1]))))


def begin(rules: Rules, dice: Dice) -> Drawn:
    """Everybody draws from one pack of 52. The dice are rolled in this order: cards, lots."""
    cards = tuple(dice.shuffled(pack())[: rules.seats])
    return Drawn(cards, precedence(cards), tuple(dice.shuffled(ways(rules))))


def ways(rules: Rules) -> list[str]:
    """Every chair with every suit ("2H")."""
    return [f"{chair}{suit}" for chair in range(rules.seats) for suit in SUITS]


def chooser(draw: Draw) -> int:
    """The seat that has to choose; -1 when all have."""
    return next((seat for seat in draw.order if not draw.picks[seat]), -1)


def open_to(draw: Draw, seat: int, rules: Rules) -> tuple[str, ...]:
    """The chairs with suits ("2H") that a seat may choose: what is free and suits what others have chosen.

    Partners are the two highest and the two lowest: they sit opposite and own a pair of suits (R1.4, R1.8).
    """
    chairs = range(rules.seats) if rules.chairs_chosen else (seat,)
    ways = (f"{chair}{suit}" for chair in chairs for suit in SUITS)
    return tuple(way for way in ways if all(_agree(draw, seat, way, other, rules) for other in range(rules.seats)))


def _agree(draw: Draw, seat: int, way: str, other: int, rules: Rules) -> bool:
    """Whether a choice goes together with what another seat has chosen."""
    pick = draw.picks[other]
    if not pick or other == seat:
        return True
    if pick[0] == way[0] or pick[1] == way[1]:
        return False
    if not rules.pairs:
        return True
    size = rules.seats // rules.sides
    partners = draw.order.index(seat) // size == draw.order.index(other) // size
    opposite = int(pick[0]) in r.allies(int(way[0]), rules)
    paired = any(pick[1] in pair and way[1] in pair for pair in rules.pairs)
    return opposite == paired == partners


def pick(state: State, seat: Seat, chair: int, suit: str) -> list[Event]:
    """A seat chooses; who has only one choice after that gets it. Raises Refusal."""
    if state.draw is None or state.phase != "draw":
        raise Refusal("rule.no_draw")
    if seat != chooser(state.draw):
        raise Refusal("rule.not_your_turn")
    if f"{chair}{suit}" not in open_to(state.draw, seat, state.rules):
        rule = "1.8" if state.rules.pairs else "6.1.1" if state.rules.chairs_chosen else "6.2.2"
        raise Refusal("rule.not_open", rule=rule)
    return _settle(state.draw, state.rules, Picked(seat, chair, suit))


def lapse(state: State) -> list[Event]:
    """Time is up: the lots choose for whose turn it is."""
    draw = state.draw
    if draw is None:
        raise ValueError("nothing is drawn")
    seat = chooser(draw)
    choices = open_to(draw, seat, state.rules)
    way = next(lot for lot in draw.lots if lot in choices)
    return _settle(draw, state.rules, Picked(seat, int(way[0]), way[1], "lot"))


def _settle(draw: Draw, rules: Rules, first: Picked) -> list[Event]:
    """A choice with what follows from it: the choices that are none, and the end of the ceremony."""
    events: list[Event] = [first]
    draw = picked(draw, first)
    while (seat := chooser(draw)) >= 0:
        choices = open_to(draw, seat, rules)
        if len(choices) > 1:
            return events
        left = Picked(seat, int(choices[0][0]), choices[0][1], "left")
        events.append(left)
        draw = picked(draw, left)
    chairs = tuple(int(way[0]) for way in draw.picks)
    suits = {int(way[0]): way[1] for way in draw.picks}
    return [*events, Seated(chairs), TrumpsGiven("".join(suits[chair] for chair in range(rules.seats)))]


def picked(draw: Draw, event: Picked) -> Draw:
    """The ceremony after a choice. Once all have chosen, the lots have no use any more."""
    picks = [*draw.picks]
    picks[event.seat] = f"{event.chair}{event.suit}"
    return Draw(draw.cards, draw.order, tuple(picks), draw.lots if "" in picks else ())
