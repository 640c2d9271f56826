"""docs/record.md says what records are made of, and its programs verify one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.engine import record as records
from app.engine.commit import Commit
from app.engine.game import Result, SideResult
from app.engine.record import Record, RecordSeat
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.games.catalogue import CATALOGUE
from tests.engine import test_dice as frozen
from tests.engine.tables import Table
from tests.house.tree import text_of

DOCS = text_of("docs/record.md")
PROGRAMS = re.findall(r"```python\n(.*?)```", DOCS, re.S)


def table(head: str) -> dict[str, list[str]]:
    """The rows of the table with this heading: name and the names in the column after it."""
    body = re.search(rf"^\| {head} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", DOCS, re.M)
    assert body, head
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in body[1].splitlines()]
    return {re.findall(r"`([\w.]+)`", row[0])[0]: re.findall(r"`(\w+)`", row[1]) for row in rows}


@pytest.mark.parametrize(("head", "struct"), [("field", Record), ("seats", RecordSeat), ("commit", Commit)])
def test_fields_are_described_in_order(head: str, struct: Any) -> None:
    assert list(table(head)) == list(struct.__struct_fields__)


def test_results_and_actors_are_described() -> None:
    sides, how = Result.__struct_fields__
    assert table("field")["result"] == [sides, *SideResult.__struct_fields__, how]
    (seating,) = re.findall(r"`users` = \[\{(.*?)\}\]", DOCS)
    assert re.findall(r"`(\w+)`", seating) == list(cmd.Seating.__struct_fields__)
    assert table("commit")["actor"] == ["kind", "person", "user", "bot", "seat", "timer", "server"]


@pytest.mark.parametrize(("head", "types"), [("command", cmd.COMMANDS), ("event", ev.EVENTS)])
def test_commands_and_events_are_described_in_order(head: str, types: tuple[type[msgspec.Struct], ...]) -> None:
    wanted = {str(one.__struct_config__.tag): list(one.__struct_fields__) for one in types}
    assert table(head) == wanted
    assert list(table(head)) == list(wanted)


def test_frozen_values_are_quoted() -> None:
    words = " ".join(DOCS.split())
    assert " ".join(map(str, frozen.BELOW_52)) in words
    for value in (frozen.SHUFFLED, frozen.ANCHOR, frozen.LINK_0, frozen.LINK_1, frozen.PACK_1):
        assert value in words


def test_the_worked_example_holds() -> None:
    exec(compile(PROGRAMS[0], "docs/record.md", "exec"), {})


@pytest.fixture(scope="module")
def game() -> records.Record:
    """Two rounds, so that a second pack is shuffled."""
    at = Table(CATALOGUE.get("calypso"), {"rounds": 2}, {"clock": "untimed"}).begin().play(("over",))
    return records.build(at.kernel, at.bodies)


def verify(tmp_path: Path, record: bytes) -> tuple[int, str]:
    path = tmp_path / "record.json"
    path.write_bytes(record)
    program = [sys.executable, "-I", "-W", "ignore", "-c", PROGRAMS[1], str(path)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_record_is_verified_without_our_code(tmp_path: Path, game: records.Record) -> None:
    status, said = verify(tmp_path, records.encode(game))
    assert (status, said) == (0, "pack 0 is as the dice gave it\npack 1 is as the dice gave it\n")


def test_the_program_finds_another_pack(tmp_path: Path, game: records.Record) -> None:
    record = msgspec.json.decode(records.encode(game))
    packs = [event for commit in record["commits"] for event in commit["events"] if event["type"] == "shuffled"]
    packs[1]["pack"].reverse()
    status, said = verify(tmp_path, msgspec.json.encode(record))
    assert status == 1
    assert "pack 1 was shuffled otherwise" in said
