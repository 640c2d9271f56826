"""Stores that die, come back, or come back older than they were."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

from app.live.keys import Keys
from tests.chaos.kit import (
    Cluster,
    Player,
    Truth,
    assert_promises,
    clock,
    guests,
    log_of,
    play_on,
    seated,
    table_of,
)
from tests.live.conftest import until


async def test_valkey_is_restored_from_an_older_copy(cluster: Cluster) -> None:
    """All that were connected, and one who was not, go on from there under a new epoch, and are told."""
    began = clock()
    people = await guests(cluster.doors)
    table = await table_of(people, cluster.doors[0])
    players = seated(people, table, cluster.doors)
    await play_on(players, 30)
    await cluster.flushed()
    older = cluster.valkey.copy()
    await play_on(players, 50)
    await players[3].stop()
    lost = Truth((await log_of(cluster, table)).bodies)
    epoch = players[0].mirror.pos.epoch
    cluster.valkey.kill()
    go_back(cluster, older)
    for player in players[:3]:
        await player.until(lambda m: m.fresh and m.public.get("restored") == 1 and m.pos.epoch != epoch)
    players[3].start()  # ahead of the server
    await players[3].until(lambda m: m.fresh and m.pos.epoch != epoch)
    await asyncio.gather(*(player.play() for player in players))
    truth = await assert_promises(cluster, table, players, began, lost)
    told_once(truth, players)


async def test_a_lone_page_knows_more_than_anybody(cluster: Cluster) -> None:
    """Nobody is connected, and no worker remembers: the first who comes back is ahead of everything."""
    began = clock()
    people = await guests(cluster.doors)
    table = await table_of(people, cluster.doors[0])
    players = seated(people, table, cluster.doors)
    await play_on(players, 20)
    await cluster.flushed()
    older = cluster.valkey.copy()
    await play_on(players, 30)
    lost = Truth((await log_of(cluster, table)).bodies)
    await asyncio.gather(*(player.stop() for player in players))
    await asyncio.gather(*(worker.signal(signal.SIGKILL) for worker in cluster.workers))
    cluster.valkey.kill()
    go_back(cluster, older)
    await cluster.whole()
    for player in reversed(players):
        player.start()
        await player.until(lambda m: m.fresh and m.public.get("restored") == 1)
    await asyncio.gather(*(player.play() for player in players))
    truth = await assert_promises(cluster, table, players, began, lost)
    told_once(truth, players)


def go_back(cluster: Cluster, older: Path) -> None:
    cluster.valkey.restore(older)
    cluster.valkey.start()


def told_once(truth: Truth, players: list[Player]) -> None:
    """The table says once that it was taken back, to everybody."""
    assert truth.state.restored == 1
    for player in players:
        said = [note for snap in player.mirror.snaps[-1:] for note in snap["log"] if note == ["restored"]]
        assert said == [["restored"]]


async def test_both_stores_go_away_and_come_back(cluster: Cluster) -> None:
    """Valkey is killed with commands in flight; the game ends while PostgreSQL is away, and is stored later."""
    began = clock()
    people = await guests(cluster.doors)
    table = await table_of(people, cluster.doors[0])
    players = seated(people, table, cluster.doors)
    await play_on(players, 60)
    await cluster.flushed()
    cluster.valkey.freeze()
    games = [asyncio.create_task(player.play()) for player in players]
    await until(lambda: any(player.outbox for player in players))
    cluster.valkey.kill()
    await asyncio.sleep(0.3)
    cluster.valkey.start()
    await players[0].until(lambda m: m.fresh and m.seq > 100)
    cluster.postgres.stop()
    await asyncio.gather(*games)
    async with cluster.redis() as client:
        assert await client.zscore(Keys().outbox(table), table) is not None
    await asyncio.sleep(0.5)
    cluster.postgres.start()
    truth = await assert_promises(cluster, table, players, began)
    assert truth.state.restored == 0
    assert len({step.pos.epoch for player in players for step in player.mirror.steps}) == 1
