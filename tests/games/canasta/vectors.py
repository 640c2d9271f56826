"""The table of rule vectors: how its rows become positions and commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.engine.basics import Refusal
from app.games.canasta import decide
from app.games.canasta import rules as r
from app.games.canasta.options import MODES
from app.games.canasta.types import Group, State
from tests.games.canasta.builders import fold, position

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[2] / "data/canasta-vectors.json").read_text())
NAMES = {"card_not_in_hand": "not_in_hand"}
"""Codes that have another name here."""
CANASTA = "KH KD KS KC KH KD KS"


def rows(name: str, kind: str = "") -> Any:
    found = [row for row in VECTORS[name] if not kind or row["kind"] == kind]
    return pytest.mark.parametrize("row", found, ids=lambda row: row["id"])


def text(cards: list[str]) -> str:
    return " ".join(cards)


def group(cards: list[str], rank: str = "") -> Group:
    naturals = [card for card in cards if not r.is_wild(card)]
    return Group(rank or (naturals[0][0] if naturals else "7"), tuple(cards))


def code(name: str) -> str:
    return "ok" if name == "ok" else f"rule.{NAMES.get(name, name)}"


def told(state: State, *commands: Any) -> tuple[str, State]:
    """The code with which one of these is refused, or "ok", and the state that was reached."""
    for command in commands:
        try:
            state = fold(state, decide.act(state, state.turn, command))
        except Refusal as refusal:
            return refusal.code, state
    return "ok", state


def table(row: dict[str, Any], **more: Any) -> State:
    """The position of a row: chair 0 is on turn, its side 0; the cards are its own, not those of a pack."""
    mode = "2p" if row.get("players") == 2 else "4p"
    melds = [text(cards) for cards in row.get("side_melds", row.get("side_melds_before_turn", {})).values()]
    total = row.get("side_total", 0)
    return position(
        [text(row["hand"]), "4H 5H", "4H 5H", "4H 5H"][: MODES[mode].chairs],
        mode=mode,
        canastas_to_go_out=str(row.get("required_canastas", 1)),
        take_onto_canasta="on" if row.get("option_take_onto_canasta", True) else "off",
        melds=[melds],
        scores=(total, 0),
        raised=(row.get("raised_by", 0), 0),
        **more,
    )
