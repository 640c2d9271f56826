"""What is generated for the pages is fresh; their own tests run under node."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.games.calypso import rules
from app.tables.chat import PRESETS

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_types_of_the_protocol_are_fresh() -> None:
    done = subprocess.run([sys.executable, "scripts/gen_ts.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_pages_offer_the_phrases_that_the_server_takes() -> None:
    text = (ROOT / "static/lib/chat.js").read_text()
    listed = re.findall(r'"(\w+)"', text[text.index("PRESETS = [") :].partition("]")[0])
    assert tuple(listed) == PRESETS
    for lang in ("en", "ru", "ja"):
        words = json.loads((ROOT / f"static/i18n/{lang}.json").read_text())
        assert all(words.get(f"chat.preset.{preset}") for preset in PRESETS)


def test_the_modules_pass_their_tests() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here: the tests of static/ are skipped")
    files = sorted(str(file) for file in Path(__file__).parent.glob("*.test.js"))
    done = subprocess.run([node, "--test", *files], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:]


def test_the_pages_count_points_as_the_server_does() -> None:
    text = (ROOT / "static/games/calypso/view.js").read_text()
    told = {name: json.loads(value) for name, value in re.findall(r"const (BONUS|\w+_POINTS) = (.+);", text)}
    assert told == {"BONUS": [*rules.BONUS], "ROW_POINTS": rules.ROW_POINTS, "PILE_POINTS": rules.PILE_POINTS}


def test_the_browsers_bar_has_the_colour_of_the_page() -> None:
    colours = re.findall(r'name="theme-color" content="(#\w+)"', (ROOT / "static/index.html").read_text())
    grounds = [re.findall(r"--bg: (#\w+)", (ROOT / f"static/css/{name}.css").read_text())[0] for name in ("base", "dark")]
    assert colours == grounds
