"""What people say in the lobby."""

from __future__ import annotations

import pytest

from app.live.contracts import StoreUnavailable
from app.tables.chat import ChatLine
from app.tables.lobby import CHAT_KEPT, CHAT_SHOWN
from tests.faults import FaultyStore
from tests.live.conftest import until
from tests.promises import Viewer
from tests.tables.test_chat import refused, texts
from tests.tables.test_lobby import Page
from tests.workers import Worker


async def test_the_lobby_has_its_own_chat(worker: Worker) -> None:
    pages = [await Page().follow(worker) for _ in range(2)]
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    assert await worker.say("", "ann", "Who plays?") == 1
    assert await worker.say("", "bob", preset="hello") == 2
    await until(lambda: all(len(page.chat) == 2 and page.told == 1 for page in pages))
    assert pages[0].chat[1] == ChatLine(n=1, at=worker.clock.now, user="ann", name="Ann", text="Who plays?")
    assert ann.chat == {}
    assert await refused(worker.say("", "ann", " ")) == ("bad.chat", {"limit": 300})
    for page in pages:
        await worker.lobby.unfollow(page)
    again = await Page().follow(worker)
    assert list(again.chat) == [1, 2]
    assert await worker.say("", "ann", "Who plays?", id_="tab.1") == await worker.say("", "ann", "?", id_="tab.1") == 3
    await worker.lobby.unfollow(again)


async def test_two_workers_share_the_lobby(worker: Worker, other: Worker, faults: FaultyStore) -> None:
    pages = [await Page().follow(worker), await Page().follow(other)]
    await worker.say("", "ann", "hello")
    await other.say("", "bob", "hi")
    for page in pages:
        await until(lambda page=page: texts(page) == ["hello", "hi"])
    # one that goes unheard is found with the next
    with faults.presence.down("announce"), pytest.raises(StoreUnavailable):
        await worker.say("", "ann", "anybody?")
    await worker.say("", "ann", "I am here")
    await until(lambda: len(pages[1].chat) == 4)
    for w, page in zip((worker, other), pages, strict=True):
        await w.lobby.unfollow(page)


async def test_the_lobby_shows_the_lines_of_a_day(worker: Worker) -> None:
    page = await Page().follow(worker)
    for n in range(1, CHAT_KEPT + 6):
        worker.clock.forward(3000)
        await worker.say("", f"p{n % 5}", f"line {n}")
    assert list(worker.lobby.said()[0:1]) == [page.chat[6]]
    worker.clock.forward(CHAT_SHOWN - 10 * 3000)
    assert [line.n for line in worker.lobby.said()] == list(range(CHAT_KEPT - 5, CHAT_KEPT + 6))
    worker.clock.forward(CHAT_SHOWN)
    assert worker.lobby.said() == []
    assert await worker.say("", "ann", "so quiet") == CHAT_KEPT + 6
    await worker.lobby.unfollow(page)


async def test_a_line_of_the_lobby_that_went_unheard_is_made_up_for(
    worker: Worker, other: Worker, monkeypatch: pytest.MonkeyPatch, faults: FaultyStore
) -> None:
    monkeypatch.setattr("app.tables.lobby.MEND", 0.02)
    page, mine = await Page().follow(other), await Page().follow(worker)
    with faults.presence.down("announce"), pytest.raises(StoreUnavailable):
        await worker.say("", "ann", "hello")
    await until(lambda: texts(page) == ["hello"])
    await worker.lobby.unfollow(mine)
    await other.lobby.unfollow(page)
