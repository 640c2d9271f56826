"""The searches (going out, opening, taking the pile) against brute force, on small hands at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.engine.basics import Card, Refusal, Seat
from app.engine.cards import sort_cards
from app.games.canasta import GAME, decide, guard, pile, solve
from app.games.canasta import rules as r
from app.games.canasta.types import GoOut, Meld, State, TakePile
from tests.games.canasta.brute import layings, outs, takes
from tests.games.canasta.builders import after, fold, position
from tests.games.canasta.checks import accepted, points

RANKS = "78K"
"""Few ranks, so that much fits together."""


def drawn(rolls: random.Random, n: int, pool: list[str]) -> list[str]:
    """So many cards, taken from the pool."""
    out = rolls.sample(pool, min(n, len(pool)))
    for card in out:
        pool.remove(card)
    return out


def pool_of(rolls: random.Random) -> list[str]:
    """Cards of few ranks, some wild cards and black threes."""
    cards = [rank + suit for rank in RANKS for suit in "SHDC"] * 2
    return (
        cards
        + rolls.sample(["2S", "2H", "2D", "2C", "JK", "JK", "JK"], 5)
        + ["3S", "3C", "3S", "3C"][: rolls.randrange(5)]
    )


def melds_at_random(rolls: random.Random, pool: list[str]) -> list[str]:
    """Melds of a side, mostly near a canasta."""
    out = []
    for rank in RANKS:
        held = [card for card in pool if card[0] == rank]
        wild = [card for card in pool if card == "JK" or card[0] == "2"]
        if rolls.random() < 0.5 and len(held) >= 3:
            cards = rolls.sample(held, rolls.randint(2, min(6, len(held))))
            more = rolls.randint(1 if len(cards) < 3 else 0, 2)
            cards += rolls.sample(wild, min(more, len(wild)))
            if len(cards) >= 3:
                for card in cards:
                    pool.remove(card)
                out.append(" ".join(cards))
    return out


def moments(seed: int, count: int, most: int, phase: str) -> Iterator[State]:
    """Positions of somebody on turn with few cards."""
    rolls = random.Random(seed)
    for _ in range(count):
        pool = pool_of(rolls)
        melds = melds_at_random(rolls, pool) if rolls.random() < 0.7 else []
        lying = drawn(rolls, rolls.choice((1, 1, 2, 2, 3, 5)), pool)
        hand = drawn(rolls, rolls.randint(1, most), pool)
        lying.sort(key=lambda card: card[0] in RANKS)
        wild = next((card for card in lying if r.is_wild(card)), "")
        old = rolls.random() < 0.5
        yield position(
            [" ".join(hand), "4S 5S", "4S 5S", "4S 5S"],
            melds=[melds],
            pile=" ".join(lying),
            freezer=wild,
            canastas_to_go_out=rolls.choice("12"),
            take_onto_canasta=rolls.choice(("on", "off")),
            scores=(rolls.choice((-5, 0, 0, 1500, 3000)), 0),
            raised=(rolls.choice((0, 10, 20)), 0),
            phase=phase,
            source="stock" if phase == "play" else "",
            melded=(bool(melds) and old, False, False, False),
        )


def outcome(state: State, play: GoOut) -> int | None:
    """The points of the deal for who goes out so; None if that is refused."""
    try:
        return fold(state, decide.act(state, 0, play)).sheet[-1][0].total
    except Refusal:
        return None


@pytest.mark.parametrize("seed", range(4))
def test_going_out(seed: int) -> None:
    """A play is found if there is one, and none brings more."""
    found = 0
    for state in moments(seed, 150, 8, "play"):
        totals = [total for play in outs(state.hands[0], state.melds[0]) if (total := outcome(state, play)) is not None]
        plan = guard.plan(state, 0)
        assert (plan is not None) is bool(totals), state
        if plan:
            found += 1
            assert outcome(state, GoOut(plan.groups, plan.threes, plan.discard)) == max(totals), state
    assert found > 20


@pytest.mark.parametrize("seed", range(4))
def test_taking_the_pile(seed: int) -> None:
    """A way is found if there is one, and else the code that is told is one with which ways are refused."""
    found = 0
    for state in moments(100 + seed, 250, 7, "draw"):
        way = pile.find(state, 0)
        if way:
            found += 1
            assert accepted(state, 0, TakePile(way.cards, way.groups)), state
            continue
        codes = set()
        for command in takes(state, 0):
            try:
                decide.act(state, 0, command)
            except Refusal as refusal:
                codes.add(refusal.code)
            else:
                raise AssertionError((command, state))
        assert pile.why_not(state, 0).code in codes, state
    assert found > 20


@pytest.mark.parametrize("seed", range(3))
def test_opening(seed: int) -> None:
    """First melds that make so many points, and keep so many cards, are found if there are any."""
    rolls = random.Random(seed)
    found = 0
    for _ in range(150):
        pool = pool_of(rolls)
        hand = tuple(sort_cards(Card(card) for card in drawn(rolls, rolls.randint(3, 9), pool)))
        top = rolls.choice(("", *(card for card in pool if card[0] in RANKS)))
        need, keep = rolls.choice((15, 50, 60, 90, 120)), rolls.choice((0, 0, 1, 2))
        made = []
        for groups in layings(hand, first=top[:1]):
            cards = [card for group in groups for card in group.cards]
            pair = not top or sum(card[0] == top[0] for card in groups[0].cards) >= 2
            if groups and pair:
                made.append((points(cards) + (points([top]) if top else 0), len(hand) - len(cards)))
        fits = any(total >= need and left >= keep for total, left in made)
        got = solve.opening(hand, need, top, keep)
        assert (got is not None) is fits, (hand, top, need, keep)
        assert solve.most_points(hand, top) == max((total for total, _ in made), default=0), (hand, top)
        if got:
            found += 1
            cards = [card for group in got for card in group.cards]
            assert points([*cards, *([top] if top else [])]) >= need
            assert len(hand) - len(cards) >= keep
            melds: tuple[Meld, ...] = ()
            for at, group in enumerate(got):
                r.check_group(group.rank, [*group.cards, *([top] if top and at == 0 else [])])
                melds = r.laid(melds, group.rank, [Card(card) for card in group.cards], 0)
            assert len(melds) == len(got)
    assert found > 20


@pytest.mark.parametrize(
    ("hand", "lies", "total"),
    [
        ("KH KD 7H 7D 7S 7C 2S 2H", "7S", 1500),
        ("KH KD 7H 7D 7S 7C 2S 2H", "2D", 1500),
        ("KH KD KS KC 2S", "KC", -5),
        ("KH KD KS KC 2S", "KC", 0),
        ("KH KD KS KC 2S", "2C", 0),
    ],
)
def test_the_last_card_of_the_pile_completes_the_canasta(hand: str, lies: str, total: int) -> None:
    """R3.2.1 d: the whole hand must be laid to reach the minimum, in just the right way."""
    state = position([hand], pile=f"{lies} KS", scores=(total, 0))
    way = pile.find(state, 0)
    assert way is not None
    assert accepted(state, 0, TakePile(way.cards, way.groups))
    other = position([hand], pile="9C KS", scores=(total, 0))
    assert pile.find(other, 0) is None or total < 1500


@pytest.mark.parametrize("seed", range(2))
def test_taking_the_pile_with_the_whole_hand(seed: int) -> None:
    """What must be laid is all that there is."""
    rolls = random.Random(seed)
    for _ in range(60):
        pool = pool_of(rolls)
        hand = [card for card in drawn(rolls, rolls.randint(4, 9), pool) if card[0] != "3"]
        lies, top = drawn(rolls, 2, [card for card in pool if card[0] in RANKS])
        points_of_all = points([*hand, top])
        state = position([" ".join(hand)], pile=f"{lies} {top}", raised=(points_of_all - 50, 0))
        legal = any(accepted(state, 0, command) for command in takes(state, 0))
        assert (pile.find(state, 0) is not None) is legal, state


def test_melds_that_became_one_go_on() -> None:
    """R1.9: two partners' kings have five wild cards together; kings still join them, and going out is possible."""
    state = position(
        ["7H", "4S 5S", "QH QD 8C"],
        mode="3p_cutthroat",
        canastas_to_go_out="1",
        melds=[["KH KD 2S 2H 2D"], ["KS KC JK JK"], ["QS QC QH"]],
        pile="4D QS",
        stock="KH KS",
        turn=2,
    )
    state = after(state, "2 take QH QD", "2 discard 8C", "0 draw")
    assert len(state.melds[0][0].cards) == 9
    assert GAME.private(state, Seat(0))["lay"]["K"] == [0, 1, 0]
    assert GAME.private(state, Seat(0))["out"]["discard"] == "7H"
    more = after(state, "0 meld KH KS")
    assert len(more.melds[0][0].cards) == 11


BIG = {
    "pairs": "4S 4H 5S 5H 6S 6H 7S 7H 8S 8H 9S 9H TS TH JS JH QS QH KS KH AS AH",
    "pairs and black threes": "4S 4H 5S 5H 6S 6H 7S 7H 8S 8H 9S 9H TS TH JS JH QS QH KS KH AS AH 3S 3C 3S 3C",
    "pairs and wild cards": "4S 4H 5S 5H 6S 6H 7S 7H 8S 8H 9S 9H TS TH JS JH QS QH KS KH AS AH 2S 2H 2D 2C JK JK",
    "threes of a rank": "4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D 8S 8H 8D 9S 9H 9D TS TH TD JS JH JD",
}


@pytest.mark.parametrize("short", [-5, 0, 30, 100])
@pytest.mark.parametrize("name", BIG)
def test_a_big_hand_is_searched_in_few_steps(monkeypatch: pytest.MonkeyPatch, name: str, short: int) -> None:
    """Every view of the pile asks for it: what cannot be is seen at once, what can be among some thousand ways."""
    tried = 0
    fill = solve._filled

    def counted(*args: Any) -> Any:
        nonlocal tried
        tried += 1
        return fill(*args)

    monkeypatch.setattr(solve, "_filled", counted)
    hand = tuple(sort_cards([Card(card) for card in BIG[name].split()]))
    solve.opening.cache_clear()
    need = solve.most_points(hand, "4D") - short
    found = [solve.opening(hand, need, "4D", keep) for keep in (2, 1, 0)]
    assert (found[-1] is None) is (short < 0)
    assert tried < 10_000 if short >= 0 else not tried


def test_naturals_go_before_wild_cards() -> None:
    """R7.4: further queens cost nothing where three are laid, and a two is worth more than three queens."""
    cards = ["KS", "KH", "QS", "QH", "QD", "QC", "QS", "QH", "AS", "AH", "2S"]
    hand = tuple(sort_cards([Card(card) for card in cards]))
    found = solve.opening(hand, 50, "KD", 2)
    assert found and [group.rank for group in found] == ["K", "Q"]
    assert not any(r.is_wild(card) for group in found for card in group.cards)
