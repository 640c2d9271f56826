"""Clocks: a bank and an increment, charged by commit times alone."""

from __future__ import annotations

import pytest

from app.engine.actor import TIMER
from app.engine.basics import Command
from app.engine.table import commands as cmd
from app.engine.table import due as dues
from app.engine.table.decide import RETURNING
from app.engine.table.due import due
from app.engine.table.settings import ALLOWANCE, DAY
from tests.engine.tables import Table, person
from tests.toy import catalogue
from tests.toy.games.highcard.types import Lay

GAME = catalogue().get("highcard")
BANK, INCREMENT = 60_000, 8_000
END = BANK + ALLOWANCE
"""When a full bank has run out."""
TIMED = {"clock": "fast"}


def table(settings: dict[str, str | int] | None = None) -> Table:
    """Two persons, no draws: every card is a decision."""
    at = Table(GAME, {"players": 2, "drawing": "off"}, TIMED if settings is None else settings, step=0)
    return at.begin("bea")


def banks(at: Table) -> list[int]:
    return [seat.bank for seat in at.state.seats]


def move_after(at: Table, ms: int) -> int:
    """Whoever is to move does after so long; his seat."""
    seat = at.mover()
    at.now = at.state.since + ms
    at.move()
    return seat


def test_all_begin_with_a_full_bank() -> None:
    assert banks(table()) == [BANK, BANK]
    assert table().looks.public["clock"] == {"0": BANK, "1": BANK}


@pytest.mark.parametrize(
    ("took", "left"),
    [
        (0, BANK),  # never more than a full bank
        (INCREMENT, BANK),
        (INCREMENT + 1, BANK - 1),
        (30_000, 30_000 + INCREMENT),
        (BANK, INCREMENT),
        (BANK + 5_000, INCREMENT),  # late, but before the timer came
    ],
)
def test_a_move_costs_its_time_and_earns_the_increment(took: int, left: int) -> None:
    at = table()
    seat = move_after(at, took)
    assert banks(at)[seat] == left
    assert banks(at)[1 - seat] == BANK


def test_saved_time_is_kept() -> None:
    at = table()
    seat = move_after(at, 50_000)
    move_after(at, 0)
    while at.mover() != seat:
        move_after(at, 0)
    assert banks(at)[seat] == 10_000 + INCREMENT
    move_after(at, 2_000)
    assert banks(at)[seat] == 16_000 + INCREMENT


@pytest.mark.parametrize(
    ("settings", "bank", "increment"),
    [
        ({"clock": "normal"}, 120_000, 20_000),
        ({"clock": "slow"}, 300_000, 45_000),
        ({"clock": "custom", "bank": 5, "increment": 0}, 5_000, 0),
        ({"clock": "custom", "bank": 10, "increment": 600}, 10_000, 600_000),
    ],
)
def test_other_clocks(settings: dict[str, str | int], bank: int, increment: int) -> None:
    at = table(settings)
    assert banks(at) == [bank, bank]
    seat = move_after(at, 4_000)
    assert banks(at)[seat] == min(bank, bank - 4_000 + increment)


def test_an_untimed_table_has_no_clock() -> None:
    at = table({"clock": "untimed"})
    assert "clock" not in at.looks.public
    assert at.deadline == at.state.at + dues.FORGOTTEN
    move_after(at, 10**9)
    assert banks(at) == [0, 0]


@pytest.mark.parametrize("until", ["playing", "between"])
def test_an_untimed_game_that_nobody_goes_on_with_is_broken_off(until: str) -> None:
    at = Table(GAME, {"players": 2, "drawing": "off"}, {"clock": "untimed"}).begin("bea").play((until,))
    at.now = at.state.at + 29 * DAY
    at.do("ann", cmd.Propose("abandon"))  # to whom nobody listens
    asked = at.state.at
    assert at.internal(cmd.TimeUp(), asked + 30 * DAY)[-1] == "ended"
    assert at.looks.public["result"]["how"] == "abandoned"
    assert [note.wire() for note in at.frames[-1].notes] == [["abandoned"], ["over"]]
    assert len(at.state.links) == GAME.packs(at.state.play)
    assert at.deadline is None


def test_bots_pay_nothing() -> None:
    at = Table(GAME, {"players": 2, "drawing": "off"}, TIMED, step=0).begin()
    while at.state.phase == "playing":
        before, seat = banks(at), move_after(at, 30_000)
        if seat == 1:
            assert banks(at) == before


def test_what_happens_beside_the_move_costs_nothing() -> None:
    at = table()
    seat, other = at.mover(), ("bea", "ann")[at.mover()]
    turn, since = at.state.turn, at.state.since
    for command in (cmd.Leave(), cmd.Back(), cmd.Leave()):
        at.now += 5_000
        at.do(other, command)
    assert banks(at) == [BANK, BANK]
    assert (at.state.turn, at.state.since) == (turn, since)
    move_after(at, 20_000)
    assert banks(at)[seat] == BANK - 20_000 + INCREMENT


def test_a_pause_costs_nothing() -> None:
    at = table().play()
    before = banks(at)
    at.now += 15_000
    at.do("ann", cmd.Next())
    at.now += 4_000
    at.do("bea", cmd.Next())
    assert at.state.phase == "playing"
    assert banks(at) == before
    assert at.state.since == at.now


def test_time_runs_out() -> None:
    at = table()
    seat = at.mover()
    end = at.state.since + END
    assert [(one.at, one.kind, one.seat) for one in due(GAME, at.state)] == [(end, "clock", seat)]
    at.now = end - 1
    assert at.refusal(TIMER, cmd.TimeUp()).code == "stale.timer"
    turn = at.state.turn
    choice = at.choice(seat)
    assert at.internal(cmd.TimeUp(), end)[:3] == ["stoodin", "served", "laid"]
    assert isinstance(choice, Lay)
    assert at.looks.public["g"]["trick"] == choice.card  # the stand-in's choice, never a random card
    assert at.looks.public["seats"][str(seat)]["standin"] is True
    assert "left" not in at.looks.public["seats"][str(seat)]
    assert banks(at)[seat] == INCREMENT
    assert at.refusal(TIMER, cmd.TimeUp(), turn).code == "stale.turn"
    assert at.refusal(TIMER, cmd.TimeUp()).code == "stale.timer"


@pytest.mark.parametrize("way", ["back", "move"])
def test_he_returns_at_his_next_decision(way: str) -> None:
    at = table()
    seat = at.mover()
    user = at.state.seats[seat].user
    at.internal(cmd.TimeUp(), at.state.since + END)
    while at.mover() != seat:
        move_after(at, 0)
    assert [(one.kind, one.seat) for one in due(GAME, at.state)] == [("bot", seat)]
    command: Command = cmd.Back() if way == "back" else at.choice(seat)
    assert at.do(user, command)[0] == "returned"
    assert at.state.seats[seat].human
    assert banks(at)[seat] == INCREMENT  # the stand-in's time was not his


@pytest.mark.parametrize("way", ["back", "move"])
def test_he_returns_with_time_although_nothing_is_added(way: str) -> None:
    at = table({"clock": "custom", "bank": 60, "increment": 0})
    seat = at.mover()
    user = at.state.seats[seat].user
    at.internal(cmd.TimeUp(), at.state.since + END)
    assert banks(at)[seat] == 0
    while at.mover() != seat:
        move_after(at, 0)
    since = at.state.since
    at.do(user, cmd.Back() if way == "back" else at.choice(seat))
    assert banks(at)[seat] == RETURNING
    if way == "back":
        assert [(one.at, one.kind, one.seat) for one in due(GAME, at.state)] == [
            (since + RETURNING + ALLOWANCE, "clock", seat)
        ]
        move_after(at, 2_000)
        assert banks(at)[seat] == RETURNING - 2_000


def test_time_never_runs_back() -> None:
    at = table()
    move_after(at, 10_000)
    last = at.state.at
    at.now = last - 60_000  # another worker's clock, or one set back
    seat = at.mover()
    at.move()
    assert at.state.at == last
    assert banks(at)[seat] == BANK


def test_a_late_timer_does_not_take_more_than_there_is() -> None:
    at = table()
    seat = at.mover()
    at.internal(cmd.TimeUp(), at.state.since + 10**9)
    assert banks(at)[seat] == INCREMENT


def test_who_moves_just_before_the_timer_keeps_his_seat() -> None:
    at = table()
    seat, turn = at.mover(), at.state.turn
    move_after(at, BANK)
    assert at.refusal(TIMER, cmd.TimeUp(), turn).code == "stale.turn"
    assert at.state.seats[seat].human
    assert not at.refusal(person("eve"), cmd.Back()).params


# time on the way


@pytest.mark.parametrize(
    ("lag", "counted"), [(0, 0), (1, 1), (180, 180), (500, 500), (501, 500), (90_000, 500), (-40, 0)]
)
def test_what_a_command_was_on_its_way_costs_nothing(lag: int, counted: int) -> None:
    at = table()
    at.lag = lag
    seat = move_after(at, 30_000)
    assert banks(at)[seat] == BANK - 30_000 + counted + INCREMENT
    assert at.commits[-1].lag == counted
    assert (b'"lag"' in at.bodies[-1]) == bool(counted)


def test_a_bots_and_a_timers_way_is_none() -> None:
    at = Table(GAME, {"players": 2, "drawing": "off"}, TIMED, step=0).begin()
    at.lag = 300
    for _ in range(3):
        at.move()
    at.internal(cmd.Restore(at.state.seq))
    assert {commit.lag for commit in at.commits if commit.actor.kind != "person"} == {0}


def test_a_command_in_the_allowance_is_in_time() -> None:
    at = table()
    seat = move_after(at, BANK + ALLOWANCE - 1)
    assert banks(at)[seat] == INCREMENT
    assert at.state.seats[seat].human


# days


def slow(days: int = 2, vacation: int = 7) -> Table:
    return table({"clock": "days", "days": days, "vacation": vacation})


def test_days_in_the_view() -> None:
    at = slow()
    assert at.looks.public["free"] == 2 * DAY
    assert at.looks.public["clock"] == {"0": 7 * DAY, "1": 7 * DAY}
    assert "free" not in table().looks.public


@pytest.mark.parametrize(
    ("took", "left"),
    [(0, 7 * DAY), (2 * DAY, 7 * DAY), (2 * DAY + 1, 7 * DAY - 1), (5 * DAY, 4 * DAY), (9 * DAY, 0)],
)
def test_a_move_takes_vacation_only_beyond_its_days(took: int, left: int) -> None:
    at = slow()
    seat = move_after(at, took)
    assert banks(at)[seat] == left
    move_after(at, 0)
    while at.mover() != seat:
        move_after(at, 0)
    assert banks(at)[seat] == left  # it does not grow again


@pytest.mark.parametrize("vacation", [0, 7])
def test_days_run_out(vacation: int) -> None:
    at = slow(vacation=vacation)
    seat, end = at.mover(), at.state.since + (2 + vacation) * DAY
    assert [(one.at, one.kind, one.seat) for one in due(GAME, at.state)] == [(end, "clock", seat)]
    assert at.internal(cmd.TimeUp(), end)[:2] == ["stoodin", "served"]
    assert banks(at)[seat] == 0
    at.do(at.state.seats[seat].user, cmd.Back())
    assert banks(at)[seat] == RETURNING


def test_a_pause_between_deals_may_last_for_days() -> None:
    at = slow().play()
    assert at.looks.public["rest"] == 2 * DAY
    assert at.deadline == at.state.since + 2 * DAY


@pytest.mark.parametrize(("told", "left"), [(False, BANK), (True, BANK - 20_000 + INCREMENT)])
def test_what_only_a_page_tells_gives_nobody_time(told: bool, left: int) -> None:
    at = table()
    mover = at.mover()
    at.now += 20_000
    at.internal(cmd.Restore(at.state.seq + 1, told))
    at.move()
    assert banks(at)[mover] == left
