"""A game of days lies in PostgreSQL between the moves."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack

from app.db import parked
from app.db.parked import ParkedRow
from app.engine.basics import Millis
from app.games.catalogue import CATALOGUE
from app.jobs.janitor import QUIET, Janitor
from app.live.keys import Keys
from app.tables.parking import Parking
from app.tables.rooms import Rooms
from app.tables.service import Tables, wall_clock
from tests.chaos.kit import Cluster, assert_promises, clock, guests, log_of, play_on, seated, table_of


async def test_a_parked_table_is_woken_by_two_at_once_after_a_restart(cluster: Cluster) -> None:
    """Both workers are killed while it lies there; two people come at the same moment, to either worker."""
    began = clock()
    people = await guests(cluster.doors)
    table = await table_of(people, cluster.doors[0], clock="days")
    players = seated(people, table, cluster.doors)
    await play_on(players, 30)
    await asyncio.gather(*(player.stop() for player in players))
    before = await log_of(cluster, table)
    await nobody_is_at(cluster, table)
    await park(cluster)
    row = await row_of(cluster, table)
    assert row is not None
    assert list(row.bodies) == list(before.bodies)
    async with cluster.redis() as client:
        assert not [key async for key in client.scan_iter(f"*:t:{table}:*", 1000) if not key.endswith(":parked")]
        assert await client.zscore(Keys().timers(table), table) == row.deadline
    await asyncio.gather(*(worker.kill() for worker in cluster.workers))
    await cluster.whole()
    for player in (players[0], players[3]):
        player.start()
    for player in (players[0], players[3]):
        await player.until(lambda m: m.fresh)
    assert {player.at for player in (players[0], players[3])} == set(cluster.doors)
    woken = (await log_of(cluster, table)).head
    assert woken.epoch != before.head.epoch
    assert (woken.seq, woken.chain) == (before.head.seq, before.head.chain)
    for player in players[1:3]:
        player.start()
    await asyncio.gather(*(player.play() for player in players))
    truth = await assert_promises(cluster, table, players, began)
    assert {player.mirror.pos.epoch for player in players if player.mirror.pos} == {woken.epoch}
    assert truth.state.restored == 0
    assert await row_of(cluster, table) is None


async def park(cluster: Cluster) -> None:
    """What a janitor does in half an hour, by the clock of one who lives in the future."""
    ahead = 0

    def now() -> Millis:
        return Millis(wall_clock() + ahead)

    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(cluster.store())
        parking = Parking(store, await stack.enter_async_context(cluster.archive()), now)
        rooms = Rooms(store, CATALOGUE.get, parking)
        stack.push_async_callback(rooms.close)
        janitor = Janitor(Tables(store, rooms, now), rooms, parking)
        for _ in range(2):  # at the first it looks, at the second all has been quiet since
            ahead += QUIET
            await janitor.round()


async def nobody_is_at(cluster: Cluster, table: str, seconds: float = 60) -> None:
    """Wait until the workers have noticed that all sockets are closed."""
    end = time.monotonic() + seconds
    async with cluster.store() as store:
        while here := await store.presence.present(table, wall_clock()):
            assert time.monotonic() < end, here
            await asyncio.sleep(0.02)


async def row_of(cluster: Cluster, table: str) -> ParkedRow | None:
    async with cluster.archive() as archive, archive.reading() as session:
        return await parked.take(session, table)
