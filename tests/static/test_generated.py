"""What is generated for the pages is fresh; their own tests run under node."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
