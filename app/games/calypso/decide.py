"""What a command leads to, and how hands are dealt: the only place where Calypso refuses or rolls dice."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.basics import Card, Command, Event, Refusal, Seat
from app.engine.cards import SUITS, is_card, pack, sort_cards
from app.engine.dice import Dice
from app.engine.options import Options
from app.games.calypso import rules as r
from app.games.calypso.options import rules_of
from app.games.calypso.types import (
    Concluded,
    Dealt,
    Line,
    Play,
    Played,
    Rules,
    Scored,
    Seated,
    Shuffled,
    SideScore,
    State,
    TrickTaken,
    TrumpsGiven,
)


def start(options: Options, dice: Dice) -> list[Event]:
    """The opening. The dice are rolled in this order: ring, first dealer, trumps, pack."""
    rules = rules_of(options)
    ring = tuple(dice.shuffled(range(rules.seats))) if rules.seating == "random" else r.RINGS[rules.seating]
    dealer = dice.below(rules.seats)
    trumps = dice.choice(r.assignments(rules))
    chairs = tuple(ring.index(seat) for seat in range(rules.seats))
    return [Seated(chairs), TrumpsGiven(trumps), *new_round(rules, trumps, 0, dealer, shuffle(rules, trumps, dice))]


def shuffle(rules: Rules, trumps: str, dice: Dice) -> list[Card]:
    """R1.10: the pack of the suits in play (R6.2.1), shuffled; in sorting order before."""
    return dice.shuffled(pack(rules.copies, suits="".join(s for s in SUITS if s in trumps)))


def new_round(rules: Rules, trumps: str, round_: int, dealer: int, cards: Sequence[Card]) -> list[Event]:
    """A round begins with these cards, in dealing order, and its first hand is dealt."""
    return [Shuffled(round_, tuple(cards)), new_hand(rules, 0, dealer, cards)]


def new_hand(rules: Rules, hand: int, dealer: int, stock: Sequence[Card]) -> Dealt:
    """A hand dealt from the top of the stock; the dealer's left neighbour leads (R1.11, R1.12)."""
    hands = r.deal(stock[: rules.cards * rules.seats], dealer, rules.seats)
    return Dealt(hand, dealer, (dealer + 1) % rules.seats, tuple(tuple(sort_cards(h)) for h in hands))


def resume(state: State, dice: Dice) -> list[Event]:
    """The next hand of the round, from the stock; after its last a fresh pack (R1.10, R1.13)."""
    if round_over(state):
        return next_round(state, shuffle(state.rules, state.trumps, dice))
    return [next_hand(state)]


def next_hand(state: State) -> Dealt:
    """The next hand of the round, from the stock."""
    dealer = r.next_dealer(state.dealer, False, state.rules.seats)
    return new_hand(state.rules, state.hand + 1, dealer, state.stock)


def next_round(state: State, cards: Sequence[Card]) -> list[Event]:
    """The next round, with these cards in dealing order."""
    dealer = r.next_dealer(state.dealer, True, state.rules.seats)
    return new_round(state.rules, state.trumps, state.round + 1, dealer, cards)


def round_over(state: State) -> bool:
    """Whether the hand in progress or just finished is the last of its round."""
    return state.hand + 1 == state.rules.hands


def decide(state: State, seat: Seat, command: Command) -> list[Event]:
    """What a seat's command leads to. Raises Refusal."""
    if not isinstance(command, Play):
        raise Refusal("bad.command")
    return play(state, state.chairs[seat], command.card)


def play(state: State, chair: int, text: str) -> list[Event]:
    """A chair plays a card: it falls, perhaps completes a trick, a round, the game. Raises Refusal."""
    card = checked(state, chair, text)
    played = fall(state, chair, card)
    trick = card_led(state, chair, card)
    events: list[Event] = [played]
    if len(trick) < state.rules.seats:
        return events
    areas = tuple(zip(state.rows, state.done, strict=True))
    gains, pile = r.gather(trick, played.winner, state.trumps, areas, state.rules)
    taken = TrickTaken((chair + 1) % state.rules.seats, trick, played.winner, played.why, gains, pile)
    events.append(taken)
    if round_over(state) and state.no + 1 == state.rules.cards:
        events += closing(state, taken)
    return events


def checked(state: State, chair: int, text: str) -> Card:
    """The card, if this chair may play it now (R2.1, R2.2). Raises Refusal."""
    if not is_card(text) or text[1] not in SUITS:
        raise Refusal("bad.card", card=text[:8])
    if state.phase != "play":
        raise Refusal("rule.over" if state.phase == "over" else "rule.between")
    if chair != on_turn(state):
        raise Refusal("rule.not_your_turn")
    card, hand, led = Card(text), state.hands[chair], led_suit(state)
    if card not in hand:
        raise Refusal("rule.not_in_hand", card=card)
    if not r.may_play(card, r.legal_suits(hand, led, state.trumps[chair], state.rules)):
        raise Refusal("rule.follow_suit", suit=led, rule="2.2")
    return card


def on_turn(state: State) -> int:
    """The chair that has to play now, while the phase is `play` (R1.12, R2.1)."""
    if len(state.trick) == state.rules.seats:
        return state.winner
    return (state.leader + len(state.trick)) % state.rules.seats


def led_suit(state: State) -> str:
    """The suit that the next card has to follow; "" for a lead."""
    return state.trick[0][1] if 0 < len(state.trick) < state.rules.seats else ""


def card_led(state: State, chair: int, card: Card) -> tuple[Card, ...]:
    """The trick on the table once this card has fallen."""
    return (*state.trick, card) if led_suit(state) else (card,)


def fall(state: State, chair: int, card: Card) -> Played:
    """A legal card falls: who wins the trick now (R2.8), what the card shows (R7.2)."""
    rules, led = state.rules, led_suit(state)
    cards = card_led(state, chair, card)
    leader = (chair + 1 - len(cards)) % rules.seats
    owns = (state.trumps * 2)[leader : leader + len(cards)]
    best, why = r.winner(cards, owns, rules.lead_holds)
    return Played(
        chair=chair,
        card=card,
        winner=(leader + best) % rules.seats,
        why=why,
        void=r.renounced(card, led, state.trumps[chair], rules),
        quiet=not rules.plays_logged,
    )


def closing(state: State, taken: TrickTaken) -> list[Event]:
    """The end of a round, scored (R4.1), and after the last round the end of the game (R4.3)."""
    rules = state.rules
    done, rows = list(state.done), list(state.rows)
    for gain in taken.gains:
        done[gain.chair], rows[gain.chair] = gain.done, gain.row
    piles = [len(pile) for pile in state.piles]
    piles[taken.winner] += len(taken.pile)
    lines = _lines(done, rows, piles)
    events: list[Event] = [Scored(state.round, lines)]
    if state.round + 1 == rules.rounds:
        events.append(Concluded(r.standing((*state.sheet, lines), rules)))
    return events


def _lines(done: Sequence[int], rows: Sequence[str], piles: Sequence[int]) -> tuple[Line, ...]:
    return tuple(r.line(n, len(row), pile) for n, row, pile in zip(done, rows, piles, strict=True))


def standing(state: State) -> tuple[SideScore, ...]:
    """The sides as they would end if the round in play were scored now (R4.1, R4.3)."""
    if len(state.sheet) > state.round:
        return r.standing(state.sheet, state.rules)
    lines = _lines(state.done, state.rows, [len(pile) for pile in state.piles])
    return r.standing((*state.sheet, lines), state.rules)
