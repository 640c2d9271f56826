"""Old logs in today's words, and numbers that nobody knows."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.commit import CODEC
from app.engine.kernel import Kernel, peek
from app.engine.record import audit, build
from app.engine.upcast import UnknownFormat, upcast
from tests.engine.tables import Table
from tests.toy import catalogue


def mark(word: str) -> Any:
    def step(commit: dict[str, Any]) -> dict[str, Any]:
        return commit | {"steps": [*commit.get("steps", []), word]}

    return step


STEPS = {n: mark(f"codec {n}") for n in range(1, CODEC + 2)}
GAME_STEPS = {1: mark("rules 1"), 3: mark("rules 3")}


@pytest.mark.parametrize(
    ("codec", "rules", "steps"),
    [
        (CODEC + 2, 4, None),
        (CODEC + 2, 3, ["rules 3"]),
        (CODEC + 2, 2, ["rules 3"]),  # nothing changed its shape from 2 to 3
        (CODEC + 2, 1, ["rules 1", "rules 3"]),
        (CODEC + 1, 3, [f"codec {CODEC + 1}", "rules 3"]),
        (1, 1, [*(f"codec {n}" for n in range(1, CODEC + 2)), "rules 1", "rules 3"]),
    ],
)
def test_steps_are_taken_in_order(codec: int, rules: int, steps: list[str] | None) -> None:
    raw = b'{"seq":1}'
    lifted = upcast(raw, codec, rules, GAME_STEPS, 4, STEPS)
    if steps is None:
        assert lifted is raw
    else:
        assert msgspec.json.decode(lifted) == {"seq": 1, "steps": steps}


@pytest.mark.parametrize(("codec", "rules"), [(CODEC + 1, 1), (1, 5), (99, 1), (0, 1), (1, 0), (-1, 1), (1, -1)])
def test_unknown_numbers_are_refused(codec: int, rules: int) -> None:
    with pytest.raises(UnknownFormat):
        upcast(b"{}", codec, rules, GAME_STEPS, 4)


def test_a_missing_step_of_the_codec_is_refused() -> None:
    with pytest.raises(UnknownFormat):
        upcast(b"{}", 1, 1, {}, 1, {CODEC + 1: mark("later")})


def older(body: bytes) -> bytes:
    """A commit of the toy as its first version wrote it."""
    commit = msgspec.json.decode(body)
    for event in commit["events"]:
        if event["type"] == "opened":
            event["rules"] = 1
            del event["options"]["hurry"]
        if event["type"] == "dealt":
            event["rest"] = event.pop("stock")
    return msgspec.json.encode(commit)


@pytest.fixture
def played() -> Table:
    return Table(catalogue().get("highcard"), {"deals": 2}, {"clock": "untimed"}).begin("bea").play(("over",))


def test_a_game_of_an_older_version_is_understood(played: Table) -> None:
    kernel, bodies = Kernel(played.game), [older(body) for body in played.bodies]
    assert bodies != played.bodies
    numbers = peek(bodies[0])
    assert (numbers.game, numbers.codec, numbers.rules) == ("highcard", CODEC, 1)
    state = kernel.fold(bodies, numbers)
    assert state.rules == 1
    assert msgspec.structs.replace(state, rules=2) == played.state
    record = build(kernel, bodies)
    assert (record.rules, record.options["hurry"]) == (1, "off")
    assert audit(kernel, record) == len(bodies)


def test_a_table_goes_on_under_a_newer_version(played: Table) -> None:
    """Its log holds the old shape and then the new one."""
    kernel, half = Kernel(played.game), len(played.bodies) // 2
    mixed = [*(older(body) for body in played.bodies[:half]), *played.bodies[half:]]
    assert kernel.fold(mixed, peek(mixed[0])) == kernel.fold([older(b) for b in played.bodies], peek(mixed[0]))


def test_a_game_of_a_newer_version_is_refused(played: Table) -> None:
    kernel = Kernel(played.game)
    first = played.bodies[0].replace(b'"rules":2', b'"rules":3')
    with pytest.raises(UnknownFormat):
        kernel.fold([first, *played.bodies[1:]], peek(first))
