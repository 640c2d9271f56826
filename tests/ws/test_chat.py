"""Chat and reminders as a page speaks them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.tables.hub import NUDGE_AFTER
from app.ws import endpoint
from tests.faults import FaultyStore
from tests.live.conftest import until
from tests.quiet import Logged
from tests.workers import at_play, wish
from tests.ws.conftest import Client, House


async def say(client: Client, id_: str, text: str = "", **more: Any) -> Any:
    words = {"text": text} if text else {}
    return await client.ask(t="chat.say", id=id_, **({"ch": 1} | words | more))


async def test_a_table_hears_what_is_said(house: House) -> None:
    table = await house.worker.create()
    ann, eve, stranger = [await house.enter(user, table) for user in ("ann", "eve", "")]
    assert await say(ann, "tab.1", "Good evening") == ["tab.1", 1]
    assert await say(eve, "tab.1", preset="hello") == ["tab.1", 2]
    now = house.worker.clock.now
    assert await stranger.until("chat.said") == {
        "t": "chat.said",
        "ch": 1,
        "line": {"n": 1, "at": now, "user": "ann", "name": "Ann", "seat": 0, "text": "Good evening"},
    }
    assert (await stranger.until("chat.said"))["line"] == {
        **{"n": 2, "at": now, "user": "eve", "name": "Eve", "watcher": True, "preset": "hello"},
    }
    late = await house.enter("bob", table)
    assert late.viewers[1].chat == stranger.viewers[1].chat
    assert late.viewers[1].watchers == {"bob": "Bob", "eve": "Eve"}


async def test_the_log_comes_after_the_truth_and_again_after_coming_back(house: House) -> None:
    table = await house.worker.create()
    ann = await house.enter("ann", table)
    await say(ann, "tab.1", "hello")
    await ann.ask(t="ping")
    pos = ann.viewers[1].pos
    await ann.close()
    bob = await house.enter("bob", table)
    await say(bob, "tab.1", "where are you?")
    again = await house.enter("ann")
    again.viewers[1] = ann.viewers[1]
    await again.say(t="table.join", table=table, ch=1, pos={"epoch": pos.epoch, "seq": pos.seq, "chain": pos.chain})
    kinds = [(await again.hear())["t"] for _ in range(3)]
    assert kinds == ["table.current", "chat.log", "presence"]
    assert again.viewers[1].logs == [[], [1, 2]]
    # its answer had got lost
    assert await say(again, "tab.1", "hello") == ["tab.1", 1]
    await again.ask(t="ping")
    assert list(again.viewers[1].chat) == [1, 2]


async def test_every_channel_has_its_chat(house: House) -> None:
    tables = [await house.worker.create() for _ in range(2)]
    ann = await house.enter("ann")
    for ch, table in enumerate(tables):
        await ann.join(table, ch)
    assert await say(ann, "tab.1", "here", ch=0) == ["tab.1", 1]
    assert await say(ann, "tab.2", "and there") == ["tab.2", 1]
    await ann.ask(t="ping")
    assert [[line.text for line in ann.viewers[ch].chat.values()] for ch in (0, 1)] == [["here"], ["and there"]]


async def test_the_lobby_speaks_without_a_channel(house: House) -> None:
    ann, eve = await house.enter("ann"), await house.enter()
    for page in (ann, eve):
        await page.say(t="lobby.join")
        assert await page.until("chat.log") == {"t": "chat.log", "lines": []}
    assert await ann.ask(t="chat.say", id="tab.1", text="Who plays?") == ["tab.1", 1]
    said = await eve.until("chat.said")
    assert said.keys() == {"t", "line"}
    assert said["line"] == {
        **{"n": 1, "at": house.worker.clock.now, "user": "ann", "name": "Ann", "text": "Who plays?"},
    }
    assert (await eve.ask(t="chat.say", id="tab.1", text="I do"))["code"] == "bad.session"
    await ann.say(t="lobby.leave")
    assert (await ann.ask(t="chat.say", id="tab.2", text="hm"))["code"] == "bad.channel"
    await ann.say(t="lobby.join")
    assert [line["n"] for line in (await ann.until("chat.log"))["lines"]] == [1]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"text": "hi", "ch": 2}, "bad.channel"),
    ({"text": "hi", "ch": -1}, "bad.channel"),
    ({"text": "hi", "ch": None}, "bad.message"),
    ({"text": "hi", "ch": "1"}, "bad.message"),
    ({"text": "hi", "to": "bob"}, "bad.message"),
    ({"text": "hi", "side": True}, "bad.message"),
    ({"text": "hi", "user": "bob"}, "bad.message"),
    ({"text": None}, "bad.message"),
    ({"text": 1}, "bad.message"),
    ({"text": "hi", "id": "tab"}, "bad.id"),
    ({}, "bad.chat"),
    ({"text": ""}, "bad.chat"),
    ({"text": " \u202e\n"}, "bad.chat"),
    ({"text": "x" * 301}, "bad.chat"),
    ({"text": "é" * 3500}, "bad.chat"),
    ({"text": "é" * 4096}, "bad.size"),
    ({"text": "hi", "preset": "hello"}, "bad.chat"),
    ({"preset": "damn"}, "bad.chat"),
]


async def test_what_may_not_be_said(house: House) -> None:
    table = await house.worker.create()
    ann = await house.enter("ann", table)
    for what, code in REFUSED:
        message = {"t": "chat.say", "id": "tab.1", "ch": 1} | what
        await ann.say(**message)
        nack = await ann.until("nack")
        assert nack["code"] == code, (what, nack)
        assert nack.get("id") == (None if code == "bad.size" else message["id"])
    await ann.raw.send('{"t":"chat.say","id":"tab.1","ch":1,"text":"\\ud800"}')
    assert (await ann.until("nack"))["code"] == "bad.message"
    assert await house.worker.store.chat.said(table) == []
    assert await say(ann, "tab.1", "hi") == ["tab.1", 1]


async def test_a_stranger_hears_and_is_silent(house: House) -> None:
    table = await house.worker.create()
    stranger = await house.enter("", table)
    nack = await say(stranger, "tab.1", "hi")
    assert (nack["code"], nack["id"]) == ("bad.session", "tab.1")
    await stranger.say(t="nudge", ch=1, seat=0)
    assert (await stranger.until("nack"))["code"] == "bad.session"


async def test_a_private_table_is_spoken_at_with_the_key_one_came_with(house: House) -> None:
    table, _, key = (await house.worker.create(access="private")).partition("?")
    eve = await house.enter("eve", table, key=key)
    assert await say(eve, "tab.1", "hi") == ["tab.1", 1]
    await eve.say(t="table.leave", ch=1)
    assert (await say(eve, "tab.2", "hi"))["code"] == "bad.channel"


async def test_a_flood_of_words_delays_no_move(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "BURST", 1000.0)
    table, page = await at_play(house.worker)
    ann, eve = await house.enter("ann", table), await house.enter("eve", table)
    for n in range(200):
        await eve.say(t="chat.say", id=f"tab.{n}", ch=1, text=f"{'spam ' * 30}{n}")
    move = {"type": "play", "card": wish(page).card}
    answer = await ann.do(table, move, "tab.1", page.turn)
    assert answer[0] == "tab.1"
    seen = await eve.answer("tab.199")
    assert seen["code"] == "bad.rate"
    await ann.ask(t="ping")
    assert len(ann.viewers[1].chat) == 3
    assert len(await house.worker.store.chat.said(table)) == 3


async def test_a_store_that_fails_says_goodbye_and_the_line_counts_once(house: House, logged: Logged) -> None:
    table = await house.worker.create()
    bob = await house.enter("bob", table)
    faults: FaultyStore = house.worker.store
    for part, name, late in ((faults.chat, "say", False), (faults.chat, "say", True), (faults.presence, "announce", 0)):
        ann = await house.enter("ann", table)
        with part.down(name, late=bool(late)):
            await ann.say(t="chat.say", id="tab.1", ch=1, text="hello")
            assert (await ann.until("bye"))["code"] == "down.store"
            assert (await ann.closed())[0] == 4003
            await until(lambda: house.door.count == 1)
    again = await house.enter("ann", table)
    assert await say(again, "tab.1", "hello") == ["tab.1", 1]
    await bob.ask(t="ping")
    assert [line.text for line in bob.viewers[1].chat.values()] == ["hello"]
    logged.take("socket.store")
    logged.may("presence.leave")


async def test_a_reminder_is_seen_by_all(house: House) -> None:
    table, _ = await at_play(house.worker, "ann", ("ann", "bob"))
    ann, bob, eve = [await house.enter(user, table) for user in ("ann", "bob", "eve")]
    await bob.say(t="nudge", ch=1, seat=0)
    assert await bob.until("nack") == {"t": "nack", "code": "bad.rate", "params": {"seconds": 10}}
    house.worker.clock.forward(NUDGE_AFTER)
    await bob.say(t="nudge", ch=1, seat=0)
    for client in (ann, bob, eve):
        assert await client.until("nudged") == {"t": "nudged", "ch": 1, "by": 1, "seat": 0}
    for client, seat, ch, code in (
        (bob, 0, 1, "bad.rate"),
        (bob, 2, 1, "rule.nudge"),
        (bob, 7, 1, "bad.seat"),
        (bob, 0, 2, "bad.channel"),
        (eve, 0, 1, "bad.not_seated"),
    ):
        await client.say(t="nudge", ch=ch, seat=seat)
        assert (await client.until("nack"))["code"] == code
    for what in ({"ch": 1}, {"seat": 0}, {"ch": 1, "seat": "0"}, {"ch": 1, "seat": 0, "by": 2}):
        await bob.say(t="nudge", **what)
        assert (await bob.until("nack"))["code"] == "bad.message"


async def test_chat_and_reminders_leave_nothing(house: House) -> None:
    table = await house.worker.create()
    tasks = asyncio.all_tasks()
    ann = await house.enter("ann", table)
    await ann.say(t="lobby.join")
    await ann.until("chat.log", lines=[])
    await say(ann, "tab.1", "hello")
    await ann.ask(t="chat.say", id="tab.2", text="hello")
    await ann.close()
    await house.assert_nothing_left(tasks)
