"""How fast scripted games run: 500 scripts of up to 150 moves of each game, beside a floor.

    python -m bench.scripts

The floor, in the same run, reads and writes the same JSON and does nothing else. CPU seconds; the ratio is what tells.
"""

from __future__ import annotations

import gzip
import io
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app import scripts
from app.games import catalogue
from app.settings import ROOT

GAMES = ("calypso", "canasta")
COUNT, MOVES = 500, 150
ALLOWED = 30
"""Seconds for so many scripts."""


def recorded(game: str) -> list[dict[str, Any]]:
    """The scripts of the tests' recorded games, the longest first."""
    packed = (ROOT / f"tests/data/{game}-scripts.jsonl.gz").read_bytes()
    found = [json.loads(line)["script"] for line in gzip.decompress(packed).splitlines()]
    return sorted(found, key=lambda script: -len(script["moves"]))


def lines_of(game: str) -> list[str]:
    """COUNT scripts, one a line, of the longest recorded games in turn."""
    found = recorded(game)[:10]
    cut = [script | {"moves": script["moves"][:MOVES]} for script in found]
    return [json.dumps({"id": str(n), "script": cut[n % len(cut)]}) for n in range(COUNT)]


def spent(work: Callable[[], object]) -> float:
    """CPU seconds."""
    before = time.process_time()
    work()
    return time.process_time() - before


def measure(game: str, folder: Path) -> bool:
    """Print the figures of a game; whether they are what is allowed."""
    file, out, err = folder / f"{game}.jsonl", io.StringIO(), io.StringIO()
    file.write_text("\n".join(lines_of(game)))
    taken = spent(lambda: scripts.run([str(file)], out, err, catalogue.get))
    told = out.getvalue().splitlines()
    floor = spent(lambda: [json.dumps(json.loads(line)) for line in (*file.read_text().splitlines(), *told)])
    moves = sum(len(json.loads(line)["script"]["moves"]) for line in file.read_text().splitlines())
    print(
        f"{game}: {COUNT} scripts, {moves} moves, {taken:.1f} s, {1e6 * taken / moves:.0f} us a move, "
        f"{taken / floor:.1f} times the floor{err.getvalue()}"
    )
    return taken < ALLOWED and not err.getvalue()


def main() -> int:
    """The command line: exit status 1 if a game takes longer than it may."""
    with tempfile.TemporaryDirectory() as folder:
        held = [measure(game, Path(folder)) for game in GAMES]
    return 0 if all(held) else 1


if __name__ == "__main__":
    raise SystemExit(main())
