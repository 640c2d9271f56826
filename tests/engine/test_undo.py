"""Taking a card back, scene by scene: by consent, freely, never."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine import record as records
from app.engine.actor import Actor
from app.engine.table import commands as cmd
from app.engine.table import due as dues
from app.engine.table import events as ev
from app.engine.table.settings import RETURNING
from tests.engine.tables import Table, person, tags
from tests.toy import catalogue
from tests.toy.games.highcard.types import Draw

GAME = catalogue().get("highcard")
PLAIN = {"players": 3, "drawing": "off", "deals": 2}
BANK, INCREMENT = 60_000, 8_000


def table(*users: str, **settings: Any) -> Table:
    """Ann, the users and bots, in play; every card is a decision."""
    return Table(GAME, PLAIN, {"clock": "fast"} | settings).begin(*users)


def duel(**settings: Any) -> Table:
    """Ann against Bea."""
    return Table(GAME, PLAIN | {"players": 2}, {"clock": "fast"} | settings).begin("bea")


def said(at: Table) -> list[list[Any]]:
    return [note.wire() for note in at.frames[-1].notes if note.kind not in ("lay", "trick")]


def kinds(at: Table) -> list[str]:
    return [one.kind for one in dues.due(GAME, at.state)]


def user_of(at: Table, seat: int) -> str:
    return at.state.seats[seat].user


# taking back


def after_a_move(at: Table) -> int:
    """A person has just played a card and the deal goes on; his seat."""
    while True:
        seat, no = at.mover(), at.state.play.no
        human = at.state.seats[seat].human
        at.move()
        if human and at.state.phase == "playing" and at.state.play.no == no:
            return seat


def test_a_card_is_taken_back_if_all_agree() -> None:
    at = table("bea", "cay")
    before, seat = at.state.play, at.mover()
    at.move()
    assert at.looks.privates[seat]["undo"] is True
    assert not any("undo" in at.looks.privates[other] for other in range(3) if other != seat)
    to = at.state.seq - 1
    at.do(user_of(at, seat), cmd.Propose("undo"))
    assert at.commits[-1].events == (ev.Offered("undo", seat, to),)
    assert "undo" not in at.looks.privates[seat]
    others = [user for user in ("ann", "bea", "cay") if user != user_of(at, seat)]
    at.do(others[0], cmd.Agree("undo"))
    turn = at.state.turn
    assert at.do(others[1], cmd.Agree("undo")) == ["agreed", "rewound"]
    assert said(at) == [["agreed", "undo", at.state.seat_of(others[1])], ["rewound", seat]]
    assert at.state.play == before
    assert at.state.turn > turn
    assert at.mover() == seat
    at.play(("over",))
    assert records.audit(at.kernel, records.build(at.kernel, at.bodies)) == len(at.bodies)


def test_clocks_are_not_given_back() -> None:
    at = duel()
    seat = at.mover()
    at.now = at.state.since + 30_000 - at.step
    at.move()
    bank = at.state.seats[seat].bank
    assert bank == BANK - 30_000 + INCREMENT
    at.do(user_of(at, seat), cmd.Propose("undo"))
    at.now = at.state.since + 10_000 - at.step
    at.do(user_of(at, 1 - seat), cmd.Agree("undo"))
    assert at.state.seats[seat].bank == BANK - 30_000
    assert at.state.seats[1 - seat].bank == BANK - 10_000


def test_nobody_earns_time_by_taking_back_again_and_again() -> None:
    at = duel(undo="free")
    seat = after_a_move(at)
    user = user_of(at, seat)
    at.do(user, cmd.Propose("undo"))
    for n in range(1, 4):
        bank = at.state.seats[seat].bank
        at.now = at.state.since + 10_000 - at.step
        at.move()
        assert at.state.seats[seat].bank == min(BANK, bank - 10_000 + INCREMENT)
        assert at.do(user, cmd.Propose("undo")) == ["offered", "rewound"]
        assert at.state.seats[seat].bank == bank - 10_000, n


def test_who_is_back_with_a_card_and_takes_it_back_has_lost_nothing() -> None:
    at = duel(undo="free")
    seat = after_a_move(at)
    user = user_of(at, seat)
    at.do(user, cmd.Propose("undo"))
    at.do(user, cmd.Leave())
    bank = at.state.seats[seat].bank
    at.now = at.state.since + 30_000
    assert at.do(user, at.choice(seat))[0] == "returned"
    at.do(user, cmd.Propose("undo"))
    assert at.state.seats[seat].bank == bank
    at.play(("over",))
    assert records.audit(at.kernel, records.build(at.kernel, at.bodies)) == len(at.bodies)


def test_who_decides_again_has_time_for_it() -> None:
    at = duel(clock="custom", bank=10, increment=0)
    seat = at.mover()
    at.now = at.state.since + 9_000 - at.step
    at.move()
    at.do(user_of(at, seat), cmd.Propose("undo"))
    at.now = at.state.since + 8_000 - at.step
    at.do(user_of(at, 1 - seat), cmd.Agree("undo"))
    assert [seat.bank for seat in at.state.seats] == [RETURNING, RETURNING]


@pytest.mark.parametrize("setting", ["ask", "free"])
def test_not_what_was_done_long_ago(setting: str) -> None:
    at = table("bea", undo=setting)
    seat = after_a_move(at)
    at.move()
    while not at.state.past[-1].own:
        at.move()
    late = next(user for user in ("ann", "bea") if user_of(at, at.state.past[-1].seat) != user)
    assert at.refused(late, cmd.Propose("undo")) == "rule.undo_late"
    assert seat in (0, 1)


def test_what_is_asked_too_late_by_one_card() -> None:
    at = table("bea")
    seat = after_a_move(at)
    turn = at.state.turn
    at.move()
    assert at.refused(user_of(at, seat), cmd.Propose("undo"), turn) == "stale.turn"
    assert at.refused(user_of(at, seat), cmd.Propose("undo")) == "rule.undo_late"


@pytest.mark.parametrize("setting", ["ask", "free"])
def test_not_across_a_deal(setting: str) -> None:
    at = duel(undo=setting).play(("between",))
    for user in ("ann", "bea"):
        assert at.refused(user, cmd.Propose("undo")) == "rule.undo_deal"
    for user in ("ann", "bea"):
        at.do(user, cmd.Next())
    for user in ("ann", "bea"):
        assert at.refused(user, cmd.Propose("undo")) == "rule.undo_deal"
    assert not at.state.past


def test_not_where_nothing_is_taken_back() -> None:
    at = duel(undo="off")
    at.move()
    assert at.refused("ann", cmd.Propose("undo")) == "rule.undo_off"
    assert not at.state.past


def test_twice_in_a_deal_and_no_more() -> None:
    at = duel()
    seat = at.mover()
    user, other = user_of(at, seat), user_of(at, 1 - seat)
    for _ in range(2):
        at.move()
        at.do(user, cmd.Propose("undo"))
        at.do(other, cmd.Agree("undo"))
    at.move()
    refusal = at.refusal(person(user), cmd.Propose("undo"))
    assert (refusal.code, refusal.params) == ("rule.undo_most", {"most": 2})
    at.play(("between",))
    for name in ("ann", "bea"):
        at.do(name, cmd.Next())
    at.move()
    mover = at.state.past[-1].seat
    assert at.do(user_of(at, mover), cmd.Propose("undo")) == ["offered"]


def test_the_game_goes_on_and_the_question_lapses() -> None:
    at = table("bea", "cay")
    seat = after_a_move(at)
    at.do(user_of(at, seat), cmd.Propose("undo"))
    at.move()
    assert tags(at.commits[-1])[-1] == "lapsed"
    assert said(at) == [["lapsed", "undo"]]


def test_bots_wait_for_the_answer() -> None:
    at = Table(GAME, PLAIN, {"clock": "fast"}).begin("bea")
    seat = after_a_move(at)
    while at.state.seats[at.mover()].human:
        at.move()
        seat = at.state.past[-1].seat
    bot = at.mover()
    other = next(user for user in ("ann", "bea") if user != user_of(at, seat))
    assert kinds(at) == ["bot"]
    at.do(user_of(at, seat), cmd.Propose("undo"))
    assert kinds(at) == ["offer"]
    assert at.refusal(Actor("bot", seat=bot), at.choice(bot)).code == "stale.asked"
    at.now += 30_000
    at.do(other, cmd.Decline("undo"))
    assert at.deadline == at.state.at + dues.think(at.state) - dues.HEAD  # not overdue: it has its time from here
    at.bot(bot)


def test_where_it_is_free_bots_moves_go_back_with_it() -> None:
    at = table(undo="free")
    while at.mover() != 0:
        at.move()
    before = at.state.play
    at.move()
    while at.mover() != 0 and at.state.phase == "playing":
        at.move()
    assert at.looks.privates[0]["undo"] is True
    assert at.do("ann", cmd.Propose("undo")) == ["offered", "rewound"]
    assert at.state.play == before
    assert said(at) == [["rewound", 0]]
    assert at.refused("ann", cmd.Propose("undo"), at.state.turn - 1) == "stale.turn"  # pressed twice


def test_where_it_is_free_one_goes_back_to_the_beginning_of_the_deal() -> None:
    at = table(undo="free")
    first = None
    while at.state.play.no < 2:
        if first is None and at.mover() == 0:
            first = at.state.play
        at.move()
    back = 0
    while "undo" in at.looks.privates[0]:
        at.do("ann", cmd.Propose("undo"))
        back += 1
    assert back == 2
    assert at.state.play == first
    assert at.refused("ann", cmd.Propose("undo")) == "rule.undo_deal"


def test_where_it_is_free_no_other_person_is_taken_back() -> None:
    at = duel(undo="free")
    seat = at.mover()
    at.move()
    at.move()
    assert at.refused(user_of(at, seat), cmd.Propose("undo")) == "rule.undo_late"
    assert at.do(user_of(at, 1 - seat), cmd.Propose("undo")) == ["offered", "rewound"]
    assert at.do(user_of(at, seat), cmd.Propose("undo")) == ["offered", "rewound"]


def test_what_was_drawn_lies_on_the_stock_again() -> None:
    at = Table(GAME, {"players": 2, "deals": 1}, {"clock": "fast", "undo": "free"}).begin("bea")
    seat, stock = at.mover(), at.state.play.stock
    user = user_of(at, seat)
    at.do(user, Draw())
    assert at.state.play.stock == stock[1:]
    at.do(user, cmd.Propose("undo"))
    assert at.state.play.stock == stock
    at.do(user, Draw())
    assert at.state.play.stock == stock[1:]


def test_no_more_is_remembered_than_can_be_taken_back() -> None:
    for setting, most in (("ask", 2), ("free", 16), ("off", 0)):
        at = Table(catalogue().get("calypso"), {}, {"clock": "untimed", "undo": setting}).begin("bea")
        longest = 0
        for _ in range(30):
            at.move()
            longest = max(longest, len(at.state.past))
        assert longest == most


def test_what_may_be_taken_back_is_part_of_no_digest() -> None:
    """But what was asked is."""
    at = duel()
    at.move()
    assert at.state.past
    assert records.digest(at.state) == records.digest(replace(at.state, past=()))
