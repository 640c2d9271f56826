"""Determinised search: every legal card is played out in sampled worlds to the end of the hand by the quick policy.

All candidates meet the same worlds, so that what they differ in is their own doing. After the first half of the work
only the better candidates go on, in further worlds. The work is reckoned beforehand from the budget: a playout costs so
much, whatever the machine, and nobody looks at a clock.
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np

from app.engine.dice import Dice
from app.games.calypso.bot.lanes import Array, Lanes
from app.games.calypso.bot.policy import Policy
from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.swarm import Swarm
from app.games.calypso.bot.value import value
from app.games.calypso.bot.weights import Weights, weights
from app.games.calypso.bot.worlds import Worlds

STEP: Final = 260
"""µs that a card played in all lanes costs, whatever their number; LANE in ns for each lane and slot of a hand, LANE_FIXED
for each lane. Measured on the reference machine (docs/bots.md)."""
LANE: Final = 130
LANE_FIXED: Final = 400
SETUP: Final = 1500
"""µs that a decision costs besides."""
FEWEST: Final = 4
"""Worlds below which a comparison says nothing: then the quick policy decides."""
NONE: Final = 127
"""No card, in a slot that is free already."""


class Found(msgspec.Struct, frozen=True):
    """What the search thinks of a card: its mean value, in points, and the worlds it was played in."""

    code: int
    value: float
    worlds: int


def search(sight: Sight, dice: Dice, budget: int) -> list[Found]:
    """The legal cards, best first; those that went further before those that were left behind. Empty if the budget
    (ms) does not even do for a few worlds."""
    codes = sight.legal
    plan = rounds(sight, len(codes), budget * 1000 - SETUP)
    worlds, tuned = Worlds(sight, dice), weights(sight.rules.variant)
    order = [code for _, code in sorted((-Policy(sight, tuned).terms(code).score, code) for code in codes)]
    sums, played, left = dict.fromkeys(codes, 0.0), dict.fromkeys(codes, 0), order
    for many, stay in plan:
        for code, total in zip(left, playouts(sight, left, worlds.sample(many), worlds.others, tuned), strict=True):
            sums[code] += total
            played[code] += many
        left = sorted(left, key=lambda code: -sums[code])[:stay]
    found = [Found(code, sums[code] / played[code], played[code]) for code in order if played[code]]
    return sorted(found, key=lambda one: (-one.worlds, -one.value))


def rounds(sight: Sight, candidates: int, work: int) -> list[tuple[int, int]]:
    """How many worlds each round of the search has and how many candidates stay after it, for so many µs."""
    stay = max(2, (candidates + 2) // 4)
    one = worlds_for(sight, candidates, work)
    if candidates <= 3 or one < 3 * FEWEST:
        return [(one, 1)] if one >= FEWEST else []
    return [(worlds_for(sight, candidates, work // 2), stay), (worlds_for(sight, stay, work // 2), 1)]


def worlds_for(sight: Sight, candidates: int, work: int) -> int:
    """In how many worlds so many candidates can be played out within so many µs."""
    n, size = sight.rules.seats, len(sight.hand)
    cards = n * size - len(sight.trick) - 1
    # hands shrink as they are played: half a hand on the average
    lane = cards * (LANE * size // 2 + LANE_FIXED)
    return max(0, (work - STEP * cards) * 1000 // (lane * candidates))


def playouts(sight: Sight, codes: list[int], hands: list[Array], others: list[int], tuned: Weights) -> list[float]:
    """The sum over the worlds of what the hand's end is worth to us, after each of the cards."""
    worlds = hands[0].shape[1]
    lanes = stand(sight, worlds * len(codes))
    for chair, hand in zip(others, hands, strict=True):
        lanes.hand[chair, : len(hand)] = np.tile(hand, len(codes))
    lanes.count_hands()
    swarm = Swarm([tuned], lanes)
    swarm.prepare()
    slots = np.repeat([sight.hand.index(code) for code in codes], worlds)
    lanes.play(np.full(lanes.lanes, sight.me), slots, np.repeat(np.array(codes), worlds))
    swarm.hand()
    hands_to_come = sight.rules.hands - 1 - sight.hand_no
    worth = value(lanes, sight.me, hands_to_come).reshape(len(codes), worlds)
    return [float(total) for total in worth.sum(axis=1)]


def stand(sight: Sight, many: int) -> Lanes:
    """Lanes as the seat sees the table, all alike, without the hands of others."""
    n, size = sight.rules.seats, len(sight.hand)
    lanes = Lanes(sight.rules, many, size, sight.unplayed)
    lanes.hand[:] = NONE
    lanes.hand[sight.me] = np.array(sight.hand)[:, None]
    lanes.gone[:] = np.array(sight.gone)[:, None]
    lanes.void[:] = np.array(sight.voids)[:, :, None]
    lanes.leader[:] = sight.leader
    for chair in range(n):
        lanes.row[chair], lanes.done[chair] = sight.bits(chair), sight.done[chair]
        lanes.pile[chair] = sight.piles[chair]
    for code in sight.trick:
        lanes.lay(np.full(many, code))
    return lanes
