"""The rules as functions of cards and small tuples: melds, points, canastas, red threes, sides, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.basics import Card, Refusal
from app.engine.cards import JOKER, RANKS, SUITS, pack, sort_cards
from app.games.canasta.types import Line, Meld, Rules

MELDABLE: Final = "456789TJQKA"
"""Ranks of natural cards (R1.2)."""
CANASTA: Final = 7
LEAST_CARDS: Final = 3
LEAST_NATURALS: Final = 2
MOST_WILDS: Final = 3
NATURAL: Final = 500
MIXED: Final = 300
OUT: Final = 100
CONCEALED: Final = 100
RED_THREE: Final = 100
STEP: Final = 10
"""How much too small an initial meld raises the minimum (R5.3)."""
MOST_RAISED: Final = 100
"""By how much at most in a deal, so that it comes to an end (R5.3)."""

VALUES: Final[dict[str, int]] = {
    "JK": 50,
    **dict.fromkeys("2A", 20),
    **dict.fromkeys("KQJT98", 10),
    **dict.fromkeys("76543", 5),
}
"""Card values by rank (R1.3)."""


def is_wild(card: str) -> bool:
    """A joker or a two (R1.2)."""
    return card == JOKER or card[0] == "2"


def is_red_three(card: str) -> bool:
    """R1.2."""
    return card in ("3H", "3D")


def is_black_three(card: str) -> bool:
    """R1.2."""
    return card in ("3S", "3C")


def rank_of(card: str) -> str:
    """The rank's letter; "JK" for a joker."""
    return "JK" if card == JOKER else card[0]


def value(card: str) -> int:
    """Points of a card; a red three has none (R1.3)."""
    return 0 if is_red_three(card) else VALUES[rank_of(card)]


def points(cards: Sequence[str]) -> int:
    """Points of several."""
    return sum(value(card) for card in cards)


def full_pack(rules: Rules) -> tuple[Card, ...]:
    """R1.1: 108 or 162 cards in sorting order."""
    return pack(rules.packs, jokers=2 * rules.packs)


def wilds(cards: Sequence[str]) -> int:
    """How many of them are wild."""
    return sum(is_wild(card) for card in cards)


def check_group(rank: str, cards: Sequence[str], lying: Sequence[str] = ()) -> None:
    """R3.1.1, R3.1.3: cards laid as a meld of the rank, or added to what lies of it: that may have more wild cards
    already where two melds became one (R1.9). Raises Refusal."""
    if any(is_red_three(card) for card in cards):
        raise Refusal("rule.red_three", rule="2.7")
    if any(not is_wild(card) and card[0] != rank for card in cards) or rank not in tuple(MELDABLE + "3"):
        raise Refusal("rule.mixed_ranks", rule="3.1.1")
    if rank == "3":
        wild = wilds(cards) > 0
        raise Refusal("rule.black_three_with_wild" if wild else "rule.black_three_meld", rule="2.10")
    both = [*lying, *cards]
    if len(both) < LEAST_CARDS or not cards:
        raise Refusal("rule.too_few_cards", least=LEAST_CARDS, rule="3.1.1")
    if len(both) - wilds(both) < LEAST_NATURALS:
        raise Refusal("rule.too_few_naturals", least=LEAST_NATURALS, rule="3.1.1")
    if wilds(cards) and wilds(both) > MOST_WILDS:
        raise Refusal("rule.too_many_wilds", most=MOST_WILDS, rule="3.1.3")


def check_threes(cards: Sequence[str], packs: int) -> None:
    """R2.10: the black threes of the play that goes out, three or all that there are. Raises Refusal."""
    if any(is_red_three(card) for card in cards):
        raise Refusal("rule.red_three", rule="2.7")
    if any(is_wild(card) for card in cards):
        raise Refusal("rule.black_three_with_wild", rule="2.10")
    if not all(is_black_three(card) for card in cards):
        raise Refusal("rule.mixed_ranks", rule="2.10")
    if 0 < len(cards) < LEAST_CARDS:
        raise Refusal("rule.too_few_cards", least=LEAST_CARDS, rule="2.10")


def canasta(cards: Sequence[str]) -> str:
    """R3.1.4: natural or mixed, "" if it is none; black threes never are (R2.10)."""
    if len(cards) < CANASTA or is_black_three(cards[0]):
        return ""
    return "mixed" if wilds(cards) else "natural"


def canastas(melds: Sequence[Meld]) -> int:
    """C(side): how many canastas lie there."""
    return sum(1 for meld in melds if canasta(meld.cards))


def meld_of(melds: Sequence[Meld], rank: str) -> Meld | None:
    """The meld of a rank (R3.1.2)."""
    return next((meld for meld in melds if meld.rank == rank), None)


def laid(melds: tuple[Meld, ...], rank: str, cards: Sequence[Card], by: int) -> tuple[Meld, ...]:
    """The side's melds after cards have joined the one of their rank, or begun it; in order of rank."""
    old = meld_of(melds, rank)
    whole = Meld(rank, tuple(sort_cards([*(old.cards if old else ()), *cards])), by)
    rest = [meld for meld in melds if meld.rank != rank]
    return tuple(sorted([*rest, whole], key=lambda meld: RANKS.index(meld.rank)))


def band(total: int, packs: int) -> int:
    """R3.0.1, R1.8: the minimum of an initial meld by the total at the start of the deal."""
    if total < 0:
        return 15
    if total < 1500:
        return 50
    if total < 3000:
        return 90
    return 150 if packs > 2 and total >= 7500 else 120


def red_points(count: int, melded: bool, packs: int) -> int:
    """R2.8, R1.8: red threes at the end of a deal."""
    every = {2: {4: 800}, 3: {5: 1000, 6: 1200}}[packs]
    worth = every.get(count, RED_THREE * count)
    return worth if melded else -worth


def red_line(laid: int, left: int, melded: bool, packs: int) -> int:
    """R4.4, R4.5: a side's red threes, those that are left in hands with them: they help to make all four, but not
    against a side without a meld."""
    if melded:
        return red_points(laid + left, melded, packs)
    return red_points(laid, melded, packs) - RED_THREE * left


def line(melds: Sequence[Meld], reds: tuple[int, int], held: Sequence[str], bonus: tuple[int, int], packs: int) -> Line:
    """R4.1, R4.2: a side's line. `reds`: its red threes, laid and left in hands; `held`: the cards left in its hands;
    `bonus`: for going out, and for doing so concealed."""
    kinds = [canasta(meld.cards) for meld in melds]
    natural, mixed = kinds.count("natural"), kinds.count("mixed")
    red = red_line(*reds, bool(melds), packs)
    on_table, in_hand = sum(points(meld.cards) for meld in melds), -points(held)
    total = NATURAL * natural + MIXED * mixed + sum(bonus) + red + on_table + in_hand
    return Line(natural, mixed, *bonus, red, on_table, in_hand, 0, total)


def is_upcard(card: str) -> bool:
    """R2.2: whether no further card is turned on it."""
    return card[0] in MELDABLE and card != JOKER


def freezes(card: str, rules: Rules) -> bool:
    """R2.3, R2.9, R2.11: whether a card turned for the upcard, or discarded, freezes the pile."""
    return is_wild(card) or is_red_three(card) or (rules.black_freezes and is_black_three(card))


def frozen_by(cards: Sequence[str], rules: Rules) -> str:
    """What freezes a pile of these turned cards: the last that does, "always" by the option, "" if nothing."""
    found = [card for card in cards if freezes(card, rules)]
    return found[-1] if found else "always" if rules.always_frozen else ""


def deal(cards: Sequence[Card], dealer: int, rules: Rules) -> tuple[list[list[Card]], list[Card], list[Card]]:
    """R2.1, R2.2: hands by chair, the pile turned, the stock. Raises ValueError if the cards do not suffice."""
    n = rules.chairs
    dealing, rest = cards[: n * rules.hand], cards[n * rules.hand :]
    hands = [list(dealing[(chair - dealer - 1) % n :: n]) for chair in range(n)]
    turned = next((at for at, card in enumerate(rest) if is_upcard(card)), None)
    if turned is None:
        raise ValueError("no upcard")
    return hands, list(rest[: turned + 1]), list(rest[turned + 1 :])


def replace_threes(hand: Sequence[Card], stock: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    """R2.4: the red threes of a hand with those that come for them, and the cards that replace them."""
    threes = [card for card in hand if is_red_three(card)]
    kept, more = drawn(stock, len(threes))
    return threes + more, kept


def drawn(stock: Sequence[Card], count: int) -> tuple[list[Card], list[Card]]:
    """R2.5: the cards kept of a draw, and the red threes laid on the way."""
    kept, threes = list[Card](), list[Card]()
    for card in stock:
        if len(kept) == count:
            break
        (threes if is_red_three(card) else kept).append(card)
    return kept, threes


def precedence(cards: Sequence[Card]) -> tuple[int, ...]:
    """R1.10: the places of drawn cards from the highest: A K Q .. 4 3 2, of equal ranks S > H > D > C."""
    return tuple(sorted(range(len(cards)), key=lambda at: (-RANKS.index(cards[at][0]), SUITS.index(cards[at][1]))))


def redraw(cards: Sequence[Card]) -> list[int]:
    """R1.10: who must draw again: a joker, or the same card as somebody else."""
    return [at for at, card in enumerate(cards) if card == JOKER or cards.count(card) > 1]


def chairs_of(persons: Sequence[int], number: int, rules: Rules) -> tuple[int, ...]:
    """R1.7: the chair of each seat in a deal (from 0); -1 for who sits out."""
    if rules.seats == rules.chairs:
        return tuple(persons)
    first, second = TRIO[number % len(TRIO)]
    where = {0: 0, 2: 2, first: 1, second: 3}
    return tuple(where.get(person, -1) for person in persons)


TRIO: Final = ((1, 3), (1, 4), (3, 4), (3, 1), (4, 1), (4, 3))
"""R1.7: the persons on chairs 1 and 3, deal after deal."""


def account_of_person(person: int, rules: Rules) -> int:
    """The account of a person: his side's, his own in cutthroat."""
    if rules.seats > rules.chairs:
        return 0 if person in (0, 2) else 1
    return person % rules.sides


def over(scores: Sequence[int], deals: int, rules: Rules) -> bool:
    """R4.7, R4.8: whether the game ends after so many deals: at the target with one total above all others."""
    if rules.deals:
        return deals >= rules.deals
    best = max(scores)
    return best >= rules.target and scores.count(best) == 1


def places(scores: Sequence[int]) -> list[int]:
    """The place of each account; equal totals share one."""
    return [1 + sum(other > score for other in scores) for score in scores]


def settlement(scores: Sequence[int]) -> list[int]:
    """R4.9: totals rounded to hundreds, 50 and more up, by magnitude."""
    return [(abs(score) + 50) // 100 * 100 * (1 if score >= 0 else -1) for score in scores]
