"""Matches between levels: fair, repeatable, of any game."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from app.bots.match import MatchResult, Pace, _pace, lineups, play_match
from tests.toy import catalogue

GAMES = catalogue()


def timeless(result: MatchResult) -> MatchResult:
    return replace(result, pace_a=Pace(0, 0), pace_b=Pace(0, 0))


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_each_level_takes_every_place_equally_often(sides: int) -> None:
    for at in range(sides):
        assert len(set(Counter(row[at] for row in lineups(sides)).values())) == 1
    assert len(lineups(sides)) == len(set(lineups(sides)))


@pytest.mark.parametrize("options", [{}, {"variant": "solo"}, {"variant": "three_handed"}], ids=str)
def test_the_same_level_on_both_sides_is_even(options: dict[str, str]) -> None:
    result = play_match(GAMES.get("calypso"), options, "normal", "normal", deals=1)
    assert result.margin.mean == 0
    assert result.wins.mean == 0.5
    assert min(result.pace_a.mean, result.pace_a.p99, result.pace_b.mean, result.pace_b.p99) > 0


@pytest.mark.parametrize(
    ("ms", "mean", "p99"),
    [
        ([], 0, 0),
        ([7], 7, 7),
        ([1, 3], 2, 3),
        ([1] * 98 + [2, 3], 1.03, 3),
        ([1] * 199 + [401], 3, 1),  # one command that the machine held up: the mean may well be above the percentile
    ],
)
def test_the_pace_is_a_mean_and_what_99_of_100_need_at_most(ms: list[float], mean: float, p99: float) -> None:
    pace = _pace([one / 1000 for one in reversed(ms)])
    assert pace.mean == pytest.approx(mean)
    assert pace.p99 == pytest.approx(p99)


def test_the_same_arguments_give_the_same_result_in_any_number_of_processes() -> None:
    alone, two = (play_match(GAMES.get("calypso"), {}, "normal", "random", 2, processes=n) for n in (1, 2))
    assert timeless(alone) == timeless(two)
    assert alone.margin.mean > 0
    assert alone.games == 4


def test_it_plays_games_that_it_does_not_know() -> None:
    result = play_match(GAMES.get("highcard"), {}, "careful", "bold", deals=20)
    assert result.games == 40
    assert result.margin.margin > 0
