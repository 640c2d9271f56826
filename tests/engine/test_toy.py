"""The third game by itself: found, kept apart, played, scripted."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine import script as scripts
from app.engine.basics import Refusal
from app.engine.dice import Dice
from app.engine.game import ScriptError
from app.engine.record import audit, build
from app.games.catalogue import CATALOGUE, BrokenGame, Catalogue, faults
from tests.engine.tables import Table
from tests.toy import PACKAGES, catalogue
from tests.toy.games.highcard.game import HighCard
from tests.toy.games.highcard.play import PACK

GAME = catalogue().get("highcard")


def test_it_is_found_beside_the_games_of_the_house() -> None:
    assert "highcard" in catalogue().keys()  # noqa: SIM118
    assert set(CATALOGUE.keys()) == set(catalogue().keys()) - {"highcard"}
    assert list(catalogue().keys()) == sorted(catalogue().keys())
    with pytest.raises(Refusal) as raised:
        CATALOGUE.get("highcard")
    assert (raised.value.code, raised.value.params) == ("bad.game", {"game": "highcard"})


def test_the_same_key_twice_is_a_fault() -> None:
    with pytest.raises(BrokenGame, match="exists already"):
        Catalogue((*PACKAGES, "tests.toy.games")).keys()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"key": "lowcard"}, "key"),
        ({"rules": 0}, "rules"),
        ({"levels": ()}, "levels"),
        ({"levels": ("a", "a"), "standin": "a"}, "levels"),
        ({"standin": "genius"}, "levels"),
        ({"commands": ()}, "command"),
        ({"state": dict}, "Struct"),
    ],
)
def test_a_game_that_breaks_the_contract_is_not_loaded(change: dict[str, Any], fault: str) -> None:
    broken: Any = type("Broken", (HighCard,), change)()
    assert any(fault in found for found in faults("highcard", broken))
    assert not [*faults("highcard", GAME)]


@pytest.mark.parametrize("preset", sorted(GAME.options.presets))
def test_every_preset_is_played_to_its_end(preset: str) -> None:
    options = dict(GAME.options.presets[preset])
    at = Table(GAME, options, {"clock": "fast"}).begin("bea").play(("over",))
    assert at.state.result is not None
    total = sum(side.score for side in at.state.result.sides)
    assert GAME.progress(at.state.play) == (total, total)
    assert total == 3 * at.state.options["deals"]
    assert audit(at.kernel, build(at.kernel, at.bodies)) == len(at.bodies)


def test_equal_scores_share_a_place() -> None:
    for seed in range(200):
        at = Table(GAME, {"deals": 2, "drawing": "off"}, table=f"T{seed}").begin().play(("over",))
        assert at.state.result is not None
        places = [(side.score, side.place) for side in at.state.result.sides]
        if places[0][0] == places[1][0]:
            assert places == [(3, 1), (3, 1)]
            return
        assert [place for _, place in places] == [1, 2]
    raise AssertionError("no tie in so many games")


def script(**changes: Any) -> dict[str, Any]:
    """Two deals of two players, nobody draws but once."""
    first, second = ([*Dice(bytes([n])).shuffled(PACK)] for n in (1, 2))
    return {
        "format": "script/1",
        "game": "highcard",
        "options": {"players": 2, "deals": 2},
        "setup": {"first_dealer": 1},
        "packs": [first, second],
        "moves": [],
    } | changes


def run(moves: list[Any], **changes: Any) -> list[scripts.Step]:
    return [*scripts.steps(script(moves=moves, **changes), catalogue().get)]


def test_scripted_moves_are_answered() -> None:
    lead = script()["packs"][0][0]
    steps = run(
        [
            {"seat": 0, "cmd": "draw"},
            {"seat": 0, "cmd": "draw"},
            {"seat": 1, "cmd": "lay", "card": lead},
            {"seat": 0, "cmd": "lay", "card": "ZZ"},
            {"seat": 0, "cmd": "fold"},
            {"seat": 2, "cmd": "draw"},
            {"seat": 0, "cmd": "lay"},
            "nonsense",
            {"seat": 0, "cmd": "lay", "card": lead},
        ]
    )
    codes = [
        "",
        "rule.no_draws",
        "rule.not_your_turn",
        "bad.card",
        "bad.command",
        "bad.seat",
        "bad.command",
        "bad.move",
        "",
    ]
    assert [step.code for step in steps] == codes
    assert steps[0].state["hands"][0] == sorted(steps[0].state["hands"][0], key=PACK.index)
    assert len(steps[0].state["hands"][0]) == 4
    assert steps[-1].state["trick"] == [lead]


def test_a_scripted_game_is_played_to_its_end() -> None:
    """A pause is skipped; then the trace is compared with itself, and with a false one."""
    moves: list[Any] = []
    state: dict[str, Any] = {"over": False, "turn": 0, "hands": run([{"seat": 9, "cmd": "draw"}])[0].state["hands"]}
    while not state["over"]:
        moves.append({"seat": state["turn"], "cmd": "lay", "card": state["hands"][state["turn"]][0]})
        state = run(moves)[-1].state
    assert sum(state["scores"]) == 6
    assert len(moves) == 12
    trace = [step.line() for step in run(moves)]
    assert scripts.difference(script(moves=moves), trace, catalogue().get) == ""
    trace[7]["state"]["scores"] = [9, 9]
    assert scripts.difference(script(moves=moves), trace, catalogue().get).startswith("move 8: state.scores")


@pytest.mark.parametrize(
    "changes",
    [{"options": {"deals": 99}}, {"setup": {}}, {"packs": []}, {"packs": 5}, {"game": "chess"}, {"format": "script/9"}],
)
def test_a_script_that_cannot_be_read(changes: dict[str, Any]) -> None:
    with pytest.raises(ScriptError):
        run([{"seat": 0, "cmd": "draw"}], **changes)


def test_a_script_whose_packs_run_out() -> None:
    packs = script()["packs"][:1]
    hands = run([{"seat": 9, "cmd": "draw"}])[0].state["hands"]
    state: dict[str, Any] = {"turn": 0, "hands": hands}
    moves: list[Any] = []
    with pytest.raises(ScriptError, match="run out"):
        for _ in range(6):
            moves.append({"seat": state["turn"], "cmd": "lay", "card": state["hands"][state["turn"]][0]})
            state = run(moves, packs=packs)[-1].state
