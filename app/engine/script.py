"""Runs scripted games (docs/script.md) and compares them with recorded traces; a game's `script` drives it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine.basics import Refusal
from app.engine.game import Game, ScriptError

FORMAT: Final = "script/1"

Find = Callable[[str], Game]
"""Gives a game by its key, or raises Refusal."""


class Step(msgspec.Struct, frozen=True):
    """The answer to move `n` (from 1): the code of its refusal or "", and the state afterwards."""

    n: int
    code: str
    state: dict[str, Any]

    def line(self) -> dict[str, Any]:
        """The line of the trace."""
        if self.code:
            return {"n": self.n, "ok": False, "code": self.code}
        return {"n": self.n, "ok": True, "state": self.state}


def steps(script: object, find: Find) -> Iterator[Step]:
    """The answers to a script's moves, one after the other. Raises ScriptError, even in the middle."""
    if not isinstance(script, dict):
        raise ScriptError("a script is a JSON object")
    if script.get("format") != FORMAT:
        raise ScriptError(f"the format is not {FORMAT}")
    moves = script.get("moves")
    if not isinstance(moves, list):
        raise ScriptError("moves are missing")
    scripted = _game(script.get("game"), find).script
    driver = scripted.begin(script)
    state = scripted.state(driver)
    for n, move in enumerate(moves, 1):
        code = ""
        try:
            if not isinstance(move, dict):
                raise Refusal("bad.move")
            driver = scripted.move(driver, move)
            state = scripted.state(driver)
        except Refusal as refusal:
            code = refusal.code
        yield Step(n, code, state)


def _game(key: object, find: Find) -> Game:
    try:
        return find(key if isinstance(key, str) else "")
    except Refusal:
        raise ScriptError(f"unknown game {key!r:.40}") from None


def run(script: object, find: Find) -> list[bytes]:
    """The whole trace of a script, a line of JSON each. Raises ScriptError; then nothing of it counts."""
    return [msgspec.json.encode(step.line()) for step in steps(script, find)]


def difference(script: object, trace: Sequence[Mapping[str, Any]], find: Find) -> str:
    """Where a script's run first differs from a recorded trace; "" if nowhere. Raises ScriptError.

    An entry tells `ok` and perhaps the state, or its sha256; a refused move's state is the unchanged one.
    """
    n = 0
    for step in steps(script, find):
        if n == len(trace):
            return f"move {n + 1}: the trace ends before it"
        fault = _step_difference(step, trace[n])
        if fault:
            return f"move {step.n}: {fault}"
        n += 1
    return f"move {n + 1}: the script ends before it" if n < len(trace) else ""


def _step_difference(step: Step, entry: Mapping[str, Any]) -> str:
    if entry.get("n") != step.n:
        return f"the trace numbers it {entry.get('n')!r}"
    if entry.get("ok") is not (not step.code):
        return f"refused as {step.code}" if step.code else "accepted, should be refused"
    if "state" in entry:
        return _value_difference("state", entry["state"], msgspec.json.decode(msgspec.json.encode(step.state)))
    if "sha256" in entry and entry["sha256"] != digest(step.state):
        return f"another state: {msgspec.json.encode(step.state).decode()}"
    return ""


def digest(state: Mapping[str, Any]) -> str:
    """SHA-256 of a state's JSON, keys sorted, no spaces; in hex."""
    return hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()


def _value_difference(path: str, expected: object, got: object) -> str:
    """The first place where two JSON values differ."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in [*expected, *got]:
            if key not in got or key not in expected:
                return f"{path}.{key}: {'missing' if key not in got else 'not expected'}"
            if fault := _value_difference(f"{path}.{key}", expected[key], got[key]):
                return fault
        return ""
    if type(expected) is type(got) and expected == got:
        return ""
    return f"{path}: expected {_short(expected)}, got {_short(got)}"


def _short(value: object) -> str:
    return msgspec.json.encode(value).decode()
