"""Scripted games of Calypso: recorded traces, what is refused, what cannot be read."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from app import scripts
from app.engine.cards import pack
from app.games import catalogue

SAMPLES = Path(__file__).parents[2] / "data/calypso-scripts.jsonl.gz"
DEALT = [str(card) for card in pack(4)]


def entries() -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(SAMPLES.read_bytes()).splitlines()]


def script(**changes: Any) -> dict[str, Any]:
    """A readable script; `changes` replace parts, None removes them."""
    whole = {
        "format": "script/1",
        "game": "calypso",
        "options": {},
        "seats": 4,
        "setup": {"first_dealer": 3, "trumps": ["S", "D", "H", "C"]},
        "packs": [DEALT],
        "moves": [{"seat": 0, "cmd": "play", "card": "2S"}],
    } | changes
    return {key: value for key, value in whole.items() if value is not None}


def run(tmp_path: Path, content: Any, name: str = "one.json") -> tuple[int, list[Any], str]:
    file, out, err = tmp_path / name, io.StringIO(), io.StringIO()
    text = content if isinstance(content, str) else json.dumps(content)
    if isinstance(content, list):
        text = "\n".join(item if isinstance(item, str) else json.dumps(item) for item in content)
    file.write_text(text)
    status = scripts.run([str(file)], out, err, catalogue.get)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def check(tmp_path: Path, lines: list[Any], name: str = "some.jsonl") -> tuple[int, list[str]]:
    file, out = tmp_path / name, io.StringIO()
    file.write_text("\n".join(json.dumps(line) for line in lines))
    status = scripts.check([str(file)], out, io.StringIO(), catalogue.get)
    return status, out.getvalue().splitlines()


def test_the_recorded_games() -> None:
    out, err = io.StringIO(), io.StringIO()
    assert scripts.check([str(SAMPLES)], out, err, catalogue.get) == 0
    assert (out.getvalue(), err.getvalue()) == ("scripts: 7, differing: 0, unreadable: 0\n", "")


def test_run_prints_what_check_expects(tmp_path: Path) -> None:
    out = io.StringIO()
    assert scripts.run([str(SAMPLES)], out, io.StringIO(), catalogue.get) == 0
    games = {entry["id"]: entry for entry in entries()}
    traces: dict[str, list[Any]] = {}
    for line in map(json.loads, out.getvalue().splitlines()):
        if "id" in line:
            trace = traces[line["id"]] = []
        else:
            trace.append(line)
    assert list(traces) == list(games)
    status, lines = check(tmp_path, [games[key] | {"trace": trace} for key, trace in traces.items()])
    assert (status, lines) == (0, ["scripts: 7, differing: 0, unreadable: 0"])


def test_a_script_of_its_own(tmp_path: Path) -> None:
    status, trace, err = run(tmp_path, script())
    assert (status, err) == (0, "")
    (line,) = trace
    hand = line["state"].pop("hands")[1]
    assert hand == ["2S", "2H", "2D", "2C", "3S", "3H", "3D", "3C", "4S", "4H", "4D", "4C", "5S"]
    assert line == {
        "n": 1,
        "ok": True,
        "state": {
            "round": 0,
            "hand": 0,
            "trick_no": 0,
            "dealer": 3,
            "turn": 1,
            "trick": [[0, "2S"]],
            "rows": ["", "", "", ""],
            "completed": [0, 0, 0, 0],
            "piles": [0, 0, 0, 0],
            "renounced": ["", "", "", ""],
            "scores": [0, 0, 0, 0],
            "over": False,
        },
    }


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"seat": 1, "cmd": "play", "card": "2S"}, "rule.not_your_turn"),
        ({"seat": 0, "cmd": "play", "card": "AS"}, "rule.not_in_hand"),
        ({"seat": 0, "cmd": "play", "card": "1X"}, "bad.card"),
        ({"seat": 0, "cmd": "play", "card": "JK"}, "bad.card"),
        ({"seat": 0, "cmd": "play", "card": 7}, "bad.card"),
        ({"seat": 0, "cmd": "play"}, "bad.card"),
        ({"seat": 0, "cmd": "draw"}, "bad.command"),
        ({"seat": 0, "card": "2S"}, "bad.command"),
        ({"cmd": "play", "card": "2S"}, "bad.seat"),
        ({"seat": 4, "cmd": "play", "card": "2S"}, "bad.seat"),
        ({"seat": True, "cmd": "play", "card": "2S"}, "bad.seat"),
        ("play 2S", "bad.move"),
        (None, "bad.move"),
        ([], "bad.move"),
    ],
)
def test_refused_moves_change_nothing(tmp_path: Path, move: Any, code: str) -> None:
    good = {"seat": 0, "cmd": "play", "card": "2S"}
    status, (refused, first), _ = run(tmp_path, script(moves=[move, good]))
    assert status == 0
    assert refused == {"n": 1, "ok": False, "code": code}
    assert (first["n"], first["state"]["trick"]) == (2, [[0, "2S"]])


UNREADABLE: dict[str, Any] = {
    "no object": [],
    "no format": script(format=None),
    "another format": script(format="script/2"),
    "unknown game": script(game="whist"),
    "game is no name": script(game=7),
    "unknown option": script(options={"speed": 3}),
    "unknown variant": script(options={"variant": "two_player"}),
    "bad value": script(options={"rounds": 5}),
    "rounds as text": script(options={"rounds": "1"}),
    "options are no object": script(options=[]),
    "wrong seats": script(seats=3),
    "no setup": script(setup=None),
    "no dealer": script(setup={"trumps": ["S", "D", "H", "C"]}),
    "dealer is no seat": script(setup={"first_dealer": 4, "trumps": ["S", "D", "H", "C"]}),
    "trumps are no suits": script(setup={"first_dealer": 0, "trumps": ["S", "D", "H", "X"]}),
    "one trump twice": script(setup={"first_dealer": 0, "trumps": ["S", "S", "H", "C"]}),
    "three trumps": script(setup={"first_dealer": 0, "trumps": ["S", "D", "H"]}),
    "no packs": script(packs=None),
    "packs run out": script(packs=[]),
    "short pack": script(packs=[DEALT[:51]]),
    "no card": script(packs=[["1X", *DEALT[1:]]]),
    "a card five times": script(packs=[["2S", *DEALT[:-1]]]),
    "no moves": script(moves=None),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable_scripts(tmp_path: Path, name: str) -> None:
    """One line on stderr and nothing else for a .json; in a .jsonl a line of its own, and the run goes on."""
    status, trace, err = run(tmp_path, json.dumps(UNREADABLE[name]))
    assert (status, trace, err.count("\n")) == (2, [], 1)
    lines = [{"id": "a", "script": UNREADABLE[name]}, {"id": "b", "script": script()}]
    status, (error, ident, _), err = run(tmp_path, lines, "some.jsonl")
    assert (status, err, ident) == (2, "", {"id": "b"})
    assert (error.keys(), error["id"]) == ({"id", "error"}, "a")


def test_lines_that_are_not_scripts(tmp_path: Path) -> None:
    status, lines, err = run(tmp_path, ["{", "", "7", {"id": "c"}, {"script": script()}], "some.jsonl")
    assert (status, err) == (2, "")
    assert [line.get("id") for line in lines] == ["line 1", "line 3", "c", "line 5", None]
    assert ["error" in line for line in lines] == [True, True, True, False, False]


@pytest.mark.parametrize(
    ("name", "content"), [("gone.json", None), ("gone.jsonl", None), ("bad.json", b"{"), ("bad.jsonl.gz", b"no gzip")]
)
def test_unreadable_files(tmp_path: Path, name: str, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    out, err = io.StringIO(), io.StringIO()
    assert scripts.run([str(tmp_path / name)], out, err, catalogue.get) == 2
    assert (out.getvalue(), err.getvalue().count("\n")) == ("", 1)


def test_a_cut_gzip_is_reported(tmp_path: Path) -> None:
    (tmp_path / "cut.jsonl.gz").write_bytes(SAMPLES.read_bytes()[:-200])
    out, err = io.StringIO(), io.StringIO()
    assert scripts.check([str(tmp_path / "cut.jsonl.gz")], out, err, catalogue.get) == 2
    assert err.getvalue().count("\n") == 1


def test_options_in_other_words(tmp_path: Path) -> None:
    given = {"completion_carry": True, "renounce_indicators": False, "variant": "partnership", "tie_break": "calypsos"}
    assert run(tmp_path, script(options=given))[0] == 0
    assert run(tmp_path, script(options=given | {"completion_carry": "off"}))[0] == 0
    assert run(tmp_path, script(options=given | {"tie_break": True}))[0] == 2
    assert run(tmp_path, script(options=None, seats=None))[0] == 0


def test_three_handed_has_three_rounds_at_most(tmp_path: Path) -> None:
    three = {
        "options": {"variant": "three_handed", "rounds": 3},
        "seats": 3,
        "setup": {"first_dealer": 2, "trumps": ["S", "D", "H"]},
        "packs": [[str(card) for card in pack(3, suits="SDH")]],
    }
    assert run(tmp_path, script(**three))[0] == 0
    assert run(tmp_path, script(**three | {"options": {"variant": "three_handed", "rounds": 4}}))[0] == 2
    assert run(tmp_path, script(**three | {"packs": [[str(card) for card in pack(3, suits="SDC")]]}))[0] == 2


def test_packs_may_end_with_the_moves_but_not_before(tmp_path: Path) -> None:
    """After the last card of a round whose successor is not given, the finished round stays."""
    long = next(e for e in entries() if e["id"] == "c130")["script"]
    half = long | {"moves": long["moves"][:117], "packs": long["packs"][:1]}
    status, trace, _ = run(tmp_path, half)
    assert (status, len(trace)) == (0, 117)
    state = trace[-1]["state"]
    assert (state["turn"], state["over"], state["trick_no"], state["round"]) == (None, False, 13, 0)
    status, trace, err = run(tmp_path, half | {"moves": long["moves"][:118]})
    assert (status, trace) == (2, [])
    assert "run out" in err


def test_differences_are_told(tmp_path: Path) -> None:
    _, trace, _ = run(tmp_path, script())
    other = json.loads(json.dumps(trace))
    other[0]["state"]["rows"][2] = "A"
    more = json.loads(json.dumps(trace))
    more[0]["state"]["extra"] = 1
    lines = [
        {"id": "same", "script": script(), "trace": trace},
        {"id": "ok only", "script": script(), "trace": [{"n": 1, "ok": True}]},
        {"id": "other", "script": script(), "trace": other},
        {"id": "more", "script": script(), "trace": more},
        {"id": "hash", "script": script(), "trace": [{"n": 1, "ok": True, "sha256": "00"}]},
        {"id": "refused", "script": script(), "trace": [{"n": 1, "ok": False}]},
        {"id": "number", "script": script(), "trace": [{"n": 2, "ok": True}]},
        {"id": "short", "script": script(), "trace": []},
        {"id": "long", "script": script(), "trace": [*trace, {"n": 2, "ok": True}]},
    ]
    status, told = check(tmp_path, lines)
    assert status == 1
    assert told[:2] == [
        'other: move 1: state.rows: expected ["","","A",""], got ["","","",""]',
        "more: move 1: state.extra: missing",
    ]
    assert told[2].startswith("hash: move 1: another state: {")
    assert told[3:] == [
        "refused: move 1: accepted, should be refused",
        "number: move 1: the trace numbers it 2",
        "short: move 1: the trace ends before it",
        "long: move 2: the script ends before it",
        "scripts: 9, differing: 7, unreadable: 0",
    ]
    status, told = check(tmp_path, [{"id": "x", "script": script()}, {"id": "y", "script": [], "trace": []}])
    assert (status, told[-1]) == (2, "scripts: 2, differing: 0, unreadable: 2")
