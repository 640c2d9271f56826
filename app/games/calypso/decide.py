"""What a command leads to, and how hands are dealt. Refused is here, in ceremony.py and in revokes.py; so are dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.basics import Card, Command, Event, Refusal, Seat
from app.engine.cards import SUITS, is_card, pack, sort_cards
from app.engine.dice import Dice
from app.engine.options import Options
from app.games.calypso import ceremony, revokes
from app.games.calypso import rules as r
from app.games.calypso.options import rules_of
from app.games.calypso.types import (
    Claim,
    Concluded,
    Dealt,
    Gather,
    Last,
    Line,
    Pick,
    Play,
    Played,
    Rules,
    Scored,
    Seated,
    Shuffled,
    SideScore,
    State,
    TakeBack,
    TrickTaken,
    TrumpsGiven,
)


def start(options: Options, dice: Dice) -> list[Event]:
    """The opening. The dice are rolled in this order: ring, first dealer, trumps, pack; or for a ceremony."""
    rules = rules_of(options)
    if rules.seating == "draw":
        return [ceremony.begin(rules, dice)]
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
    """The next hand of the round, from the stock; after its last a fresh pack (R1.10, R1.13).

    A round in which revokes can be claimed is scored only now (R5.7), and rests again. A ceremony comes before all.
    """
    if state.round < 0:
        return new_round(state.rules, state.trumps, 0, state.dealer, shuffle(state.rules, state.trumps, dice))
    if round_over(state) and not scored(state):
        return closing(state)
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


def scored(state: State) -> bool:
    """Whether the round in progress is on the sheet."""
    return len(state.sheet) > state.round


def decide(state: State, seat: Seat, command: Command) -> list[Event]:
    """What a seat's command leads to. Raises Refusal."""
    chair = state.chairs[seat]
    match command:
        case Play():
            return play(state, chair, command.card)
        case Pick():
            return ceremony.pick(state, seat, command.chair, command.suit)
        case TakeBack():
            return revokes.take_back(state, chair)
        case Claim():
            return revokes.claim(state, chair, command.offender, command.trick)
        case Gather() if state.phase == "gather" and chair == on_turn(state):
            return taken(state)
    raise Refusal("bad.command")


def lapse(state: State) -> list[Event]:
    """A deadline of the game's own has passed: of a choice in the ceremony, or a trick has lain long enough."""
    return ceremony.lapse(state) if state.phase == "draw" else taken(state)


def play(state: State, chair: int, text: str) -> list[Event]:
    """A chair plays a card: it falls, perhaps completes a trick, a round, the game. Raises Refusal."""
    card = checked(state, chair, text)
    played = fall(state, chair, card)
    cards = card_led(state, card)
    if len(cards) < state.rules.seats or state.rules.claims:
        return [played]
    leader = (chair + 1) % state.rules.seats
    return [played, *_trick(state, Last(leader, cards, played.winner, played.why))]


def taken(state: State) -> list[Event]:
    """The trick that lies on the table is gathered."""
    return _trick(state, Last(state.leader, state.trick, state.winner, state.why))


def _trick(state: State, trick: Last) -> list[Event]:
    """A finished trick is collected (R3.2); with the last one the round is scored, if no claims can come."""
    areas = tuple(zip(state.rows, state.done, strict=True))
    gains, pile = r.gather(trick.cards, trick.winner, state.trumps, areas, state.rules)
    event = TrickTaken(trick.leader, trick.cards, trick.winner, trick.why, gains, pile)
    last = round_over(state) and state.no + 1 == state.rules.cards
    return [event, *closing(state, event)] if last and not state.rules.claims else [event]


def checked(state: State, chair: int, text: str) -> Card:
    """The card, if this chair may play it now (R2.1, R2.2). Raises Refusal."""
    if not is_card(text) or text[1] not in SUITS:
        raise Refusal("bad.card", card=text[:8])
    if state.phase != "play":
        raise Refusal(_NOT_NOW.get(state.phase, "rule.between"))
    if chair != on_turn(state):
        raise Refusal("rule.not_your_turn")
    card, led = Card(text), led_suit(state)
    if card not in state.hands[chair]:
        raise Refusal("rule.not_in_hand", card=card)
    if not state.rules.claims and not follows(state, chair, card):
        raise Refusal("rule.follow_suit", suit=led, rule="2.10" if state.rules.ruffs_freely else "2.2")
    return card


_NOT_NOW: Final = {"over": "rule.over", "draw": "rule.drawing", "gather": "rule.gathering"}


def follows(state: State, chair: int, card: Card) -> bool:
    """Whether a card of the hand keeps to the rules (R2.2, R2.10)."""
    led, own = led_suit(state), state.trumps[chair]
    return r.may_play(card, r.legal_suits(state.hands[chair], led, own, state.rules))


def on_turn(state: State) -> int:
    """The chair that has to play now (R1.12, R2.1); while a trick lies, the one that completed it."""
    if state.phase == "gather":
        return (state.leader - 1) % state.rules.seats
    if len(state.trick) == state.rules.seats:
        return state.winner
    return (state.leader + len(state.trick)) % state.rules.seats


def led_suit(state: State) -> str:
    """The suit that the next card has to follow; "" for a lead."""
    return state.trick[0][1] if 0 < len(state.trick) < state.rules.seats else ""


def card_led(state: State, card: Card) -> tuple[Card, ...]:
    """The trick on the table once this card has fallen."""
    return (*state.trick, card) if led_suit(state) else (card,)


def fall(state: State, chair: int, card: Card) -> Played:
    """A legal card falls: who wins the trick now (R2.8), what the card shows (R7.2)."""
    rules, led = state.rules, led_suit(state)
    cards = card_led(state, card)
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
        revoke=rules.claims and not follows(state, chair, card),
    )


def closing(state: State, trick: TrickTaken | None = None) -> list[Event]:
    """The end of a round, scored (R4.1), and after the last round the end of the game (R4.3). `trick`: the last one, if
    the state does not have it yet."""
    rules = state.rules
    done, rows = list(state.done), list(state.rows)
    piles = [len(pile) for pile in state.piles]
    if trick:
        for gain in trick.gains:
            done[gain.chair], rows[gain.chair] = gain.done, gain.row
        piles[trick.winner] += len(trick.pile)
    lines = _lines(state, done, rows, piles)
    events: list[Event] = [Scored(state.round, lines)]
    if state.round + 1 == rules.rounds:
        events.append(Concluded(r.standing((*state.sheet, lines), rules)))
    return events


def _lines(state: State, done: Sequence[int], rows: Sequence[str], piles: Sequence[int]) -> tuple[Line, ...]:
    chairs = enumerate(zip(done, rows, piles, strict=True))
    return tuple(
        r.line(n, len(row), pile, revokes.penalty(state.claims, state.round, at)) for at, (n, row, pile) in chairs
    )


def standing(state: State) -> tuple[SideScore, ...]:
    """The sides as they would end if the round in play were scored now (R4.1, R4.3)."""
    if scored(state):
        return r.standing(state.sheet, state.rules)
    lines = _lines(state, state.done, state.rows, [len(pile) for pile in state.piles])
    return r.standing((*state.sheet, lines), state.rules)


def parting(state: State, chair: int) -> list[Event]:
    """What a bot does before a pause ends: it claims revokes that the cards played prove (R5.11)."""
    if not state.rules.claims or state.round < 0 or scored(state):
        return []
    if revokes.mistaken(state, chair) >= revokes.FALSE_CLAIMS:
        return []
    return [event for found in revokes.evident(state, chair) for event in revokes.claim(state, chair, *found)]
