"""The table of rule vectors, row by row: setting up, threes, seats, scores, the end."""

from __future__ import annotations

from typing import Any

from app.engine.basics import Card
from app.games.canasta import decide, guard, pile
from app.games.canasta import rules as r
from app.games.canasta.course import Course, line_of
from app.games.canasta.types import Discard, Line, TakePile
from app.games.canasta.view import public
from tests.games.canasta.builders import fold, position, rules
from tests.games.canasta.vectors import CANASTA, rows, text, told

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
    bonus = public(state)["bonus"]
    for account, want in enumerate(row["expect"]):
        line = line_of(state, account)
        brought = (bonus["natural"] * line.natural, bonus["mixed"] * line.mixed)
        assert brought == (want["natural_bonus"], want["mixed_bonus"])
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
    sides = position([], mode=known.mode).sides
    assert [[chair for chair, side in enumerate(sides) if side == at] for at in range(known.sides)] == row["sides"]
