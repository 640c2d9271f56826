"""Fits what a Canasta table promises (app/games/canasta/bot/promise.py) to deals that the quick policy plays itself.

    python -m bench.promises [--deals 600] > app/games/canasta/bot/promises.py

At a quarter of the moments of each deal the features of every side, against the mean of the others', are set against
what the side still won or lost after that; ridge regression. How much of the spread that explains goes to the other
stream: little, since most of what follows is luck.
"""

from __future__ import annotations

import argparse
import random
import sys

import numpy as np

from app.games.canasta import rules as r
from app.games.canasta.bot.policy import policy_for
from app.games.canasta.bot.promise import features
from app.games.canasta.bot.sight import kind_of, table_of
from app.games.canasta.bot.table import Table
from app.games.canasta.course import Course
from app.games.canasta.evolve import new
from app.games.canasta.options import OPTIONS, rules_of

MODES = ("4p", "2p", "3p", "6p", "3p_cutthroat", "6p_three_pairs")
MINIMA = (50, 50, 90, 120)
RIDGE = 100.0
HEAD = '''"""What `promise.py` reckons with, by chairs, sides and cards drawn: what counts the more the more cards
the stock has, and what counts always; written by bench.promises."""

from __future__ import annotations

from typing import Final

PROMISES: Final = {'''


def dealt(mode: str, seed: int) -> Table:
    """A deal with all cards known."""
    rules = rules_of(OPTIONS.complete({"mode": mode, "target": "one_deal"}))
    cards = list(r.full_pack(rules))
    random.Random(seed).shuffle(cards)
    course = Course(new(rules))
    course.deal(0, seed % rules.chairs, cards)
    state = course.state
    counts = {str(chair): len(hand) for chair, hand in enumerate(state.hands)}
    table = table_of(state, {"counts": counts, "stock": len(state.stock)})
    table.stock = [kind_of(card) for card in reversed(state.stock)]
    table.need = [MINIMA[seed % len(MINIMA)]] * table.chairs
    return table


def standing(table: Table, side: int) -> float:
    """A side's points against the mean of the others', if the deal ended now."""
    score = {table.sides[at]: table.score(table.accounts[at]) for at in reversed(range(table.chairs))}
    return score.pop(side) - float(np.mean(list(score.values())))


def row(table: Table, side: int) -> np.ndarray:
    """Features against the mean of the others', the same times the share of cards in the stock."""
    others = [features(table, other) for other in set(table.sides) if other != side]
    gap = np.array(features(table, side)) - np.mean(others, axis=0)
    return np.concatenate([gap, gap * len(table.stock) / (54 * table.packs)])


def fitted(mode: str, deals: int) -> tuple[tuple[int, int, int], list[list[float]]]:
    """The key of a mode, and its weights: early, always."""
    rows, gains = [], []
    for deal in range(deals):
        table, dice = dealt(mode, 10**6 + deal), random.Random(deal)
        policy, seen = policy_for(table), []
        while not table.over:
            if dice.random() < 0.25:
                seen += [(side, row(table, side), standing(table, side)) for side in set(table.sides)]
            policy.turn(table)
        for side, found, was in seen:
            if side in table.sides:  # cutthroat joins two
                rows.append(found)
                gains.append(standing(table, side) - was)
    x, y = np.array(rows), np.array(gains)
    weights = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y)
    print(f"{mode}: {len(y)} rows, spread {y.std():.0f}, left {(y - x @ weights).std():.0f}", file=sys.stderr)
    always, early = (part.round(1).tolist() for part in np.split(weights, 2))
    return (table.chairs, len(table.nat), table.draws), [early, always]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=600)
    given = parser.parse_args()
    lines = [
        f"    {key}: (\n        {tuple(early)},\n        {tuple(always)},\n    ),"
        for key, (early, always) in (fitted(mode, given.deals) for mode in MODES)
    ]
    print(HEAD, *lines, "}", sep="\n")
