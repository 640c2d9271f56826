"""Whole games on both live twins: bots, people, watchers, two workers; every page holds the truth at every commit."""

from __future__ import annotations

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
    assert not {"hand", "legal"} & watcher.private.keys()
    for viewer in (ann, watcher):
        await worker.leave(viewer, table)
    await worker.assert_nothing_left()
