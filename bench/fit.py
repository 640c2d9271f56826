"""Fits what calypsos in progress promise at the end of a hand (app/games/calypso/bot/value.py) to rounds of self-play.

    python -m bench.fit --rounds 6000

For each variant and number of hands to come a player's further points are taken for a constant and a stake, by calypsos
completed, times the product over the missing ranks of a factor by the copies still in the stock.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from app.games.calypso.bot.lanes import Lanes
from app.games.calypso.bot.value import points
from app.games.calypso.bot.weights import NEVER, RANKS, STAKE, weights
from bench.selfplay import packs, play_round, rules

Array = np.ndarray[Any, Any]
OUT = Path(__file__).parent.parent / "app/games/calypso/bot/promises.json"
BATCH = 1000


def wanted(lanes: Lanes) -> Array:
    """Missing ranks by the copies still to come (0 to 4), by chair and lane: (copies, chair, lane)."""
    left = (lanes.rules.copies - lanes.gone).reshape(lanes.rules.seats, RANKS, lanes.lanes)
    missing = (lanes.row[:, None] >> np.arange(RANKS)[:, None]) & 1 == 0
    return np.array([((left == n) & missing).sum(axis=1) for n in range(5)])


def sample(variant: str, rounds: int, rng: np.random.Generator) -> list[tuple[Array, Array, Array]]:
    """By hands to come, from 1: wanted, completed, further points, each with all chairs and lanes in a row."""
    known = rules(variant=variant)
    seen: dict[int, list[tuple[Array, Array, Array]]] = {}
    for _ in range(0, rounds, BATCH):
        moments: list[tuple[int, Array, Array, Array]] = []

        def watch(hand: int, lanes: Lanes, moments: list[Any] = moments) -> None:
            if hand:
                moments.append((known.hands - hand, wanted(lanes), lanes.done.copy(), points(lanes)))

        dealt, leader = packs(known, BATCH, rng), rng.integers(0, known.seats, BATCH)
        end = points(play_round(known, dealt, leader, [weights(variant)], None, watch))
        for to_come, want, done, had in moments:
            seen.setdefault(to_come, []).append((want.reshape(5, -1), done.ravel(), (end - had).ravel()))
    return [
        (
            np.concatenate([want for want, _, _ in seen[k]], axis=1),
            np.concatenate([done for _, done, _ in seen[k]]),
            np.concatenate([further for _, _, further in seen[k]]),
        )
        for k in sorted(seen)
    ]


def fit(want: Array, done: Array, further: Array, copies: int) -> tuple[Array, Array, float]:
    """Factors by copies (1 to 4), stakes by completed (0 to 3), share of the variance explained."""
    theta = np.array([0.7, 0.3, 0.15, 0.07][:copies])
    stakes, level = np.array(STAKE, float), 100.0
    certain = want[0] == 0
    kinds = np.array([np.minimum(done, 3) == k for k in range(4)], float)

    def model(theta: Array) -> Array:
        chance: Array = np.exp(-(theta @ want[1 : copies + 1])) * certain
        return chance

    damping = 1e-3
    for _ in range(60):
        chance = model(theta)
        guess = level + (stakes @ kinds) * chance
        rest = further - guess
        slope = -want[1 : copies + 1] * (stakes @ kinds) * chance
        jacobian = np.vstack([np.ones_like(rest), kinds * chance, slope])
        # few cases with three calypsos: held to what the scoring says
        prior = np.diag([0.0, *[400.0 * 0.02] * 4, *[1e-9] * copies]) * len(rest) / 5000
        pull = prior @ np.concatenate([[0.0], np.array(STAKE) - stakes, np.zeros(copies)])
        move = np.linalg.solve(jacobian @ jacobian.T + prior + damping * np.eye(len(jacobian)), jacobian @ rest + pull)
        level += move[0]
        stakes = stakes + move[1:5]
        theta = np.clip(theta + np.clip(move[5:], -0.1, 0.1), 0.005, 5)
    guess = level + (stakes @ kinds) * model(theta)
    return theta, stakes, float(1 - ((further - guess) ** 2).mean() / further.var())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=6000)
    args = parser.parse_args()
    rng, out = np.random.default_rng(7), {}
    for variant in ("partnership", "solo", "three_handed"):
        copies, out[variant] = rules(variant=variant).copies, []
        for to_come, moments in enumerate(sample(variant, args.rounds, rng), 1):
            theta, stakes, explained = fit(*moments, copies)
            log = [NEVER, *(round(64 * x / np.log(2)) for x in theta)]
            out[variant].append({"log": log, "stake": [round(s) for s in stakes]})
            print(variant, to_come, theta.round(3), stakes.round(), f"{explained:.3f}", flush=True)
    OUT.write_text(json.dumps(out) + "\n")


if __name__ == "__main__":
    main()
