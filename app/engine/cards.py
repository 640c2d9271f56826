"""Cards, packs and hands. A hand is a sorted tuple of cards; copies are interchangeable."""

from __future__ import annotations

from collections.abc import Iterable

from app.engine.basics import Card

RANKS = "23456789TJQKA"
SUITS = "SHDC"
JOKER = Card("JK")

_ORDER: dict[str, int] = {r + s: 4 * i + j for i, r in enumerate(RANKS) for j, s in enumerate(SUITS)} | {JOKER: 52}


def order(card: Card) -> int:
    """Sorting place of a card: by rank, then suit in the order SHDC, jokers last."""
    return _ORDER[card]


def is_card(text: str) -> bool:
    """Whether the text names a card."""
    return text in _ORDER


def rank(card: Card) -> int:
    """Rank of a card as a number, 0 for a two up to 12 for an ace; 13 for a joker."""
    return _ORDER[card] >> 2


def suit(card: Card) -> str:
    """Suit letter of a card; "K" for a joker (no suit is called that)."""
    return card[1]


def pack(copies: int = 1, jokers: int = 0, suits: str = SUITS) -> tuple[Card, ...]:
    """`copies` packs of the given suits and `jokers` jokers in all, in sorting order."""
    faces = [Card(r + s) for r in RANKS for s in suits]
    return tuple(sort_cards(faces * copies + [JOKER] * jokers))


def sort_cards(cards: Iterable[Card]) -> list[Card]:
    """The cards in sorting order."""
    return sorted(cards, key=order)


def counts(cards: Iterable[Card]) -> dict[Card, int]:
    """How often each card occurs, keys in sorting order."""
    tally: dict[Card, int] = {}
    for card in sort_cards(cards):
        tally[card] = tally.get(card, 0) + 1
    return tally


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards less one copy of `card`. Raises ValueError if it is not among them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
