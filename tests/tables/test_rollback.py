"""The live store comes back with an older log: a new telling begins, everybody gets what is left, the table says so."""

from __future__ import annotations

import asyncio

import pytest

from app.engine.table import commands as cmd
from app.live.contracts import Position
from app.tables import service
from tests.live.conftest import until
from tests.promises import Truth, Viewer, assert_current, assert_once, assert_one_truth
from tests.quiet import Logged
from tests.tables.conftest import Backup
from tests.workers import Worker, begin, flip, play


async def lose(worker: Worker, backup: Backup, table: str, kept: int = 2, lost: int = 3) -> Truth:
    """Commits of which the last are lost; the log as it was before the loss."""
    await flip(worker, table, kept)
    await backup.take()
    await flip(worker, table, lost)
    truth = await worker.truth(table)
    await backup.restore()
    return truth


async def assert_new_telling(worker: Worker, table: str, old: Truth, *pages: Viewer) -> Truth:
    """One commit of the server's said so; every page holds the end of the log under the new epoch."""
    await until(lambda: not worker.rooms.busy)
    truth = await worker.truth(table)
    head = await worker.store.log.head(table)
    for page in pages:
        await until(lambda page=page: page.pos == head)  # type: ignore[misc]
        assert page.public["restored"] == truth.state.restored == 1
        assert_one_truth(page, truth, old)
        assert_current(page, truth)
    assert_once(truth)
    restores = [commit for commit in truth.commits if isinstance(commit.command, cmd.Restore)]
    assert [commit.command.lost for commit in restores] == [len(old.bodies)]
    return truth


async def test_a_loss_is_found_by_the_next_look(worker: Worker, backup: Backup, logged: Logged) -> None:
    table = await worker.create()
    pages = [await worker.join(Viewer(user), table) for user in ("ann", "")]
    old = await lose(worker, backup, table)
    epoch = pages[0].pos.epoch
    await worker.hub.round()
    await assert_new_telling(worker, table, old, *pages)
    assert pages[0].pos.epoch != epoch
    assert len(logged.take("table.rolled_back")) == 1


async def test_a_loss_is_found_by_the_next_command(worker: Worker, backup: Backup, logged: Logged) -> None:
    table = await worker.create()
    pages = [await worker.join(Viewer(user), table) for user in ("ann", "")]
    old = await lose(worker, backup, table)
    await worker.do(table, "bob", cmd.Sit(1))
    await until(lambda: not worker.rooms.busy)
    truth = await assert_new_telling(worker, table, old, *pages)
    assert truth.state.seat_of("bob") == 1
    logged.take("table.rolled_back")


@pytest.mark.parametrize("first", [0, 1])
async def test_two_workers_find_it_and_begin_one_telling(
    worker: Worker, other: Worker, backup: Backup, logged: Logged, first: int
) -> None:
    table = await worker.create()
    await worker.do(table, "bob", cmd.Sit(1))
    pages = [await w.join(Viewer(user), table) for w in (worker, other) for user in ("ann", "bob", "")]
    old = await lose(worker, backup, table)
    await until(lambda: all(page.pos.seq == 7 for page in pages))
    workers = [worker, other]
    if first:
        await workers[0].hub.round()
    else:
        await asyncio.gather(*(w.hub.round() for w in workers))
    await until(lambda: not any(w.rooms.busy for w in workers))
    await assert_new_telling(worker, table, old, *pages)
    logged.take("table.rolled_back")


async def test_what_others_append_to_the_shorter_log_is_not_taken_for_old(
    worker: Worker, other: Worker, backup: Backup, logged: Logged
) -> None:
    table = await worker.create()
    page = await other.join(Viewer(), table)
    old = await lose(worker, backup, table)
    await until(lambda: page.pos.seq == 6)
    # a worker that knows nothing of what was lost
    worker.rooms._rooms.clear()
    await worker.do(table, "bob", cmd.Sit(1))
    await until(lambda: page.public.get("restored"))
    truth = await worker.truth(table)
    await until(lambda: page.pos.seq == len(truth.bodies))
    assert_one_truth(page, truth, old)
    logged.take("table.rolled_back")


async def test_a_loss_in_mid_game_loses_moves_but_no_card(worker: Worker, backup: Backup, logged: Logged) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    await play(table, {ann: worker}, 30)
    await backup.take()
    await play(table, {ann: worker}, 9)
    old = await worker.truth(table)
    await backup.restore()
    await worker.hub.round()
    await until(lambda: not worker.rooms.busy)
    await play(table, {ann: worker})
    truth = await worker.truth(table)
    assert truth.state.phase == "over"
    assert ann.public["restored"] == 1
    assert_one_truth(ann, truth, old)
    assert_current(ann, truth)
    logged.take("table.rolled_back")


# --- the word of a page -----------------------------------------------------------------------------------------------


async def test_a_seated_page_ahead_of_the_log_is_believed(worker: Worker, backup: Backup, logged: Logged) -> None:
    table = await worker.create()
    ann, watcher = await worker.join(Viewer("ann"), table), await worker.join(Viewer(), table)
    old = await lose(worker, backup, table)
    # this process has forgotten, too: only the page knows
    await worker.leave(ann, table)
    await worker.leave(watcher, table)
    worker.rooms._rooms.clear()
    watcher = await worker.join(Viewer(), table)
    await worker.join(ann, table, ann.pos)
    await assert_new_telling(worker, table, old, ann, watcher)
    logged.take("table.rolled_back")


async def test_a_seated_page_with_another_chain_is_believed(worker: Worker, logged: Logged) -> None:
    table = await worker.create()
    await flip(worker, table, 4)
    head = await worker.store.log.head(table)
    ann = await worker.join(Viewer("ann"), table, Position(head.epoch, 3, "deadbeef"))
    assert ann.public["restored"] == 1
    assert ann.pos.epoch != head.epoch
    logged.take("table.rolled_back")


async def test_a_page_is_believed_now_and_then_only(worker: Worker, logged: Logged) -> None:
    table = await worker.create()
    await worker.do(table, "bob", cmd.Sit(1))

    async def doubted(user: str) -> int:
        head = await worker.store.log.head(table)
        await worker.join(Viewer(user), table, Position(head.epoch, head.seq + 9, "deadbeef"))
        return (await worker.truth(table)).state.restored

    assert [await doubted(user) for user in ("ann", "ann", "bob")] == [1, 1, 1]
    worker.clock.forward(service.DOUBT_EVERY)
    # the same person would stop the clocks by it
    assert [await doubted(user) for user in ("ann", "bob")] == [1, 2]
    worker.clock.forward(service.DOUBT_AGAIN)
    assert await doubted("ann") == 3
    logged.take("table.rolled_back")


@pytest.mark.parametrize("seq", [service.MOST_LOST + 2, 1 << 53, 1 << 70])
async def test_a_page_is_not_believed_whatever_it_says(worker: Worker, seq: int) -> None:
    table = await worker.create()
    head = await worker.store.log.head(table)
    page = await worker.join(Viewer("ann"), table, Position(head.epoch, seq, "deadbeef"))
    assert page.pos == head
    assert (await worker.truth(table)).state.restored == 0


async def test_a_watcher_is_not_believed(worker: Worker) -> None:
    table = await worker.create()
    head = await worker.store.log.head(table)
    for user in ("", "bob"):
        page = await worker.join(Viewer(user), table, Position(head.epoch, 99, "deadbeef"))
        assert page.pos == head
    assert (await worker.truth(table)).state.restored == 0


async def test_a_page_of_the_old_telling_gets_a_snapshot(worker: Worker, backup: Backup, logged: Logged) -> None:
    table = await worker.create()
    ann, away = await worker.join(Viewer("ann"), table), await worker.join(Viewer("ann"), table)
    await worker.leave(away, table)
    held = away.pos
    old = await lose(worker, backup, table)
    await worker.hub.round()
    await until(lambda: not worker.rooms.busy)
    await worker.join(away, table, held)
    truth = await assert_new_telling(worker, table, old, ann, away)
    assert len(away.snaps) == 2
    assert truth.state.restored == 1
    logged.take("table.rolled_back")


async def test_what_was_acknowledged_and_lost_can_be_sent_again(worker: Worker, backup: Backup, logged: Logged) -> None:
    table = await worker.create()
    await backup.take()
    seq = await worker.do(table, "bob", cmd.Sit(1), id_="tab.1")
    await backup.restore()
    again = await worker.do(table, "bob", cmd.Sit(1), id_="tab.1")
    assert again >= seq
    await until(lambda: not worker.rooms.busy)
    truth = await worker.truth(table)
    assert truth.state.seat_of("bob") == 1
    assert_once(truth, {("bob", "tab.1"): again})
    logged.take("table.rolled_back")
