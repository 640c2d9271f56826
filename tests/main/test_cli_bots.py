"""The bots' part of the command line."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from app.engine.game import RANDOM
from app.games.catalogue import CATALOGUE
from app.settings import ROOT
from tests.main.test_cli import run
from tests.processes import clean_environment

LEVEL = CATALOGUE.get("calypso").levels[0]
MATCH = ("bots", "match", CATALOGUE.get("calypso").standin, RANDOM)


def test_a_match_is_told_to_people() -> None:
    done = run(*MATCH, "--deals", "2", "--variant", "three_handed", "--option", "rounds=1")
    assert done.exit_code == 0, done.stderr
    head, points, wins, *paces = done.stdout.splitlines()
    assert head.split("  ")[-1] == "calypso, 2 deals, 12 games"
    assert re.fullmatch(r"points a round +[+]\d+ ± \d+", points)
    assert re.fullmatch(r"wins +\d+ % ± \d+", wins)
    assert [line.split(",")[0] for line in paces] == ["ms a card"] * 2


def test_one_deal_has_no_interval() -> None:
    done = run(*MATCH, "--deals", "1")
    assert "±" not in done.stdout
    assert len(done.stdout.splitlines()) == 5


def test_a_match_is_told_to_programs_and_its_seed_repeats_it() -> None:
    told = [json.loads(run(*MATCH, "--json", "--deals", "2", "--seed", seed).stdout) for seed in ("9", "9", "10")]
    margins = [one["margin"] for one in told]
    assert margins[0] == margins[1] != margins[2]
    assert margins[0]["mean"] > 500
    assert told[0]["pace_a"]["mean"] > 0


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
def test_what_cannot_be_played_is_said_in_one_line(wrong: tuple[str, ...]) -> None:
    done = run("bots", "match", *wrong)
    assert (done.exit_code, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


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
    assert process.wait(60) == 0
    process.stdout.close()
