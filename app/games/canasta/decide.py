"""What a command leads to. Refused is here, in guard.py, pile.py and rules.py; dice are rolled here only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from app.engine.basics import Card, Command, Event, Refusal, Seat
from app.engine.cards import is_card, without
from app.engine.dice import Dice
from app.engine.options import Options
from app.games.canasta import guard, pile
from app.games.canasta import rules as r
from app.games.canasta.course import Course
from app.games.canasta.evolve import begin
from app.games.canasta.types import (
    Answer,
    Answered,
    Ask,
    Asked,
    Discard,
    Discarded,
    DrawStock,
    Drew,
    GoOut,
    Group,
    Lapsed,
    LayDown,
    Meld,
    Parted,
    Pass,
    Raised,
    Replaced,
    Rules,
    Seated,
    State,
    TakePile,
    Took,
)

HIGHEST: Final = {2: (0, 1), 3: (0, 1, 2), 4: (0, 2, 1, 3), 5: (0, 2, 1, 3, 4), 6: (0, 2, 4, 1, 3, 5)}
"""R1.11: the person that the highest card makes, the second.., by number of persons: partners are drawn together."""
PAIRS: Final = (0, 3, 1, 4, 2, 5)
"""The same for three pairs."""


def start(options: Options, dice: Dice) -> list[Event]:
    """The opening. The dice are rolled in this order: cards for places or the first dealer; the pack."""
    course = Course(begin(options))
    rules = course.state.rules
    if rules.seats_drawn:
        course.add(_draw_places(rules, dice))
        dealer = rules.chairs - 1
    else:
        course.add(Seated(tuple(range(rules.seats))))
        dealer = dice.below(rules.chairs)
    course.deal(0, dealer, shuffle(rules, dice))
    return course.events


def shuffle(rules: Rules, dice: Dice) -> list[Card]:
    """R1.1: the whole pack, shuffled."""
    return dice.shuffled(r.full_pack(rules))


def _draw_places(rules: Rules, dice: Dice) -> Seated:
    """R1.10, R1.11: everybody draws from the spread pack until all cards can be ranked; drawn cards do not go back."""
    spread = dice.shuffled(r.full_pack(rules))
    cards, spread = spread[: rules.seats], spread[rules.seats :]
    while again := r.redraw(cards):
        for at in again:
            cards[at] = spread.pop()
    order = PAIRS if rules.seats == len(PAIRS) and rules.sides == len(PAIRS) // 2 else HIGHEST[rules.seats]
    persons = [0] * rules.seats
    for place, seat in enumerate(r.precedence(cards)):
        persons[seat] = order[place]
    return Seated(tuple(persons), tuple(cards))


def resume(state: State, dice: Dice) -> list[Event]:
    """The next deal; the dealer's left neighbour deals (R1.11)."""
    return next_deal(state, shuffle(state.rules, dice))


def next_deal(state: State, cards: Sequence[Card]) -> list[Event]:
    """The next deal with these cards in dealing order. Raises ValueError if they do not suffice."""
    course = Course(state)
    course.deal(state.deal + 1, (state.dealer + 1) % state.rules.chairs, cards)
    return course.events


def lapse(state: State) -> list[Event]:
    """R3.6.5: nobody has answered in time."""
    return [Lapsed()]


def decide(state: State, seat: Seat, command: Command) -> list[Event]:
    """What a seat's command leads to. Raises Refusal."""
    return act(state, state.chairs[seat], command)


def act(state: State, chair: int, command: Command) -> list[Event]:
    """What a chair's command leads to (-1: who sits out). Raises Refusal."""
    if state.phase in ("between", "over", "new"):
        raise Refusal("rule.over" if state.phase == "over" else "rule.between")
    if isinstance(command, Answer):
        return _answer(state, chair, command.yes)
    if chair != state.turn:
        raise Refusal("rule.not_your_turn")
    if state.phase == "ask":
        raise Refusal("rule.asking", rule="3.6.4")
    return _DOES[type(command)](state, command)


def _must(state: State, phase: str) -> None:
    """Drawing comes first, and once (R3.3.2). Raises Refusal."""
    if state.phase != phase:
        raise Refusal("rule.draw_first" if phase == "play" else "rule.drawn_already", rule="3.3.2")


def _held(hand: tuple[Card, ...], *parts: Sequence[str]) -> tuple[Card, ...]:
    """The hand without all these cards. Raises Refusal."""
    for card in (card for part in parts for card in part):
        if not is_card(card):
            raise Refusal("bad.card", card=card[:8])
        if card not in hand:
            raise Refusal("rule.not_in_hand", card=card, rule="3.3")
        hand = without(hand, Card(card))
    return hand


def _draw(state: State, _: DrawStock) -> list[Event]:
    """R2.5, R3.7.1: from the stock; red threes are laid and replaced."""
    _must(state, "draw")
    if not state.stock:
        raise Refusal("rule.stock_empty", rule="3.7.3")
    course, chair = Course(state), state.turn
    kept, threes = r.drawn(state.stock, state.rules.draw)
    course.add(Drew(chair, tuple(kept)))
    if threes:
        course.add(Replaced(chair, tuple(threes), ()))
    if not kept:
        course.end("stock")
    return course.events


def _take(state: State, play: TakePile) -> list[Event]:
    """R3.4: top card and melds at once, then the rest of the pile."""
    cards, groups = play.cards, play.melds
    _must(state, "draw")
    if state.asked:
        raise Refusal("rule.asked_take", rule="3.6.2")
    chair = state.turn
    pile.check_reach(state, chair)
    _held(state.hands[chair], cards, *(group.cards for group in groups))
    pile.check_cards(state, chair, cards)
    top = state.pile[-1]
    _check_groups(guard.melds_of(state, chair), groups, top[0])
    made = r.value(top) + r.points(cards) + sum(r.points(group.cards) for group in groups)
    if made < (wanted := guard.need(state, chair)):
        raise pile.below(made, wanted)
    way = pile.Way(tuple(Card(card) for card in cards), tuple(groups))
    guard.check_finish(state, *pile.after(state, chair, way))
    course = Course(state)
    threes = tuple(card for card in state.pile[:-1] if r.is_red_three(card))
    course.add(Took(chair, top, pile.to_hand(state.pile), threes))
    if state.rules.cutthroat and state.lone < 0:
        course.add(Parted(chair))
    course.lay([Group(top[0], tuple(cards)), *groups], top)
    return course.rest(ended=False)


def _check_groups(melds: tuple[Meld, ...], groups: Sequence[Group], taken: str = "") -> None:
    """R3.1, R3.3: groups that are laid at once; `taken`: the rank that the pile's top card goes to. Raises Refusal."""
    ranks = [group.rank for group in groups]
    for group in groups:
        meld = r.meld_of(melds, group.rank)
        if ranks.count(group.rank) > 1 or (taken and group.rank == taken):
            raise Refusal("rule.rank_twice", rank=group.rank, rule="3.3")
        r.check_group(group.rank, group.cards, meld.cards if meld else ())


def _lay_down(state: State, play: LayDown) -> list[Event]:
    """R3.1: melds and additions; too small a first meld raises the minimum where the table is strict."""
    _must(state, "play")
    chair, groups = state.turn, play.melds
    melds = guard.melds_of(state, chair)
    hand = _held(state.hands[chair], *(group.cards for group in groups))
    if not groups:
        raise Refusal("rule.nothing_laid", rule="3.3")
    _check_groups(melds, groups)
    for group in groups:
        melds = r.laid(melds, group.rank, [Card(card) for card in group.cards], chair)
    made, wanted = sum(r.points(group.cards) for group in groups), guard.need(state, chair)
    account = guard.account_of(state, chair)
    if made < wanted and state.rules.strict and state.raised[account] < r.MOST_RAISED:
        return [Raised(account, r.STEP, wanted + r.STEP)]
    if made < wanted:
        raise pile.below(made, wanted)
    guard.check_finish(state, hand, melds)
    course = Course(state)
    course.lay(groups)
    return course.rest(ended=False)


def _discard(state: State, play: Discard) -> list[Event]:
    """R3.3.3: a card onto the pile; the last one goes out."""
    _must(state, "play")
    chair, rules = state.turn, state.rules
    hand = _held(state.hands[chair], (play.card,))
    if hand and state.asked == "yes":
        raise Refusal("rule.must_go_out", rule="3.6.4")
    if not hand:
        _check_out(state, guard.melds_of(state, chair))
    course, card = Course(state), Card(play.card)
    course.add(Discarded(chair, card, r.freezes(card, rules)))
    return course.rest(ended=True)


def _check_out(state: State, melds: tuple[Meld, ...]) -> None:
    """R3.5.1, R3.6.4: whether who is on turn may go out with these melds of the side. Raises Refusal."""
    if refusal := guard.denial(state):
        raise refusal
    have = r.canastas(melds)
    if have < state.rules.required:
        raise Refusal("rule.no_canasta", have=have, need=state.rules.required, rule="3.5.1")


def _go_out(state: State, play: GoOut) -> list[Event]:
    """R3.5: everything at once. A side that has not melded needs no minimum: it has drawn from the stock, and with a
    canasta of its own in this play the hand is concealed (R3.5.5)."""
    _must(state, "play")
    chair, melds = state.turn, guard.melds_of(state, state.turn)
    discards = (play.discard,) if play.discard else ()
    hand = _held(state.hands[chair], *(group.cards for group in play.melds), play.threes, discards)
    _check_groups(melds, play.melds)
    r.check_threes(play.threes, state.rules.packs)
    if hand:
        raise Refusal("rule.cards_left", n=len(hand), rule="3.5.1")
    for group in play.melds:
        melds = r.laid(melds, group.rank, [Card(card) for card in group.cards], chair)
    _check_out(state, melds)
    course = Course(state)
    course.lay(play.melds)
    if play.threes:
        course.lay([Group("3", play.threes)])
    if play.discard:
        card = Card(play.discard)
        course.add(Discarded(chair, card, r.freezes(card, state.rules)))
    return course.rest(ended=True)


def check_ask(state: State) -> None:
    """R3.6.2: whether who is on turn may ask now. Raises Refusal."""
    rules = state.rules
    if not rules.partners:
        raise Refusal("rule.no_partner", rule="1.6")
    if rules.permission == "off":
        raise Refusal("rule.no_asking", rule="3.6.1")
    if state.asked:
        raise Refusal("rule.asked_already", rule="3.6.2")
    if state.source == "pile" or state.fresh or state.joined:
        raise Refusal("rule.ask_late", rule="3.6.2")
    if state.phase == "draw" and not state.stock:
        raise Refusal("rule.stock_empty", rule="3.6.2")
    # before the draw any card may come: it must be possible to throw it
    if guard.plan(state, state.turn, discards=state.phase == "play") is None:
        raise Refusal("rule.cannot_go_out", rule="3.6.2")


def _ask(state: State, _: Ask) -> list[Event]:
    """R3.6.1."""
    check_ask(state)
    return [Asked(state.turn)]


def _answer(state: State, chair: int, yes: bool) -> list[Event]:
    """R3.6.3: a partner answers; of two both must agree, and the first no settles it (R1.8)."""
    if state.phase != "ask":
        raise Refusal("rule.nothing_asked", rule="3.6.3")
    if chair not in guard.partners_of(state, state.turn) or chair in state.agreed:
        raise Refusal("rule.not_yours_to_answer", rule="3.6.3")
    last = len(state.agreed) + 1 == len(guard.partners_of(state, state.turn))
    return [Answered(chair, yes, last or not yes)]


def _pass(state: State, _: Pass) -> list[Event]:
    """R3.7.3: the pile is left, with the stock empty: the deal ends."""
    _must(state, "draw")
    if not state.chance:
        raise Refusal("rule.pass_not_now", rule="3.7.3")
    if state.chance == "must":
        raise Refusal("rule.must_take", rule="3.7.3")
    course = Course(state)
    course.end("stock")
    return course.events


_DOES: Final[dict[type[Command], Callable[[State, Any], list[Event]]]] = {
    DrawStock: _draw,
    TakePile: _take,
    LayDown: _lay_down,
    Discard: _discard,
    GoOut: _go_out,
    Ask: _ask,
    Pass: _pass,
}
