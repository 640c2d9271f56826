"""The table of rule vectors, row by row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.engine.basics import Card
from app.games.calypso import GAME
from app.games.calypso import rules as r
from app.games.calypso.types import Dealt, Line, Play, Shuffled
from tests.games.calypso.builders import LETTERS, fold, position, rules

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[2] / "data/calypso-vectors.json").read_text())
VARIANTS = {"partnership": "partnership", "solo": "solo", "three": "three_handed"}


def rows(name: str) -> Any:
    return pytest.mark.parametrize("row", VECTORS[name], ids=lambda row: row["id"])


def seated(trumps: dict[str, str]) -> str:
    """Trumps by chair."""
    return "".join(trumps[letter] for letter in LETTERS if letter in trumps)


@rows("trick_winner")
def test_trick_winner(row: dict[str, Any]) -> None:
    place = row["seating"]
    trumps = seated(place if isinstance(place, dict) else VECTORS["_seatings"][place])
    n, leader = len(trumps), LETTERS.index(row["leader"])
    owns = (trumps * 2)[leader : leader + n]
    played = [Card(card) for card in row["cards"]]
    best, why = r.winner(played, owns, lead_holds=False)
    assert LETTERS[(leader + best) % n] == row["winner"]
    if why == "equal":  # of two equal cards the first wins, whatever they are
        assert row["method"] in (("ruff", "overruff") if played[best][1] != played[0][1] else ("plain",))
    else:
        assert {"lead": "plain", "suit": "plain", "trump_led": "lead_trump"}.get(why, why) == row["method"]
    held, _ = r.winner(played, owns, lead_holds=True)
    assert LETTERS[(leader + held) % n] == row["winner_beat_leader"]


@rows("legal_play")
def test_legal_play(row: dict[str, Any]) -> None:
    suits = r.legal_suits(row["hand"], row["led"] or "", row["trump"], rules(ruleset=row["ruleset"]))
    assert [card for card in row["hand"] if r.may_play(card, suits)] == row["legal"]


@rows("revoke")
def test_revokes_are_what_is_not_legal(row: dict[str, Any]) -> None:
    known = rules(ruleset=row.get("ruleset", "standard"))
    suits = r.legal_suits(row["hand_before"], row["led"] or "", row.get("trump", "H"), known)
    assert r.may_play(row["card"], suits) is not row["is_revoke"]


@rows("renounce")
def test_renounce(row: dict[str, Any]) -> None:
    known, shown = rules(ruleset=row["ruleset"]), {}
    for kind, *what in row["events"]:
        if kind == "new_hand":
            shown = {}
        else:
            who, card, led = what
            if suit := r.renounced(card, led or "", row["trumps"][who], known):
                shown[who] = sorted({*shown.get(who, []), suit})
    assert shown == row["flags"]


@pytest.mark.parametrize("carry", [True, False])
@rows("collection")
def test_collection(row: dict[str, Any], carry: bool) -> None:
    known = rules(variant=VARIANTS[row["variant"]], completion_carry="on" if carry else "off")
    letters = LETTERS[: known.seats]
    before = row["before"]
    after = row["after"] if carry else row.get("after_no_carry", row["after"])
    areas = [(before["in_progress"].get(s, ""), before["completed"].get(s, 0)) for s in letters]
    trumps = seated(VECTORS["_seatings"][row["seating"]])
    for trick in (row["trick"], row["trick"][::-1], sorted(row["trick"])):
        gains, pile = r.gather([Card(card) for card in trick], letters.index(row["winner"]), trumps, areas, known)
        assert sorted(pile) == sorted(after["pile"])
        got = list(areas)
        for gain in gains:
            got[gain.chair] = (gain.row, gain.done)
        assert got == [(after["in_progress"].get(s, ""), after["completed"].get(s, 0)) for s in letters]


@rows("scoring_player")
def test_scoring_player(row: dict[str, Any]) -> None:
    assert r.line(row["C"], row["U"], row["P"]).points == row["points"]


@rows("scoring_round")
def test_scoring_round(row: dict[str, Any]) -> None:
    lines = [r.line(p["C"], p["U"], p["P"]) for p in row["players"].values()]
    assert [line.points for line in lines] == list(row["points"].values())
    assert sum(line.points for line in lines) == row["total"]
    if row["sides"]:
        sides = r.standing([lines], rules(variant=VARIANTS[row["variant"]]))
        assert [side.score for side in sides] == list(row["sides"].values())


@pytest.mark.parametrize(
    "row", [row for row in VECTORS["scoring_game"] if "penalties" not in row], ids=lambda r: r["id"]
)
def test_scoring_game(row: dict[str, Any]) -> None:
    sheet = [
        [Line(0, 0, 0, sides["NS"]), Line(0, 0, 0, sides["EW"]), *[Line(0, 0, 0, 0)] * 2] for sides in row["rounds"]
    ]
    ns, ew = r.standing(sheet, rules())
    assert {"NS": ns.score, "EW": ew.score} == row["totals"]
    assert (ns.place, ew.place) == {"NS": (1, 2), "EW": (2, 1), "draw": (1, 1)}[row["result"]]


@pytest.mark.parametrize("row", VECTORS["score_identities"]["examples"], ids=lambda row: str(row["points"]))
def test_score_identities(row: dict[str, Any]) -> None:
    assert VECTORS["score_identities"]["g"] == {str(c): r.line(c, 0, 0).points - 130 * c for c in range(5)}
    pile = row["k"] * row["tricks"] - sum(13 * c for c in row["C"]) - sum(row["U"])
    points = sum(r.line(c, u, 0).points for c, u in zip(row["C"], row["U"], strict=True)) + 10 * pile
    assert points == row["points"]


@rows("dealer_rotation")
def test_dealer_rotation(row: dict[str, Any]) -> None:
    n, dealer = row["players"], row["first_dealer"]
    for at, dealers in enumerate(row["dealers"]):
        for hand, expected in enumerate(dealers):
            if (at, hand) != (0, 0):
                dealer = r.next_dealer(dealer, hand == 0, n)
            assert dealer == expected == r.dealer_of(row["first_dealer"], at, hand, n)
            assert (dealer + 1) % n == row["leaders"][at][hand]


@rows("partnership_modes")
def test_partnership_modes(row: dict[str, Any]) -> None:
    ring = r.RINGS[row["mode"]]
    turn = ring.index(row["first_dealer_table_no"] - 1) + 1
    assert [seat + 1 for seat in ring[turn:] + ring[:turn]] == row["clockwise_from_leader"]


def test_suit_assignments() -> None:
    assert sorted(r.assignments(rules())) == sorted(VECTORS["suit_assignments"]["all"])


def test_opening_example() -> None:
    """R2.6, R3.2."""
    row = VECTORS["opening_example"]
    areas, pile = [("", 0)] * 4, 0
    trumps = seated(row["trumps"])
    for trick in row["tricks"]:
        leader = LETTERS.index(trick["leader"])
        best, _ = r.winner(trick["cards"], (trumps * 2)[leader : leader + 4], lead_holds=False)
        assert LETTERS[(leader + best) % 4] == trick["winner"]
        gains, left = r.gather(trick["cards"], (leader + best) % 4, trumps, areas, rules())
        for gain in gains:
            areas[gain.chair] = (gain.row, gain.done)
        pile += len(left)
        assert sorted(left) == sorted(trick["pile"])
        assert {s: a[0] for s, a in zip(LETTERS, areas, strict=True) if a[0]} == trick["after"]["in_progress"]
        assert pile == trick["after"]["pile_total"]["N"]


@rows("full_rounds")
def test_full_rounds(row: dict[str, Any]) -> None:
    variant = VARIANTS[row["variant"]]
    letters = LETTERS[: len(row["trumps"])]
    carry = "on" if row["completion_carry"] else "off"
    state = position(
        [""] * len(letters), seated(row["trumps"]), variant=variant, trump_lead_rule=row["rule"], completion_carry=carry
    )
    won = dict.fromkeys(letters, 0)
    everything = tuple(Card(c) for hand in row["hands"] for held in hand["deal"].values() for c in held)
    state = fold(state, [Shuffled(0, everything)])
    for number, hand in enumerate(row["hands"]):
        deal = tuple(tuple(Card(c) for c in hand["deal"][letter]) for letter in letters)
        dealer, leader = letters.index(hand["dealer"]), letters.index(hand["leader"])
        state = fold(state, [Dealt(number, dealer, leader, deal)])
        for trick_leader, played, winner in hand["tricks"]:
            for at, card in enumerate(played.split()):
                chair = (letters.index(trick_leader) + at) % len(letters)
                assert [*GAME.turn(state)] == [chair]
                state = fold(state, GAME.decide(state, chair, Play(card)))
            assert letters[state.winner] == winner
            won[winner] += 1
    final = row["final"]
    assert dict(zip(letters, state.done, strict=True)) == final["completed"]
    assert dict(zip(letters, state.rows, strict=True)) == final["in_progress"]
    assert {s: len(p) for s, p in zip(letters, state.piles, strict=True)} == final["pile_count"]
    assert dict(zip(letters, state.scores, strict=True)) == final["points"]
    assert won == final["tricks_won"]
