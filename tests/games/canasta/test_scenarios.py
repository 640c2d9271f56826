"""The scenario tables beside the rules. A row cites its rule; what it does not mention is not compared.

given: options and fields of the position, or of a `deal` (hands, turned, stock, dealer); do: commands that lead on,
such as "0 take KH KD"; refused: commands with their code, and perhaps some of its parameters; legal: commands that are
accepted; then, for the moment that was reached: turn (chairs that may act), public and private (parts of the views;
private by seat), absent (keys of the public view), without (keys of private views), nothing (seats that see nothing),
hands and threes (cards by chair), pile, stock (a number), notes (of the last command), places (place and score).
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import app.games.canasta
from app.engine.basics import Refusal, Seat
from app.games.canasta import GAME
from app.games.canasta.types import State
from tests.games.canasta.builders import after, dealt, events_of, fold, hand_of, position

FOLDER = Path(app.games.canasta.__file__).parent
ROWS = [
    pytest.param(row, id=f"{file.stem}-{row['rule']}-{row['name']}")
    for file in sorted((FOLDER / "scenarios").glob("*.json"))
    for row in json.loads(file.read_text())
]
KEYS = {"rule", "name", "given", "do", "refused", "legal", "then"}
THEN = {
    *(
        "turn",
        "public",
        "private",
        "absent",
        "without",
        "nothing",
        "hands",
        "threes",
        "pile",
        "stock",
        "notes",
        "places",
    )
}


def part_of(wanted: Any, whole: Any) -> bool:
    if isinstance(wanted, dict) and wanted:
        return isinstance(whole, dict) and all(k in whole and part_of(v, whole[k]) for k, v in wanted.items())
    return bool(wanted == whole)


def start(given: dict[str, Any]) -> State:
    if isinstance(given.get("deal"), dict):
        return dealt(**given["deal"], **{key: value for key, value in given.items() if key != "deal"})
    return position(**given)


def said(before: State, text: str) -> tuple[State, list[list[Any]]]:
    """The state after a command, and its notes."""
    state, lines = before, []
    for event in events_of(before, text):
        reached = fold(state, [event])
        lines += GAME.notes(GAME.public(state), GAME.shown(event), GAME.public(reached))
        state = reached
    return state, [note.wire() for note in lines]


@pytest.mark.parametrize("row", ROWS)
def test_scenario(row: dict[str, Any]) -> None:
    state, notes = start(row["given"]), []
    assert set(row) <= KEYS
    for text in row.get("do", []):
        state, notes = said(state, text)
    for text, code, *params in row.get("refused", []):
        with pytest.raises(Refusal) as refused:
            events_of(state, text)
        assert refused.value.code == code, text
        assert dict(*params).items() <= dict(refused.value.params).items()
    for text in row.get("legal", []):
        after(state, text)
    compare(state, row.get("then", {}))
    if "notes" in row.get("then", {}):
        assert notes == row["then"]["notes"]


def compare(state: State, then: dict[str, Any]) -> None:
    public = GAME.public(state)
    assert set(then) <= THEN
    if "turn" in then:
        assert {state.chairs[seat] for seat in GAME.turn(state)} == set(then["turn"])
    for key, value in then.get("public", {}).items():
        assert part_of(value, public.get(key)), (key, public.get(key))
    assert not set(then.get("absent", [])) & set(public)
    for seat, view in then.get("private", {}).items():
        private = GAME.private(state, Seat(int(seat)))
        assert part_of(view, private), private
    for seat, keys in then.get("without", {}).items():
        assert not set(keys) & set(GAME.private(state, Seat(int(seat))))
    for seat in then.get("nothing", []):
        assert GAME.private(state, Seat(seat)) == {}
    for chair, text in then.get("hands", {}).items():
        assert state.hands[int(chair)] == hand_of(text)
    for chair, text in then.get("threes", {}).items():
        assert state.threes[int(chair)] == hand_of(text)
    if "pile" in then:
        assert " ".join(state.pile) == then["pile"]
    if "stock" in then:
        assert len(state.stock) == then["stock"]
    if "places" in then:
        result = GAME.result(state)
        assert result is not None
        assert [[side.place, side.score] for side in result.sides] == then["places"]


def test_every_mistake_that_others_made_is_tried() -> None:
    """34 that were found in other implementations, some in several rows."""
    names = {row.values[0]["name"] for row in ROWS}
    mistakes = {int(found[1]) for name in names if (found := re.match(r"mistake (\d+)\b", name))}
    assert mistakes == set(range(1, 35))


def test_every_rule_cited_in_code_and_tables_is_written_down() -> None:
    text = (FOLDER / "RULES.md").read_text()
    written = set(re.findall(r"^\s*(?:- )?\*\*(\d+(?:\.\d+)+)\*\*", text, re.M))
    cited = {row.values[0]["rule"] for row in ROWS}
    for file in FOLDER.rglob("*.py"):
        for group in re.findall(r"R(\d+\.\d+(?:\.\d+)?(?: ?, R?\d+\.\d+(?:\.\d+)?)*)", file.read_text()):
            cited |= set(re.findall(r"\d+\.\d+(?:\.\d+)?", group))
        cited |= set(re.findall(r'rule="(\d[\d.]*)"', file.read_text()))
    assert cited - written == set()
