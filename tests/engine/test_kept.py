"""Seats that are kept for somebody: who may take them, and for how long they are his."""

from __future__ import annotations

import pytest

from app.engine.table import commands as cmd
from app.engine.table.due import FILL, filling
from app.games.catalogue import CATALOGUE
from tests.engine.tables import Table


@pytest.fixture
def table() -> Table:
    made = Table(CATALOGUE.get("calypso"), settings={"access": "private"})
    made.do("ann", cmd.Reserve(2, "Bob"))
    return made


def sit(table: Table, user: str, seat: int, invited: int | None = None) -> list[str]:
    table.invited = invited
    return table.do(user, cmd.Sit(seat))


def refused(table: Table, user: str, seat: int, invited: int | None = None) -> str:
    table.invited = invited
    return table.refused(user, cmd.Sit(seat))


def test_a_kept_seat_is_for_whom_it_is_kept_and_for_the_host(table: Table) -> None:
    assert refused(table, "cat", 2) == refused(table, "bob", 1, invited=2) == "rule.reserved"
    assert sit(table, "bob", 2, invited=2) == ["sat"]
    table.do("ann", cmd.Reserve(1, "Dan"))
    assert sit(table, "ann", 1) == ["left", "sat"]


def test_a_lock_is_not_for_whom_a_seat_is_kept(table: Table) -> None:
    table.do("ann", cmd.Lock(True))
    assert refused(table, "cat", 1) == "rule.locked"
    assert sit(table, "bob", 2, invited=2) == ["sat"]


def test_who_gets_up_finds_the_seat_kept_again(table: Table) -> None:
    before = table.state.seats[2]
    sit(table, "bob", 2, invited=2)
    table.do("bob", cmd.Leave())
    assert table.state.seats[2] == before
    assert table.looks.public["seats"]["2"] == {"kind": "open", "reserved": "Bob"}
    sit(table, "bob", 2, invited=2)
    table.internal(cmd.Absent(2))
    assert table.state.seats[2] == before
    assert refused(table, "cat", 2) == "rule.reserved"


def test_who_moves_to_another_seat_leaves_nothing_behind(table: Table) -> None:
    sit(table, "bob", 2, invited=2)
    assert sit(table, "bob", 1, invited=2) == ["left", "released", "sat"]
    assert sit(table, "cat", 2) == ["sat"]


def test_who_is_shown_out_has_lost_it(table: Table) -> None:
    sit(table, "bob", 2, invited=2)
    table.do("ann", cmd.Kick(2))
    assert table.looks.public["seats"]["2"] == {"kind": "open"}
    assert (table.state.seats[2].kept, table.state.keys) == (0, 1)


def test_each_keeping_has_a_number_of_its_own(table: Table) -> None:
    numbers = [table.state.seats[2].kept]
    for name in ("Cat", "", "Bob"):
        table.do("ann", cmd.Reserve(2, name))
        numbers.append(table.state.seats[2].kept)
    assert numbers == [2, 3, 0, 5]
    table.internal(cmd.Restore(lost=40))
    table.do("ann", cmd.Reserve(3, "Eve"))
    assert table.state.seats[3].kept > 40


def test_the_game_begins_with_nothing_kept(table: Table) -> None:
    sit(table, "bob", 2, invited=2)
    table.do("bob", cmd.Ready(True))
    for seat in (1, 3):
        table.do("ann", cmd.AddBot(seat, "normal"))
    table.do("ann", cmd.Start())
    assert [(seat.reserved, seat.kept) for seat in table.state.seats] == [("", 0)] * 4


def test_bots_wait_for_whom_a_seat_is_kept_but_not_once_he_sits_there() -> None:
    table = Table(CATALOGUE.get("calypso"), settings={"autostart": "bots"})
    table.do("ann", cmd.Reserve(2, "Bob"))
    assert not filling(table.state)
    sit(table, "bob", 2, invited=2)
    assert table.deadline == table.now + FILL
