"""The views: their exact shape, what changes with a card, what is said of it."""

from __future__ import annotations

from typing import Any

from app.engine.basics import Seat, View
from app.games.calypso import GAME
from app.games.calypso.types import State
from tests.games.calypso.builders import fold, game, plays, position

BIG = {"trick", "win", "leader", "no", "rows", "done", "piles", "last", "renounced"}


def changed(before: View, after: View) -> set[str]:
    return {key for key in {*before, *after} if before.get(key) != after.get(key)}


def test_the_whole_public_view() -> None:
    """The browser is built against exactly this."""
    state = plays(
        position(["6S 2H", "5S 5D", "TS 9S", "KS 2C"], chairs=(0, 1, 2, 3), rows=["3", "", "", ""], dealer=3),
        "6S 5S TS KS 2H",
    )
    assert GAME.public(state) == {
        "variant": "partnership",
        "chairs": {"0": 0, "1": 1, "2": 2, "3": 3},
        "trumps": "SCHD",
        "phase": "play",
        "round": 0,
        "hand": 0,
        "no": 1,
        "dealer": 3,
        "leader": 0,
        "trick": "2H",
        "win": [0, "lead"],
        "rows": {"0": "356TK", "1": "", "2": "", "3": ""},
        "done": {"0": 0, "1": 0, "2": 0, "3": 0},
        "piles": {"0": 0, "1": 0, "2": 0, "3": 0},
        "renounced": {"0": "", "1": "", "2": "", "3": ""},
        "last": [0, "6S5STSKS", 0, "trump_led"],
        "left": 0,
        "scores": {"0": 0, "1": 0, "2": 0, "3": 0},
        "sheet": {},
    }
    assert GAME.private(state, Seat(1)) == {"hand": {"5D": 1}, "legal": "any"}
    assert GAME.private(state, Seat(0)) == {"hand": {}}


def test_a_fresh_hand() -> None:
    _, _, state = next(game(1))
    view = GAME.public(state)
    assert (view["trick"], view["left"], view["phase"]) == ("", 156, "play")
    assert not {"win", "last"} & set(view)
    assert sum(GAME.private(state, Seat(2))["hand"].values()) == 13


def test_seats_find_their_chairs() -> None:
    for seed in range(5):
        _, _, state = next(game(seed, partnerships="random"))
        chairs = GAME.public(state)["chairs"]
        for seat in range(4):
            hand = GAME.private(state, Seat(seat))["hand"]
            assert [c for c, n in hand.items() for _ in range(n)] == list(state.hands[chairs[str(seat)]])


def nulls(value: Any) -> bool:
    if isinstance(value, dict):
        return any(nulls(v) for v in value.values())
    return value is None or isinstance(value, float)


def test_no_nulls_and_few_changes() -> None:
    for before, events, after in game(3, rounds=2):
        assert not nulls(GAME.public(after))
        assert not any(nulls(GAME.private(after, Seat(s))) or nulls(GAME.memory(after, Seat(s))) for s in range(4))
        if before.phase == "play" and len(events) == 1:
            led = len(after.trick) == 1
            assert changed(GAME.public(before), GAME.public(after)) <= (
                {"trick", "win", "leader", "last"} if led else {"trick", "win", "renounced"}
            )
        elif before.phase == "play":
            assert changed(GAME.public(before), GAME.public(after)) <= BIG | {"phase", "scores", "sheet"}


def test_unchanged_parts_are_the_same_objects() -> None:
    for before, _, after in game(3):
        old, new = GAME.public(before), GAME.public(after)
        for key, value in new.items():
            if isinstance(value, dict | list) and old.get(key) == value:
                assert value is old[key], key


def test_hidden_piles_and_counts_do_not_mix() -> None:
    """True equals 1, but not on the wire."""
    hands = ["AC 2S", "7C 2S", "9C 3H", "QC 2D"]
    shown = position(hands, piles=["2S", "", "", ""])
    hidden = position(hands, piles=["2S", "", "", ""], pile_counts="hidden")
    assert GAME.public(shown)["piles"]["0"] is not True
    assert GAME.public(hidden)["piles"]["0"] is True


def said(state: State, events: list[Any]) -> list[list[Any]]:
    lines = []
    for event in events:
        after = fold(state, [event])
        lines += [n.wire() for n in GAME.notes(GAME.public(state), GAME.shown(event), GAME.public(after))]
        state = after
    return lines


def test_notes_of_a_game() -> None:
    lines = [(before, after, said(before, events)) for before, events, after in game(3, rounds=2)]
    first = lines[0][1]
    assert lines[0][2] == [["trumps", first.trumps], ["deal", 0, 0, first.dealer, first.leader]]
    kinds = [line[0] for _, _, notes in lines for line in notes]
    assert (kinds.count("play"), kinds.count("trick"), kinds.count("deal")) == (416, 104, 8)
    assert (kinds.count("round"), kinds.count("end")) == (2, 1)
    end = lines[-1][1]
    sides = [end.scores[0] + end.scores[2], end.scores[1] + end.scores[3]]
    *_, last_round, the_end = lines[-1][2]
    assert last_round[:2] == ["round", 1]
    assert the_end[2::2] == sides
    assert sorted(the_end[1::2]) in ([1, 2], [1, 1])
    made = [(line[1], line[2]) for _, _, notes in lines for line in notes if line[0] == "calypso"]
    assert len(made) == sum(x.done for lines in end.sheet for x in lines)


def test_notes_of_a_round_without_partners_name_each_player() -> None:
    *_, (before, events, after) = game(3, variant="solo")
    assert [line for line in said(before, events) if line[0] == "round"] == [["round", 0, *after.scores]]


def test_only_what_the_trick_shows_is_evident() -> None:
    for before, events, after in game(5):
        for event in events:
            for note in GAME.notes(GAME.public(before), GAME.shown(event), GAME.public(after)):
                assert note.evident == (note.kind in ("play", "trick"))
