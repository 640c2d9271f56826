"""`bots choose`: what other programs ask a bot, line by line."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from app.bots.lines import serve, spelled
from app.engine.dice import Dice
from app.engine.table.commands import Ready
from app.games.catalogue import CATALOGUE
from tests.played import Player


@pytest.fixture(scope="module")
def player() -> Player:
    player = Player("T1", ("ann",), {"clock": "untimed"}, {"rounds": 1})
    player.begin()
    return player


@pytest.fixture
def question(player: Player) -> dict[str, Any]:
    game, play = player.kernel.game, player.state.play
    seat = min(game.turn(play))
    return {
        "public": game.public(play),
        "private": {"seat": seat, **game.private(play, seat)},
        "memory": game.memory(play, seat),
        "level": game.standin,
        "seed": "one",
    }


def said(*asked: object) -> list[str]:
    out = io.StringIO()
    lines = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in asked]
    serve(lines, out, CATALOGUE.get, "calypso")
    return out.getvalue().splitlines()


def fault(line: object) -> str:
    (told,) = said(line)
    return str(json.loads(told)["error"])


def test_it_answers_by_the_card_that_the_bot_would_play(player: Player, question: dict[str, Any]) -> None:
    game, play = player.kernel.game, player.state.play
    seat = question["private"]["seat"]
    views = game.public(play), game.private(play, seat), game.memory(play, seat)
    card = spelled(game.choose(*views, seat, game.standin, Dice(bytes(32))))
    assert len(card) == 2
    asked = {**question, "private": views[1], "seat": seat, "game": "calypso", "options": {"budget": 20}}
    table = {**question, "public": {"game": "calypso", "g": views[0]}}
    assert said(question, asked, table, {**question, "seed": "00" * 32}) == [card] * 4


def test_the_same_line_has_the_same_answer(question: dict[str, Any]) -> None:
    assert len(set(said(*[question] * 5))) == 1


def test_a_bad_line_is_said_and_the_next_is_answered(question: dict[str, Any]) -> None:
    told = said(b"{", b"[]", b"", b"\n", question)
    assert [set(json.loads(line)) for line in told[:2]] == [{"error"}, {"error"}]
    assert len(told) == 3
    assert len(told[2]) == 2


def test_what_is_wrong_is_told(question: dict[str, Any]) -> None:
    assert "public" in fault({})
    assert "chess" in fault({**question, "game": "chess"})
    assert "'sly'" in fault({**question, "level": "sly"})
    assert "seat" in fault({**question, "private": {"hand": {}}})
    assert "cannot be" in fault({**question, "memory": {}, "public": {}})
    assert "budget" in fault({**question, "options": {"budget": 0}})
    assert "unknown" in fault({**question, "more": 1})


def test_a_command_that_is_no_card_is_json() -> None:
    assert json.loads(spelled(Ready(True))) == {"type": "ready", "ready": True}
