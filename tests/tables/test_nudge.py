"""A friendly reminder to who is waited for."""

from __future__ import annotations

import pytest

from app.engine.table import commands as cmd
from app.tables.hub import NUDGE_AFTER, NUDGE_EVERY
from tests.live.conftest import until
from tests.promises import Viewer
from tests.tables.test_chat import refused
from tests.workers import Worker, begin, person, play

PEOPLE = ("ann", "bob", "cat")


async def nudge(worker: Worker, table: str, user: str, seat: int) -> None:
    await worker.hub.nudge(table, person(user), "", seat)


async def at_turn(worker: Worker, seat: int) -> tuple[str, list[Viewer]]:
    """A table of three people and a bot at which a seat has to play, and the pages of all and of a watcher."""
    table = await worker.create()
    pages = [await worker.join(Viewer(user), table) for user in (*PEOPLE, "eve")]
    await begin(worker, table, PEOPLE)
    while pages[0].public["act"] != str(seat):
        await play(table, dict.fromkeys(pages, worker), 1)
    return table, pages


async def test_who_thinks_for_long_is_reminded_before_all(worker: Worker) -> None:
    table, pages = await at_turn(worker, 1)
    worker.clock.forward(NUDGE_AFTER)
    await nudge(worker, table, "ann", 1)
    for page in pages:
        await until(lambda page=page: page.nudges == [(0, 1)])
    assert await refused(nudge(worker, table, "ann", 1)) == ("bad.rate", {"seconds": 15})
    await nudge(worker, table, "cat", 1)
    worker.clock.forward(NUDGE_EVERY - 1)
    assert await refused(nudge(worker, table, "ann", 1)) == ("bad.rate", {"seconds": 1})
    worker.clock.forward(1)
    await nudge(worker, table, "ann", 1)
    await until(lambda: pages[3].nudges == [(0, 1), (2, 1), (0, 1)])


async def test_everybody_has_some_time_in_peace(worker: Worker) -> None:
    table, pages = await at_turn(worker, 1)
    assert await refused(nudge(worker, table, "ann", 1)) == ("bad.rate", {"seconds": 10})
    worker.clock.forward(NUDGE_AFTER - 1)
    assert await refused(nudge(worker, table, "ann", 1)) == ("bad.rate", {"seconds": 1})
    assert not any(page.nudges for page in pages)


async def test_only_who_sits_there_nudges_and_only_who_is_waited_for(worker: Worker) -> None:
    table, _ = await at_turn(worker, 1)
    worker.clock.forward(60_000)
    assert (await refused(nudge(worker, table, "eve", 1)))[0] == "bad.not_seated"
    for seat in (-1, 4, 10**9):
        assert await refused(nudge(worker, table, "ann", seat)) == ("bad.seat", {"seat": seat})
    for user, seat in (("ann", 0), ("ann", 2), ("ann", 3), ("bob", 1)):
        assert await refused(nudge(worker, table, user, seat)) == ("rule.nudge", {"seat": seat})
    await worker.do(table, "bob", cmd.Leave())
    assert await refused(nudge(worker, table, "ann", 1)) == ("rule.nudge", {"seat": 1})
    assert (await refused(nudge(worker, "nosuch", "ann", 1)))[0] == "bad.table"


async def test_nobody_is_waited_for_before_the_start(worker: Worker) -> None:
    table = await worker.create()
    await worker.join(Viewer("ann"), table)
    await worker.do(table, "bob", cmd.Sit(1))
    worker.clock.forward(60_000)
    assert await refused(nudge(worker, table, "ann", 1)) == ("rule.nudge", {"seat": 1})


async def test_all_workers_count_together(worker: Worker, other: Worker) -> None:
    table, pages = await at_turn(worker, 1)
    far = await other.join(Viewer("ann"), table)
    worker.clock.forward(NUDGE_AFTER)
    await nudge(worker, table, "ann", 1)
    await until(lambda: far.nudges == [(0, 1)])
    assert (await refused(nudge(other, table, "ann", 1)))[0] == "bad.rate"
    await nudge(other, table, "cat", 1)
    await until(lambda: all(page.nudges == [(0, 1), (2, 1)] for page in (*pages, far)))


@pytest.mark.parametrize("key", ["", "no"])
async def test_not_at_a_table_that_one_may_not_see(worker: Worker, key: str) -> None:
    table, _, _ = (await worker.create(access="private")).partition("?")
    await worker.join(Viewer("ann"), table)
    assert (await refused(worker.hub.nudge(table, person("eve"), key, 0)))[0] == "bad.table"
