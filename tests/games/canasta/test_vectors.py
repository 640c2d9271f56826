"""The table of rule vectors, row by row: melds, the pile, going out."""

from __future__ import annotations

from typing import Any

from app.engine.basics import Refusal
from app.games.canasta import guard, pile
from app.games.canasta import rules as r
from app.games.canasta.course import Course, must_take
from app.games.canasta.decide import check_ask
from app.games.canasta.types import Discard, GoOut, Group, LayDown, Pass, TakePile
from tests.games.canasta.builders import position
from tests.games.canasta.vectors import CANASTA, code, group, rows, table, text, told

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
