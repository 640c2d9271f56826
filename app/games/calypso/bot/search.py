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

STEP: Final = 480
"""µs that a card played in all lanes costs, whatever their number; besides in ns for each lane LANE_FIXED, and LANE for
each slot of the hand. Measured on the reference machine and rounded up (`python -m bench.rate`, docs/bots.md)."""
LANE: Final = 85
LANE_FIXED: Final = 320
SETUP: Final = 2000
"""µs that a decision costs besides."""
WORLD: Final = 20
"""µs that sampling a world costs."""
MOST: Final = 800
"""Worlds in a round of the search; more hardly change a mean."""
FEWEST: Final = 12
"""Worlds below which a comparison says nothing: then the quick policy decides."""
NONE: Final = 127
"""No card, in a slot that is free already."""


class Found(msgspec.Struct, frozen=True):
    """What the search thinks of a card: its value in points, and the worlds it was played in."""

    code: int
    value: float
    worlds: int


def search(sight: Sight, dice: Dice, budget: int) -> list[Found]:
    """The legal cards, best first; those that went further before those that were left behind. Empty if the budget
    (ms) does not even do for a few worlds."""
    codes = sight.legal
    plan = rounds(sight, len(codes), budget * 1000 - SETUP)
    if not plan:
        return []
    tuned = weights(sight.rules.variant)
    worlds, policy = Worlds(sight, dice), Policy(sight, tuned)
    left = sorted(codes, key=lambda code: (-policy.terms(code).score, code))
    found: list[Found] = []
    sums, played = dict.fromkeys(codes, 0.0), 0
    for many, stay in plan:
        totals = playouts(sight, left, worlds.sample(many), worlds.others, tuned)
        for code, total in zip(left, totals, strict=True):
            sums[code] += total
        played += many
        left = sorted(left, key=lambda code: -sums[code])
        # those who are left behind are as far behind the best as they were in the worlds that they shared
        ahead = found[0].value - sums[found[0].code] / played if found else 0.0
        now = [Found(code, sums[code] / played, played) for code in left]
        found = now + [msgspec.structs.replace(one, value=one.value - ahead) for one in found if one.code not in left]
        left = left[:stay]
    return found


def rounds(sight: Sight, candidates: int, work: int) -> list[tuple[int, int]]:
    """How many worlds each round of the search has and how many candidates stay after it, for so many µs."""
    stay = max(2, (candidates + 2) // 4)
    first = worlds_for(sight, candidates, work // 2)
    if candidates > stay + 1 and first >= FEWEST:
        return [(first, stay), (worlds_for(sight, stay, work // 2), 1)]
    once = worlds_for(sight, candidates, work)
    return [(once, 1)] if once >= FEWEST else []


def worlds_for(sight: Sight, candidates: int, work: int) -> int:
    """In how many worlds so many candidates can be played out within so many µs."""
    size = len(sight.hand)
    cards = sight.rules.seats * size - len(sight.trick) - 1
    world = 1000 * WORLD + lane_cost(cards, size) * candidates
    return min(MOST, max(0, (work - STEP * cards) * 1000 // world))


def lane_cost(cards: int, size: int) -> int:
    """ns that it takes to play so many cards, from hands of this size, in one lane more."""
    return cards * (LANE * size // 2 + LANE_FIXED)


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
