"""Seats that change hands while the game runs, scene by scene."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.table import commands as cmd
from tests.engine.tables import Table, tags
from tests.toy import catalogue

GAME = catalogue().get("highcard")
THREE = {"players": 3}


def table(**settings: Any) -> Table:
    """Ann is host; two seats are free."""
    return Table(GAME, THREE, {"clock": "untimed"} | settings)


def playing(**settings: Any) -> Table:
    """Ann and Bea against a bot."""
    return table(**settings).begin("bea")


def holders(at: Table) -> list[str]:
    return [seat.user or seat.level or "-" for seat in at.state.seats]


# seats that are booked


def test_a_bots_seat_is_taken_at_the_next_pause() -> None:
    at = playing()
    assert at.do("eve", cmd.Sit(2)) == ["booked"]
    assert at.looks.public["seats"]["2"]["booked"] == {"user": "eve", "name": "Eve"}
    assert at.state.seat_of("eve") is None
    at.play(("between",))
    assert tags(at.commits[-1])[-1] == "sat"
    assert at.looks.public["seats"]["2"] == {"kind": "person", "user": "eve", "name": "Eve", "ready": False}
    assert at.looks.public["act"] == "012"
    at.play(("over",))


def test_in_a_pause_it_is_taken_at_once() -> None:
    at = playing(clock="fast").play(("between",))
    assert at.do("eve", cmd.Sit(2)) == ["sat"]
    assert at.state.seats[2].bank == 60_000


@pytest.mark.parametrize(
    ("user", "seat", "code"),
    [("fay", 2, "rule.seat_taken"), ("eve", 2, "rule.seated_there"), ("ann", 2, "rule.started")],
)
def test_a_booked_seat_is_booked(user: str, seat: int, code: str) -> None:
    at = playing()
    at.do("eve", cmd.Sit(2))
    assert at.refused(user, cmd.Sit(seat)) == code


def test_a_booking_moves_and_is_given_up() -> None:
    at = playing()
    at.do("bea", cmd.Leave())
    at.do("eve", cmd.Sit(2))
    assert at.do("eve", cmd.Sit(1)) == ["unbooked", "booked"]
    assert at.do("eve", cmd.Leave()) == ["unbooked"]
    assert [note.wire() for note in at.frames[-1].notes] == [["unbooked", 1, "Eve"]]
    assert at.refused("eve", cmd.Leave()) == "bad.not_seated"


def test_who_returns_keeps_his_seat() -> None:
    at = playing()
    at.do("bea", cmd.Leave())
    at.do("eve", cmd.Sit(1))
    assert at.do("bea", cmd.Back()) == ["returned", "unbooked"]
    at.play(("between",))
    assert holders(at) == ["ann", "bea", "careful"]


def test_who_does_not_return_loses_it() -> None:
    at = playing()
    at.do("bea", cmd.Leave())
    at.do("eve", cmd.Sit(1))
    at.play(("between",))
    assert holders(at) == ["ann", "eve", "careful"]
    assert at.refused("bea", cmd.Back()) == "bad.not_seated"
    assert at.looks.public["seats"]["1"] == {"kind": "person", "user": "eve", "name": "Eve", "ready": False}


def test_a_host_whose_seat_is_taken_is_host_no_longer() -> None:
    at = playing()
    at.do("ann", cmd.HandOver(1))
    at.do("bea", cmd.Leave())
    assert at.state.host == "ann"
    at.do("ann", cmd.Leave())
    at.do("eve", cmd.Sit(0))
    while at.state.phase == "playing":
        at.move()
    assert tags(at.commits[-1])[-2:] == ["sat", "host"]
    assert at.state.host == "eve"


def test_a_booking_outlives_the_showing_out_of_who_sat_there() -> None:
    at = playing()
    at.do("bea", cmd.Leave())
    at.do("eve", cmd.Sit(1))
    at.do("ann", cmd.Kick(1))
    at.play(("between",))
    assert holders(at) == ["ann", "eve", "careful"]


def test_who_booked_a_seat_of_a_game_that_ends_has_none() -> None:
    at = table().begin("bea").play(("between",))
    for user in ("ann", "bea"):
        at.do(user, cmd.Next())
    at.do("eve", cmd.Sit(2))
    at.play(("over",))
    assert holders(at) == ["ann", "bea", "careful"]
    assert "booked" not in at.looks.public["seats"]["2"]


def test_in_a_pause_a_bot_leaves_and_comes_back() -> None:
    at = playing().play(("between",))
    assert at.do("ann", cmd.RemoveBot(2)) == ["unbot"]
    assert holders(at) == ["ann", "bea", "-"]
    at.do("ann", cmd.Next())
    assert at.do("bea", cmd.Next())[:3] == ["confirmed", "bot", "resumed"]
    assert holders(at) == ["ann", "bea", GAME.standin]


def test_in_a_pause_a_bot_takes_the_place_of_who_left() -> None:
    at = playing()
    assert at.play(("between",)).refused("ann", cmd.AddBot(1, "bold")) == "rule.seat_taken"
    at.do("bea", cmd.Leave())
    assert at.do("ann", cmd.AddBot(1, "bold")) == ["bot"]
    assert holders(at) == ["ann", "bold", "careful"]
