"""What the embedded twin promises besides: one process, nothing acknowledged is lost, one sync for many appends."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.live.contracts import NO_CHAIN, Append, Page, Position, Secrets, StoreUnavailable, link
from app.live.embedded import EmbeddedStore, schema
from tests.live.conftest import begin, chain_of, commit, extend, new_id

ROOT = Path(__file__).parent.parent.parent

HOLD = """
import asyncio, sys
from app.live.embedded import EmbeddedStore
async def main():
    await EmbeddedStore(sys.argv[1]).open()
    print("open", flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""

FORK = HOLD.replace("    print(", "    import os, time\n    if not os.fork(): time.sleep(60)\n    print(")

WRITE = """
import asyncio, sys
from app.live.contracts import Append, Position, Secrets
from app.live.embedded import EmbeddedStore
async def writer(store, n):
    table = str(n)
    at = await store.log.create(table, "e", Secrets(""), Append(table=table, expected=Position("", 0, ""), body=b"0"))
    while True:
        print(table, at.seq, at.chain, flush=True)
        at = await store.log.append(Append(table=table, expected=at, body=b"%d" % at.seq, deadline=at.seq + 1))
async def main():
    store = EmbeddedStore(sys.argv[1])
    await store.open()
    await asyncio.gather(*[writer(store, n) for n in range(8)])
asyncio.run(main())
"""

PARK = """
import asyncio, itertools, sys
from app.live.contracts import Append, Position, Secrets
from app.live.embedded import EmbeddedStore
async def parker(store, n):
    table, bodies = str(n), [b"0"]
    first = Append(table=table, expected=Position("", 0, ""), body=b"0", deadline=1)
    at = await store.log.create(table, "e", Secrets("s"), first)
    for turn in itertools.count(1):
        bodies.append(b"%d" % turn)
        at = await store.log.append(Append(table=table, expected=at, body=bodies[-1], deadline=1))
        await store.chat.say(table, b"line", 3)
        lines = await store.chat.said(table)
        print(table, turn, "park", flush=True)
        assert await store.log.park(table, at, turn)
        print(table, turn, "parked", flush=True)
        at = await store.log.wake(table, f"e{turn}", Secrets("s"), bodies, 1, lines)
        print(table, turn, "woken", flush=True)
async def main():
    store = EmbeddedStore(sys.argv[1])
    await store.open()
    await asyncio.gather(*[parker(store, n) for n in range(8)])
asyncio.run(main())
"""

Run = Callable[[str, Path], "subprocess.Popen[str]"]


@pytest.fixture
def run() -> Iterator[Run]:
    """Runs a program on a file in a process group of its own, which is killed at the end."""
    started: list[subprocess.Popen[str]] = []

    def start(program: str, path: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", program, str(path)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True)
        started.append(process)
        return process

    yield start
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


async def due(store: EmbeddedStore, table: str) -> int | None:
    select = "SELECT due FROM tables WHERE id = ?"
    (found,) = await store._journal.run(lambda db: db.execute(select, (table,)).fetchone())
    return found


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.live.embedded.schema.LOCK_WAIT_S", 0.1)


@pytest.mark.usefixtures("impatient")
async def test_a_second_process_is_refused_until_the_first_dies(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "live.db"
    first = run(HOLD, path)
    assert line(first) == "open\n"
    store = EmbeddedStore(path)
    with pytest.raises(StoreUnavailable, match=r"live\.db is in use by another process, and only one"):
        await store.open()
    first.kill()
    first.wait()
    await store.open()
    await begin(store, "t")
    await store.close()


async def test_a_child_that_outlives_its_parent_does_not_hold_the_file(run: Run, tmp_path: Path) -> None:
    parent = run(FORK, tmp_path / "live.db")
    assert line(parent) == "open\n"
    parent.kill()
    parent.wait()
    store = EmbeddedStore(tmp_path / "live.db")
    await store.open()
    await store.close()


@pytest.mark.usefixtures("impatient")
async def test_a_second_store_in_the_same_process_is_refused(tmp_path: Path) -> None:
    first, second = EmbeddedStore(tmp_path / "live.db"), EmbeddedStore(tmp_path / "live.db")
    await first.open()
    with pytest.raises(StoreUnavailable, match="in use"):
        await second.open()
    await begin(first, "t")
    await first.close()
    await second.open()
    assert await second.log.head("t") is not None
    await second.close()


async def test_nothing_acknowledged_is_lost_to_a_kill(run: Run, tmp_path: Path) -> None:
    process = run(WRITE, tmp_path / "live.db")
    for _ in range(400):
        line(process)
    process.kill()
    said, _ = process.communicate()
    acknowledged = {}
    for words in map(str.split, said.splitlines()):
        if len(words) == 3 and len(words[2]) == 8:  # the last line may be cut
            acknowledged[words[0]] = int(words[1])
    store = EmbeddedStore(tmp_path / "live.db")
    await store.open()
    for table in map(str, range(8)):
        page = await store.log.since(table, 0)
        assert page is not None
        assert page.head.seq >= acknowledged.get(table, 1)
        assert [*page.bodies] == [b"%d" % n for n in range(page.head.seq)]
        assert page.head == Position("e", len(page.bodies), chain_of(page.bodies))
        assert await due(store, table) == page.head.seq  # the deadline belongs to the same step
        await extend(store, table, page.head)
    await store.close()


async def test_a_kill_while_tables_are_parked_and_woken_leaves_either_state(run: Run, tmp_path: Path) -> None:
    process = run(PARK, tmp_path / "live.db")
    said = [line(process) for _ in range(150)]
    process.kill()
    rest, _ = process.communicate()
    lines = [text.split() for text in [*said, *rest.splitlines(keepends=True)] if text.endswith("\n")]
    told = {table: (int(turn), what) for table, turn, what in lines}
    store = EmbeddedStore(tmp_path / "live.db")
    await store.open()
    assert len(told) == 8
    for table, (turn, what) in told.items():
        page, chat = await store.log.since(table, 0), await store.chat.said(table)
        if page is None:
            assert what != "woken"
            assert (chat, await store.log.secrets(table)) == ([], None)
        else:
            assert [*page.bodies] == [b"%d" % n for n in range(page.head.seq)]
            assert page.head.chain == chain_of(page.bodies)
            assert page.head.seq in ({turn + 1} if what != "woken" else {turn + 1, turn + 2})
            assert await store.log.secrets(table) == Secrets("s")
            last = chat[-1][0] if chat else 0
            assert [n for n, _ in chat] == list(range(max(1, last - 2), last + 1))
            assert last in {page.head.seq - 1, page.head.seq - 2}
        assert await due(store, table) == 1
    await store.close()


async def test_a_file_of_the_version_before_is_brought_up_to_date(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "live.db") as db:
        db.executescript(schema.FIRST)
        sql = "INSERT INTO tables (id, epoch, seq, chain, secrets, due) VALUES (?, ?, ?, ?, ?, ?)"
        db.execute(sql, ("t", "e", 1, link(NO_CHAIN, b"first"), b'{"chain_end":"s"}', 7))
        db.execute("INSERT INTO commits VALUES ('t', 1, ?)", (b"first",))
        db.execute("PRAGMA user_version=1")
    db.close()
    store = EmbeddedStore(tmp_path / "live.db")
    for number in (1, 2):
        await store.open()
        assert await store.log.since("t", 0) == Page(Position("e", 1, link(NO_CHAIN, b"first")), [b"first"])
        assert await store.chat.say("t", b"hello", 5) == number
        await store.close()


async def test_one_bad_request_does_not_fail_those_beside_it(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path / "live.db")
    await store.open()
    tables = [new_id(), "\ud800", new_id()]
    born = await asyncio.gather(
        *[store.log.create(t, "e", Secrets(""), commit(t)) for t in tables], return_exceptions=True
    )
    assert isinstance(born[1], StoreUnavailable)
    assert [await store.log.head(t) for t in (tables[0], tables[2])] == [born[0], born[2]]
    await store.close()


async def test_a_full_disk_is_an_answer_and_passes(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path / "live.db")
    await store.open()
    at = await begin(store, "t")
    await store._journal.run(lambda db: db.execute("PRAGMA max_page_count=20").fetchall())
    with pytest.raises(StoreUnavailable, match="full"):
        await store.log.append(commit("t", at, b"x" * 1_000_000))
    assert await store.log.head("t") == at
    await store._journal.run(lambda db: db.execute("PRAGMA max_page_count=1000000").fetchall())
    await extend(store, "t", at)
    await store.close()


async def test_files_that_cannot_be_used_are_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "garbage").write_bytes(b"not a database, " * 100)
    (tmp_path / "file").write_text("")
    with sqlite3.connect(tmp_path / "newer") as db:
        db.execute("PRAGMA user_version=99")
    db.close()
    for name, says in (
        ("garbage", "not a database"),
        ("file/live.db", "cannot be opened"),
        ("newer", "written by a newer version"),
    ):
        store = EmbeddedStore(tmp_path / name)
        with pytest.raises(StoreUnavailable, match=says) as refusal:
            await store.open()
        assert "\n" not in str(refusal.value)
        await store.close()


async def test_the_folder_is_made(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path / "some" / "where" / "live.db")
    await store.open()
    await store.close()
    assert (tmp_path / "some" / "where" / "live.db").exists()


async def test_many_appends_share_a_sync(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path / "live.db")
    await store.open()
    transactions = 0
    transact = store._journal._transact

    def count(db: sqlite3.Connection, batch: list[object]) -> None:
        nonlocal transactions
        transactions += 1
        transact(db, batch)

    store._journal._transact = count
    heads = await asyncio.gather(*[begin(store, f"t{n}") for n in range(64)])
    start = time.perf_counter()
    transactions = 0
    await asyncio.gather(*[extend(store, f"t{n}", at, 10) for n, at in enumerate(heads)])
    each = (time.perf_counter() - start) / 640
    await store.close()
    print(f"640 appends in {transactions} transactions, {each * 1e6:.0f} us each")
    assert transactions < 320


async def test_a_store_in_memory_forgets() -> None:
    store = EmbeddedStore(":memory:")
    await store.open()
    await begin(store, "t")
    await store.close()
    await store.open()
    assert await store.log.append(Append(table="t", expected=Position("e1", 1, ""), body=b"")) is None
    await store.close()
