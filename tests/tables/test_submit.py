"""Commands: one path, exactly once, decided on the newest state, whoever else is at it and whatever fails."""

from __future__ import annotations

import asyncio

import pytest

from app.engine.actor import Actor
from app.engine.basics import Refusal
from app.engine.table import commands as cmd
from app.games.calypso.types import Play
from app.live.contracts import StoreUnavailable
from app.tables.service import Tables
from tests.faults import FaultyStore, Gate, away
from tests.live.conftest import until
from tests.promises import Viewer, assert_current, assert_once, assert_one_truth
from tests.tables.conftest import MakeWorker
from tests.workers import Worker, at_play, wish

# --- no more than so much ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("one_minute")
async def test_nobody_fills_a_log_with_what_is_no_move(worker: Worker) -> None:
    table, page = await at_play(worker, people=("ann", "bob"))
    worker.tables = Tables(worker.store, worker.rooms, worker.clock, commands_per_minute=3)
    await worker.do(table, "ann", cmd.Propose("abandon"), id_="tab.1")
    assert await worker.refused(table, "ann", cmd.Propose("abandon")) == "rule.offered_already"  # costs nothing
    for _ in range(2):  # nor does what is sent again
        await worker.do(table, "ann", cmd.Propose("abandon"), id_="tab.1")
    await worker.do(table, "ann", cmd.Decline("abandon"))
    await worker.do(table, "ann", cmd.Propose("abandon"))
    for command in (cmd.Decline("abandon"), cmd.Propose("concede"), cmd.Leave()):
        assert await worker.refused(table, "ann", command) == "bad.rate"
    await worker.do(table, "bob", cmd.Decline("abandon"))
    await worker.do(table, "ann", wish(page), page.turn)


# --- exactly once -----------------------------------------------------------------------------------------------------


async def test_a_command_sent_again_gets_its_first_answer(worker: Worker) -> None:
    table, ann = await at_play(worker)
    command, turn = wish(ann), ann.turn
    seq = await worker.do(table, "ann", command, turn, "tab.1")
    for _ in range(2):
        assert await worker.do(table, "ann", command, turn, "tab.1") == seq
    assert ann.pos.seq == seq
    assert_once(await worker.truth(table), {("ann", "tab.1"): seq})


async def test_the_same_id_of_another_person_is_another_command(worker: Worker) -> None:
    table = await worker.create()
    assert await worker.do(table, "bob", cmd.Sit(1), id_="x.1") == 2
    assert await worker.do(table, "cat", cmd.Sit(2), id_="x.1") == 3


async def test_a_command_sent_to_two_workers_counts_once(worker: Worker, other: Worker) -> None:
    table, ann = await at_play(worker)
    command, turn = wish(ann), ann.turn
    answers = await asyncio.gather(
        *(w.do(table, "ann", command, turn, "tab.1") for w in (worker, other, worker, other))
    )
    assert len(set(answers)) == 1
    assert_once(await worker.truth(table), {("ann", "tab.1"): answers[0]})


async def test_two_ids_for_one_turn_are_one_move_and_one_stale(worker: Worker) -> None:
    table, ann = await at_play(worker)
    command, turn = wish(ann), ann.turn
    seq = await worker.do(table, "ann", command, turn, "tab.1")
    assert await worker.refused(table, "ann", command, turn, "tab.2") == "stale.turn"
    assert ann.pos.seq == seq


async def test_a_refusal_is_not_remembered(worker: Worker) -> None:
    table, ann = await at_play(worker)
    assert await worker.refused(table, "ann", Play("2X"), ann.turn, "tab.1") == "bad.card"
    seq = await worker.do(table, "ann", wish(ann), ann.turn, "tab.1")
    assert seq == ann.pos.seq


@pytest.mark.parametrize("when", ["before_append", "after_append"])
async def test_after_an_unknown_outcome_the_same_id_counts_once(worker: Worker, faults: FaultyStore, when: str) -> None:
    table, ann = await at_play(worker)
    command, turn, before = wish(ann), ann.turn, ann.pos.seq
    setattr(faults.log, when, away)
    with pytest.raises(StoreUnavailable):
        await worker.do(table, "ann", command, turn, "tab.1")
    setattr(faults.log, when, None)
    assert await worker.do(table, "ann", command, turn, "tab.1") == before + 1
    truth = await worker.truth(table)
    assert_once(truth, {("ann", "tab.1"): before + 1})
    assert_current(ann, truth)
    assert_one_truth(ann, truth)


async def test_after_an_unknown_outcome_another_worker_knows_too(
    worker: Worker, other: Worker, faults: FaultyStore
) -> None:
    table, ann = await at_play(worker)
    command, turn, before = wish(ann), ann.turn, ann.pos.seq
    faults.log.after_append = away
    with pytest.raises(StoreUnavailable):
        await worker.do(table, "ann", command, turn, "tab.1")
    assert await other.do(table, "ann", command, turn, "tab.1") == before + 1
    assert_once(await other.truth(table), {("ann", "tab.1"): before + 1})


async def test_a_sender_who_ends_in_the_middle_of_an_append_harms_nobody(worker: Worker, faults: FaultyStore) -> None:
    table, ann = await at_play(worker)
    command, turn = wish(ann), ann.turn
    faults.log.after_append = gate = Gate()
    task = asyncio.create_task(worker.do(table, "ann", command, turn, "tab.1"))
    await gate.reached.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    faults.log.after_append = None
    seq = await worker.do(table, "ann", command, turn, "tab.1")
    truth = await worker.truth(table)
    assert_once(truth, {("ann", "tab.1"): seq})
    await until(lambda: ann.pos.seq == seq)
    assert_one_truth(ann, truth)


# --- races ------------------------------------------------------------------------------------------------------------


async def test_two_workers_race_for_one_seat(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    pages = [await w.join(Viewer(), table) for w in (worker, other)]
    users = ["bob", "cat", "dan", "eve"]
    workers = [worker, other, worker, other]
    done = await asyncio.gather(
        *(w.do(table, user, cmd.Sit(2)) for w, user in zip(workers, users, strict=True)), return_exceptions=True
    )
    assert sum(isinstance(one, int) for one in done) == 1
    assert {one.code for one in done if isinstance(one, Refusal)} == {"rule.seat_taken"}
    truth = await worker.truth(table)
    assert len(truth.bodies) == 2
    for page in pages:
        await until(lambda page=page: page.pos.seq == 2)
        assert_one_truth(page, truth)


async def test_many_commands_at_once_from_two_workers_all_count(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    for seat, user in enumerate(("bob", "cat", "dan"), 1):
        await worker.do(table, user, cmd.Sit(seat))
    pages = [await w.join(Viewer(user), table) for w, user in ((worker, "bob"), (other, "cat"), (other, ""))]
    users = ("ann", "bob", "cat", "dan")
    for ready in (True, False, True):
        await asyncio.gather(
            *(w.do(table, user, cmd.Ready(ready)) for user, w in zip(users, (worker, other) * 2, strict=True))
        )
    truth = await worker.truth(table)
    assert len(truth.bodies) == 4 + 3 * 4
    assert_once(truth)
    for page in pages:
        await until(lambda page=page: page.pos.seq == len(truth.bodies))
        assert_one_truth(page, truth)


async def test_a_refusal_that_rests_on_an_old_state_is_decided_anew(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    await worker.do(table, "bob", cmd.Sit(1))
    await other.rooms.get(table)
    # the other worker does not follow the table: as far as it knows bob is at seat 1
    await worker.do(table, "bob", cmd.Leave())
    assert await other.do(table, "cat", cmd.Sit(1)) == 4
    await worker.do(table, "cat", cmd.Leave())
    assert await other.refused(table, "cat", cmd.Ready(True)) == "bad.not_seated"


async def test_a_command_for_a_room_that_was_overtaken_is_decided_on_what_came(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    await other.rooms.get(table)
    await worker.do(table, "bob", cmd.Sit(1))
    assert await other.do(table, "cat", cmd.Sit(2)) == 3
    assert await other.refused(table, "dan", cmd.Sit(1)) == "rule.seat_taken"


# --- what is refused --------------------------------------------------------------------------------------------------


async def test_a_refused_command_changes_nothing(worker: Worker) -> None:
    table, ann = await at_play(worker)
    hand, turn = ann.private["hand"], ann.turn
    foreign = next(c + s for s in "SHDC" for c in "A23456789TJQK" if c + s not in hand)
    before = await worker.store.log.head(table)
    for command, meant, code in [
        (Play(foreign), turn, "rule.not_in_hand"),
        (Play("2X"), turn, "bad.card"),
        (wish(ann), turn - 1, "stale.turn"),
        (wish(ann), turn + 1, "stale.turn"),
        (cmd.Next(), turn, "rule.no_pause"),
        (cmd.Sit(1), turn, "rule.started"),
        (cmd.TimeUp(), turn, "bad.command"),
        (cmd.Restore(3), turn, "bad.command"),
        (cmd.Open("t", "calypso", {}, {}, "x", ""), turn, "bad.command"),
        (b'{"type":"play"}', turn, "bad.command"),
        (b'{"type":"play","card":"2H","more":1}', turn, "bad.command"),
        (b'{"type":"nothing"}', turn, "bad.command"),
        (b"[" * 4000, turn, "bad.command"),
    ]:
        assert await worker.refused(table, "ann", command, meant) == code, command
    for id_ in ("", "1", "a.", ".1", "a.1.2", "a.-1", "ä.1", "a" * 25 + ".1", "a.1\n"):
        assert await worker.refused(table, "ann", wish(ann), turn, id_ or " ") == "bad.id", id_
    assert await worker.refused(table, "bob", wish(ann), turn) == "bad.not_seated"
    assert await worker.store.log.head(table) == before


async def test_nobody_plays_for_another(worker: Worker) -> None:
    table, ann = await at_play(worker)
    with pytest.raises(Refusal, match=r"stale\.person"):
        await worker.tables.submit(table, Actor("bot", seat=0), wish(ann), ann.turn, "b0.1")


# --- private tables ---------------------------------------------------------------------------------------------------


async def test_a_private_table_is_not_there_for_strangers(worker: Worker) -> None:
    table, _, key = (await worker.create(access="private")).partition("?")
    for command in (cmd.Sit(1), b"[", b'{"type":"nothing"}', cmd.TimeUp()):
        for wrong in ("", "x", "ключ", key[:-1], key.swapcase()):
            assert await worker.refused(table, "bob", command, key=wrong) == "bad.table"
            assert await worker.refused("nosuch", "bob", command, key=wrong) == "bad.table"
    assert await worker.refused(table, "bob", cmd.Sit(1), id_="not an id") == "bad.table"
    for wrong in ("", "x"):
        with pytest.raises(Refusal, match=r"bad\.table"):
            await worker.join(Viewer("bob"), table, key=wrong)
        with pytest.raises(Refusal, match=r"bad\.table"):
            await worker.tables.look(table, "bob", wrong)
    await worker.assert_nothing_left()


async def test_a_private_table_is_there_for_the_invited_and_the_seated(worker: Worker, make_worker: MakeWorker) -> None:
    table, _, key = (await worker.create(access="private")).partition("?")
    watcher = await worker.join(Viewer(), table, key=key)
    assert watcher.snaps[0].invite == ""
    await worker.do(table, "bob", cmd.Sit(1), key=key)
    bob = await worker.join(Viewer("bob"), table)
    assert bob.snaps[0].invite == key
    await worker.do(table, "bob", cmd.Ready(True))
    await worker.do(table, "bob", cmd.Leave())
    assert await worker.refused(table, "bob", cmd.Sit(1)) == "bad.table"
    await worker.do(table, "bob", cmd.Sit(1), key=key)


async def test_a_worker_that_has_not_heard_of_the_seat_lets_him_in_all_the_same(worker: Worker, other: Worker) -> None:
    table, _, key = (await worker.create(access="private")).partition("?")
    await other.rooms.get(table)
    await worker.do(table, "bob", cmd.Sit(1), key=key)
    assert await other.do(table, "bob", cmd.Ready(True)) == 3
    await worker.do(table, "bob", cmd.Leave())
    # and does not let him in on what it remembers
    with pytest.raises(Refusal, match=r"bad\.table"):
        await other.join(Viewer("bob"), table)
