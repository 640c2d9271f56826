"""Where the browser for the tests is. `python -m tests.browser_path` prints it and fails when there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""The shell first: the same browser without windows of its own, which take half of the time."""
CACHES = ("~/.cache/ms-playwright", "~/Library/Caches/ms-playwright")
EXECUTABLES = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium_headless_shell-*/*/*headless*shell",
)
"""From the last to the first."""


def runs(path: str) -> bool:
    """A launcher that only says "install the snap" is no browser."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=20, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def playwrights_own() -> list[str]:
    roots = [os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or "", *CACHES]
    return [str(hit) for root in roots if root for p in EXECUTABLES for hit in sorted(Path(root).expanduser().glob(p))]


def browser_path() -> str | None:
    if named := os.environ.get("CARDS_TEST_CHROMIUM"):
        return named
    candidates = [shutil.which(name) for name in NAMES] + playwrights_own()[::-1]
    return next((path for path in candidates if path and runs(path)), None)


if __name__ == "__main__":
    found = browser_path()
    sys.stdout.write(f"{found}\n" if found else "")
    sys.exit(found is None)
