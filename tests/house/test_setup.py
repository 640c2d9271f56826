"""scripts/env.sh on machines that lack something: one line that says what to do, and nothing half made."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell script")

OLD = 'echo "3.10.13"'
BARE = 'case "$2" in *ensurepip*) echo bare;; *) echo 3.12;; esac'
SHIM = "echo 'pyenv: python3: command not found' >&2; exit 127"


@pytest.mark.parametrize(
    ("python", "says"),
    [
        (OLD, "Python 3.11 or newer is needed ({python} is 3.10.13): install the package python3.11"),
        (BARE, "Python 3.12 ({python}) comes without venv/ensurepip: install the package python3.12-venv"),
        (SHIM, "Python 3.11 or newer is needed (none was found): install the package python3.11"),
    ],
)
def test_an_unfit_python_gets_one_line(tmp_path: Path, python: str, says: str) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/env.sh", tmp_path / "scripts")
    fake = tmp_path / "python3"
    fake.write_text(f"#!/bin/sh\n{python}\n")
    fake.chmod(0o755)
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PY": str(fake)}
    done = subprocess.run([tmp_path / "scripts/env.sh", "run"], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(says.format(python=fake))
    assert not (tmp_path / ".venv").exists()


def test_an_environment_that_is_up_to_date_is_left_alone() -> None:
    if not (ROOT / ".venv/.stamp-dev").exists():
        pytest.skip("not made by make setup")
    for want in ("dev", "run"):
        done = subprocess.run(
            ["scripts/env.sh", want], cwd=ROOT, capture_output=True, text=True, check=False, timeout=200
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("words", "everywhere"), [(["LAN=1"], True), (["LAN=0"], False), (["LAN="], False), ([], False)]
)
def test_lan_listens_on_all_addresses(words: list[str], everywhere: bool) -> None:
    if shutil.which("make") is None:
        pytest.skip("no make here")
    done = subprocess.run(["make", "-n", "run", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ("--host 0.0.0.0" in done.stdout) is everywhere
