"""The protocol as a page speaks it: greeting, tables, commands and their answers, lobby, coming back."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from app.db.sessions import DatabaseUnavailable
from app.engine.table import commands as cmd
from app.ws.session import CHANNELS
from tests.faults import Gate, away
from tests.live.conftest import until
from tests.promises import Viewer, assert_current, assert_once, assert_one_truth
from tests.quiet import Logged
from tests.workers import at_play, wish
from tests.ws.conftest import House

READY, UNREADY = {"type": "ready", "ready": True}, {"type": "ready", "ready": False}


def held(viewer: Viewer) -> dict[str, Any]:
    assert viewer.pos
    return msgspec.to_builtins(viewer.pos)


async def test_the_first_message_says_who_one_is(house: House) -> None:
    ann = await house.connect("ann")
    assert await ann.hear() == {
        "t": "hello",
        "level": 2,
        "build": "build-1",
        "now": house.worker.clock.now,
        "user": {"id": "ann", "name": "Ann"},
    }
    stranger = await house.connect()
    assert "user" not in await stranger.hear()
    assert ann.raw.subprotocol == "cards.v1"


async def test_a_ping_is_answered(house: House) -> None:
    ann = await house.enter("ann")
    house.worker.clock.forward(5)
    assert await ann.ask(t="ping") == {"t": "pong", "now": house.worker.clock.now}


async def test_a_join_gives_the_whole_truth_and_then_every_commit(house: House) -> None:
    worker = house.worker
    table = await worker.create()
    ann, watcher = await house.enter("ann", table), await house.enter("", table)
    snap = ann.viewers[1].snaps[0]
    assert snap.keys() == {
        *("t", "ch", "table", "pos", "public", "private", "log", "at", "since", "now", "here", "invite"),
    }
    for n in (1, 2, 3):
        await worker.do(table, "ann", cmd.AddBot(n, "normal"))
    truth = await worker.truth(table)
    for client in (ann, watcher):
        viewer = await client.to(4)
        assert_one_truth(viewer, truth)
        assert_current(viewer, truth)
        assert len(viewer.snaps) == 1
    assert watcher.viewers[1].private == {}


async def test_an_ack_comes_with_the_commit_and_after_it_is_durable(house: House) -> None:
    table = await house.worker.create()
    ann, watcher = await house.enter("ann", table), await house.enter("", table)
    await ann.ask(t="ping")
    house.worker.store.log.before_append = gate = Gate()
    await ann.say(t="table.do", table=table, id="tab.1", turn=0, cmd=READY)
    await gate.reached.wait()
    silent = [client.viewers[1].pos for client in (ann, watcher)]
    try:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await ann.raw.recv()
        await watcher.ask(t="ping")
        assert [client.viewers[1].pos for client in (ann, watcher)] == silent
    finally:
        gate.open()
    assert await ann.answer("tab.1") == ["tab.1", 2]
    await ann.to(2)
    await watcher.to(2)
    assert_once(await house.worker.truth(table), {("ann", "tab.1"): 2})


async def test_every_id_gets_exactly_one_answer(house: House) -> None:
    table = await house.worker.create()
    ann = await house.enter("ann", table)
    commands = {f"tab.{n}": READY if n % 2 else UNREADY for n in range(1, 20)} | {"tab.99": UNREADY, "bad": READY}
    for id_, command in commands.items():
        await ann.say(t="table.do", table=table, id=id_, turn=0, cmd=command)
    await ann.say(t="table.do", table=table, id="tab.3", turn=0, cmd=READY)
    await ann.say(t="ping")
    answers: list[str] = []
    while True:
        heard = await ann.hear()
        if isinstance(heard, list) and isinstance(heard[0], str):
            answers.append(heard[0])
        elif isinstance(heard, dict):
            if heard["t"] == "pong":
                break
            if heard["t"] == "nack":
                answers.append(heard["id"])
    assert sorted(answers) == sorted([*commands, "tab.3"])


async def test_five_bad_commands_in_one_burst_are_five_answers(house: House) -> None:
    table, page = await at_play(house.worker, "ann", ("ann", "bob"))
    hand = page.private["hand"]
    foreign = next(c + s for s in "SHDC" for c in "A23456789TJQK" if c + s not in hand)
    head = await house.worker.store.log.head(table)
    ann, bob, watcher = [await house.enter(user, table) for user in ("ann", "bob", "eve")]
    burst = [
        (bob, "a.1", {"type": "play", "card": foreign}, page.turn, "rule.not_your_turn"),
        (ann, "b.1", {"type": "play", "card": foreign}, page.turn, "rule.not_in_hand"),
        (ann, "c.1", {"type": "play", "card": min(hand)}, page.turn - 1, "stale.turn"),
        (ann, "d.1", {"type": "play", "card": "1X"}, page.turn, "bad.card"),
        (watcher, "e.1", {"type": "play", "card": min(hand)}, page.turn, "bad.not_seated"),
    ]
    for client, id_, command, turn, _ in burst:
        await client.say(t="table.do", table=table, id=id_, turn=turn, cmd=command)
    for client, id_, _, _, code in burst:
        answer = await client.answer(id_)
        assert (answer["t"], answer["code"]) == ("nack", code)
    assert await house.worker.store.log.head(table) == head


async def test_the_same_move_on_two_sockets_counts_once(house: House) -> None:
    table, page = await at_play(house.worker)
    tabs = [await house.enter("ann", table) for _ in range(2)]
    move = {"type": "play", "card": wish(page).card}
    for tab in tabs:
        await tab.say(t="table.do", table=table, id="tab.1", turn=page.turn, cmd=move)
    answers = [await tab.answer("tab.1") for tab in tabs]
    assert answers[0] == answers[1]
    assert_once(await house.worker.truth(table), {("ann", "tab.1"): answers[0][1]})


async def test_a_store_that_fails_says_goodbye_and_the_command_counts_once(house: House, logged: Logged) -> None:
    table, page = await at_play(house.worker)
    move = {"type": "play", "card": wish(page).card}
    for when in ("before_append", "after_append"):
        ann = await house.enter("ann", table)
        setattr(house.worker.store.log, when, away)
        await ann.say(t="table.do", table=table, id="tab.1", turn=page.turn, cmd=move)
        bye = await ann.until("bye")
        assert bye == {"t": "bye", "code": "down.store", "reconnect_in": 3000}
        assert (await ann.closed())[0] == 4003
        setattr(house.worker.store.log, when, None)
    again = await house.enter("ann", table)
    answer = await again.do(table, move, "tab.1", page.turn)
    assert_once(await house.worker.truth(table), {("ann", "tab.1"): answer[1]})
    logged.take("socket.store")


# --- coming back ------------------------------------------------------------------------------------------------------


async def test_who_comes_back_gets_the_deltas_and_is_current(house: House) -> None:
    worker = house.worker
    table = await worker.create()
    ann = await house.enter("ann", table)
    viewer = ann.viewers[1]
    await ann.close()
    for n in (1, 2, 3):
        await worker.do(table, "ann", cmd.AddBot(n, "normal"))
    again = await house.enter("ann")
    again.viewers[1] = viewer
    await again.join(table, pos=held(viewer))
    truth = await worker.truth(table)
    assert_current(viewer, truth)
    assert_one_truth(viewer, truth)
    assert (len(viewer.snaps), viewer.currents) == (1, [4])


async def test_who_has_missed_nothing_is_told_that_he_is_current(house: House) -> None:
    table = await house.worker.create()
    ann = await house.enter("ann", table)
    viewer = ann.viewers[1]
    await ann.join(table, pos=held(viewer))
    assert (len(viewer.snaps), viewer.currents) == (1, [1])


async def test_a_second_socket_serves_while_the_first_hangs(house: House) -> None:
    table, page = await at_play(house.worker)
    hanging = await house.enter("ann", table)
    hanging.raw.transport.pause_reading()
    ann = await house.enter("ann", table)
    move = {"type": "play", "card": wish(page).card}
    answer = await ann.do(table, move, "tab.1", page.turn)
    assert answer[0] == "tab.1"
    await ann.to(answer[1])
    hanging.raw.transport.resume_reading()
    assert_current(await hanging.to(answer[1]), await house.worker.truth(table))


async def test_one_tab_closed_is_not_the_person_gone(house: House) -> None:
    table = await house.worker.create()
    watcher = await house.enter("", table)
    tabs = [await house.enter("ann", table) for _ in range(2)]
    await tabs[0].close()
    await tabs[1].ask(t="ping")
    await watcher.ask(t="ping")
    assert watcher.viewers[1].heres[-1] == ["ann"]
    await tabs[1].close()
    assert (await watcher.until("presence"))["here"] == []


# --- channels ---------------------------------------------------------------------------------------------------------


async def test_one_socket_follows_several_tables(house: House) -> None:
    worker = house.worker
    tables = [await worker.create() for _ in range(3)]
    ann = await house.enter("ann")
    for ch, table in enumerate(tables):
        await ann.join(table, ch)
    for table in tables:
        await worker.do(table, "ann", cmd.AddBot(1, "normal"))
    for ch, table in enumerate(tables):
        assert_current(await ann.to(2, ch), await worker.truth(table))
        assert ann.viewers[ch].snaps[0]["table"] == table


async def test_a_channel_that_is_left_is_silent(house: House) -> None:
    worker = house.worker
    table, other = await worker.create(), await worker.create()
    ann = await house.enter("ann", table)
    await ann.say(t="table.leave", ch=1)
    await ann.say(t="table.leave", ch=7)
    await ann.ask(t="ping")
    await worker.do(table, "ann", cmd.AddBot(1, "normal"))
    await ann.ask(t="ping")
    assert ann.viewers[1].pos.seq == 1
    # the same channel for another table
    await ann.join(other)
    assert ann.viewers[1].snaps[-1]["table"] == other
    await ann.join(table)
    await worker.do(other, "ann", cmd.AddBot(1, "normal"))
    await ann.ask(t="ping")
    assert ann.viewers[1].snaps[-1]["table"] == table
    assert len(ann.viewers[1].steps) == 3


async def test_a_socket_follows_so_many_tables_and_no_more(house: House) -> None:
    table = await house.worker.create()
    ann = await house.enter("ann")
    for ch in range(CHANNELS):
        await ann.join(table, ch)
    await ann.say(t="table.join", table=table, ch=CHANNELS)
    gone = await ann.until("table.gone")
    assert gone == {"t": "table.gone", "ch": CHANNELS, "code": "bad.channels", "params": {"most": CHANNELS}}
    await ann.say(t="table.leave", ch=3)
    await ann.join(table, CHANNELS)


async def test_tables_that_are_gone_free_their_channels(house: House) -> None:
    worker = house.worker
    ann = await house.enter("ann")
    for ch in range(CHANNELS + 2):
        table = await worker.create()
        await ann.join(table, ch)
        await worker.do(table, "ann", cmd.Leave())
        assert (await ann.until("table.gone"))["code"] == "rule.closed"
    for ch in range(100, 100 + CHANNELS + 2):
        await ann.say(t="table.join", table="nosuch", ch=ch)
        assert await ann.until("table.gone") == {"t": "table.gone", "ch": ch, "code": "bad.table"}
    live = await worker.create()
    await ann.join(live, 1)
    await ann.close()
    await until(lambda: not house.door.count)
    await worker.assert_nothing_left()


# --- lobby ------------------------------------------------------------------------------------------------------------


async def test_the_lobby_is_told_what_opens_and_what_fills(house: House) -> None:
    worker = house.worker
    first = await worker.create()
    eve = await house.enter()
    await eve.say(t="lobby.join")
    snap = await eve.until("lobby.snap")
    assert [card["id"] for card in snap["tables"]] == [first]
    second = await worker.create("bob")
    delta = await eve.until("lobby.delta")
    assert (delta["table"], delta["listing"]["host"]) == (second, "bob")
    await worker.do(first, "ann", cmd.Leave())
    assert await eve.until("lobby.delta") == {"t": "lobby.delta", "table": first}
    await eve.say(t="lobby.join")
    assert [card["id"] for card in (await eve.until("lobby.snap"))["tables"]] == [second]
    await eve.say(t="lobby.leave")
    await eve.ask(t="ping")
    await worker.create("cat")
    await eve.say(t="ping")
    assert (await eve.hear())["t"] == "pong"


# --- people -----------------------------------------------------------------------------------------------------------


async def test_a_stranger_may_watch_a_public_table_and_do_nothing(house: House) -> None:
    table = await house.worker.create()
    eve = await house.enter("", table)
    answer = await eve.do(table, {"type": "sit", "seat": 1}, "tab.1")
    assert (answer["t"], answer["code"], answer["id"]) == ("nack", "bad.session", "tab.1")


async def test_a_private_table_is_not_there_without_its_key(house: House) -> None:
    table, _, key = (await house.worker.create(access="private")).partition("?")
    bob = await house.enter("bob")
    for name in (table, "nosuch"):
        await bob.say(t="table.join", table=name, ch=1, key="wrong")
        assert await bob.until("table.gone") == {"t": "table.gone", "ch": 1, "code": "bad.table"}
        for command in ({"type": "sit", "seat": 1}, {"type": "nothing"}):
            answer = await bob.do(name, command, "tab.1")
            assert (answer["code"], answer.get("params")) == ("bad.table", None)
    await bob.join(table, key=key)
    assert "invite" not in bob.viewers[1].snaps[0]
    assert await bob.do(table, {"type": "sit", "seat": 1}, "tab.2", key=key) == ["tab.2", 2]
    await bob.join(table)
    assert bob.viewers[1].snaps[-1]["invite"] == key


async def test_a_database_that_is_away_when_a_socket_opens(house: House, logged: Logged) -> None:
    async def fail(_: object) -> None:
        raise DatabaseUnavailable("away")

    house.identifying = fail
    ann = await house.connect("ann")
    assert await ann.hear() == {"t": "bye", "code": "down.store", "reconnect_in": 3000}
    assert (await ann.closed())[0] == 4003
    logged.take("socket.store")


async def test_a_fault_of_ours_closes_one_socket_only(
    house: House, logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.worker.create()
    ann, bob = await house.enter("ann", table), await house.enter("bob", table)
    with monkeypatch.context() as broken:
        broken.setattr(house.worker.tables, "submit", lambda *args, **named: 1 // 0)
        await ann.say(t="table.do", table=table, id="tab.1", turn=0, cmd=READY)
        assert (await ann.until("bye"))["code"] == "error.internal"
        assert (await ann.closed())[0] == 4004
    assert await bob.do(table, {"type": "sit", "seat": 1}, "tab.1") == ["tab.1", 2]
    logged.take("socket.failed")
