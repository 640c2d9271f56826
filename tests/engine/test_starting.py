"""How games begin by themselves, and tables with people and bots in them; scene by scene."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.actor import TIMER
from app.engine.basics import Refusal
from app.engine.kernel import Kernel
from app.engine.table import commands as cmd
from app.engine.table import due as dues
from app.engine.table.decide import Context
from tests.engine.tables import BEGIN, Table, person, tags
from tests.toy import catalogue

GAME = catalogue().get("highcard")
THREE = {"players": 3}


def table(**settings: Any) -> Table:
    """Ann is host; two seats are free."""
    return Table(GAME, THREE, {"clock": "untimed"} | settings)


def holders(at: Table) -> list[str]:
    return [seat.user or seat.level or "-" for seat in at.state.seats]


def opened(settings: dict[str, Any], fill: str = "", users: tuple[cmd.Seating, ...] = ()) -> Table:
    """Made by Ann with everything that a table can begin with."""
    at = table()
    command = cmd.Open("T1", "highcard", THREE, settings, "Ann", at.chain.anchor, fill, users)
    commit = at.kernel.open(person("ann"), command, at.context())
    at.looks = at.kernel.look(at.kernel.evolve(None, commit))
    at.bodies, at.commits = [at.kernel.codec.encode(commit)], [commit]
    return at


# starting by itself


def test_it_starts_when_the_last_seat_is_taken() -> None:
    at = table(autostart="full", clock="fast")
    assert at.state.seats[0].ready
    assert at.do("bea", cmd.Sit(1)) == ["sat", "readied"]
    assert at.do("cay", cmd.Sit(2))[:3] == ["sat", "readied", "started"]
    assert at.state.phase == "playing"
    assert at.state.turn == at.state.seq


def test_a_bot_may_be_the_last_to_come() -> None:
    at = table(autostart="full")
    at.do("bea", cmd.Sit(1))
    assert at.do("ann", cmd.AddBot(2, "bold"))[:2] == ["bot", "started"]


def test_it_waits_for_who_is_not_ready() -> None:
    at = table(autostart="full")
    at.do("bea", cmd.Sit(1))
    at.do("bea", cmd.Ready(False))
    at.do("cay", cmd.Sit(2))
    assert at.state.phase == "waiting"
    assert at.do("bea", cmd.Ready(True))[:2] == ["readied", "started"]


def test_it_starts_when_the_host_takes_a_seat_away() -> None:
    at = table(autostart="full")
    at.do("bea", cmd.Sit(1))
    assert at.do("ann", cmd.Change({"players": 2}, {})) == ["changed"]
    at.do("ann", cmd.Ready(True))
    assert at.do("bea", cmd.Ready(True))[:2] == ["readied", "started"]


def test_bots_take_the_free_seats_after_a_while() -> None:
    at = table(autostart="bots")
    at.do("bea", cmd.Sit(1))
    assert at.looks.public["fills"] == at.deadline == at.state.at + dues.FILL
    at.now = at.state.at + dues.FILL - at.step - 1
    assert at.refusal(TIMER, cmd.TimeUp()).code == "stale.timer"
    assert at.internal(cmd.TimeUp(), at.state.at + dues.FILL)[:2] == ["bot", "started"]
    assert "fills" not in at.looks.public
    assert holders(at) == ["ann", "bea", GAME.standin]


@pytest.mark.parametrize("why", ["unready", "reserved", "rated", "full"])
def test_bots_stay_away(why: str) -> None:
    """While somebody is not ready, or expected; where it counts; where bots are not asked for."""
    at = table(
        autostart="full" if why == "full" else "bots", rated="rated" if why == "rated" else "friendly", clock="slow"
    )
    if why == "unready":
        at.do("ann", cmd.Ready(False))
    if why == "reserved":
        at.do("ann", cmd.Reserve(2, "Mia"))
    assert at.deadline == at.state.at + dues.IDLE


def test_a_rated_table_with_a_bot_does_not_start_by_itself() -> None:
    at = table(autostart="full", rated="rated", clock="slow")
    at.do("bea", cmd.Sit(1))
    assert at.do("ann", cmd.AddBot(2, "bold")) == ["bot"]
    at.do("ann", cmd.RemoveBot(2))
    assert "started" in at.do("cay", cmd.Sit(2))


def test_a_table_by_correspondence_waits_longer() -> None:
    at = table(clock="days")
    assert at.deadline == at.state.at + dues.IDLE_DAYS == at.state.at + 14 * 86_400_000


# opening with more than one


def test_practice_starts_in_its_first_commit() -> None:
    at = opened({"clock": "untimed", "undo": "free", "autostart": "full"}, fill="bold")
    assert tags(at.commits[0])[:6] == ["opened", "sat", "readied", "bot", "bot", "started"]
    assert (at.state.phase, at.state.turn, at.state.since) == ("playing", 1, BEGIN)
    assert holders(at) == ["ann", "bold", "bold"]
    assert at.state.seq == 1
    at.play(("over",))


def test_filled_but_not_started() -> None:
    at = opened({}, fill="careful")
    assert tags(at.commits[0]) == ["opened", "sat", "bot", "bot"]
    at.do("ann", cmd.Start())


def test_the_same_people_again() -> None:
    users = (cmd.Seating(2, "ann", "Ann"), cmd.Seating(0, "bea", "Bea"), cmd.Seating(1, level="bold"))
    at = opened({"clock": "fast"}, users=users)
    assert holders(at) == ["bea", "bold", "ann"]
    assert [seat.ready for seat in at.state.seats] == [False, False, True]
    assert (at.state.host, at.state.phase) == ("ann", "waiting")
    at.do("bea", cmd.Ready(True))
    at.do("ann", cmd.Start())


def test_the_same_people_again_start_by_themselves() -> None:
    users = (cmd.Seating(0, "ann", "Ann"), cmd.Seating(1, "bea", "Bea"), cmd.Seating(2, level="bold"))
    at = opened({"clock": "fast", "autostart": "full"}, users=users)
    assert not at.state.seats[1].ready  # nobody starts to play before he knows
    assert "started" in at.do("bea", cmd.Ready(True))


@pytest.mark.parametrize(
    ("fill", "users", "code"),
    [
        ("genius", (), "bad.level"),
        ("", (cmd.Seating(0, "ann"), cmd.Seating(1, level="genius")), "bad.level"),
        ("", (cmd.Seating(0, "ann"), cmd.Seating(0, "bea")), "bad.seat"),
        ("", (cmd.Seating(3, "ann"),), "bad.seat"),
        ("", (cmd.Seating(0, "bea"),), "bad.not_seated"),
    ],
)
def test_a_table_that_cannot_be_opened_so(fill: str, users: tuple[cmd.Seating, ...], code: str) -> None:
    with pytest.raises(Refusal) as raised:
        opened({}, fill, users)
    assert raised.value.code == code


def test_the_first_commit_is_written_as_short_as_it_was() -> None:
    """What a table is opened with beyond the old fields is left out where there is nothing."""
    body = Kernel(GAME).codec.encode(table().commits[0])
    assert b"fill" not in body
    assert b"users" not in body
    assert Context(table().state.at, table().chain).invited is None  # type: ignore[arg-type]
