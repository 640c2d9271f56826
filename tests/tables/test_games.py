"""Whole games on both live twins: bots, people, watchers, two workers; every page holds the truth at every commit."""

from __future__ import annotations

from app.engine.table import commands as cmd
from app.tables.frames import delta
from tests.promises import Viewer, assert_current, assert_no_leak, assert_once, assert_one_truth
from tests.workers import Worker, begin, play


async def test_a_whole_game_with_bots(worker: Worker) -> None:
    table = await worker.create()
    ann, watcher = await worker.join(Viewer("ann"), table), await worker.join(Viewer(), table)
    await begin(worker, table)
    await play(table, {ann: worker})
    truth = await worker.truth(table)
    assert truth.state.phase == "over"
    for viewer in (ann, watcher):
        assert_current(viewer, truth)
        assert_one_truth(viewer, truth)
        assert_no_leak(viewer, truth, every=11)
    assert_once(truth)
    assert not watcher.private
    for viewer in (ann, watcher):
        await worker.leave(viewer, table)
    await worker.assert_nothing_left()


async def test_three_people_on_two_workers(worker: Worker, other: Worker) -> None:
    table, _, key = (await worker.create(access="private", clock="normal")).partition("?")
    people = {
        await worker.join(Viewer("ann"), table): worker,
        await other.join(Viewer("bob"), table, key=key): other,
        await worker.join(Viewer("cat"), table, key=key): other,
    }
    watchers = [await worker.join(Viewer(), table, key=key), await other.join(Viewer("eve"), table, key=key)]
    await begin(other, table, ("ann", "bob", "cat"), key=key)
    await play(table, people)
    truth = await worker.truth(table)
    assert truth.state.phase == "over"
    for viewer in (*people, *watchers):
        assert_current(viewer, truth)
        assert_one_truth(viewer, truth)
        assert_no_leak(viewer, truth, every=23)
        assert len(viewer.snaps) == 1
    assert_once(truth)
    assert worker.bots.asked or other.bots.asked


async def test_who_gets_up_and_comes_back_in_mid_game(worker: Worker) -> None:
    table = await worker.create()
    ann, bob = await worker.join(Viewer("ann"), table), await worker.join(Viewer("bob"), table)
    await begin(worker, table, ("ann", "bob"))
    people = {ann: worker, bob: worker}
    await play(table, people, 10)
    await worker.do(table, "bob", cmd.Leave())
    assert bob.public["seats"]["1"]["standin"]
    assert bob.public["seats"]["1"]["left"]
    await play(table, {ann: worker}, 12)
    await worker.do(table, "bob", cmd.Back())
    assert "standin" not in bob.public["seats"]["1"]
    await play(table, people, 12)
    truth = await worker.truth(table)
    for viewer in people:
        assert_one_truth(viewer, truth)
    served = [commit for commit in truth.commits if commit.actor.kind == "bot" and commit.actor.seat == 1]
    assert served


async def test_what_goes_over_the_wire_for_a_card_is_short(worker: Worker) -> None:
    table = await worker.create()
    ann, watcher = await worker.join(Viewer("ann"), table), await worker.join(Viewer(), table)
    await begin(worker, table)
    await play(table, {ann: worker}, 60)
    for viewer in (ann, watcher):
        sizes = [len(delta(1, step.core)) for step in viewer.steps if step.core]
        assert sum(sizes) / len(sizes) < 120
