"""Measures what a playout costs, for the constants of app/games/calypso/bot/search.py.

    python -m bench.rate

Prints the CPU time of playouts from the beginning of tricks with so many cards to a hand, for some numbers of lanes,
beside what the constants say.
"""

from __future__ import annotations

import time

import numpy as np

from app.games.calypso.bot.lanes import Lanes
from app.games.calypso.bot.search import STEP, lane_cost
from app.games.calypso.bot.swarm import Swarm
from app.games.calypso.bot.weights import RANKS, weights
from bench.selfplay import packs, rules


def spent(size: int, lanes: int, repeats: int = 5) -> float:
    """The least CPU time in ms of playing hands of `size` cards to their end."""
    known, rng, best = rules(), np.random.default_rng(1), float("inf")
    for _ in range(repeats):
        now = Lanes(known, lanes, size, 4 * RANKS * 4)
        dealt = packs(known, lanes, rng)
        for chair in range(known.seats):
            now.hand[chair] = dealt[chair * size : (chair + 1) * size]
        now.count_hands()
        before = time.process_time()
        Swarm([weights("partnership")], now).hand()
        best = min(best, time.process_time() - before)
    return best * 1000


def reckoned(size: int, lanes: int) -> float:
    """The same in ms by the constants."""
    return (STEP * 4 * size + lane_cost(4 * size, size) * lanes / 1000) / 1000


def main() -> None:
    for size in (13, 10, 7, 4, 2):
        row = [f"{lanes}: {spent(size, lanes):.1f} ({reckoned(size, lanes):.1f})" for lanes in (10, 100, 400, 1200)]
        print(f"{size} cards to a hand, lanes: ms (by the constants)", *row, sep="  ", flush=True)


if __name__ == "__main__":
    main()
