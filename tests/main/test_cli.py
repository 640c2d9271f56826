"""The command line, as an operator types it."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import Result
from typer.testing import CliRunner

from app.cli import cli
from app.engine import record
from app.settings import ROOT
from tests import played
from tests.processes import clean_environment


def run(*arguments: str | Path, **settings: str) -> Result:
    """In this process; `typed` is in one of its own."""
    environment: dict[str, str | None] = {name: None for name in os.environ if name.startswith("CARDS_")}
    return CliRunner().invoke(cli, [str(argument) for argument in arguments], env=environment | settings)


def typed(*arguments: str, folder: Path = ROOT, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=folder,
        env=clean_environment(**settings),
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "T1.json"
    path.write_bytes(record.encode(played.record("T1")))
    return path


def test_help_is_quick_and_names_every_command() -> None:
    done = typed("--help")
    assert done.returncode == 0
    for command in ("serve", "migrate", "script", "bots", "replay", "audit"):
        assert command in done.stdout


def test_nothing_heavy_is_loaded_for_the_help() -> None:
    code = "import sys, app.cli; print([m for m in ('fastapi', 'sqlalchemy', 'uvicorn', 'redis') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_wrong_setting_stops_the_start_with_one_line() -> None:
    done = typed("serve", CARDS_WORKERS="many")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("CARDS_WORKERS: ")
    assert len(done.stderr.splitlines()) == 1


def test_migrate_says_that_the_database_is_away() -> None:
    done = run(
        "migrate", CARDS_DATABASE_URL="postgresql://nobody@127.0.0.1:1/none", CARDS_REDIS_URL="redis://127.0.0.1:1"
    )
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1


def test_replay_and_audit_of_a_good_record(stored: Path) -> None:
    done = run("replay", stored)
    assert done.exit_code == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(played.bodies("T1")) + 1
    assert "every digest holds" in done.stdout.splitlines()[-1]
    done = run("audit", stored)
    assert (done.exit_code, done.stderr) == (0, "")
    assert f"{len(played.bodies('T1'))} commits" in done.stdout


def test_a_record_that_was_changed_does_not_pass(stored: Path, tmp_path: Path) -> None:
    bent = json.loads(stored.read_bytes())
    bent["digests"][50] = "0" * 16
    path = tmp_path / "bent.json"
    path.write_text(json.dumps(bent))
    for command in ("replay", "audit"):
        done = run(command, path)
        assert done.exit_code == 1
        assert len(done.stderr.splitlines()) == 1
        assert "differs" in done.stderr


def test_a_file_that_is_no_record_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    for path in (tmp_path / "x.json", tmp_path / "none.json"):
        done = run("replay", path)
        assert done.exit_code == 2
        assert len(done.stderr.splitlines()) == 1


def test_a_record_of_a_newer_format_is_said(stored: Path, tmp_path: Path) -> None:
    newer = msgspec.json.decode(stored.read_bytes())
    newer["format"] = "record/99"
    (tmp_path / "newer.json").write_bytes(msgspec.json.encode(newer))
    done = run("audit", tmp_path / "newer.json")
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)


def test_scripts_are_played_and_compared(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("[]")
    done = run("script", "run", tmp_path / "bad.json")
    assert (done.exit_code, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    done = run("script", "check", tmp_path / "none.jsonl")
    assert done.exit_code == 2


def test_migrate_makes_the_embedded_database_from_anywhere(tmp_path: Path) -> None:
    done = typed("migrate", folder=tmp_path, PYTHONPATH=str(ROOT))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "data" / "cards.db").is_file()
    done = run("migrate", CARDS_DATA_DIR=str(tmp_path / "data"))
    assert (done.exit_code, done.stderr) == (0, "")


def test_a_gzipped_record_will_do(stored: Path, tmp_path: Path) -> None:
    packed = tmp_path / "game.json.gz"
    packed.write_bytes(gzip.compress(stored.read_bytes()))
    assert run("audit", packed).exit_code == 0
    packed.write_bytes(packed.read_bytes()[:100])
    done = run("audit", packed)
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)
