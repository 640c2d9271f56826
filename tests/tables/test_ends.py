"""Tables that end, vanish or cannot be read; rooms that nobody follows."""

from __future__ import annotations

import asyncio

import pytest

from app.engine import record as records
from app.engine.basics import Refusal
from app.engine.table import commands as cmd
from app.live.contracts import Append, Position, Published, Secrets
from app.tables import rooms as rooms_module
from tests.faults import FaultyStore, Gate
from tests.live.conftest import until
from tests.promises import Viewer
from tests.quiet import Logged
from tests.tables.conftest import Backup
from tests.workers import Worker, begin, flip, person, play

# --- tables that end --------------------------------------------------------------------------------------------------


async def test_a_table_that_is_closed_is_gone_for_everybody(worker: Worker, faults: FaultyStore) -> None:
    table = await worker.create()
    page = await worker.join(Viewer(), table)
    ann = await worker.join(Viewer("ann"), table)
    await worker.do(table, "ann", cmd.Leave())
    assert page.public["phase"] == "closed"
    assert (page.ended, ann.ended) == (["rule.closed"], ["rule.closed"])
    assert await worker.store.log.head(table) is None
    assert await worker.lobby.tables_of("ann") == []
    assert table not in await worker.store.directory.listings()
    assert not faults.fanout.listening
    await worker.assert_nothing_left()
    assert await worker.refused(table, "ann", cmd.Sit(0)) == "bad.table"
    assert await worker.store.presence.present(table, worker.clock.now) == []
    await worker.leave(ann, table)


async def test_it_is_gone_on_the_other_worker_too(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    page = await other.join(Viewer("bob"), table)
    await worker.do(table, "ann", cmd.Leave())
    await until(lambda: page.ended)
    assert page.public["phase"] == "closed"
    assert page.ended == ["rule.closed"]
    await other.assert_nothing_left()
    assert not other.store.fanout.listening


async def test_a_closed_table_whose_closer_died_is_dropped_by_its_timer(worker: Worker, faults: FaultyStore) -> None:
    table = await worker.create()
    faults.log.after_append = gate = Gate()
    task = asyncio.create_task(worker.do(table, "ann", cmd.Leave()))
    await gate.reached.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    faults.log.after_append = None
    assert await worker.store.log.head(table) is not None
    worker.clock.forward(30_000)
    assert await worker.fire() == 1
    assert await worker.store.log.head(table) is None
    assert await worker.fire() == 0


async def test_a_log_that_vanished_is_told_to_its_followers(worker: Worker, faults: FaultyStore) -> None:
    table = await worker.create()
    page = await worker.join(Viewer("bob"), table)
    await worker.store.log.drop(table)
    await worker.hub.round()
    assert page.ended == ["bad.table"]
    assert worker.rooms.known(table) is None
    assert not faults.fanout.listening
    await worker.assert_nothing_left()


async def test_a_log_of_a_newer_version_is_refused_not_guessed(
    worker: Worker, faults: FaultyStore, logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await worker.create()
    page = await worker.join(Viewer("bob"), table)
    room = await worker.rooms.get(table)
    monkeypatch.setattr(room, "_read", lambda body: 1 // 0)
    hear = worker.rooms.hear(room)
    body = b'{"events":[{"type":"from the future"}]}'
    hear(Published(room.position.after(body), body))
    await until(lambda: not worker.rooms.busy)
    logged.take("commit.unreadable")
    # what the log has can still be read: the room was not given up
    assert page.ended == []
    await worker.store.log.drop(table)


async def test_a_log_that_cannot_be_folded_is_refused(worker: Worker, logged: Logged, faults: FaultyStore) -> None:
    for n, body in enumerate(
        (b"{}", b"not json", b'{"events":[{"type":"opened","game":"whist","codec":1,"rules":1}]}')
    ):
        table = f"odd{n}"
        append = Append(table=table, expected=Position("", 0, ""), body=body)
        await worker.store.log.create(table, "e", Secrets("00" * 32), append)
        assert await worker.refused(table, "ann", cmd.Sit(1)) == "bad.version"
        with pytest.raises(Refusal, match=r"bad\.version"):
            await worker.join(Viewer("ann"), table)
    assert len(logged.take("log.unreadable")) == 6
    await worker.assert_nothing_left()


# --- rooms that nobody follows ----------------------------------------------------------------------------------------


async def test_idle_rooms_are_forgotten_followed_ones_kept(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "IDLE_ROOMS", 3)
    followed = await worker.create()
    page = await worker.join(Viewer(), followed)
    tables = [await worker.create() for _ in range(6)]
    for table in tables:
        await worker.rooms.get(table)
    assert {room.table for room in worker.rooms.held()} == {followed, *tables[-3:]}
    for table in tables:
        await flip(worker, table, 1)
    await flip(worker, followed, 2)
    assert page.pos.seq == 3


async def test_one_load_serves_all_who_ask_at_once(worker: Worker, faults: FaultyStore) -> None:
    table = await worker.create()
    reads: list[object] = []

    async def count(page: object) -> None:
        reads.append(page)

    faults.log.after_since = count
    first, *rest = await asyncio.gather(*(worker.rooms.get(table) for _ in range(20)))
    assert all(room is first for room in rest)
    assert len(reads) == 1


async def test_a_finished_table_is_not_kept_when_nobody_looks(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    await play(table, {ann: worker})
    assert worker.rooms.known(table)
    await worker.leave(ann, table)
    assert not worker.rooms.known(table)
    # whoever comes later is no reason to call it one of his tables again
    await worker.store.directory.forget("ann", table)
    await worker.join(ann, table)
    assert ann.public["phase"] == "over"
    assert await worker.store.directory.tables_of("ann") == []
    await worker.leave(ann, table)
    await worker.assert_nothing_left()


async def test_a_game_that_ends_with_nobody_there_is_not_kept(worker: Worker) -> None:
    table = await worker.create()
    await begin(worker, table)
    await worker.do(table, "ann", cmd.Leave())
    while worker.rooms.known(table):
        worker.clock.forward(2000)
        assert await worker.fire() == 1
    assert (await worker.truth(table)).state.phase == "over"


async def test_a_table_that_was_closed_has_never_been(worker: Worker, backup: Backup) -> None:
    before = await backup.take()
    for user in ("ann", "ben"):
        table = await worker.create(user)
        pages = [await worker.join(Viewer(one), table) for one in (user, "bob", "")]
        await worker.do(table, "bob", cmd.Sit(2))
        await worker.do(table, "bob", cmd.Leave())
        for page in pages[1:]:
            await worker.leave(page, table)
        await worker.do(table, user, cmd.Leave())
        await worker.leave(pages[0], table)
    await worker.assert_nothing_left()
    assert await backup.take() == before


async def test_a_table_may_come_again_under_the_id_of_one_that_was_closed(worker: Worker, other: Worker) -> None:
    async def made() -> str:
        return (await worker.tables.create(person("ann"), "calypso", {"rounds": 1}, {}, nonce="nonce-one")).id

    table = await made()
    await other.tables.look(table, "bob")
    await worker.do(table, "ann", cmd.Leave())
    assert await made() == table
    # the other worker has not heard of it, and has the cards dealt
    for seat in (1, 2, 3):
        await other.do(table, "ann", cmd.AddBot(seat, "normal"))
    key = (await worker.tables.invitations(table, "ann")).key
    assert (await other.tables.invitations(table, "ann")).key == key
    await other.do(table, "ann", cmd.Start())
    await other.do(table, "ann", cmd.Propose("abandon"))
    truth = await worker.truth(table)
    assert records.audit(truth.kernel, records.build(truth.kernel, truth.bodies)) == len(truth.bodies)
