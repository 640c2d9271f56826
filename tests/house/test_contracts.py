"""The import contracts of pyproject.toml hold, and each of them bites."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.house.tree import ROOT

LINT = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]

PLANTED = {
    "app/engine/planted.py": "import random\nimport app.tables\n",
    "app/games/calypso/planted.py": "import app.games.toy\n",
    "app/games/toy/__init__.py": "",
    "app/tables/planted.py": "import app.games.calypso, app.live.redis, redis, sqlalchemy, sqlite3, fastapi\n",
}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(LINT, cwd=folder, capture_output=True, text=True, check=False)


def broken(output: str) -> set[str]:
    return set(re.findall(r"^(.+?)\s+BROKEN", output, re.M))


def contracts() -> set[str]:
    section = (ROOT / "pyproject.toml").read_text().partition("[tool.importlinter]")[2]
    return set(re.findall(r'^name = "(.+)"', section, re.M))


def test_the_contracts_hold() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_contract_sees_a_planted_breach(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "app", tmp_path / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name, text in PLANTED.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    done = lint(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert broken(done.stdout) == contracts()


def test_a_module_without_a_place_breaks_the_layers(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "app", tmp_path / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "app" / "stray.py").write_text("")
    done = lint(tmp_path)
    assert len(broken(done.stdout)) == 1
    assert "app.stray" in done.stdout
