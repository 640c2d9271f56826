"""The waiting room and the host's tools, scene by scene: who may what, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.actor import SERVER
from app.engine.basics import Command
from app.engine.table import commands as cmd
from tests.engine.tables import Table, person
from tests.toy import catalogue

GAME = catalogue().get("highcard")
THREE = {"players": 3}


def table(**settings: Any) -> Table:
    """Ann is host; two seats are free."""
    return Table(GAME, THREE, {"clock": "untimed"} | settings)


def waiting(**settings: Any) -> Table:
    """Ann is host, Bea sits beside her, a seat is free."""
    at = table(**settings)
    at.do("bea", cmd.Sit(1))
    return at


def playing(**settings: Any) -> Table:
    """Ann and Bea against a bot."""
    return table(**settings).begin("bea")


def holders(at: Table) -> list[str]:
    return [seat.user or seat.level or "-" for seat in at.state.seats]


REFUSED: list[tuple[str, Command, str]] = [
    ("bea", cmd.Kick(0), "bad.not_host"),
    ("eve", cmd.Kick(0), "bad.not_host"),
    ("ann", cmd.Kick(3), "bad.seat"),
    ("ann", cmd.Kick(-1), "bad.seat"),
    ("ann", cmd.Kick(2), "rule.nobody"),
    ("ann", cmd.Kick(1, "cay"), "rule.nobody"),
    ("ann", cmd.Kick(0), "rule.kick_self"),
    ("bea", cmd.Lock(True), "bad.not_host"),
    ("ann", cmd.Lock(False), "rule.no_change"),
    ("bea", cmd.HandOver(1), "bad.not_host"),
    ("ann", cmd.HandOver(3), "bad.seat"),
    ("ann", cmd.HandOver(2), "rule.nobody"),
    ("ann", cmd.HandOver(0), "rule.no_change"),
    ("bea", cmd.Change({"deals": 3}, {}), "bad.not_host"),
    ("ann", cmd.Change({}, {}), "rule.no_change"),
    ("ann", cmd.Change({"deals": 2}, {"clock": "untimed"}), "rule.no_change"),
    ("ann", cmd.Change({"deals": 9}, {}), "bad.option"),
    ("ann", cmd.Change({}, {"clock": "hourglass"}), "bad.option"),
    ("ann", cmd.Change({"lemon": True}, {}), "bad.option"),
    ("bea", cmd.Reserve(2, "Mia"), "bad.not_host"),
    ("ann", cmd.Reserve(3, "Mia"), "bad.seat"),
    ("ann", cmd.Reserve(1, "Mia"), "rule.seat_taken"),
    ("ann", cmd.Reserve(2, ""), "rule.no_change"),
    ("ann", cmd.Reserve(2, "M" * 25), "bad.name"),
    ("ann", cmd.Reserve(2, " Mia"), "bad.name"),
    ("ann", cmd.Reserve(2, "M\u200bia"), "bad.name"),
    ("ann", cmd.Reserve(2, "\u3164"), "bad.name"),
    ("ann", cmd.Reserve(2, "\u2800 \u3164"), "bad.name"),
    ("ann", cmd.Reserve(2, "Mi" + 4 * "\u0301" + "a"), "bad.name"),
    ("ann", cmd.Propose("pause"), "rule.not_started"),
    ("eve", cmd.Propose("pause"), "bad.not_seated"),
    ("ann", cmd.Propose("undo"), "rule.not_started"),
    ("ann", cmd.Agree("pause"), "rule.not_started"),
    ("ann", cmd.Decline("pause"), "rule.not_started"),
    ("ann", cmd.Unpause(), "rule.not_started"),
    ("eve", cmd.Unpause(), "bad.not_seated"),
    ("ann", cmd.StandIn(1), "rule.not_started"),
    ("ann", cmd.Absent(1), "bad.command"),
    ("ann", cmd.Present(1), "bad.command"),
    ("ann", cmd.Rematch("T2"), "bad.command"),
]


@pytest.mark.parametrize(("user", "command", "code"), REFUSED, ids=str)
def test_refused_while_waiting(user: str, command: Command, code: str) -> None:
    assert waiting().refused(user, command) == code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (cmd.Absent(2), "rule.nobody"),
        (cmd.Absent(9), "bad.seat"),
        (cmd.Present(1), "rule.no_change"),
        (cmd.Present(2), "rule.nobody"),
        (cmd.Rematch("T2"), "rule.not_over"),
    ],
    ids=str,
)
def test_the_server_is_refused_while_waiting(command: Command, code: str) -> None:
    assert waiting().refusal(SERVER, command).code == code


@pytest.mark.parametrize(
    ("user", "command", "code"),
    [
        ("ann", cmd.Change({"deals": 3}, {}), "rule.started"),
        ("ann", cmd.Reserve(2, "Mia"), "rule.started"),
        ("ann", cmd.AddBot(1, "bold"), "rule.started"),
        ("ann", cmd.RemoveBot(2), "rule.started"),
        ("ann", cmd.Kick(1), "rule.kick_playing"),
        ("ann", cmd.Kick(2), "rule.nobody"),
        ("bea", cmd.Kick(0), "bad.not_host"),
        ("bea", cmd.Sit(2), "rule.started"),
        ("eve", cmd.Sit(1), "rule.seat_taken"),
        ("eve", cmd.Sit(3), "bad.seat"),
        ("eve", cmd.Leave(), "bad.not_seated"),
    ],
    ids=str,
)
def test_refused_in_play(user: str, command: Command, code: str) -> None:
    assert playing().refused(user, command) == code


@pytest.mark.parametrize(
    ("user", "command", "code"),
    [
        ("ann", cmd.Kick(1), "rule.over"),
        ("ann", cmd.Lock(True), "rule.over"),
        ("ann", cmd.HandOver(1), "rule.over"),
        ("ann", cmd.Change({"deals": 3}, {}), "rule.started"),
        ("ann", cmd.Reserve(2, "Mia"), "rule.started"),
        ("eve", cmd.Sit(2), "rule.started"),
        ("ann", cmd.Propose("abandon"), "rule.over"),
        ("ann", cmd.Propose("undo"), "rule.over"),
        ("ann", cmd.Agree("abandon"), "rule.over"),
        ("ann", cmd.Unpause(), "rule.over"),
        ("ann", cmd.StandIn(1), "rule.over"),
    ],
    ids=str,
)
def test_refused_when_it_is_over(user: str, command: Command, code: str) -> None:
    at = playing().play(("over",))
    assert at.refused(user, command) == code
    assert at.refusal(SERVER, cmd.Absent(1)).code == "rule.over"


# the host's tools


def test_who_is_shown_out_stays_out() -> None:
    at = waiting()
    assert at.do("ann", cmd.Kick(1)) == ["kicked"]
    assert [note.wire() for note in at.frames[-1].notes] == [["kicked", 1, "Bea"]]
    assert (holders(at), at.state.barred, at.state.keys) == (["ann", "-", "-"], ("bea",), 1)
    assert at.refused("bea", cmd.Sit(1)) == "bad.kicked"
    at.do("cay", cmd.Sit(1))
    at.do("ann", cmd.AddBot(2, "bold"))
    at.do("cay", cmd.Ready(True))
    at.do("ann", cmd.Start())
    assert at.refused("bea", cmd.Sit(2)) == "bad.kicked"


@pytest.mark.parametrize("how", ["left", "gone", "standin"])
def test_who_is_away_may_be_shown_out_in_play(how: str) -> None:
    at = playing()
    if how == "left":
        at.do("bea", cmd.Leave())
    else:
        at.internal(cmd.Absent(1))
        if how == "standin":
            at.do("ann", cmd.StandIn(1))
    assert at.do("ann", cmd.Kick(1)) == ["kicked", "bot"]
    assert holders(at) == ["ann", GAME.standin, "careful"]
    assert "kicked" in [note.kind for note in at.frames[-1].notes]
    at.play(("over",))


def test_who_has_booked_a_seat_may_be_shown_out_too() -> None:
    at = playing()
    at.do("eve", cmd.Sit(2))
    key = at.state.keys
    assert at.refused("bea", cmd.Kick(2)) == "bad.not_host"
    assert at.do("ann", cmd.Kick(2, "eve")) == ["barred"]
    assert [note.wire() for note in at.frames[-1].notes] == [["barred", 2, "Eve"]]
    assert (at.state.barred, at.state.keys, at.state.booking_of("eve")) == (("eve",), key + 1, None)
    assert holders(at) == ["ann", "bea", "careful"]
    assert at.refused("eve", cmd.Sit(2)) == "bad.kicked"
    assert at.refused("ann", cmd.Kick(2)) == "rule.nobody"


def test_of_two_at_one_seat_the_host_says_whom_he_means() -> None:
    at = playing()
    at.do("bea", cmd.Leave())
    at.do("eve", cmd.Sit(1))
    assert at.do("ann", cmd.Kick(1, "eve")) == ["barred"]
    at.do("fay", cmd.Sit(1))
    assert at.do("ann", cmd.Kick(1, "bea")) == ["kicked", "bot"]
    assert at.do("ann", cmd.Kick(1)) == ["barred"]
    assert at.state.barred == ("eve", "bea", "fay")


@pytest.mark.parametrize(
    ("booked", "meant", "done"),
    [
        ("", "", "rule.nobody"),
        ("", "eve", "rule.nobody"),
        ("eve", "", "barred"),
        ("eve", "eve", "barred"),
        ("eve", "fay", "rule.nobody"),
    ],
)
def test_nobody_but_who_is_meant_is_shown_out_of_a_bots_seat(booked: str, meant: str, done: str) -> None:
    at = playing()
    if booked:
        at.do(booked, cmd.Sit(2))
    command = cmd.Kick(2, meant)
    assert (at.do("ann", command)[0] if done == "barred" else at.refused("ann", command)) == done


@pytest.mark.parametrize(
    ("booked", "meant", "done"),
    [
        ("", "", "kicked"),
        ("", "bea", "kicked"),
        ("", "eve", "rule.nobody"),
        ("eve", "", "kicked"),
        ("eve", "bea", "kicked"),
        ("eve", "eve", "barred"),
        ("eve", "fay", "rule.nobody"),
    ],
)
def test_nobody_but_who_is_meant_is_shown_out_of_a_seat_that_was_left(booked: str, meant: str, done: str) -> None:
    at = playing()
    at.do("bea", cmd.Leave())
    if booked:
        at.do(booked, cmd.Sit(1))
    command = cmd.Kick(1, meant)
    assert (at.refused("ann", command) if done == "rule.nobody" else at.do("ann", command)[0]) == done


def test_who_has_come_meanwhile_is_not_meant() -> None:
    at = waiting()
    at.do("bea", cmd.Leave())
    at.do("cay", cmd.Sit(1))
    for command in (cmd.HandOver(1, "bea"), cmd.Kick(1, "bea")):
        assert at.refused("ann", command) == "rule.nobody"
    assert at.do("ann", cmd.HandOver(1, "cay")) == ["host"]
    at = playing()
    at.internal(cmd.Absent(1))
    assert at.refused("ann", cmd.StandIn(1, "cay")) == "rule.nobody"
    assert at.do("ann", cmd.StandIn(1, "bea")) == ["stoodin"]


def test_nobody_is_replaced_in_a_rated_game() -> None:
    at = table(rated="rated", clock="normal")
    at.do("bea", cmd.Sit(1))
    at.do("cay", cmd.Sit(2))
    for user in ("bea", "cay"):
        at.do(user, cmd.Ready(True))
    at.do("ann", cmd.Start())
    at.do("bea", cmd.Leave())
    assert at.refused("ann", cmd.Kick(1)) == "rule.rated_bots"
    assert at.refused("eve", cmd.Sit(1)) == "rule.started"
    at.play(("between",))
    assert at.refused("ann", cmd.AddBot(1, "bold")) == "rule.rated_bots"


def test_a_rated_game_is_for_people() -> None:
    at = table(rated="rated", clock="normal")
    at.do("ann", cmd.AddBot(1, "bold"))
    at.do("ann", cmd.AddBot(2, "bold"))
    assert at.refused("ann", cmd.Start()) == "rule.rated_bots"


def test_a_locked_table_lets_nobody_new_sit() -> None:
    at = waiting()
    assert at.do("ann", cmd.Lock(True)) == ["locked"]
    assert at.looks.public["locked"] is True
    assert at.refused("cay", cmd.Sit(2)) == "rule.locked"
    at.do("bea", cmd.Sit(2))  # she is there already
    at.do("ann", cmd.Reserve(1, "Cay"))
    at.invited = 1
    at.do("cay", cmd.Sit(1))
    assert at.do("ann", cmd.Lock(False)) == ["locked"]
    assert "locked" not in at.looks.public


def test_a_table_locked_in_play_takes_nobody_in() -> None:
    at = playing()
    at.do("ann", cmd.Lock(True))
    assert at.refused("cay", cmd.Sit(2)) == "rule.locked"


def test_the_host_hands_over() -> None:
    at = waiting()
    assert at.do("ann", cmd.HandOver(1)) == ["host"]
    assert [note.wire() for note in at.frames[-1].notes] == [["host", "Bea"]]
    assert at.refused("ann", cmd.Lock(True)) == "bad.not_host"
    at.do("bea", cmd.Lock(True))


def test_a_host_who_leaves_in_play_passes_it_on_to_somebody_who_is_there() -> None:
    at = table(clock="normal").begin("bea", "cay")
    at.internal(cmd.Absent(1))
    assert at.do("ann", cmd.Leave()) == ["stoodin", "host"]
    assert at.state.host == "cay"
    assert at.do("cay", cmd.Leave()) == ["stoodin"]
    assert at.state.host == "cay"


# seats that are kept


def test_a_seat_is_kept_for_who_has_its_key() -> None:
    at = waiting(access="private")
    assert at.do("ann", cmd.Reserve(2, "Mia")) == ["reserved"]
    assert at.looks.public["seats"]["2"] == {"kind": "open", "reserved": "Mia"}
    assert at.refused("mia", cmd.Sit(2)) == "rule.reserved"
    assert at.refused("bea", cmd.Sit(2)) == "rule.reserved"
    assert at.refused("ann", cmd.Reserve(2, "Mia")) == "rule.no_change"
    at.invited = 2
    assert at.refused("mia", cmd.Sit(0)) == "rule.reserved"  # her key opens one seat only
    assert at.do("mia", cmd.Sit(2)) == ["sat"]
    assert at.looks.public["seats"]["2"]["kind"] == "person"


def test_the_host_sits_where_he_likes() -> None:
    at = waiting()
    at.do("ann", cmd.Reserve(2, "Mia"))
    assert at.do("ann", cmd.Sit(2)) == ["left", "sat"]


def test_a_seat_is_kept_no_longer() -> None:
    at = waiting()
    at.do("ann", cmd.Reserve(2, "Mia"))
    assert at.do("ann", cmd.Reserve(2, "")) == ["released"]
    assert at.looks.public["seats"]["2"] == {"kind": "open"}
    at.do("cay", cmd.Sit(2))


# other options


def test_options_change_and_nobody_is_ready() -> None:
    at = waiting()
    at.do("bea", cmd.Ready(True))
    assert at.do("ann", cmd.Change({"deals": 4}, {"clock": "fast"})) == ["changed"]
    assert [note.wire() for note in at.frames[-1].notes] == [["changed", "Ann"]]
    assert (at.state.options["deals"], at.state.options["players"]) == (4, 3)
    assert at.looks.public["table"]["clock"] == "fast"
    assert not at.state.seats[1].ready


def test_fewer_seats_move_people_up() -> None:
    at = table()
    at.do("bea", cmd.Sit(2))
    at.do("ann", cmd.Change({"players": 2}, {}))
    assert holders(at) == ["ann", "bea"]
    assert at.frames[-1].public["seats"]["2"] is None
    at.do("ann", cmd.Change({"players": 3}, {}))
    assert holders(at) == ["ann", "bea", "-"]
    assert at.looks.privates[2] == {"seat": 2}


def test_fewer_seats_take_away_what_nobody_sits_in() -> None:
    at = waiting()
    at.do("ann", cmd.AddBot(2, "bold"))
    at.do("ann", cmd.Change({"players": 2}, {}))
    assert holders(at) == ["ann", "bea"]


@pytest.mark.parametrize("other", [cmd.Sit(1), cmd.AddBot(1, "bold"), cmd.Reserve(1, "Mia")], ids=str)
def test_too_few_seats_for_all(other: Command) -> None:
    at = table()
    at.do("cay", cmd.Sit(2))
    at.do("bea" if isinstance(other, cmd.Sit) else "ann", other)
    refusal = at.refusal(person("ann"), cmd.Change({"players": 2}, {}))
    assert (refusal.code, refusal.params) == ("rule.too_many", {"seats": 2})
