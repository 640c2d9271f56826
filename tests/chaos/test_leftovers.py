"""After everything: what Valkey still holds is documented in app/live/keys.py, and ends by itself."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from websockets.asyncio.client import connect

from app.live.keys import REMEMBERED_MS, Keys
from app.ws.protocol import SUBPROTOCOL
from tests.chaos.kit import Cluster, Person, Player, Refused, assert_promises, clock, guests, seated, table_of
from tests.chaos.people import origin
from tests.live.conftest import until

FOR_EVER = re.compile(r"calypso:\{p\d\d\}:(timers|listings)")
ESTABLISHED = "01"


async def test_nothing_is_left_over(cluster: Cluster) -> None:
    """Of a game played and watched to its end, a table that everybody left, one that never was, and the lobby."""
    began = clock()
    async with cluster.redis() as client:
        await until_quiet(client, cluster)  # after what was before
        before = {*await client.keys("*")}
    people = await guests(cluster.doors)
    stranger = await Person.come(cluster.doors[1], "Eva")
    seen = asyncio.Event()
    heard: list[list[str]] = [[] for _ in cluster.doors]
    lobbies = [
        asyncio.create_task(look_at_lobby(stranger, port, seen, ear))
        for port, ear in zip(cluster.doors, heard, strict=True)
    ]
    await until(lambda: all(heard))
    await table_that_everybody_leaves(cluster, people[:2])
    table = await table_of(people, cluster.doors[0])
    players = seated(people, table, cluster.doors)
    watchers = [Player(stranger, table, [port]).start() for port in cluster.doors]
    nowhere = Player(stranger, "nowhere", cluster.doors).start()
    await asyncio.gather(*(player.play() for player in players))
    assert nowhere.mirror.ended == ["bad.table"]
    await nowhere.stop()
    await assert_promises(cluster, table, [*players, *watchers], began)
    seen.set()
    await asyncio.gather(*lobbies)
    assert min(len(ear) for ear in heard) > 4
    async with cluster.redis() as client:
        await until_quiet(client, cluster)
        await only_what_ends(client, before, [person.user for person in people])


async def look_at_lobby(person: Person, port: int, seen: asyncio.Event, heard: list[str]) -> None:
    """Hear what the lobby tells until enough is seen."""
    headers = {"Cookie": person.cookie, **origin(port)}
    how: dict[str, Any] = {"subprotocols": [SUBPROTOCOL], "additional_headers": headers}
    async with connect(f"ws://127.0.0.1:{port}/ws", **how) as socket:
        await socket.send('{"t":"lobby.join"}')
        await socket.send('{"t":"chat.say","id":"tab.1","text":"Hello"}')

        async def listen() -> None:
            while True:
                heard.append(str(await socket.recv()))

        listening = asyncio.create_task(listen())
        await seen.wait()
        listening.cancel()


async def table_that_everybody_leaves(cluster: Cluster, people: list[Person]) -> None:
    """The last to leave closes it, at whichever worker the others are."""
    table = await people[0].open(cluster.doors[0])
    await people[1].post(cluster.doors[1], table, {"type": "sit", "seat": 2})
    players = [Player(person, table, [port]).start() for person, port in zip(people, cluster.doors, strict=True)]
    for player in players:
        await player.until(lambda m: m.fresh)
        await player.do({"type": "leave"})
    for player in players:
        await player.until(lambda m: m.ended == ["rule.closed"])
        await player.stop()
    with pytest.raises(Refused, match=r"bad\.table"):
        await people[0].call(cluster.doors[0], "GET", f"/tables/{table}")


async def until_quiet(client: Redis, cluster: Cluster, seconds: float = 60) -> None:
    """No subscription, and no connection from a player."""
    end = time.monotonic() + seconds
    while (channels := await client.pubsub_channels("*")) or connections(cluster.doors):
        assert time.monotonic() < end, f"{channels}, {connections(cluster.doors)} connections"
        await asyncio.sleep(0.05)


def connections(ports: list[int]) -> int:
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(line[3] == ESTABLISHED and int(line[1].partition(":")[2], 16) in ports for line in lines)


async def only_what_ends(client: Redis, before: set[str], users: list[str]) -> None:
    for key in {*await client.keys("*")} - before:
        ends = await client.pttl(key)
        assert FOR_EVER.fullmatch(key) or 0 < ends <= REMEMBERED_MS, f"{key} ends in {ends} ms"
    keys = Keys()
    for key in keys.all_outboxes:
        assert not await client.exists(key), f"{key} holds {await client.zrange(key, 0, -1)}"
    for user in users:
        assert not await client.zrange(keys.tables_of(user), 0, -1)
