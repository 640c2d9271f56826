"""Seats of people who have gone from a waiting table: kept for a while, then free; hosts pass on, empty tables go."""

from __future__ import annotations

from app.engine.table import commands as cmd
from app.jobs.waiting import PRIVATE, PUBLIC, WaitingRooms
from app.tables.hub import PRESENT_FOR
from tests.live.conftest import until
from tests.promises import Viewer
from tests.workers import Worker


async def leads() -> bool:
    return True


def seat(page: Viewer, n: int) -> dict[str, object]:
    held: dict[str, object] = page.public["seats"][str(n)]
    return held


async def waiting(worker: Worker, **settings: object) -> tuple[WaitingRooms, str, Viewer, Viewer]:
    table = await worker.create("ann", **settings)  # type: ignore[arg-type]
    room = await worker.rooms.get(table.partition("?")[0])
    key = table.partition("?")[2]
    table = room.table
    pages = [await worker.join(Viewer(user), table, key=key) for user in ("ann", "bob")]
    await worker.do(table, "bob", cmd.Sit(1), key=key)
    return WaitingRooms(worker.tables, worker.lobby, leads), table, pages[0], pages[1]


async def test_a_host_who_has_gone_loses_his_seat_and_another_is_host(worker: Worker) -> None:
    ushers, table, ann, bob = await waiting(worker)
    assert await ushers.round() == 0
    await worker.leave(ann, table)
    assert await ushers.round() == 0
    worker.clock.forward(PUBLIC - 1)
    await worker.hub.round()
    assert await ushers.round() == 0
    worker.clock.forward(1)
    assert await ushers.round() == 1
    await until(lambda: seat(bob, 0)["kind"] == "open" and bob.public["host"] == "bob")
    assert await ushers.round() == 0


async def test_who_loads_the_page_anew_keeps_his_seat(worker: Worker) -> None:
    ushers, table, ann, _ = await waiting(worker)
    await worker.leave(ann, table)
    assert await ushers.round() == 0
    worker.clock.forward(PUBLIC // 2)
    await worker.hub.round()
    await worker.join(ann, table, ann.pos)
    assert await ushers.round() == 0
    worker.clock.forward(PUBLIC // 2)
    await worker.hub.round()
    assert await ushers.round() == 0
    assert seat(ann, 0)["user"] == "ann"


async def test_a_table_that_everybody_has_left_vanishes(worker: Worker) -> None:
    ushers, table, ann, bob = await waiting(worker)
    for page in (ann, bob):
        await worker.leave(page, table)
    await ushers.round()
    worker.clock.forward(PUBLIC)
    assert await ushers.round() == 2
    assert await worker.lobby.open_tables() == []
    assert await worker.store.log.head(table) is None
    assert await ushers.round() == 0


async def test_who_died_with_his_worker_is_missed_as_well(worker: Worker) -> None:
    ushers, table, ann, _ = await waiting(worker)
    room = worker.rooms.known(table)
    assert room
    room.followers = {connection: page for connection, page in room.followers.items() if page is ann}
    worker.clock.forward(PRESENT_FOR)
    await worker.hub.round()
    await ushers.round()
    worker.clock.forward(PUBLIC)
    await worker.hub.round()
    assert await ushers.round() == 1
    await until(lambda: seat(ann, 1)["kind"] == "open")


async def test_who_sends_the_link_to_friends_has_more_time(worker: Worker) -> None:
    ushers, table, ann, bob = await waiting(worker, access="private")
    await worker.leave(ann, table)
    await ushers.round()
    for _ in range(PRIVATE // 60_000 - 1):
        worker.clock.forward(60_000)
        await worker.hub.round()
        assert await ushers.round() == 0
    worker.clock.forward(60_000)
    await worker.hub.round()
    assert await ushers.round() == 1
    await until(lambda: bob.public["host"] == "bob")


async def test_nobody_is_missed_where_a_move_may_take_days(worker: Worker) -> None:
    ushers, table, ann, _ = await waiting(worker, clock="days")
    await worker.leave(ann, table)
    for _ in range(3):
        assert await ushers.round() == 0
        worker.clock.forward(PRIVATE)
        await worker.hub.round()


async def test_only_one_worker_looks(worker: Worker) -> None:
    async def follows() -> bool:
        return False

    _, table, ann, _ = await waiting(worker)
    other = WaitingRooms(worker.tables, worker.lobby, follows)
    await worker.leave(ann, table)
    for _ in range(2):
        assert await other.round() == 0
        worker.clock.forward(PUBLIC)
        await worker.hub.round()


async def test_who_looks_need_not_have_heard_of_the_table_of_late(worker: Worker, other: Worker) -> None:
    _, table, ann, bob = await waiting(worker)
    ushers = WaitingRooms(other.tables, other.lobby, leads)
    await other.tables.look(table, "zoe")
    await worker.do(table, "bob", cmd.Leave())
    await worker.do(table, "bob", cmd.Sit(3))
    await worker.leave(bob, table)
    await ushers.round()
    worker.clock.forward(PUBLIC)
    await worker.hub.round()
    assert await ushers.round() == 1
    await until(lambda: seat(ann, 3)["kind"] == "open")
