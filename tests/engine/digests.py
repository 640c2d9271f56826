"""Prints what must be the same in every process: digests, commits and frames of a table of each game.

`python -m tests.engine.digests`, under any PYTHONHASHSEED.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import msgspec

from app.engine import record as records
from tests.engine.pairwise import CATALOGUE
from tests.engine.tables import Table

COMMITS = 150


def lines() -> Iterator[str]:
    for game in CATALOGUE.games():
        at = Table(game, {}, {"clock": "fast"}).begin("bea")
        frames = hashlib.sha256()
        while at.state.phase != "over" and len(at.commits) < COMMITS:
            if at.state.phase == "between":
                at.play(("playing",))
            else:
                at.move()
            frames.update(msgspec.json.encode(at.frames[-1]))
        log = hashlib.sha256(b"\n".join(at.bodies)).hexdigest()
        views = hashlib.sha256(msgspec.json.encode(at.looks)).hexdigest()
        yield f"{game.key} {len(at.commits)} {log} {frames.hexdigest()} {views} {records.digest(at.state)}"


if __name__ == "__main__":
    print("\n".join(lines()))
