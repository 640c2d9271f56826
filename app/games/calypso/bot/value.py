"""What the end of a hand is worth to a side: its points so far, and what its calypsos promise for the hands to come.

A calypso in progress promises its stake times the chance that every rank it misses is caught once; how that chance
falls with the copies still in the stock was fitted to whole rounds of the quick policy (`python -m bench.fit`), for
each number of hands to come.
"""

from __future__ import annotations

import importlib.resources
from functools import cache
from typing import Final

import msgspec
import numpy as np

from app.games.calypso.bot.lanes import Array, Lanes
from app.games.calypso.bot.weights import EXP, NEVER, RANKS
from app.games.calypso.rules import BONUS, PILE_POINTS, ROW_POINTS

LADDER: Final = tuple(sum(BONUS[:n]) for n in range(len(BONUS) + 1))
"""Points by the number of calypsos completed."""


class Promise(msgspec.Struct, frozen=True):
    """Of one variant and number of hands to come."""

    log: tuple[int, ...]
    """By copies in the stock: minus the logarithm (64 to a halving) of the chance that a missing rank is caught."""
    stake: tuple[int, ...]
    """By calypsos completed: points that completing the next one adds."""


@cache
def promises(variant: str) -> tuple[Promise, ...]:
    """By the number of hands to come, from 1."""
    data = importlib.resources.files(__package__).joinpath("promises.json").read_bytes()
    return tuple(msgspec.json.decode(data, type=dict[str, list[Promise]])[variant])


def points(lanes: Lanes) -> Array:
    """Points of the round so far: by chair and lane."""
    score: Array = np.array(LADDER)[lanes.done] + ROW_POINTS * np.bitwise_count(lanes.row) + PILE_POINTS * lanes.pile
    return score


def promised(lanes: Lanes, promise: Promise) -> Array:
    """Points that calypsos in progress promise: by chair and lane."""
    n = lanes.rules.seats
    left = (lanes.rules.copies - lanes.gone).reshape(n, RANKS, lanes.lanes)
    missing = (lanes.row[:, None] >> np.arange(RANKS)[:, None]) & 1 == 0
    none = len(promise.log)
    logs = np.array([NEVER, *promise.log[1:], 0]).take(np.where(missing, left, none)).sum(axis=1)
    chance = np.array(EXP).take(np.minimum(logs, len(EXP) - 1))
    promised: Array = np.array(promise.stake).take(lanes.done, mode="clip") * chance >> 10
    return promised


def value(lanes: Lanes, chair: int, hands_to_come: int) -> Array:
    """Points of the chair's side less those of the others (of their mean, where each plays for himself): by lane."""
    worth = points(lanes)
    if hands_to_come:
        worth = worth + promised(lanes, promises(lanes.rules.variant)[hands_to_come - 1])
    n, sides = lanes.rules.seats, lanes.rules.sides
    ours = [other for other in range(n) if (other - chair) % sides == 0]
    mine = worth[ours].sum(axis=0)
    result: Array = mine - (worth.sum(axis=0) - mine) / (sides - 1)
    return result
