"""The scenario tables beside the rules. A row cites its rule; what it does not mention is not compared.

given: options and fields of the position; play: cards by whoever is on turn; try: a chair and a card, then `refused`
(a code) `with` some parameters; then: turn (chair), public and private (parts of the views), absent (keys of the public
view), piles (cards by chair), notes (of the last commit but for the card at a trick's end), places (place and score
of the sides in order of place).
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import app.games.calypso
from app.engine.basics import Refusal, Seat
from app.games.calypso import GAME
from app.games.calypso.types import Play, State
from tests.games.calypso.builders import cards, fold, plays, position

FOLDER = Path(app.games.calypso.__file__).parent
ROWS = [
    pytest.param(row, id=f"{file.stem}-{row['rule']}-{row['name']}")
    for file in sorted((FOLDER / "scenarios").glob("*.json"))
    for row in json.loads(file.read_text())
]


def part_of(wanted: Any, whole: Any) -> bool:
    if isinstance(wanted, dict) and wanted:
        return isinstance(whole, dict) and all(k in whole and part_of(v, whole[k]) for k, v in wanted.items())
    return bool(wanted == whole)


def said(before: State, after_text: str) -> tuple[State, list[list[Any]]]:
    """The state after these plays, and the notes of the last of them."""
    *first, last = cards(after_text)
    state = plays(before, " ".join(first))
    (seat,) = GAME.turn(state)
    lines = []
    for event in GAME.decide(state, seat, Play(last)):
        after = fold(state, [event])
        notes = GAME.notes(GAME.public(state), GAME.shown(event), GAME.public(after))
        lines += [note.wire() for note in notes if note.kind != "play" or len(after.trick) < after.rules.seats]
        state = after
    return state, lines


@pytest.mark.parametrize("row", ROWS)
def test_scenario(row: dict[str, Any]) -> None:
    state, notes = position(**row["given"]), []
    if row.get("play"):
        state, notes = said(state, row["play"])
    if "try" in row:
        chair, card = row["try"]
        with pytest.raises(Refusal) as refused:
            GAME.decide(state, Seat(chair), Play(card))
        assert refused.value.code == row["refused"]
        assert row.get("with", {}).items() <= dict(refused.value.params).items()
    then = row.get("then", {})
    public = GAME.public(state)
    if "turn" in then:
        assert GAME.turn(state) == {then["turn"]}
    assert part_of(then.get("public", {"variant": state.rules.variant}), public)
    for chair, view in then.get("private", {}).items():
        private = GAME.private(state, Seat(int(chair)))
        assert part_of(view, private)
        assert ("legal" in private) == ("legal" in view)
    assert not set(then.get("absent", [])) & set(public)
    for chair, pile in then.get("piles", {}).items():
        assert sorted(state.piles[int(chair)]) == sorted(cards(pile))
    if "notes" in then:
        assert notes == then["notes"]
    if "places" in then:
        result = GAME.result(state)
        assert result is not None
        assert [[side.place, side.score] for side in result.sides] == then["places"]


def test_every_rule_cited_in_code_and_tables_is_written_down() -> None:
    text = (FOLDER / "RULES.md").read_text()
    written = set(re.findall(r"^\s*(?:- )?\*\*(\d+(?:\.\d+)+)\*\*", text, re.M))
    cited = {row.values[0]["rule"].rstrip("abc") for row in ROWS}
    for file in FOLDER.rglob("*.py"):
        for group in re.findall(r"R(\d+\.\d+(?:\.\d+)?(?: ?, R?\d+\.\d+(?:\.\d+)?)*)", file.read_text()):
            cited |= set(re.findall(r"\d+\.\d+(?:\.\d+)?", group))
    assert cited - written == set()
