"""Watchers of a delayed table: some tricks behind, on every way in, and never a commit too early."""

from __future__ import annotations

from app.engine.table import commands as cmd
from app.tables.hub import NUDGE_AFTER
from app.tables.room import Snapshot
from tests.live.conftest import until
from tests.promises import Viewer
from tests.tables.test_lobby import Page
from tests.workers import Worker, begin, person, play


def tricks(page: Viewer) -> int:
    """Tricks finished, as the page knows it."""
    if "g" not in page.public:
        return 0
    return int(page.public["g"]["no"])


async def delayed(worker: Worker, delay: int = 2) -> tuple[str, Viewer, Viewer]:
    table = await worker.create("ann", watch="delayed", delay=delay)
    ann, eve = await worker.join(Viewer("ann"), table), await worker.join(Viewer("eve"), table)
    await begin(worker, table)
    return table, ann, eve


async def moved(ann: Viewer, eve: Viewer, behind: int) -> None:
    await until(lambda: tricks(eve) == max(0, tricks(ann) - behind))
    assert eve.pos and ann.pos and eve.pos.seq < ann.pos.seq


async def test_watchers_stay_so_many_tricks_behind(worker: Worker) -> None:
    table, ann, eve = await delayed(worker)
    await until(lambda: eve.public["phase"] == "playing")
    assert eve.public["act"] and "hand" not in eve.private
    for _ in range(5):
        await play(table, {ann: worker}, 4)
        await moved(ann, eve, 2)
        late = await worker.join(Viewer("joe"), table)
        assert (late.pos, late.public) == (eve.pos, eve.public)
        await worker.leave(late, table)


async def test_a_watcher_resumes_where_watchers_are(worker: Worker) -> None:
    table, ann, eve = await delayed(worker)
    await play(table, {ann: worker}, 14)
    await moved(ann, eve, 2)
    held = eve.pos
    await worker.leave(eve, table)
    await play(table, {ann: worker}, 8)
    shown = len(eve.snaps)
    await worker.join(eve, table, held)
    assert len(eve.snaps) == shown and eve.currents
    await moved(ann, eve, 2)


async def test_a_fresh_worker_and_a_look_over_http_are_no_way_around(worker: Worker, other: Worker) -> None:
    table, ann, eve = await delayed(worker)
    await play(table, {ann: worker}, 22)
    await moved(ann, eve, 2)
    late = await other.join(Viewer("joe"), table)
    assert (late.pos, late.public) == (eve.pos, eve.public)
    snap = await other.tables.look(table, "kim")
    assert (snap.position, snap.public) == (eve.pos, eve.public)
    told = late.snaps[0]
    assert isinstance(told, Snapshot) and snap.log == told.log


async def test_the_end_is_for_everybody(worker: Worker) -> None:
    table, ann, eve = await delayed(worker, 13)
    await play(table, {ann: worker}, 9)
    await worker.do(table, "ann", cmd.Propose("abandon"))
    await until(lambda: eve.public["phase"] == "over")
    assert eve.pos == ann.pos and eve.public == ann.public


async def test_a_watcher_who_gets_a_seat_sees_it_all(worker: Worker) -> None:
    table, ann, eve = await delayed(worker)
    await play(table, {ann: worker}, 9)
    await worker.do(table, "eve", cmd.Sit(2))
    assert tricks(eve) < tricks(ann)
    for _ in range(60):
        if ann.public["phase"] == "between":
            break
        await play(table, {ann: worker}, 1)
    await until(lambda: eve.private.get("seat") == 2)
    assert eve.pos == ann.pos and eve.public == ann.public


async def test_by_no_side_door_does_a_watcher_learn_whose_turn_it_is(worker: Worker) -> None:
    table = await worker.create("ann", watch="delayed", delay=13, clock="days")
    pages = ann, bob = [await worker.join(Viewer(user), table) for user in ("ann", "bob")]
    eve = await worker.join(Viewer("eve"), table)
    lobby = await Page().follow(worker)
    await begin(worker, table, ("ann", "bob"))
    while ann.public["act"] not in ("0", "1") or ann.public["act"] == eve.public["act"]:
        await play(table, {ann: worker, bob: worker}, 1)
    mover = int(ann.public["act"])
    worker.clock.forward(NUDGE_AFTER)
    await worker.hub.nudge(table, person(pages[1 - mover].user), "", mover)
    await until(lambda: all(page.nudges == [(1 - mover, mover)] for page in pages))
    assert eve.nudges == []
    assert [card.act for card in await worker.lobby.open_tables()] == [lobby.tables[table].act] == [""]
    assert [card.act for card in await worker.lobby.tables_of("ann")] == [str(mover)]
    for command in (cmd.Next(), cmd.Start(), cmd.Propose("undo")):
        assert await worker.refused(table, "eve", command) == "bad.not_seated"
    await worker.lobby.unfollow(lobby)
