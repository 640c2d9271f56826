"""Whole rounds of Calypso between sets of weights, thousands at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from app.games.calypso.bot.lanes import Lanes
from app.games.calypso.bot.swarm import Swarm
from app.games.calypso.bot.weights import RANKS, Weights
from app.games.calypso.options import OPTIONS, rules_of
from app.games.calypso.rules import BONUS
from app.games.calypso.types import Rules

Array = np.ndarray[Any, Any]
LADDER = np.array([0, *np.cumsum(BONUS)])


def rules(**options: str) -> Rules:
    return rules_of(OPTIONS.complete(options))


def packs(known: Rules, rounds: int, rng: np.random.Generator) -> Array:
    """Shuffled packs: by place and round. Owners of suits stand for suits, so nothing has to be given."""
    pack = np.tile(np.arange(known.seats * RANKS, dtype=np.int8), known.copies)
    return rng.permuted(np.tile(pack[:, None], rounds), axis=0)


def play_round(
    known: Rules,
    dealt: Array,
    leader: Array,
    weights: Sequence[Weights],
    sets: Array | None,
    watch: Callable[[int, Lanes], None] = lambda hand, lanes: None,
) -> Lanes:
    """A round from packs (place, lane) and first leaders; `watch` sees the lanes before each hand."""
    n, lanes = known.seats, dealt.shape[1]
    before: Lanes | None = None
    for hand in range(known.hands):
        now = Lanes(known, lanes, known.cards, known.cards * n * (known.hands - hand))
        if before is not None:
            now.gone, now.row, now.done, now.pile = before.gone, before.row, before.done, before.pile
        size = known.cards * n
        for chair in range(n):
            now.hand[chair] = dealt[hand * size + chair : (hand + 1) * size : n]
        now.count_hands()
        now.leader = ((leader + hand) % n).astype(np.int64)
        watch(hand, now)
        Swarm(weights, now, sets).hand()
        before = now
    assert before is not None
    return before


def points(lanes: Lanes) -> Array:
    """Points of each chair in the round: by chair and lane."""
    score: Array = LADDER[lanes.done] + 20 * np.bitwise_count(lanes.row) + 10 * lanes.pile
    return score


def seats_of(known: Rules, rounds: int) -> Array:
    """Two (partners) or six or four line-ups of sets 0 and 1 for each round: by chair and lane, lanes in blocks."""
    n = known.seats
    if known.sides == 2:
        rows = [(0, 1, 0, 1), (1, 0, 1, 0)]
    elif n == 4:
        rows = [(0, 0, 1, 1), (0, 1, 1, 0), (1, 1, 0, 0), (1, 0, 0, 1)]
    else:
        rows = [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    return np.repeat(np.array(rows, np.int64).T, rounds, axis=1)


def margins(known: Rules, weights: Sequence[Weights], rounds: int, rng: np.random.Generator) -> Array:
    """Points of set 0 less those of set 1 (of its sides' means), each entry a deal played in every line-up."""
    sets = seats_of(known, rounds)
    blocks = sets.shape[1] // rounds
    dealt = np.tile(packs(known, rounds, rng), blocks)
    leader = np.tile(rng.integers(0, known.seats, rounds), blocks)
    score = points(play_round(known, dealt, leader, weights, sets))
    mine, theirs = (np.where(sets == one, score, 0).sum(axis=0) for one in (0, 1))
    if known.sides == known.seats:
        mine = mine / (sets == 0).sum(axis=0)
        theirs = theirs / (sets == 1).sum(axis=0)
    result: Array = (mine - theirs).reshape(blocks, rounds).mean(axis=0)
    return result
