"""Scripted games of Canasta: recorded traces, what is refused, what cannot be read."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from app import scripts
from app.games import catalogue
from tests.games.canasta.builders import pack_of, rules

SAMPLES = Path(__file__).parents[2] / "data/canasta-scripts.jsonl.gz"
HANDS = ("KH KD KS 2S 3H", "4H 4D", "QH QD", "5H 5D")
DEALT = [str(card) for card in pack_of(HANDS, "9H", "6S 6H 3D 8C 8D 8H 4C 5C 6C 7C", 3, rules())]


def entries() -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(SAMPLES.read_bytes()).splitlines()]


def script(**changes: Any) -> dict[str, Any]:
    """A readable script; `changes` replace parts, None removes them."""
    whole = {
        "format": "script/1",
        "game": "canasta",
        "options": {},
        "seats": 4,
        "setup": {"first_dealer": 3},
        "packs": [DEALT],
        "moves": [{"seat": 0, "cmd": "draw"}],
    } | changes
    return {key: value for key, value in whole.items() if value is not None}


def run(tmp_path: Path, content: Any, name: str = "one.json") -> tuple[int, list[Any], str]:
    file, out, err = tmp_path / name, io.StringIO(), io.StringIO()
    lines = [json.dumps(item) for item in content] if isinstance(content, list) else [json.dumps(content)]
    file.write_text("\n".join(lines))
    status = scripts.run([str(file)], out, err, catalogue.get)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def trace(tmp_path: Path, *moves: Any, **changes: Any) -> list[Any]:
    status, lines, err = run(tmp_path, script(moves=list(moves), **changes))
    assert (status, err) == (0, "")
    return lines


def test_the_recorded_games() -> None:
    out, err = io.StringIO(), io.StringIO()
    assert scripts.check([str(SAMPLES)], out, err, catalogue.get) == 0
    assert (out.getvalue(), err.getvalue()) == ("scripts: 36, differing: 0, unreadable: 0\n", "")


def test_the_recorded_games_try_much() -> None:
    """Every mode that scripts have, refusals in a third of them, games to their end."""
    games = entries()
    modes = {entry["script"]["options"].get("mode", "4p") for entry in games}
    assert modes == {"2p", "3p", "4p", "5p", "6p"}
    assert sum(any(not line["ok"] for line in entry["trace"]) for entry in games) > 12
    states = [line["state"] for entry in games for line in entry["trace"][-1:] if "state" in line]
    assert any(state["over"] for state in states)


def test_a_script_of_its_own(tmp_path: Path) -> None:
    """The first player's red three has been laid; with three kings and a two he opens, and discards."""
    laid = {"seat": 0, "cmd": "meld", "melds": [["KH", "KD", "KS", "2S"]]}
    first, second, third = trace(
        tmp_path, {"seat": 0, "cmd": "draw"}, laid, {"seat": 0, "cmd": "discard", "card": "6S"}
    )
    assert [line["n"] for line in (first, second, third)] == [1, 2, 3]
    assert first["state"]["phase"] == second["state"]["phase"] == "play"
    assert first["state"]["red3"] == [["3H"], []]
    assert second["state"]["melds"] == [{"K": ["2S", "KS", "KH", "KD"]}, {}]
    state = third["state"]
    assert [len(hand) for hand in state.pop("hands")] == [7, 11, 11, 11]
    assert state == {
        "deal": 0,
        "dealer": 3,
        "turn": 1,
        "phase": "draw",
        "stock": 8,
        "pile": ["9H", "6S"],
        "frozen": False,
        "melds": [{"K": ["2S", "KS", "KH", "KD"]}, {}],
        "red3": [["3H"], []],
        "minimum": [50, 50],
        "scores": [0, 0],
        "last_deal": None,
        "over": False,
    }


def test_the_last_deal_stays_in_view_in_the_next(tmp_path: Path) -> None:
    """The stock ends with a red three: scored, and the next deal lies there."""
    short = [str(card) for card in pack_of(HANDS, "9H", "6S 3D", 3, rules())]
    moves = [{"seat": 0, "cmd": "draw"}]
    (line,) = trace(tmp_path, *moves, packs=[short, DEALT])
    state = line["state"]
    assert (state["deal"], state["dealer"], state["turn"], state["phase"]) == (1, 0, 1, "draw")
    assert [side["red3"] for side in state["last_deal"]] == [-200, 0]
    assert state["scores"] == [side["total"] for side in state["last_deal"]]
    assert set(state["last_deal"][0]) == {
        *("natural", "mixed", "out", "concealed", "red3", "melded", "hand", "penalty", "total")
    }
    (line,) = trace(tmp_path, *moves, packs=[short])
    assert (line["state"]["phase"], line["state"]["turn"], line["state"]["over"]) == ("between", None, False)
    status, lines, err = run(tmp_path, script(moves=moves * 2, packs=[short]))
    assert (status, lines) == (2, [])
    assert "run out" in err


def test_a_game_ends_at_any_target(tmp_path: Path) -> None:
    """And black threes on the table are meld 3; after the end nothing is done any more."""
    hands = ("KH KD KS KC KH KD KS 3S 3C 3S 4C", "4H 4D", "QH QD", "5H 5D")
    dealt = [str(card) for card in pack_of(hands, "9H", "6S 6H", 3, rules())]
    out = {
        "seat": 0,
        "cmd": "go_out",
        "melds": [["KH", "KD", "KS", "KC", "KH", "KD", "KS"]],
        "threes": ["3S", "3C", "3S"],
    }
    discard = {"seat": 0, "cmd": "discard", "card": "4C"}
    lines = trace(
        tmp_path,
        {"seat": 0, "cmd": "draw"},
        {**out, "discard": "4C"},
        {**out, "melds": [*out["melds"], {"rank": "6", "cards": ["6S"]}], "discard": "4C"},
        discard,
        packs=[dealt],
        options={"target": 700},
    )
    assert [line.get("code", "") for line in lines] == ["", "rule.cards_left", "rule.too_few_cards", ""]
    four = [*out["melds"][0], "4C", "4D"]
    hands = (" ".join([*out["melds"][0], "3S", "3C", "3S", "4C"]), "4H 4D", "QH QD", "5H 5D")
    dealt = [str(card) for card in pack_of(hands, "9H", "2S 6H", 3, rules())]
    melds = [[*four[:7], "2S"]]
    lines = trace(
        tmp_path,
        {"seat": 0, "cmd": "draw"},
        {**out, "melds": melds, "discard": "4C"},
        {"seat": 1, "cmd": "draw"},
        packs=[dealt],
        options={"target": 300},
    )
    state = lines[1]["state"]
    assert (state["over"], state["phase"], state["turn"]) == (True, "over", None)
    assert state["melds"][0]["3"] == ["3S", "3S", "3C"]
    assert [state["last_deal"][0][key] for key in ("natural", "mixed", "out", "concealed")] == [0, 1, 100, 100]
    assert lines[2] == {"n": 3, "ok": False, "code": "rule.over"}


BAD_MOVES: list[tuple[Any, str]] = [
    ({"seat": 0, "cmd": 1}, "bad.move"),
    ({"seat": 0, "cmd": ["draw"]}, "bad.move"),
    ({"seat": 0, "cmd": "DRAW"}, "bad.move"),
    ({"seat": 0, "cmd": "pass"}, "bad.move"),
    ({"seat": 0, "cmd": "play", "card": "KH"}, "bad.move"),
    ({"seat": 0}, "bad.move"),
    ({"seat": 0, "cmd": "take"}, "bad.move"),
    ({"seat": 0, "cmd": "take", "with": "9S 9D"}, "bad.move"),
    ({"seat": 0, "cmd": "take", "with": [9]}, "bad.move"),
    ({"seat": 0, "cmd": "take", "with": [], "melds": {}}, "bad.move"),
    ({"seat": 0, "cmd": "take", "with": [], "melds": None}, "bad.move"),
    ({"seat": 0, "cmd": "take", "with": [], "melds": [7]}, "bad.move"),
    ({"seat": 0, "cmd": "take", "with": [], "melds": ["KH"]}, "bad.move"),
    ({"seat": 0, "cmd": "take", "with": [], "melds": [{"rank": 7, "cards": []}]}, "bad.move"),
    ({"seat": 0, "cmd": "take", "with": [], "melds": [{"rank": "7"}]}, "bad.move"),
    ({"seat": 0, "cmd": "take", "with": ["1X"]}, "bad.card"),
    ({"seat": 0, "cmd": "take", "with": ["KH"], "melds": [["3X"]]}, "bad.card"),
    ({"seat": 0, "cmd": "meld"}, "bad.move"),
    ({"seat": 0, "cmd": "meld", "melds": "KH KD KS"}, "bad.move"),
    ({"seat": 0, "cmd": "meld", "melds": [["KH", 7]]}, "bad.move"),
    ({"seat": 0, "cmd": "discard"}, "bad.move"),
    ({"seat": 0, "cmd": "discard", "card": None}, "bad.move"),
    ({"seat": 0, "cmd": "discard", "card": ["KH"]}, "bad.move"),
    ({"seat": 0, "cmd": "go_out", "melds": None}, "bad.move"),
    ({"seat": 0, "cmd": "go_out", "threes": "3S"}, "bad.move"),
    ({"seat": 0, "cmd": "go_out", "discard": 7}, "bad.move"),
    ({"seat": 0, "cmd": "go_out", "discard": False}, "bad.move"),
    ({"seat": 0, "cmd": "go_out", "discard": []}, "bad.move"),
    ({"seat": 0, "cmd": "answer"}, "bad.move"),
    ({"seat": 0, "cmd": "answer", "yes": 1}, "bad.move"),
    ({"seat": 0, "cmd": "answer", "yes": None}, "bad.move"),
    ({"cmd": "draw"}, "bad.seat"),
    ({"seat": 4, "cmd": "draw"}, "bad.seat"),
    ({"seat": -1, "cmd": "draw"}, "bad.seat"),
    ({"seat": True, "cmd": "draw"}, "bad.seat"),
    ({"seat": "0", "cmd": "draw"}, "bad.seat"),
    ("draw", "bad.move"),
    (None, "bad.move"),
    ([], "bad.move"),
    ({"seat": 1, "cmd": "draw"}, "rule.not_your_turn"),
    ({"seat": 0, "cmd": "discard", "card": "KH"}, "rule.draw_first"),
    ({"seat": 0, "cmd": "meld", "melds": [["KH", "KD", "KS"]]}, "rule.draw_first"),
    ({"seat": 0, "cmd": "go_out"}, "rule.draw_first"),
    ({"seat": 0, "cmd": "go_out", "discard": ""}, "bad.card"),
    ({"seat": 0, "cmd": "decline"}, "rule.pass_not_now"),
    ({"seat": 0, "cmd": "ask"}, "rule.cannot_go_out"),
    ({"seat": 2, "cmd": "answer", "yes": True}, "rule.nothing_asked"),
    ({"seat": 0, "cmd": "take", "with": ["KH", "KD"]}, "rule.mixed_ranks"),
    ({"seat": 0, "cmd": "take", "with": ["9S", "9D"]}, "rule.not_in_hand"),
    ({"seat": 0, "cmd": "take", "with": []}, "rule.frozen_needs_natural_pair"),
]


@pytest.mark.parametrize(("move", "code"), BAD_MOVES, ids=lambda value: str(value)[:60])
def test_refused_moves_change_nothing(tmp_path: Path, move: Any, code: str) -> None:
    refused, first = trace(tmp_path, move, {"seat": 0, "cmd": "draw"})
    assert refused == {"n": 1, "ok": False, "code": code}
    assert (first["n"], first["ok"], first["state"]["phase"]) == (2, True, "play")


BAD_PLAYS: list[tuple[Any, str]] = [
    ({"cmd": "draw"}, "rule.drawn_already"),
    ({"cmd": "take", "with": []}, "rule.drawn_already"),
    ({"cmd": "discard", "card": "1X"}, "bad.card"),
    ({"cmd": "discard", "card": "AS"}, "rule.not_in_hand"),
    ({"cmd": "discard", "card": "3H"}, "rule.not_in_hand"),
    ({"cmd": "meld", "melds": []}, "rule.nothing_laid"),
    ({"cmd": "meld", "melds": [[]]}, "rule.mixed_ranks"),
    ({"cmd": "meld", "melds": [[""]]}, "bad.card"),
    ({"cmd": "meld", "melds": [["", "2S"]]}, "bad.card"),
    ({"cmd": "go_out", "melds": [["K"]]}, "bad.card"),
    ({"cmd": "meld", "melds": [{"rank": "", "cards": ["KH", "KD", "KS"]}]}, "rule.mixed_ranks"),
    ({"cmd": "meld", "melds": [{"rank": "KK", "cards": ["KH", "KD", "KS"]}]}, "rule.mixed_ranks"),
    ({"cmd": "meld", "melds": [["KH", "KD", "KS"]]}, "rule.below_minimum"),
    ({"cmd": "meld", "melds": [["KH", "KD", "KD"]]}, "rule.not_in_hand"),
    ({"cmd": "meld", "melds": [["2S"]]}, "rule.mixed_ranks"),
    ({"cmd": "meld", "melds": [["KH", "KD", "2S"], ["KS"]]}, "rule.rank_twice"),
    ({"cmd": "go_out"}, "rule.cards_left"),
    ({"cmd": "go_out", "discard": "ZZ"}, "bad.card"),
    ({"cmd": "go_out", "threes": ["KH"]}, "rule.mixed_ranks"),
    ({"cmd": "go_out", "melds": [["KH", "KD", "KS"]], "threes": [], "discard": None}, "rule.cards_left"),
]


@pytest.mark.parametrize(("move", "code"), BAD_PLAYS, ids=lambda value: str(value)[:60])
def test_refused_plays_change_nothing(tmp_path: Path, move: Any, code: str) -> None:
    drawn, refused, last = trace(
        tmp_path, {"seat": 0, "cmd": "draw"}, {"seat": 0, **move}, {"seat": 0, "cmd": "discard", "card": "KH"}
    )
    assert refused == {"n": 2, "ok": False, "code": code}
    assert (drawn["ok"], last["ok"], last["state"]["pile"]) == (True, True, ["9H", "KH"])


UNREADABLE: dict[str, Any] = {
    "another game": script(game="whist"),
    "unknown option": script(options={"speed": 3}),
    "seating": script(options={"seating": "as_joined"}),
    "unknown mode": script(options={"mode": "7p"}),
    "mode is no name": script(options={"mode": ["4p"]}),
    "cutthroat": script(options={"mode": "3p_cutthroat"}, seats=3),
    "three pairs": script(options={"mode": "6p_three_pairs"}, seats=6),
    "bad value": script(options={"permission": "maybe"}),
    "a number for a word": script(options={"strict": 1}),
    "three canastas": script(options={"canastas_to_go_out": 3}),
    "target is a word": script(options={"target": "many"}),
    "target in other digits": script(options={"target": "१०"}),
    "target is nothing": script(options={"target": 0}),
    "target below nothing": script(options={"target": -5}),
    "target is true": script(options={"target": True}),
    "target is broken": script(options={"target": 5.5}),
    "target is a sign": script(options={"target": "²"}),
    "target is endless": script(options={"target": "9" * 5000}),
    "options are no object": script(options=[]),
    "two seats of four": script(options={"mode": "4p"}, seats=2),
    "five seats of five": script(options={"mode": "5p"}, seats=5),
    "seven seats": script(seats=7),
    "seats in words": script(seats="4"),
    "seats true": script(seats=True),
    "target is null": script(options={"target": None}),
    "an option is null": script(options={"strict": None}),
    "no setup": script(setup=None),
    "no dealer": script(setup={}),
    "dealer is no seat": script(setup={"first_dealer": 4}),
    "dealer is true": script(setup={"first_dealer": True}),
    "no packs": script(packs=None),
    "packs are no lists": script(packs=[7]),
    "packs run out": script(packs=[]),
    "short pack": script(packs=[DEALT[:44]]),
    "no upcard": script(packs=[[*DEALT[:44], "2H"]]),
    "no card": script(packs=[["1X", *DEALT[1:]]]),
    "no name": script(packs=[[7, *DEALT[1:]]]),
    "three times": script(packs=[["KH", "KH", "KH"]]),
    "five jokers": script(packs=[["JK"] * 5]),
    "no moves": script(moves=None),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable_scripts(tmp_path: Path, name: str) -> None:
    """One line on stderr and nothing else for a .json; in a .jsonl a line of its own, and the run goes on."""
    status, lines, err = run(tmp_path, UNREADABLE[name])
    assert (status, lines, err.count("\n")) == (2, [], 1)
    both = [{"id": "a", "script": UNREADABLE[name]}, {"id": "b", "script": script()}]
    status, (error, ident, _), err = run(tmp_path, both, "some.jsonl")
    assert (status, err, ident) == (2, "", {"id": "b"})
    assert (error.keys(), error["id"]) == ({"id", "error"}, "a")


@pytest.mark.parametrize(
    "options",
    [
        {"strict": True, "open_pile": False},
        {"strict": "on", "open_pile": "off", "take_onto_canasta": False},
        {"canastas_to_go_out": 2},
        {"canastas_to_go_out": "1"},
        {"target": 5},
        {"target": "4321"},
        {"permission": "required", "always_frozen": True, "black_three_freezes": True, "red_threes_at_deal": True},
    ],
    ids=str,
)
def test_options_in_other_words(tmp_path: Path, options: dict[str, Any]) -> None:
    assert trace(tmp_path, {"seat": 0, "cmd": "draw"}, options=options)[0]["ok"]


@pytest.mark.parametrize(("seats", "mode"), [(2, "2p"), (3, "3p"), (4, "4p"), (6, "6p")])
def test_the_seats_tell_the_mode(tmp_path: Path, seats: int, mode: str) -> None:
    """Five people have four seats, so theirs must be named."""
    cards = [str(card) for card in pack_of(("KH",), "9H", "6S 6H 8C", seats - 1, rules(mode=mode))]
    given = {"packs": [cards], "seats": seats, "setup": {"first_dealer": seats - 1}, "options": None}
    (line,) = trace(tmp_path, {"seat": 0, "cmd": "draw"}, **given)
    assert len(line["state"]["hands"]) == seats
    assert line["state"]["stock"] == (1 if mode == "2p" else 2)
    assert trace(tmp_path, {"seat": 0, "cmd": "draw"}, options={"mode": "5p"}, seats=4)[0]["ok"]
    assert trace(tmp_path, {"seat": 0, "cmd": "draw"}, seats=None)[0]["ok"]


def test_a_strict_table_accepts_too_small_an_opening(tmp_path: Path) -> None:
    """5.3: the minimum grows, the cards stay in the hand."""
    laid = {"seat": 0, "cmd": "meld", "melds": [["KH", "KD", "KS"]]}
    _, first, second, third = trace(
        tmp_path,
        {"seat": 0, "cmd": "draw"},
        laid,
        laid,
        {**laid, "melds": [["KH", "KD", "KS", "2S"]]},
        options={"strict": True},
    )
    assert (first["state"]["minimum"], second["state"]["minimum"]) == ([60, 50], [70, 50])
    assert first["state"]["melds"] == [{}, {}]
    assert "KS" in first["state"]["hands"][0]
    assert third["state"]["minimum"] == [80, 50]
