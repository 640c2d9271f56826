"""Who may come to a table: keys, kept seats, people who were shown out, games that nobody may watch."""

from __future__ import annotations

import asyncio

import pytest

from app.engine.basics import Refusal
from app.engine.table import commands as cmd
from app.engine.table.due import FILL
from app.tables.service import Invitations
from tests.faults import FaultyStore
from tests.live.conftest import until
from tests.promises import Viewer
from tests.workers import Worker, begin, person, play

ALL = cmd.Sit(1), cmd.Ready(True), cmd.Leave(), cmd.Start(), b"{", b'{"type":"nothing"}'


async def private(worker: Worker, **more: object) -> tuple[str, str]:
    table, _, key = (await worker.create(access="private", **more)).partition("?")
    return table, key


async def keys(worker: Worker, table: str, host: str = "ann") -> Invitations:
    return await worker.tables.invitations(table, host)


async def doors(worker: Worker, table: str, user: str, key: str = "") -> set[str]:
    """What each door says to somebody: a code, "" if it lets him in. Nothing is changed."""
    said = {await worker.refused(table, user, b"{", key=key)} - {"bad.command"}
    for door in (worker.tables.look(table, user, key), worker.tables.visit(table, user, key)):
        try:
            await door
        except Refusal as refusal:
            said.add(refusal.code)
        else:
            said.add("")
    viewer = Viewer(user)
    try:
        await worker.join(viewer, table, key=key)
    except Refusal as refusal:
        said.add(refusal.code)
        assert not viewer.snaps
    else:
        said.add("")
        await worker.leave(viewer, table)
    return said


OPEN, SHUT, KICKED = {""}, {"bad.table"}, {"bad.kicked"}


# --- keys -------------------------------------------------------------------------------------------------------------


async def test_every_table_has_an_invitation_and_only_its_host_is_told(worker: Worker) -> None:
    open_, (closed, key) = await worker.create(), await private(worker)
    assert (await keys(worker, closed)).key == key
    assert len((await keys(worker, open_)).key) == len(key) == 22
    await worker.do(closed, "bob", cmd.Sit(1), key=key)
    for table, user, code in (
        (closed, "bob", "bad.not_host"),
        (open_, "bob", "bad.not_host"),
        (closed, "cat", "bad.table"),
    ):
        with pytest.raises(Refusal, match=code.replace(".", r"\.")):
            await worker.tables.invitations(table, user)


async def test_what_was_open_to_all_may_become_private(worker: Worker) -> None:
    table = await worker.create()
    key = (await keys(worker, table)).key
    pages = {name: await worker.join(Viewer(name), table) for name in ("ann", "bob", "cat", "")}
    invited = await worker.join(Viewer(""), table, key=key)
    await worker.do(table, "bob", cmd.Sit(1))
    await worker.do(table, "ann", cmd.Change({}, {"access": "private"}))
    assert {name: page.ended for name, page in pages.items()} == {
        "ann": [], "bob": [], "cat": ["bad.table"], "": ["bad.table"],
    }  # fmt: skip
    assert pages["cat"].public["table"]["access"] == "public"
    assert not invited.ended
    assert await doors(worker, table, "cat") == SHUT
    assert await doors(worker, table, "cat", key) == await doors(worker, table, "bob") == OPEN
    await worker.do(table, "ann", cmd.Change({}, {"access": "public"}))
    assert await doors(worker, table, "cat") == OPEN
    await until(lambda: pages["bob"].heres[-1] == ["ann", "bob"])


async def test_who_gets_up_at_a_private_table_stays_by_his_key_only(worker: Worker) -> None:
    table, key = await private(worker)
    await worker.do(table, "bob", cmd.Sit(1), key=key)
    without, with_ = await worker.join(Viewer("bob"), table), await worker.join(Viewer("bob"), table, key=key)
    await worker.do(table, "bob", cmd.Leave(), id_="tab.1")
    assert (without.ended, with_.ended, with_.seat) == (["bad.table"], [], None)
    # and hears what became of his command also where he is a stranger now
    assert await worker.do(table, "bob", cmd.Leave(), id_="tab.1") == 3
    assert await worker.refused(table, "bob", cmd.Leave(), id_="tab.2") == "bad.table"


# --- shown out --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("access", ["public", "private"])
async def test_who_was_shown_out_is_kept_out_by_every_door(worker: Worker, access: str) -> None:
    table, _, key = (await worker.create(access=access)).partition("?")
    await worker.do(table, "bob", cmd.Sit(1), key=key)
    await worker.do(table, "ann", cmd.Reserve(2, "Cat"))
    old = await keys(worker, table)
    pages = [await worker.join(Viewer("bob"), table, key=key) for _ in range(2)]
    await worker.do(table, "ann", cmd.Kick(1))
    assert [page.ended for page in pages] == [["bad.kicked"]] * 2
    assert all(page.public["seats"]["1"]["user"] == "bob" for page in pages)
    new = await keys(worker, table)
    for shown in ("", key, old.key, new.key, old.seats["2"], new.seats["2"]):
        assert await doors(worker, table, "bob", shown) == KICKED
        for command in ALL:
            assert await worker.refused(table, "bob", command, key=shown) == "bad.kicked"
    with pytest.raises(Refusal, match=r"bad\.kicked"):
        await worker.tables.invitations(table, "bob")
    await until(lambda: not worker.rooms.busy)
    assert await worker.store.presence.present(table, worker.clock.now) == []
    await worker.assert_nothing_left()


async def test_the_other_worker_keeps_him_out_too(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    await worker.do(table, "bob", cmd.Sit(1))
    page = await other.join(Viewer("bob"), table)
    await worker.do(table, "ann", cmd.Kick(1))
    await until(lambda: page.ended)
    assert page.ended == ["bad.kicked"]
    assert await doors(other, table, "bob") == KICKED
    assert await other.refused(table, "bob", cmd.Sit(2)) == "bad.kicked"


async def test_old_links_are_void_and_who_sits_is_told_the_new_one(worker: Worker) -> None:
    table, key = await private(worker)
    for seat, user in enumerate(("bob", "cat"), 1):
        await worker.do(table, user, cmd.Sit(seat), key=key)
    await worker.do(table, "ann", cmd.Reserve(3, "Dan"))
    kept = (await keys(worker, table)).seats["3"]
    watching = await worker.join(Viewer("dan"), table, key=key)
    cat = await worker.join(Viewer("cat"), table)
    assert cat.snaps[-1].invite == key
    await worker.do(table, "ann", cmd.Kick(1))
    new = (await keys(worker, table)).key
    assert (watching.ended, cat.ended) == (["bad.table"], [])
    assert cat.snaps[-1].invite == new != key
    for old in (key, kept):
        assert await doors(worker, table, "dan", old) == SHUT
    assert await doors(worker, table, "dan", new) == OPEN
    await worker.do(table, "ann", cmd.Kick(2))
    assert len({key, new, (await keys(worker, table)).key}) == 3


# --- kept seats -------------------------------------------------------------------------------------------------------


async def test_the_key_of_a_seat_is_for_that_seat_only(worker: Worker) -> None:
    table, key = await private(worker)
    for seat, name in ((1, "Bob"), (2, "Cat")):
        await worker.do(table, "ann", cmd.Reserve(seat, name))
    told = await keys(worker, table)
    assert told.seats.keys() == {"1", "2"}
    assert len({told.key, *told.seats.values()}) == 3
    assert await doors(worker, table, "bob", told.seats["1"]) == OPEN
    for seat in (2, 3):
        assert await worker.refused(table, "bob", cmd.Sit(seat), key=told.seats["1"]) == "rule.reserved"
    assert await worker.refused(table, "bob", cmd.Sit(1), key=key) == "rule.reserved"
    await worker.do(table, "bob", cmd.Sit(1), key=told.seats["1"])
    assert (await keys(worker, table)).seats.keys() == {"2"}
    # once he sits he is one of them
    await worker.do(table, "bob", cmd.Sit(3), key=told.seats["1"])


async def test_his_link_brings_him_back_to_the_seat_that_is_kept_for_him(worker: Worker) -> None:
    table, _ = await private(worker)
    await worker.do(table, "ann", cmd.Reserve(1, "Bob"))
    key = (await keys(worker, table)).seats["1"]
    await worker.do(table, "bob", cmd.Sit(1), key=key)
    await worker.do(table, "bob", cmd.Leave())
    await worker.do(table, "bob", cmd.Sit(1), key=key)


async def test_the_key_of_an_earlier_keeping_is_void(worker: Worker) -> None:
    table, _ = await private(worker)
    shown = []
    for name in ("Bob", "Cat", "", "Bob"):
        await worker.do(table, "ann", cmd.Reserve(1, name))
        shown.append((await keys(worker, table)).seats.get("1", ""))
    first, second, none, last = shown
    assert none == ""
    assert len({first, second, last}) == 3
    for key in (first, second):
        assert await doors(worker, table, "bob", key) == SHUT
    assert await doors(worker, table, "bob", last) == OPEN


async def test_at_a_public_table_the_key_of_a_seat_opens_that_seat_as_well(worker: Worker) -> None:
    table = await worker.create()
    await worker.do(table, "ann", cmd.Reserve(1, "Bob"))
    await worker.do(table, "ann", cmd.Lock(True))
    key = (await keys(worker, table)).seats["1"]
    assert await worker.refused(table, "bob", cmd.Sit(1)) == "rule.reserved"
    assert await worker.refused(table, "bob", cmd.Sit(2), key=key) == "rule.locked"
    await worker.do(table, "bob", cmd.Sit(1), key=key)


# --- games that nobody may watch --------------------------------------------------------------------------------------


async def test_a_game_without_watchers_is_hidden_from_its_start(worker: Worker, faults: FaultyStore) -> None:
    table = await worker.create(watch="none")
    watching, ann = await worker.join(Viewer("cat"), table), await worker.join(Viewer("ann"), table)
    nobody = await worker.join(Viewer(), table)
    await begin(worker, table)
    assert watching.ended == nobody.ended == ["bad.table"]
    assert watching.public["phase"] == nobody.public["phase"] == "waiting"
    assert not ann.ended
    assert await doors(worker, table, "cat") == await doors(worker, table, "") == SHUT
    for command in (cmd.Ready(True), cmd.Leave(), b"{", cmd.AddBot(1, "normal")):
        assert await worker.refused(table, "cat", command) == "bad.table"
    assert await worker.refused(table, "cat", cmd.Sit(1), id_="no id") == "bad.table"


async def test_but_a_bots_seat_there_may_be_taken(worker: Worker) -> None:
    table = await worker.create(watch="none")
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    assert await worker.refused(table, "cat", cmd.Sit(1)) == "rule.unwatched"
    assert await doors(worker, table, "cat") == SHUT, "who asks for a seat sees no more than others"
    assert not (await worker.lobby.cards())[table].joinable
    while ann.public["phase"] != "between":
        await play(table, {ann: worker}, 1)
    assert await worker.refused(table, "cat", cmd.Sit(0)) == "rule.seat_taken"
    await worker.do(table, "cat", cmd.Sit(1))
    cat = await worker.join(Viewer("cat"), table)
    assert cat.seat == 1
    seq = await worker.do(table, "cat", cmd.Leave(), id_="tab.1")
    assert await worker.do(table, "cat", cmd.Leave(), id_="tab.1") == seq
    assert await doors(worker, table, "cat") == OPEN, "it may be taken again"
    await worker.do(table, "ann", cmd.Next(), ann.turn)
    await play(table, {ann: worker})
    assert ann.public["phase"] == "over"
    assert await worker.refused(table, "dan", cmd.Sit(1)) == "bad.table"
    assert await doors(worker, table, "dan") == SHUT


async def test_who_has_booked_a_seat_at_a_private_table_needs_no_key(worker: Worker) -> None:
    table, key = await private(worker)
    await begin(worker, table)
    assert await worker.refused(table, "cat", cmd.Sit(1)) == "bad.table"
    await worker.do(table, "cat", cmd.Sit(1), key=key)
    assert await doors(worker, table, "cat") == OPEN


# --- one person, one seat ---------------------------------------------------------------------------------------------


async def test_nobody_has_two_seats_however_many_devices_ask(worker: Worker) -> None:
    table = await worker.create()
    await asyncio.gather(*(worker.do(table, "bob", cmd.Sit(seat)) for seat in (1, 2, 3)))
    state = (await worker.truth(table)).state
    assert [seat.user for seat in state.seats].count("bob") == 1


async def test_nor_by_two_workers_nor_in_play(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    await asyncio.gather(worker.do(table, "bob", cmd.Sit(1)), other.do(table, "bob", cmd.Sit(2)))
    state = (await worker.truth(table)).state
    assert [seat.user for seat in state.seats].count("bob") == 1
    await worker.do(table, "bob", cmd.Leave())
    await begin(worker, table)
    await asyncio.gather(worker.do(table, "cat", cmd.Sit(1)), other.do(table, "cat", cmd.Sit(2)))
    assert [seat.booked for seat in (await worker.truth(table)).state.seats].count("cat") == 1
    assert await worker.refused(table, "ann", cmd.Sit(3)) == "rule.started"


async def test_a_game_given_up_before_its_start_was_never_hidden(worker: Worker) -> None:
    table = await worker.create(watch="none")
    page = await worker.join(Viewer("cat"), table)
    await worker.do(table, "ann", cmd.Leave())
    assert page.ended == ["rule.closed"]


# --- made once --------------------------------------------------------------------------------------------------------


async def made(worker: Worker, nonce: str, user: str = "ann", access: str = "public") -> tuple[str, str]:
    created = await worker.tables.create(person(user), "calypso", {}, {"access": access}, nonce=nonce)
    return created.id, created.invite


async def test_the_same_nonce_gives_the_same_table(worker: Worker) -> None:
    first = await made(worker, "nonce-one", access="private")
    assert first[1]
    assert await made(worker, "nonce-one", access="private") == first
    assert (await made(worker, "nonce-one", "bob"))[0] != first[0] != (await made(worker, "nonce-two"))[0]
    assert (await worker.truth(first[0])).state.seq == 1
    # who does not sit there any more is told nothing of it
    await worker.do(first[0], "bob", cmd.Sit(1), key=first[1])
    await worker.do(first[0], "ann", cmd.Leave())
    assert await made(worker, "nonce-one") == (first[0], "")


async def test_two_requests_at_once_make_one_table(worker: Worker, other: Worker) -> None:
    told = await asyncio.gather(*(made(w, "nonce-one", access="private") for w in (worker, other, worker, other)))
    assert len(set(told)) == 1
    assert list(await worker.store.directory.listings()) == [told[0][0]]


async def test_bots_do_not_take_a_seat_that_is_kept(worker: Worker) -> None:
    table = await worker.create(clock="fast", autostart="bots")
    await worker.do(table, "ann", cmd.Reserve(2, "Bob"))
    worker.clock.forward(FILL)
    assert await worker.fire() == 0
