"""One server with no services beside it: what it has acknowledged survives its death."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest_asyncio

from app.archive.finish import unpack
from app.db import games
from app.db.sessions import Database
from app.live.embedded import EmbeddedStore
from tests.chaos import proofs
from tests.chaos.kit import Person, Player, Worker, clock, guests, kill_in_flight, play_on, seated, table_of
from tests.promises import Truth


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Worker]:
    worker = await Worker(tmp_path).start()
    yield worker
    if worker.running:
        await worker.kill()


async def test_the_server_is_killed_and_started_again(server: Worker, tmp_path: Path) -> None:
    """In the middle of a trick, with acks on their way; meanwhile a second server on its folder is refused."""
    began, second = clock(), Worker(tmp_path)
    people = await guests([server.port])
    table = await table_of(people, server.port)
    left_alone = await table_of(people[:1], server.port, bots=3)
    players = seated(people, table, [server.port])
    second.app.launch()
    await asyncio.gather(play_on(players, 40), refused(second))
    await kill_in_flight(server, players, players)
    await server.start()
    games = [player.play() for player in players]
    await asyncio.gather(*games, bots_go_on(server, people[0], left_alone))
    await promises(server, tmp_path / "data", table, players, began)


async def refused(server: Worker) -> None:
    """It says why in one line, and ends."""
    process, end = server.app.process.popen, time.monotonic() + 120
    assert process is not None
    while process.poll() is None:
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
    assert process.returncode > 0
    assert "in use by another process" in server.app.log.splitlines()[0]
    assert "Traceback" not in server.app.log


async def bots_go_on(server: Worker, person: Person, table: str) -> None:
    """Their deadlines were kept, too."""
    player = Player(person, table, [server.port]).start()
    await player.until(lambda m: m.fresh)
    seq = player.mirror.seq
    await player.play(lambda m: m.seq > seq + 6)
    await player.stop()
    assert not player.mirror.faults


async def promises(server: Worker, data: Path, table: str, players: Sequence[Player], began: float) -> None:
    """All eight. The server ends in the middle, for its log can be read when it has gone only."""
    archive = Database(f"sqlite+aiosqlite:///{data / 'cards.db'}")
    truth = await recorded(archive, table)
    proofs.followed(players, truth)
    proofs.answered(players, truth)
    proofs.sound(truth, began)
    await proofs.archived_once(archive, truth)
    await archive.close()
    await asyncio.gather(*(player.stop() for player in players))
    assert await server.signal(signal.SIGTERM) in (0, -signal.SIGTERM)
    assert not server.faults()
    store = EmbeddedStore(data / "live.db")
    await store.open()
    page = await store.log.since(table, 0)
    assert page is not None
    assert list(page.bodies) == list(truth.bodies)
    late = 1 << 50
    assert not await store.outbox.waiting(late, 1, 99)
    assert table not in [claim.table for claim in await store.timers.claim(late, 1, 99)]
    assert table not in await store.directory.listings()
    await store.close()


async def recorded(archive: Database, table: str, seconds: float = 60) -> Truth:
    """The log as the archive has it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        async with archive.reading() as db:
            stored = await games.record(db, table)
        if stored is not None:
            return Truth([bytes(body) for body in unpack(stored).commits])
        await asyncio.sleep(0.05)
    raise AssertionError("the game is not archived")
