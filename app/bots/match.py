"""Two levels of bots play each other on the same cards, to measure which is stronger and by how much.

A deal is one game with its packs fixed. It is played several times, each level taking every side's place equally often
(`lineups`), so that the luck of the cards cancels out. What such a set of games comes to is one sample.

Besides a game's `levels` there is "random" (engine.game.RANDOM), which makes any legal move.
"""

from __future__ import annotations

import hashlib
import math
import multiprocessing
import time
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

import msgspec

from app.engine.basics import Seat
from app.engine.dice import Dice
from app.engine.game import THINKING, Game
from app.engine.options import Options

NORMAL_95: Final = 1.959964
"""Standard errors to either side that hold 95 % of a normal distribution."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean over the deals, and half the width of its 95 % interval."""

    mean: float
    margin: float


class Pace(msgspec.Struct, frozen=True):
    """CPU time per command in ms. It is measured, and the only part of a result that differs between runs."""

    mean: float
    p99: float


class MatchResult(msgspec.Struct, frozen=True):
    """How A did against B."""

    game: str
    a: str
    b: str
    deals: int
    games: int
    margin: Estimate
    """Points of A's sides less those of B's (means of the sides of each), for each pack that was dealt from."""
    wins: Estimate
    """Share of the games in which A's best side is placed before B's best; equal places are half a win."""
    pace_a: Pace
    pace_b: Pace


class Played(msgspec.Struct, frozen=True):
    """One deal in all its line-ups: means of the difference and of A's wins; seconds of each command of A and of B."""

    margin: float
    won: float
    games: int
    seconds: tuple[list[float], list[float]]


class Fixture(msgspec.Struct, frozen=True):
    """What all deals of a match have in common."""

    game: Game
    options: Options
    levels: tuple[str, str]
    budgets: tuple[int, int]
    seed: str


def play_match(
    game: Game,
    options: Options,
    a: str,
    b: str,
    deals: int,
    seed: str = "match",
    budget_a: int = THINKING,
    budget_b: int = THINKING,
    processes: int = 1,
) -> MatchResult:
    """Level `a` against level `b`; the same arguments give the same result, whatever the number of processes.

    `options` need not be complete. Raises Refusal for options that the game does not take.
    """
    fixture = Fixture(game, game.options.complete(options), (a, b), (budget_a, budget_b), seed)
    played = list(_played(fixture, deals, processes))
    return MatchResult(
        game=game.key,
        a=a,
        b=b,
        deals=deals,
        games=sum(deal.games for deal in played),
        margin=_estimate([deal.margin for deal in played]),
        wins=_estimate([deal.won for deal in played]),
        pace_a=_pace([each for deal in played for each in deal.seconds[0]]),
        pace_b=_pace([each for deal in played for each in deal.seconds[1]]),
    )


def lineups(sides: int) -> list[tuple[int, ...]]:
    """Who plays each side, 0 for A and 1 for B: half of the sides in a row and the rest, in every rotation and with
    the roles exchanged, each once."""
    half = [0] * (sides // 2) + [1] * (sides - sides // 2)
    rows = [tuple(half[at:] + half[:at]) for at in range(sides)]
    return list(dict.fromkeys([*rows, *(tuple(1 - one for one in row) for row in rows)]))


def _played(fixture: Fixture, deals: int, processes: int) -> Iterator[Played]:
    play = partial(_deal, fixture)
    if processes <= 1:
        yield from map(play, range(deals))
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(play, range(deals))


def _deal(fixture: Fixture, deal: int) -> Played:
    sides = fixture.game.seats(fixture.options).sides
    seconds: tuple[list[float], list[float]] = ([], [])
    margins, wins = [], []
    for lineup in lineups(sides):
        margin, won = _game(fixture, deal, lineup, seconds)
        margins.append(margin)
        wins.append(won)
    return Played(_mean(margins), _mean(wins), len(wins), seconds)


def _game(
    fixture: Fixture, deal: int, lineup: tuple[int, ...], seconds: tuple[list[float], list[float]]
) -> tuple[float, float]:
    """One game: the difference for each pack, and A's win."""
    game = fixture.game
    state = _fold(game, game.begin(fixture.options), game.start(fixture.options, _dice(fixture.seed, deal, "pack", 0)))
    # sides by their first seats: the order of places is not yet one
    sides = sorted(side.seats for side in game.standing(state).sides)
    player = {seat: one for side, one in zip(sides, lineup, strict=True) for seat in side}
    moves = 0
    while (result := game.result(state)) is None:
        turn = sorted(game.turn(state))
        if not turn:
            dice = _dice(fixture.seed, deal, "pack", game.packs(state))
            state = _fold(game, state, game.resume(state, dice))
            continue
        seat, moves = turn[0], moves + 1
        one = player[seat]
        dice = _dice(fixture.seed, deal, "".join(map(str, lineup)), moves)
        views = game.public(state), game.private(state, seat), game.memory(state, seat)
        before = time.process_time()
        command = game.choose(*views, Seat(seat), fixture.levels[one], dice, fixture.budgets[one])
        seconds[one].append(time.process_time() - before)
        state = _fold(game, state, game.decide(state, seat, command))
    scores: tuple[list[int], list[int]] = ([], [])
    places: tuple[list[int], list[int]] = ([], [])
    for side in result.sides:
        scores[player[side.seats[0]]].append(side.score)
        places[player[side.seats[0]]].append(side.place)
    best_a, best_b = (min(places[one]) for one in (0, 1))
    won = 0.5 if best_a == best_b else float(best_a < best_b)
    return (_mean(scores[0]) - _mean(scores[1])) / max(1, game.packs(state)), won


def _fold(game: Game, state: Any, events: Iterable[Any]) -> Any:
    for event in events:
        state = game.evolve(state, event)
    return state


def _dice(seed: str, *what: object) -> Dice:
    return Dice(hashlib.sha256("/".join(map(str, (seed, *what))).encode()).digest())


def _mean(values: list[float] | list[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def _estimate(values: list[float]) -> Estimate:
    mean, n = _mean(values), len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n) if n > 1 else math.inf
    return Estimate(mean, student(n - 1) * spread)


def student(freedom: int) -> float:
    """The same of Student's distribution, which few deals need (Abramowitz and Stegun 26.7.5; within 1 % from 3 on)."""
    z, v = NORMAL_95, freedom
    if v < 1:
        return math.inf
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def _pace(seconds: list[float]) -> Pace:
    ranked = sorted(seconds)
    p99 = ranked[min(len(ranked) - 1, len(ranked) * 99 // 100)] if ranked else 0.0
    return Pace(1000 * _mean(seconds), 1000 * p99)
