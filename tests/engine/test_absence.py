"""Who is not there, scene by scene: before the start, in play, and on return."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.actor import SERVER
from app.engine.basics import Command
from app.engine.table import commands as cmd
from app.engine.table import due as dues
from tests.engine.tables import Table
from tests.toy import catalogue

GAME = catalogue().get("highcard")
PLAIN = {"players": 3, "drawing": "off", "deals": 2}


def waiting() -> Table:
    at = Table(GAME, PLAIN, {"clock": "untimed"})
    at.do("bea", cmd.Sit(1))
    return at


def playing(*users: str, **settings: Any) -> Table:
    return Table(GAME, PLAIN, {"clock": "untimed"} | settings).begin(*(users or ("bea",)))


def seat_view(at: Table, seat: int) -> dict[str, Any]:
    view: dict[str, Any] = at.looks.public["seats"][str(seat)]
    return view


def said(at: Table) -> list[list[Any]]:
    return [note.wire() for note in at.frames[-1].notes if note.kind not in ("lay", "trick")]


def test_before_the_start_the_seat_is_free() -> None:
    at = waiting()
    assert at.internal(cmd.Absent(1)) == ["left"]
    assert seat_view(at, 1) == {"kind": "open"}
    assert said(at) == [["left", 1, "Bea"]]
    assert at.internal(cmd.Absent(0)) == ["left", "closed"]


def test_before_the_start_the_host_passes_on() -> None:
    at = waiting()
    assert at.internal(cmd.Absent(0)) == ["left", "host"]
    assert at.state.host == "bea"


def test_in_play_all_see_that_he_is_gone() -> None:
    at = playing()
    assert at.internal(cmd.Absent(1)) == ["gone"]
    assert (seat_view(at, 1)["gone"], said(at)) == (True, [["gone", 1]])
    assert at.state.seats[1].human  # his clock runs, nobody plays for him
    assert at.refusal(SERVER, cmd.Absent(1)).code == "rule.no_change"
    assert at.internal(cmd.Present(1)) == ["came"]
    assert "gone" not in seat_view(at, 1)
    assert said(at) == [["came", 1]]
    assert at.refusal(SERVER, cmd.Present(1)).code == "rule.no_change"


def test_a_host_who_left_passes_it_on_to_the_first_who_is_there() -> None:
    at = playing("bea", "cay")
    at.internal(cmd.Absent(1))
    at.do("cay", cmd.Leave())
    assert at.refused("ann", cmd.HandOver(2)) == "rule.nobody"
    assert at.do("ann", cmd.Leave()) == ["stoodin"]
    assert at.state.host == "ann"
    assert at.internal(cmd.Present(1)) == ["came", "host"]
    assert at.state.host == "bea"
    at.do("ann", cmd.Back())
    assert at.state.host == "bea"


def test_who_has_taken_the_seat_meanwhile_is_not_the_one_who_is_missed() -> None:
    at = waiting()
    at.do("bea", cmd.Leave())
    at.do("cay", cmd.Sit(1))
    assert at.refusal(SERVER, cmd.Absent(1, "bea")).code == "rule.nobody"
    assert at.internal(cmd.Absent(1, "cay")) == ["left"]


def test_who_has_booked_a_seat_and_goes_does_not_get_it() -> None:
    at = playing("bea")
    at.do("eve", cmd.Sit(2))
    assert at.refusal(SERVER, cmd.Absent(2)).code == "rule.nobody"
    assert at.internal(cmd.Absent(2, "eve")) == ["unbooked"]
    assert said(at) == [["unbooked", 2, "Eve"]]
    assert "booked" not in seat_view(at, 2)


@pytest.mark.parametrize(
    ("user", "command", "code"),
    [
        ("ann", cmd.StandIn(2), "rule.not_gone"),
        ("ann", cmd.StandIn(0), "rule.not_gone"),
        ("ann", cmd.StandIn(3), "bad.seat"),
        ("bea", cmd.StandIn(1), "rule.not_gone"),
        ("cay", cmd.StandIn(1), "rule.away"),
        ("eve", cmd.StandIn(1), "bad.not_seated"),
    ],
    ids=str,
)
def test_refused_while_bea_is_gone(user: str, command: Command, code: str) -> None:
    """Ann is there; Cay has left."""
    at = playing("bea", "cay")
    at.internal(cmd.Absent(1))
    at.do("cay", cmd.Leave())
    assert at.refused(user, command) == code


def test_nobody_stands_in_for_a_bot_or_twice() -> None:
    at = playing()
    assert at.refused("ann", cmd.StandIn(2)) == "rule.nobody"
    at.internal(cmd.Absent(1))
    assert at.do("ann", cmd.StandIn(1)) == ["stoodin"]
    assert said(at) == [["standin", 1, False]]
    assert at.refused("ann", cmd.StandIn(1)) == "rule.no_change"


def test_the_table_goes_on_and_he_is_told_what_was_played() -> None:
    at = playing()
    at.internal(cmd.Absent(1))
    while at.mover() != 1:
        at.move()
    assert not [one for one in dues.due(GAME, at.state) if one.kind == "bot"]
    at.do("ann", cmd.StandIn(1))
    assert dues.due(GAME, at.state)[0].kind == "bot"
    at.bot(1)
    assert seat_view(at, 1)["played"] == 1
    while at.mover() != 1:
        at.move()
    at.bot(1)
    assert seat_view(at, 1)["played"] == 2
    at.internal(cmd.Present(1))
    at.do("bea", cmd.Back())
    assert seat_view(at, 1)["played"] == 2  # he is told on return
    while at.mover() != 1:
        at.move()
    at.move()
    assert "played" not in seat_view(at, 1)


def test_who_returns_by_playing_is_told_too() -> None:
    at = playing()
    at.do("bea", cmd.Leave())
    while at.mover() != 1:
        at.move()
    at.bot(1)
    while at.mover() != 1:
        at.move()
    assert at.do("bea", at.choice(1))[0] == "returned"
    assert seat_view(at, 1)["played"] == 1
    at.do("ann", cmd.Propose("abandon"))
    at.do("bea", cmd.Decline("abandon"))
    assert "played" not in seat_view(at, 1)


def test_what_a_bot_plays_for_itself_is_not_counted() -> None:
    at = playing().play(("between",))
    assert all("played" not in seat_view(at, seat) for seat in range(3))


def test_what_time_played_is_counted() -> None:
    at = playing(clock="fast")
    while not at.state.seats[at.mover()].human:
        at.move()
    seat = at.mover()
    assert at.deadline is not None
    at.internal(cmd.TimeUp(), at.deadline)
    assert seat_view(at, seat)["played"] == 1


def test_a_table_of_old_counts_nothing() -> None:
    """Its states have digests that know nothing of it."""
    at = playing()
    old = {key: at.state.settings[key] for key in ("access", "clock", "bank", "increment", "pace")}
    first = at.commits[0]
    opened = replace(first.events[0], settings=old)
    state = at.kernel.evolve(None, replace(first, events=(opened, *first.events[1:])))
    at.do("bea", cmd.Leave())
    while at.mover() != 1:
        at.move()
    at.bot(1)
    for commit in at.commits[1:]:
        state = at.kernel.evolve(state, commit)
    assert at.state.seats[1].played == 1
    assert state.seats[1].played == 0
    assert at.kernel.look(state).public["table"]["undo"] == "ask"
