"""The same log, the same state, the same bytes, in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from tests.engine.digests import lines
from tests.house.tree import ROOT


def elsewhere(hash_seed: str) -> list[str]:
    """The lines of a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.digests"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


def test_nothing_hangs_on_the_order_of_sets() -> None:
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(elsewhere, ["1", "20240229"])
    assert one == other == [*lines()]
    assert len(one) > 1
