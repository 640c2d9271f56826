"""Finished games reach the archive: at least once from the outbox, once in the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio

from app.archive.service import Archive
from app.db import users
from app.db.sessions import Database, DatabaseUnavailable
from app.engine.record import Record
from app.engine.table import commands as cmd
from app.games.catalogue import CATALOGUE
from app.jobs import outbox
from app.jobs.outbox import OutboxLoop
from app.live.contracts import Append, Position, Secrets, StoreUnavailable
from tests.faults import FaultyStore
from tests.live.conftest import until
from tests.played import bodies
from tests.promises import Viewer, assert_current
from tests.quiet import Logged
from tests.tables.conftest import MakeWorker
from tests.workers import Worker, begin, numbers, play

USERS = ("anna", "boris")


@pytest_asyncio.fixture
async def db(sqlite_url: str) -> AsyncIterator[Database]:
    db = Database(sqlite_url)
    yield db
    await db.close()


class Shelf:
    """An archive in memory, which may be away."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.chats: dict[str, tuple[int, bytes]] = {}
        self.away: Exception | None = None

    async def finish(self, record: Record) -> bool:
        if self.away:
            raise self.away
        new = all(kept.table != record.table for kept in self.records)
        self.records.append(record)
        return new

    async def keep_chat(self, game: str, last: int, lines: bytes) -> bool:
        if self.away:
            raise self.away
        self.chats[game] = last, lines
        return any(record.table == game for record in self.records)


def loop_of(worker: Worker, archive: Shelf | Archive) -> OutboxLoop:
    return OutboxLoop(worker.tables, worker.rooms, archive)


async def finished(worker: Worker, table: str = "", cut: int = 0) -> str:
    """A table that is over and waits to be archived; with `cut` its log lacks the end."""
    log = bodies("Played1", USERS)
    table = table or "Played1"
    first, *rest = log[: len(log) - cut]
    create = Append(table=table, expected=Position("", 0, ""), body=first, listing=b"{}")
    position = await worker.store.log.create(table, f"e{next(numbers)}", Secrets("00" * 32), create)
    for number, body in enumerate(rest, 2):
        last = number == len(log) - cut
        append = Append(table=table, expected=position, body=body, finished=last, listing=b"" if last else None)
        position = await worker.store.log.append(append)
        assert position
    for user in USERS:
        await worker.store.directory.remember(user, table, worker.clock.now)
    return table


async def waiting(worker: Worker) -> int:
    """Entries in the outbox, leased or not; all of them are leased then."""
    return len(await worker.store.outbox.waiting(worker.clock.now + 10**9, 0, 100))


async def test_a_game_played_here_is_archived_once(worker: Worker, db: Database) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    await play(table, {ann: worker})
    async with db.writing() as session:
        await users.add(session, "ann", "Ann", "en", 0)
    archive = Archive(db, CATALOGUE.get)
    loop = loop_of(worker, archive)
    assert await loop.round() == 1
    assert await loop.round() == 0
    page = await archive.mine("ann")
    assert [game.id for game in page.games] == [table]
    assert await worker.store.directory.tables_of("ann") == []
    assert await waiting(worker) == 0
    # and can still be looked at for a while
    late = await worker.join(Viewer(), table)
    assert late.public["phase"] == "over"
    assert_current(late, await worker.truth(table))
    assert await worker.refused(table, "ann", cmd.Leave()) == "rule.over"


async def test_two_workers_archive_one_game_once(worker: Worker, other: Worker) -> None:
    table = await finished(worker)
    shelf = Shelf()
    counts = await asyncio.gather(*(loop_of(w, shelf).round() for w in (worker, other)))
    assert sorted(counts) == [0, 1]
    assert [record.table for record in shelf.records] == [table]


async def test_an_entry_whose_archiver_died_comes_again(worker: Worker) -> None:
    await finished(worker)
    assert len(await worker.store.outbox.waiting(worker.clock.now, outbox.LEASE, 16)) == 1
    shelf = Shelf()
    loop = loop_of(worker, shelf)
    assert await loop.round() == 0
    worker.clock.forward(outbox.LEASE)
    assert await loop.round() == 1
    assert len(shelf.records) == 1


async def test_many_games_do_not_wait_for_the_next_look(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "POLL", 60)
    many = 2 * outbox.BATCH + 1
    for number in range(many):
        await finished(worker, f"Played1{number}")
    shelf = Shelf()
    loop = asyncio.create_task(loop_of(worker, shelf).run())
    await until(lambda: len(shelf.records) == many)
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)


async def test_a_database_that_is_away_is_asked_once_a_round(worker: Worker, logged: Logged) -> None:
    for number in range(outbox.BATCH):
        await finished(worker, f"Played1{number}")
    shelf = Shelf()
    shelf.away = DatabaseUnavailable("away")
    await loop_of(worker, shelf).round()
    assert len(logged.take("outbox.database")) == 1


@pytest.mark.parametrize(("part", "name"), [("directory", "forget"), ("log", "drop"), ("outbox", "done")])
@pytest.mark.parametrize("late", [False, True])
async def test_a_store_that_fails_in_the_middle_is_no_loss(
    worker: Worker, faults: FaultyStore, part: str, name: str, late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(worker)
    shelf = Shelf()
    loop = loop_of(worker, shelf)
    there = getattr(faults, part)

    async def fail(*args: object) -> None:
        if late:
            await method(*args)
        raise StoreUnavailable("away")

    method = getattr(there, name)
    with monkeypatch.context() as broken:
        broken.setattr(there, name, fail, raising=False)
        with pytest.raises(StoreUnavailable):
            await loop.round()
    worker.clock.forward(outbox.LEASE)
    done = part == "outbox" and late
    assert await loop.round() == (0 if done else 1)
    assert {record.table for record in shelf.records} == {table}
    assert await waiting(worker) == 0
    assert await worker.store.directory.tables_of("anna") == []
    assert await worker.store.log.head(table) is not None


async def test_a_database_that_is_away_is_waited_for(worker: Worker, logged: Logged) -> None:
    await finished(worker)
    shelf = Shelf()
    shelf.away = DatabaseUnavailable("away")
    loop = loop_of(worker, shelf)
    assert await loop.round() == 1
    assert logged.take("outbox.database")[0]["log_level"] == "warning"
    shelf.away = None
    assert await loop.round() == 0
    worker.clock.forward(outbox.LEASE)
    assert await loop.round() == 1
    assert len(shelf.records) == 1
    assert await waiting(worker) == 0


async def test_one_game_that_cannot_be_archived_does_not_keep_the_others(worker: Worker, logged: Logged) -> None:
    odd = "odd"
    create = Append(table=odd, expected=Position("", 0, ""), body=b"{}", finished=True)
    await worker.store.log.create(odd, "e", Secrets("00" * 32), create)
    table = await finished(worker)
    shelf = Shelf()
    await loop_of(worker, shelf).round()
    assert [record.table for record in shelf.records] == [table]
    logged.take("outbox.failed")


async def test_a_log_that_lost_its_end_is_archived_when_it_has_ended_again(worker: Worker, logged: Logged) -> None:
    table = await finished(worker, cut=1)
    shelf = Shelf()
    loop = loop_of(worker, shelf)
    assert await loop.round() == 1
    logged.take("outbox.unfit")
    assert await waiting(worker) == 0
    head = await worker.store.log.head(table)
    body = bodies("Played1", USERS)[-1]
    assert await worker.store.log.append(Append(table=table, expected=head, body=body, finished=True))
    assert await loop.round() == 1
    assert len(shelf.records) == 1


async def test_a_log_that_is_gone_is_done_with(worker: Worker) -> None:
    table = await finished(worker)
    await worker.store.log.drop(table)
    assert await loop_of(worker, Shelf()).round() == 1
    assert await waiting(worker) == 0


async def test_the_loop_outlives_faults(
    worker: Worker, faults: FaultyStore, logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "POLL", 0.005)
    await finished(worker)
    shelf = Shelf()
    with faults.outbox.down("waiting"):
        loop = asyncio.create_task(loop_of(worker, shelf).run())
        await until(lambda: any(entry["event"] == "outbox.store" for entry in logged._entries))
    await until(lambda: shelf.records)
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)
    logged.take("outbox.store")


async def test_a_restarted_server_archives_what_waited(make_worker: MakeWorker, tmp_path: Path) -> None:
    worker = await make_worker()
    table = await finished(worker)
    await worker.store.close()
    await worker.store.open()
    shelf = Shelf()
    assert await loop_of(worker, shelf).round() == 1
    assert [record.table for record in shelf.records] == [table]


# --- chat -------------------------------------------------------------------------------------------------------------


async def test_what_was_said_is_archived_with_the_game_and_after_it(worker: Worker, db: Database) -> None:
    table = await worker.create()
    ann = await worker.join(Viewer("ann"), table)
    await worker.join(Viewer("eve"), table)
    await begin(worker, table)
    await worker.say(table, "ann", "good luck", id_="tab.1")
    await play(table, {ann: worker})
    async with db.writing() as session:
        await users.add(session, "ann", "Ann", "en", 0)
    archive = Archive(db, CATALOGUE.get)
    loop = loop_of(worker, archive)
    worker.hub.on_late = loop.said_late

    async def told() -> list[dict[str, object]]:
        lines: list[dict[str, object]] = msgspec.json.decode(await archive.review(table, "ann"))["chat"]
        return lines

    # said before it is archived, when there is no game yet to put it beside
    await worker.say(table, "eve", preset="good_game")
    await until(lambda: not worker.rooms.busy)
    assert await loop.round() == 1
    assert await told() == msgspec.to_builtins(list(ann.chat.values()))
    assert [line.get("text", line.get("preset")) for line in await told()] == ["good luck", "good_game"]
    # and after
    assert await worker.say(table, "ann", "thanks to all") == 3
    await until(lambda: not worker.rooms.busy)
    assert await told() == msgspec.to_builtins(list(ann.chat.values()))
    assert len(await told()) == 3


async def test_a_line_that_is_there_twice_is_archived_once(worker: Worker) -> None:
    table = await finished(worker)
    words = {"id": "tab.1", "at": 5, "user": "anna", "name": "Anna", "seat": 0, "text": "hello"}
    for more in ({}, {}, {"id": "tab.2", "text": "there"}):
        await worker.store.chat.say(table, msgspec.json.encode(words | more), 200)
    shelf = Shelf()
    await loop_of(worker, shelf).round()
    last, lines = shelf.chats[table]
    assert last == 3
    assert [(line["n"], line["text"]) for line in msgspec.json.decode(lines)] == [(1, "hello"), (3, "there")]
    assert all("id" not in line for line in msgspec.json.decode(lines))


async def test_where_nothing_was_said_nothing_is_kept(worker: Worker) -> None:
    await finished(worker)
    shelf = Shelf()
    assert await loop_of(worker, shelf).round() == 1
    assert shelf.chats == {}


async def test_a_late_line_while_the_database_is_away(worker: Worker, logged: Logged) -> None:
    table = await finished(worker)
    shelf = Shelf()
    loop = loop_of(worker, shelf)
    await loop.round()
    worker.hub.on_late = loop.said_late
    await worker.join(Viewer("anna"), table)
    shelf.away = DatabaseUnavailable("away")
    assert await worker.say(table, "anna", "well") == 1
    await until(lambda: not worker.rooms.busy)
    logged.take("outbox.chat")
    shelf.away = None
    assert await worker.say(table, "anna", "played") == 2
    await until(lambda: not worker.rooms.busy)
    assert shelf.chats[table][0] == 2
