"""Golden records: games played once, which every version folds to the same states and decides alike."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from app import games
from app.engine.kernel import Kernel
from app.engine.record import audit, decode
from app.games.catalogue import CATALOGUE

GOLDEN = sorted(Path(games.__path__[0]).glob("*/golden/*.json.gz"))


def test_every_game_has_some() -> None:
    assert {path.parent.parent.name for path in GOLDEN} == set(CATALOGUE.keys())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.parent.name}-{path.name.partition('.')[0]}")
def test_a_golden_record_still_holds(path: Path) -> None:
    record = decode(gzip.decompress(path.read_bytes()))
    assert audit(Kernel(CATALOGUE.get(record.game)), record) == len(record.commits)
