"""The bots' part of the command line."""

from __future__ import annotations

import json
import subprocess
import sys
import types
from typing import Any

import msgspec
import pytest

from app.games.catalogue import CATALOGUE
from app.settings import ROOT
from tests.main.test_cli import run
from tests.processes import clean_environment


class Side(msgspec.Struct, frozen=True):
    cpu_mean: float
    cpu_p99: float


class Outcome(msgspec.Struct, frozen=True):
    difference: float
    interval: tuple[float, float]
    a: Side
    deals: int


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What a match was asked for; it is not played."""
    calls: list[tuple[Any, ...]] = []

    def play_match(game: Any, options: Any, *more: Any, processes: int = 1) -> Outcome:
        calls.append((game.key, options["rounds"], options["variant"], *more, processes))
        return Outcome(12.34567, (1.5, 23.25), Side(0.5, 2.25), 7)

    module = types.ModuleType("app.bots.match")
    module.play_match = play_match  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "app.bots.match", module)
    return calls


LEVEL = CATALOGUE.get("calypso").levels[0]


def test_a_match_is_told_to_people(asked: list[tuple[Any, ...]]) -> None:
    done = run("bots", "match", LEVEL, LEVEL, "--deals", "7", "--variant", "solo", "--option", "rounds=2")
    assert done.exit_code == 0, done.stderr
    assert asked == [("calypso", 2, "solo", LEVEL, LEVEL, 7, 1, 100, 100, 1)]
    assert [line.split("  ")[0].strip() for line in done.stdout.splitlines()] == [
        "difference",
        "interval",
        "a cpu mean",
        "a cpu p99",
        "deals",
    ]
    assert "12.35" in done.stdout
    assert "1.5 .. 23.25" in done.stdout


def test_a_match_is_told_to_programs(asked: list[tuple[Any, ...]]) -> None:
    more = ("--budget-a", "20", "--budget-b", "50", "--seed", "9", "--processes", "2", "--game", "calypso")
    done = run("bots", "match", LEVEL, LEVEL, "--json", *more)
    assert json.loads(done.stdout)["interval"] == [1.5, 23.25]
    assert asked[0][3:] == (LEVEL, LEVEL, 100, 9, 20, 50, 2)


@pytest.mark.parametrize(
    "wrong",
    [
        ("sly", LEVEL),
        (LEVEL, LEVEL, "--game", "chess"),
        (LEVEL, LEVEL, "--option", "rounds"),
        (LEVEL, LEVEL, "--option", "rounds=none"),
        (LEVEL, LEVEL, "--option", "weather=fair"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(asked: list[tuple[Any, ...]], wrong: tuple[str, ...]) -> None:
    done = run("bots", "match", *wrong)
    assert (done.exit_code, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert not asked


def test_a_program_asks_and_is_answered_at_once() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "bots", "choose"],
        cwd=ROOT,
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    for _ in range(2):
        process.stdin.write("{}\n")
        process.stdin.flush()
        assert "error" in json.loads(process.stdout.readline())
    process.stdin.close()
    assert process.wait(10) == 0
    process.stdout.close()
