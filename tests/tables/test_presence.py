"""Who is at a table: several tabs, several workers, and leaving no trace."""

from __future__ import annotations

from app.engine.table import commands as cmd
from tests.faults import FaultyStore
from tests.live.conftest import until
from tests.promises import Viewer
from tests.workers import Worker, flip


async def test_everybody_sees_who_comes_and_goes(worker: Worker) -> None:
    table = await worker.create()
    watcher = await worker.join(Viewer(), table)
    ann = await worker.join(Viewer("ann"), table)
    await until(lambda: watcher.heres[-1] == ["ann"])
    bob = await worker.join(Viewer("bob"), table)
    for page in (watcher, ann, bob):
        await until(lambda page=page: page.heres[-1] == ["ann", "bob"])
    await worker.leave(bob, table)
    for page in (watcher, ann):
        await until(lambda page=page: page.heres[-1] == ["ann"])


async def test_a_watcher_without_a_name_sees_who_was_there_before(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    await worker.join(Viewer("ann"), table)
    watcher = await other.join(Viewer(), table)
    assert watcher.heres == [["ann"]]


async def test_watchers_have_names(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    stranger = await worker.join(Viewer(), table)
    bob, eve = [await worker.join(Viewer(user), table) for user in ("bob", "eve")]
    pages = (ann, stranger, bob, eve)
    for page in pages:
        await until(lambda page=page: page.watchers == {"bob": "Bob", "eve": "Eve"})
        assert page.heres[-1] == ["ann", "bob", "eve"]
    assert (await worker.join(Viewer(), table)).snaps[0].watchers == {"bob": "Bob", "eve": "Eve"}
    # who sits down is no watcher any more, and the other way round
    await worker.do(table, "bob", cmd.Sit(1))
    for page in pages:
        await until(lambda page=page: page.watchers == {"eve": "Eve"})
    await worker.do(table, "bob", cmd.Leave())
    for page in pages:
        await until(lambda page=page: page.watchers == {"bob": "Bob", "eve": "Eve"})
    told = len(ann.heres)
    await flip(worker, table, 2)
    await worker.leave(eve, table)
    await until(lambda: ann.watchers == {"bob": "Bob"})
    assert len(ann.heres) == told + 1


async def test_watchers_at_two_workers(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    ann, eve = await worker.join(Viewer("ann"), table), await other.join(Viewer("eve"), table)
    for page in (ann, eve):
        await until(lambda page=page: page.watchers == {"eve": "Eve"})
    assert await other.do(table, "eve", cmd.Sit(2)) == 2
    for page in (ann, eve):
        await until(lambda page=page: page.watchers == {})
    # a worker of the version before knows no names
    await worker.store.presence.enter(table, "old", "c0", worker.clock.now, 40_000)
    await worker.store.presence.announce(table, b"")
    await until(lambda: ann.watchers == {"old": ""})


async def test_two_tabs_are_one_person_until_both_are_closed(worker: Worker) -> None:
    table = await worker.create()
    watcher = await worker.join(Viewer(), table)
    tabs = [await worker.join(Viewer("ann"), table) for _ in range(2)]
    await until(lambda: watcher.heres[-1] == ["ann"])
    await worker.leave(tabs[0], table)
    await until(lambda: not worker.rooms.busy)
    assert watcher.heres[-1] == ["ann"]
    await worker.leave(tabs[1], table)
    await until(lambda: watcher.heres[-1] == [])


async def test_two_tabs_on_two_workers(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    watcher = await worker.join(Viewer(), table)
    tabs = [(worker, await worker.join(Viewer("ann"), table)), (other, await other.join(Viewer("ann"), table))]
    await until(lambda: watcher.heres[-1] == ["ann"])
    await worker.leave(tabs[0][1], table)
    await other.hub.round()
    await worker.hub.round()
    assert watcher.heres[-1] == ["ann"]
    await other.leave(tabs[1][1], table)
    await until(lambda: watcher.heres[-1] == [])


async def test_who_vanishes_with_his_worker_is_seen_to_be_gone(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    watcher = await worker.join(Viewer(), table)
    await other.join(Viewer("bob"), table)
    await until(lambda: watcher.heres[-1] == ["bob"])
    for _ in range(2):
        worker.clock.forward(15_000)
        await other.hub.round()
        await worker.hub.round()
    assert watcher.heres[-1] == ["bob"]
    # the other worker dies
    for _ in range(3):
        worker.clock.forward(15_000)
        await worker.hub.round()
    assert watcher.heres[-1] == []


async def test_those_of_this_worker_are_there_even_if_the_store_has_forgotten(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    for _ in range(5):
        worker.clock.forward(60_000)
        await worker.join(Viewer("bob"), table)
    await until(lambda: not worker.rooms.busy)
    assert ann.heres[-1] == ["ann", "bob"]


async def test_after_all_have_left_nothing_remains(worker: Worker, faults: FaultyStore) -> None:
    tables = [await worker.create() for _ in range(3)]
    pages = [
        (table, await worker.join(Viewer(user), table)) for table in tables for user in ("ann", "bob", "", "", "cat")
    ]
    for table in tables:
        await flip(worker, table, 2)
    for table, page in pages:
        await worker.leave(page, table)
        await worker.leave(page, table)
    await worker.assert_nothing_left()
    assert not faults.fanout.listening
    for table in tables:
        assert await worker.store.presence.present(table, worker.clock.now) == []
