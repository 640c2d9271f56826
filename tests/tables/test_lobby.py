"""The list of open tables and a person's own."""

from __future__ import annotations

import asyncio

import pytest

from app.engine.table import commands as cmd
from app.live.contracts import Append, StoreUnavailable
from app.tables import lobby as lobby_module
from app.tables.chat import ChatLine
from app.tables.listing import LOBBY, Listing
from tests.faults import FaultyStore, Gate
from tests.live.conftest import until
from tests.promises import Viewer
from tests.quiet import Logged
from tests.workers import Worker, begin, play


class Page:
    """Somebody who looks at the list."""

    def __init__(self) -> None:
        self.tables: dict[str, Listing] = {}
        self.told = 0
        self.chat: dict[int, ChatLine] = {}

    def chat_log(self, lines: list[ChatLine]) -> None:
        self.chat = {line.n: line for line in lines}

    def chat_said(self, line: ChatLine) -> None:
        assert line.n not in self.chat
        self.chat[line.n] = line

    def listed(self, table: str, listing: Listing | None) -> None:
        self.told += 1
        if listing is None:
            self.tables.pop(table, None)
        else:
            self.tables[table] = listing

    async def follow(self, worker: Worker) -> Page:
        self.tables = {card.id: card for card in await worker.lobby.follow(self)}
        self.chat_log(worker.lobby.said())
        return self


async def shown(worker: Worker) -> list[str]:
    return [card.id for card in await worker.lobby.open_tables()]


async def test_a_table_is_open_while_a_seat_is(worker: Worker) -> None:
    page = await Page().follow(worker)
    table = await worker.create()
    await until(lambda: table in page.tables)
    card = page.tables[table]
    assert (card.game, card.host, card.phase, card.options["rounds"]) == ("calypso", "ann", "waiting", 1)
    assert [seat.kind for seat in card.seats] == ["person", "open", "open", "open"]
    for seat in (1, 2, 3):
        await worker.do(table, "ann", cmd.AddBot(seat, "normal"))
        assert (table in await shown(worker)) is (seat < 3)
    await until(lambda: table not in page.tables)
    await worker.do(table, "ann", cmd.RemoveBot(2))
    await until(lambda: table in page.tables)
    assert page.tables[table].seats[1].level == "normal"
    await worker.do(table, "ann", cmd.Leave())
    await until(lambda: table not in page.tables)
    assert await shown(worker) == []
    await worker.lobby.unfollow(page)


async def test_a_private_table_is_never_shown(worker: Worker) -> None:
    page = await Page().follow(worker)
    table = (await worker.create(access="private")).partition("?")[0]
    await worker.do(table, "ann", cmd.AddBot(1, "normal"))
    await worker.do(table, "ann", cmd.RemoveBot(1))
    other = await worker.create("bob")
    await until(lambda: other in page.tables)
    assert page.told == 1
    assert await shown(worker) == [other]
    await worker.lobby.unfollow(page)


async def test_moves_of_a_game_are_nothing_to_the_list(worker: Worker) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    page = await Page().follow(worker)
    assert await play(table, {ann: worker}, 6) == 6
    other = await worker.create("bob")
    await until(lambda: other in page.tables)
    assert page.told == 1
    await worker.lobby.unfollow(page)


async def test_the_newest_comes_first(worker: Worker) -> None:
    tables = []
    for _ in range(3):
        tables.append(await worker.create())
        worker.clock.forward(10)
    assert await shown(worker) == tables[::-1]


async def test_two_workers_show_the_same_list(worker: Worker, other: Worker) -> None:
    pages = [await Page().follow(worker), await Page().follow(other), await Page().follow(other)]
    first, second = await worker.create(), await other.create("bob")
    for page in pages:
        await until(lambda page=page: page.tables.keys() == {first, second})
    await other.do(first, "ann", cmd.Leave())
    for page in pages:
        await until(lambda page=page: page.tables.keys() == {second})
    for w, page in zip((worker, other, other), pages, strict=True):
        await w.lobby.unfollow(page)


async def test_many_follow_at_once_and_all_leave(worker: Worker) -> None:
    table = await worker.create()
    pages = await asyncio.gather(*(Page().follow(worker) for _ in range(10)))
    assert all(page.tables.keys() == {table} for page in pages)
    await asyncio.gather(*(worker.lobby.unfollow(page) for page in pages))
    again = await Page().follow(worker)
    await asyncio.gather(worker.lobby.unfollow(again), worker.lobby.unfollow(pages[0]))
    # nobody listens any more: a watcher could be added
    await worker.store.presence.watch(LOBBY, lambda _: None)
    await worker.store.presence.unwatch(LOBBY)


async def test_what_happens_while_the_list_is_read_is_not_overtaken(
    worker: Worker, faults: FaultyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await worker.create()
    read = worker.lobby.open_tables
    gate = Gate()

    async def slowly() -> list[Listing]:
        cards = await read()
        await gate()
        return cards

    monkeypatch.setattr(worker.lobby, "open_tables", slowly)
    page = Page()
    following = asyncio.create_task(page.follow(worker))
    await gate.reached.wait()
    second = await worker.create("bob")
    await worker.do(first, "ann", cmd.Leave())
    await until(lambda: worker.lobby._heard == {first, second})
    gate.open()
    await following
    assert page.tables.keys() == {second}
    await worker.lobby.unfollow(page)


async def test_a_lost_announcement_is_made_up_for(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "MEND", 0.02)
    first = await worker.create()
    page = await Page().follow(worker)
    await worker.store.presence.unwatch(LOBBY)
    second = await worker.create("bob")
    await worker.do(first, "ann", cmd.Leave())
    await until(lambda: page.tables.keys() == {second})
    await worker.lobby.unfollow(page)


async def test_the_list_outlives_a_store_that_is_away(
    worker: Worker, faults: FaultyStore, monkeypatch: pytest.MonkeyPatch, logged: Logged
) -> None:
    monkeypatch.setattr(lobby_module, "MEND", 0.01)
    page = Page()
    with faults.directory.down("listings"):
        with pytest.raises(StoreUnavailable):
            await page.follow(worker)
        with pytest.raises(StoreUnavailable):
            await page.follow(worker)
    await page.follow(worker)
    with faults.directory.down("listings"):
        await until(lambda: any(e["event"] == "lobby.read" for e in logged._entries))
    table = await worker.create()
    await until(lambda: table in page.tables)
    await worker.lobby.unfollow(page)
    logged.take("lobby.read")


async def test_an_announcement_that_cannot_be_read_is_skipped(worker: Worker, logged: Logged) -> None:
    page = await Page().follow(worker)
    for body in (b"", b"{}", b'{"table":1}', b'{"table":"x","listing":{}}'):
        await worker.store.presence.announce(LOBBY, body)
    table = await worker.create()
    await until(lambda: table in page.tables)
    assert len(logged.take("lobby.unreadable")) == 4
    await worker.lobby.unfollow(page)


# --- tables that may be joined in play --------------------------------------------------------------------------------


async def test_a_game_with_bots_is_shown_while_somebody_may_take_their_seats(worker: Worker) -> None:
    page = await Page().follow(worker)
    table = await worker.create()
    await begin(worker, table)
    await until(lambda: table in page.tables and page.tables[table].phase == "playing")
    for seat, user in ((1, "bob"), (2, "cat"), (3, "dan")):
        assert page.tables[table].joinable
        await worker.do(table, user, cmd.Sit(seat))
        if seat < 3:
            await until(lambda seat=seat, user=user: page.tables[table].seats[seat].booked == user)  # type: ignore[misc]
    await until(lambda: table not in page.tables)
    await worker.do(table, "cat", cmd.Leave())
    await until(lambda: table in page.tables)
    assert [seat.booked for seat in page.tables[table].seats] == ["", "bob", "", "dan"]
    assert await mine(worker, "bob") == [table]
    assert await mine(worker, "cat") == []
    await worker.do(table, "ann", cmd.Lock(True))
    await until(lambda: table not in page.tables)
    assert (await worker.lobby.tables_of("ann"))[0].locked
    await worker.lobby.unfollow(page)


async def test_whose_seat_is_left_may_be_replaced(worker: Worker) -> None:
    table = await worker.create(clock="slow")
    await begin(worker, table, ("ann", "bob", "cat", "dan"))
    assert await shown(worker) == []
    await worker.do(table, "dan", cmd.Leave())
    assert await shown(worker) == [table]
    await worker.do(table, "dan", cmd.Back())
    assert await shown(worker) == []


async def test_a_game_that_stands_still_is_not_shown(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "MEND", 0.02)
    table, other = await worker.create(), await worker.create("bob", clock="slow")
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    await begin(worker, other, ("bob",))
    lobby = await Page().follow(worker)
    assert lobby.tables.keys() == {table, other}
    await worker.join(Viewer("eve"), table)
    await worker.leave(ann, table)
    # eve looks on, but without ann there will be no pause, however long somebody waits for it
    await until(lambda: lobby.tables.keys() == {other})
    assert await shown(worker) == [other]
    await worker.join(ann, table)
    await until(lambda: lobby.tables.keys() == {table, other})
    await worker.lobby.unfollow(lobby)


@pytest.mark.parametrize("settings", [{"access": "private"}, {"rated": "rated", "clock": "slow"}])
async def test_others_are_not_shown_in_play(worker: Worker, settings: dict[str, str]) -> None:
    table, _, key = (await worker.create(**settings)).partition("?")
    people = ("ann", "bob", "cat", "dan")
    await begin(worker, table, people, key=key)
    await worker.do(table, "dan", cmd.Leave())
    assert await shown(worker) == []


async def test_a_locked_table_and_kept_seats_are_not_open(worker: Worker) -> None:
    table = await worker.create()
    for seat in (1, 2, 3):
        await worker.do(table, "ann", cmd.Reserve(seat, "Bob"))
        assert (await shown(worker) == [table]) is (seat < 3)
    await worker.do(table, "ann", cmd.Reserve(1, ""))
    assert (await worker.lobby.open_tables())[0].seats[2].reserved == "Bob"
    await worker.do(table, "ann", cmd.Lock(True))
    assert await shown(worker) == []
    await worker.do(table, "ann", cmd.Lock(False))
    await worker.do(table, "ann", cmd.Change({"rounds": 3}, {"chat": "off"}))
    (card,) = await worker.lobby.open_tables()
    assert (card.options["rounds"], card.table["chat"]) == (3, "off")


async def test_a_card_does_not_change_with_moves_or_pauses(worker: Worker, faults: FaultyStore) -> None:
    table = await worker.create(clock="slow")
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    cards: list[bytes] = []

    async def note(append: Append) -> None:
        if append.listing is not None:
            cards.append(append.listing)

    page = await Page().follow(worker)
    faults.log.before_append = note
    await play(table, {ann: worker})
    assert ann.public["phase"] == "over"
    assert cards == [b""]
    await until(lambda: page.told == 1)
    await worker.lobby.unfollow(page)


async def test_where_a_move_may_take_days_the_card_says_whose_it_is(worker: Worker) -> None:
    table = await worker.create(clock="days")
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    acts = set()
    for _ in range(60):
        await play(table, {ann: worker}, 1)
        (card,) = await worker.lobby.tables_of("ann")
        assert card.act == ("0" if "0" in ann.public["act"] else "")
        acts.add(card.act)
    assert acts == {"", "0"}


# --- my tables --------------------------------------------------------------------------------------------------------


async def mine(worker: Worker, user: str) -> list[str]:
    return [card.id for card in await worker.lobby.tables_of(user)]


async def test_my_tables_are_those_where_i_sit_the_latest_first(worker: Worker) -> None:
    first = await worker.create()
    worker.clock.forward(10)
    second, _, key = (await worker.create("bob", access="private")).partition("?")
    worker.clock.forward(10)
    assert await mine(worker, "ann") == [first]
    await worker.do(second, "ann", cmd.Sit(3), key=key)
    assert await mine(worker, "ann") == [second, first]
    await worker.do(second, "ann", cmd.Leave())
    assert await mine(worker, "ann") == [first]
    assert await mine(worker, "bob") == [second]
    assert await mine(worker, "") == []


async def test_who_leaves_in_play_still_has_his_seat(worker: Worker) -> None:
    table = await worker.create()
    await begin(worker, table, ("ann", "bob"))
    await worker.do(table, "bob", cmd.Leave())
    assert await mine(worker, "bob") == [table]


async def test_an_idle_table_is_nobodys_any_more(worker: Worker) -> None:
    table = await worker.create()
    await worker.do(table, "bob", cmd.Sit(1))
    worker.clock.forward(2 * 3600 * 1000)
    assert await worker.fire() == 1
    for user in ("ann", "bob"):
        assert await mine(worker, user) == []
        assert await worker.store.directory.tables_of(user) == []
    assert await worker.store.log.head(table) is None


async def test_a_worker_that_died_before_it_could_tell_the_directory(worker: Worker, faults: FaultyStore) -> None:
    table = await worker.create()
    await worker.do(table, "bob", cmd.Sit(1))
    with faults.directory.down("forget", "remember"):
        with pytest.raises(StoreUnavailable):
            await worker.do(table, "bob", cmd.Leave(), id_="tab.1")
        with pytest.raises(StoreUnavailable):
            await worker.do(table, "cat", cmd.Sit(2), id_="tab.1")
    assert await worker.do(table, "bob", cmd.Leave(), id_="tab.1") == 3
    assert await mine(worker, "bob") == []
