"""What people say at a table and in the lobby: who may, who hears it, exactly once, and nothing that gets lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.engine.basics import Refusal
from app.engine.table import commands as cmd
from app.live.contracts import StoreUnavailable
from app.tables import announcements
from app.tables.announcements import Said
from app.tables.chat import ChatLine, Words
from app.tables.talk import KEPT
from tests.faults import FaultyStore, Gate
from tests.live.conftest import until
from tests.promises import Viewer
from tests.quiet import Logged
from tests.tables.test_lobby import Page
from tests.workers import Worker, begin, play


def texts(page: Viewer | Page) -> list[str]:
    return [line.text for line in page.chat.values()]


async def refused(work: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refusal) as caught:
        await work
    return caught.value.code, dict(caught.value.params)


async def chatter(worker: Worker, table: str, *lines: str) -> None:
    """Lines of as many people."""
    for number, text in enumerate(lines):
        await worker.say(table, f"p{number}", text)


async def test_everybody_at_the_table_hears_what_is_said(worker: Worker) -> None:
    table = await worker.create()
    ann, eve, stranger = [await worker.join(Viewer(user), table) for user in ("ann", "eve", "")]
    now = worker.clock.now
    assert await worker.say(table, "ann", " Good\nevening ") == 1
    assert await worker.say(table, "eve", preset="hello") == 2
    said = {
        1: ChatLine(n=1, at=now, user="ann", name="Ann", seat=0, text="Good evening"),
        2: ChatLine(n=2, at=now, user="eve", name="Eve", watcher=True, preset="hello"),
    }
    for page in (ann, eve, stranger):
        assert page.chat == said
        assert page.logs == [[]]
    assert (await worker.join(Viewer(), table)).chat == said


async def test_two_workers_share_a_table(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    ann, bob = await worker.join(Viewer("ann"), table), await other.join(Viewer("bob"), table)
    for n in range(1, 9):
        speaker, page = ((worker, ann), (other, bob))[n % 2]
        worker.clock.forward(2500)
        assert await speaker.say(table, page.user, f"{n * 7} and {n}") == n
    for page in (ann, bob):
        await until(lambda page=page: len(page.chat) == 8)
        assert list(page.chat) == list(range(1, 9))
    assert ann.chat == bob.chat
    late = await other.join(Viewer(), table)
    assert late.chat == ann.chat


async def test_a_line_said_again_is_answered_and_not_repeated(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    bob = await worker.join(Viewer("bob"), table)
    first = await worker.say(table, "ann", "hello", id_="tab.1")
    await worker.say(table, "bob", "hi", id_="tab.1")
    for text in ("hello", "something else"):
        assert await worker.say(table, "ann", text, id_="tab.1") == first
    assert texts(ann) == texts(bob) == ["hello", "hi"]
    # not even where nothing may be said any more
    for n in range(2, 6):
        await worker.say(table, "ann", f"{n} {n * 1000}", id_=f"tab.{n}")
    assert (await refused(worker.say(table, "ann", "one more")))[0] == "bad.rate"
    assert await worker.say(table, "ann", "hello", id_="tab.1") == first


async def test_said_again_through_another_worker(worker: Worker, other: Worker, faults: FaultyStore) -> None:
    """The first worker dies over it: the line is stored, nobody was told, the sender got no answer."""
    table = await worker.create()
    await worker.join(Viewer("ann"), table)
    with faults.presence.down("announce"), pytest.raises(StoreUnavailable):
        await worker.say(table, "ann", "hello", id_="tab.1")
    bob = await other.join(Viewer("bob"), table)
    assert texts(bob) == ["hello"]
    third = await worker.join(Viewer("cat"), table)
    assert await other.say(table, "ann", "hello", id_="tab.1") == 1
    assert await other.say(table, "bob", "hi") == 2
    for page in (bob, third):
        await until(lambda page=page: texts(page) == ["hello", "hi"])


async def test_who_was_not_told_is_told_when_it_is_said_again(
    worker: Worker, other: Worker, faults: FaultyStore
) -> None:
    table = await worker.create()
    await worker.join(Viewer("ann"), table)
    bob = await other.join(Viewer("bob"), table)
    with faults.presence.down("announce"), pytest.raises(StoreUnavailable):
        await worker.say(table, "ann", "hello", id_="tab.1")
    assert texts(bob) == []
    assert await worker.say(table, "ann", "hello", id_="tab.1") == 1
    await until(lambda: texts(bob) == ["hello"])


async def test_the_same_line_through_two_workers_at_once(worker: Worker, other: Worker, faults: FaultyStore) -> None:
    table = await worker.create()
    ann, bob = await worker.join(Viewer("ann"), table), await other.join(Viewer("bob"), table)
    gate, say = Gate(), faults.chat.say

    async def slowly(*args: Any) -> int:
        await gate()
        return int(await say(*args))

    faults.chat.say = slowly  # type: ignore[method-assign]
    slow = asyncio.create_task(worker.say(table, "ann", "hello", id_="tab.1"))
    await gate.reached.wait()
    assert await other.say(table, "ann", "hello", id_="tab.1") == 1
    gate.open()
    assert await slow == 1
    del faults.chat.say
    assert len(await worker.store.chat.said(table)) == 2
    assert await worker.say(table, "ann", "and more") == 3
    for page in (ann, bob, await other.join(Viewer(), table)):
        await until(lambda page=page: list(page.chat) == [1, 3])


async def test_what_is_said_while_the_chat_is_read_is_not_lost(worker: Worker, faults: FaultyStore) -> None:
    table = await worker.create()
    gate, said = Gate(), faults.chat.said

    async def slowly(room: str) -> Any:
        lines = await said(room)
        await gate()
        return lines

    faults.chat.said = slowly  # type: ignore[method-assign]
    joining = asyncio.create_task(worker.join(Viewer("ann"), table))
    await gate.reached.wait()
    words = Words(id="tab.1", at=worker.clock.now, user="bob", name="Bob", text="hello")
    n = await worker.store.chat.say(table, announcements.encode(Said(1, words)), KEPT)
    await worker.store.presence.announce(table, announcements.encode(Said(n, words)))
    talk = worker.rooms.known(table).talk
    await until(lambda: talk._waiting)
    gate.open()
    ann = await joining
    assert texts(ann) == ["hello"]


async def test_a_hole_is_found_and_read(worker: Worker, other: Worker, faults: FaultyStore) -> None:
    table = await worker.create()
    ann, bob = await worker.join(Viewer("ann"), table), await other.join(Viewer("bob"), table)
    with faults.presence.down("announce"):
        for n in range(3):
            with pytest.raises(StoreUnavailable):
                await worker.say(table, "ann", f"line {n * 1000}")
    assert texts(ann) == ["line 0", "line 1000", "line 2000"]
    assert texts(bob) == []
    await worker.say(table, "ann", "the last")
    await until(lambda: len(bob.chat) == 4)
    assert bob.chat == ann.chat
    assert bob.logs == [[]]


async def test_after_a_lost_subscription_the_chat_is_read(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    ann, _ = await worker.join(Viewer("ann"), table), await other.join(Viewer("bob"), table)
    with other.store.presence.down("announce"), pytest.raises(StoreUnavailable):
        await other.say(table, "bob", "unheard")
    assert texts(ann) == []
    worker.hub._recheck()
    await until(lambda: texts(ann) == ["unheard"])
    assert ann.logs == [[]]


async def test_a_chat_that_the_store_has_lost_begins_anew(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    await chatter(worker, table, "one", "two", "three")
    await worker.store.chat.forget(table)
    assert await worker.say(table, "ann", "hello?") == 1
    assert texts(ann) == ["hello?"]
    assert ann.logs == [[], [1]]
    assert await worker.say(table, "bob", "here") == 2


async def test_a_store_that_is_away_when_the_hole_is_found(
    worker: Worker, other: Worker, faults: FaultyStore, logged: Logged
) -> None:
    table = await worker.create()
    ann, _ = await worker.join(Viewer("ann"), table), await other.join(Viewer("bob"), table)
    with faults.chat.down("said"):
        with other.store.presence.down("announce"), pytest.raises(StoreUnavailable):
            await other.say(table, "bob", "unheard")
        await other.say(table, "bob", "heard")
        await until(lambda: any(entry["event"] == "chat.read" for entry in logged._entries))
        assert texts(ann) == []
        with pytest.raises(StoreUnavailable):
            await worker.say(table, "ann", "and I")
    assert await worker.say(table, "ann", "and I") == 3
    assert texts(ann) == ["unheard", "heard", "and I"]
    logged.take("chat.read")


async def test_who_comes_while_the_chat_cannot_be_read_does_not_come_in(worker: Worker, faults: FaultyStore) -> None:
    table = await worker.create()
    with faults.chat.down("said"), pytest.raises(StoreUnavailable):
        await worker.join(Viewer("ann"), table)
    await worker.assert_nothing_left()
    assert (await worker.join(Viewer("ann"), table)).logs == [[]]


async def test_a_line_of_another_version_is_passed_over(worker: Worker, logged: Logged) -> None:
    table = await worker.create()
    await worker.store.chat.say(table, b"{}", KEPT)
    ann = await worker.join(Viewer("ann"), table)
    assert await worker.say(table, "ann", "hello") == 2
    await worker.store.chat.say(table, b"[", KEPT)
    assert await worker.say(table, "bob", "hi") == 4
    await worker.say(table, "bob", "there")
    assert list(ann.chat) == [2, 4, 5]
    for body in (b"", b"{}", b"[", b'{"k":"other"}', b'{"k":"said","n":9}'):
        await worker.store.presence.announce(table, body)
    await until(lambda: not worker.rooms.busy)
    assert list(ann.chat) == [2, 4, 5]
    logged.take("chat.unreadable")


# --- bounds -----------------------------------------------------------------------------------------------------------


async def test_the_latest_lines_are_kept(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    for n in range(1, KEPT + 12):
        worker.clock.forward(2500)
        assert await worker.say(table, f"p{n % 7}", f"line {n}") == n
    assert list(ann.chat) == list(range(1, KEPT + 12))
    late = await worker.join(Viewer(), table)
    assert late.logs == [list(range(12, KEPT + 12))]
    assert len(await worker.store.chat.said(table)) == KEPT
    room = worker.rooms.known(table)
    assert len(room.talk._lines) == len(room.talk._numbers) == KEPT


async def test_a_flood_is_stopped_and_nobody_else(worker: Worker) -> None:
    table, elsewhere = await worker.create(), await worker.create("bob")
    ann = await worker.join(Viewer("ann"), table)
    await worker.join(Viewer("bob"), elsewhere)
    for n in range(3):
        await worker.say(table, "ann", f"buy this! {n}")
    assert await refused(worker.say(table, "ann", "BUY THIS 4")) == ("bad.rate", {"seconds": 10})
    for text in ("hello", "good evening"):
        await worker.say(table, "ann", text)
    worker.clock.forward(4001)
    assert await refused(worker.say(table, "ann", "quite another thing")) == ("bad.rate", {"seconds": 6})
    assert await worker.say(table, "bob", "buy this! 5") == 6
    assert await worker.say(elsewhere, "ann", "buy this! 6") == 1
    worker.clock.forward(6000)
    assert await worker.say(table, "ann", "buy this! 7") == 7
    assert len(ann.chat) == 7


async def test_a_flood_is_stopped_by_all_workers_together(worker: Worker, other: Worker) -> None:
    table = await worker.create()
    pages = [await w.join(Viewer("ann"), table) for w in (worker, other)]
    for n in range(5):
        await (worker, other)[n % 2].say(table, "ann", f"{n * 1000}")
        for page in pages:
            await until(lambda page=page, n=n: len(page.chat) == n + 1)
    for w in (worker, other):
        assert (await refused(w.say(table, "ann", "more")))[0] == "bad.rate"


async def test_moves_do_not_wait_for_the_chat(worker: Worker, faults: FaultyStore) -> None:
    """The chat's store hangs, and people flood it: nobody at the table notices in the game."""
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    gate = Gate()
    faults.chat.say = gate  # type: ignore[method-assign]
    talking = [asyncio.create_task(worker.say(table, f"p{n}", "hello")) for n in range(40)]
    await gate.reached.wait()
    assert await play(table, {ann: worker}, 12) == 12
    assert not any(task.done() for task in talking)
    for task in talking:
        task.cancel()
    await asyncio.gather(*talking, return_exceptions=True)
    del faults.chat.say
    assert await worker.say(table, "ann", "hello") == 1


# --- rights -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chat", ["open", "presets", "off"])
async def test_a_table_may_have_less_chat_or_none(worker: Worker, chat: str) -> None:
    table = await worker.create(chat=chat)
    await worker.join(Viewer("ann"), table)
    for user in ("ann", "eve"):
        for words, allowed, code in (
            ({"text": "hello"}, ("open",), "rule.chat_presets"),
            ({"preset": "hello"}, ("open", "presets"), ""),
        ):
            if chat in allowed:
                await worker.say(table, user, **words)
            else:
                want = "rule.chat_off" if chat == "off" else code
                assert await refused(worker.say(table, user, **words)) == (want, {})


async def test_a_private_table_is_heard_and_spoken_at_by_those_who_are_let_in(worker: Worker) -> None:
    table, _, key = (await worker.create(access="private")).partition("?")
    ann = await worker.join(Viewer("ann"), table)
    for wrong in ("", "no"):
        assert await refused(worker.say(table, "eve", "hello", key=wrong)) == ("bad.table", {})
    assert await worker.say(table, "eve", "hello", key=key) == 1
    assert await worker.say(table, "ann", "who are you?") == 2
    assert texts(ann) == ["hello", "who are you?"]
    assert await refused(worker.say("nosuch", "ann", "hello")) == ("bad.table", {})
    await worker.leave(ann, table)
    assert await refused(worker.say(table, "ann", "hello")) == ("bad.table", {})


async def test_a_table_that_closes_takes_its_chat_along(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    await worker.say(table, "ann", "nobody comes")
    await worker.do(table, "ann", cmd.Leave())
    await until(lambda: ann.ended == ["rule.closed"])
    assert await refused(worker.say(table, "ann", "hello?")) == ("bad.table", {})
    assert await worker.store.chat.said(table) == []


@pytest.mark.parametrize("id_", ["tab", "tab.x", ".1", "tab.1\n", "x" * 25 + ".1"])
async def test_an_id_has_its_form(worker: Worker, id_: str) -> None:
    table = await worker.create()
    await worker.join(Viewer("ann"), table)
    assert await refused(worker.say(table, "ann", "hello", id_=id_)) == ("bad.id", {})
