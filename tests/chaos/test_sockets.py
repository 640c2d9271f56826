"""Frames that come twice, late, in another order or on two sockets; sockets that are cut or fall silent."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest_asyncio

from tests.chaos.kit import (
    Cluster,
    Player,
    Proxy,
    Refused,
    assert_promises,
    clock,
    everybody_has,
    guests,
    play_on,
    seated,
    table_of,
)
from tests.live.conftest import until


@pytest_asyncio.fixture
async def proxies(cluster: Cluster) -> AsyncIterator[list[Proxy]]:
    async with Proxy(cluster.doors[0]) as first, Proxy(cluster.doors[1]) as second:
        yield [first, second]


async def test_frames_come_twice_late_and_in_another_order(cluster: Cluster) -> None:
    began = clock()
    people = await guests(cluster.doors)
    table = await people[0].open(cluster.doors[0])
    for seat in (1, 2, 3):
        await people[seat].post(cluster.doors[0], table, {"type": "sit", "seat": seat})
    players = seated(people, table, cluster.doors)
    await ready_backwards(players[1:])
    await players[0].do({"type": "start"})
    for player in players:
        player.times = 3
    await play_on(players, 30)
    await two_cards_for_one_turn(await mover(players))
    for player in players:
        player.times = 1
    twins = seated(people, table, cluster.doors[::-1])
    await one_command_at_two_workers(players, twins)
    games = [asyncio.create_task(player.play()) for player in players[1:]]
    await late_acks(players[0])
    await asyncio.gather(players[0].play(), *games)
    await assert_promises(cluster, table, [*players, *twins], began)
    assert any(len(answers) == 3 for answers in players[0].answers.values())


async def mover(players: list[Player]) -> Player:
    """Who has to play a card; everybody's view shows it."""
    await everybody_has(players, max(player.mirror.seq for player in players))
    return next(player for player in players if player.mirror.to_act)


async def ready_backwards(players: list[Player]) -> None:
    """Ready, not ready, ready: said in this order, sent the other way round."""
    for player in players:
        await player.until(lambda m: m.fresh)
        player.held = []
        said = [player.do({"type": "ready", "ready": ready}) for ready in (True, False, True)]
        await asyncio.sleep(0)
        await player.release(lambda ids: ids[::-1])
        first, second, third = await asyncio.gather(*said)
        assert third < second < first


async def two_cards_for_one_turn(player: Player) -> None:
    """The one that was meant later comes first, and counts."""
    player.held = []
    said = [player.do(player.choice()) for _ in range(2)]
    await asyncio.sleep(0)
    await player.release(lambda ids: ids[::-1])
    first, second = await asyncio.gather(*said, return_exceptions=True)
    assert isinstance(first, Refused)
    assert first.code == "stale.turn"
    assert isinstance(second, int)


async def one_command_at_two_workers(players: list[Player], twins: list[Player]) -> None:
    """The same person, the same id, at once: one commit, the same answer for both."""
    apart = 0
    for number in range(8):
        player = await mover(players)
        twin = twins[players.index(player)]
        await twin.until(lambda m: m.fresh)
        apart += player.at != twin.at
        id_ = f"both.{number + 1}"
        play = player.choice()
        message = {"t": "table.do", "table": player.table, "id": id_, "turn": player.mirror.turn, "cmd": play}
        seq = player.mirror.seq + 1
        await asyncio.gather(player.put(message), twin.put(message))
        for one in (player, twin):
            await one.until(lambda m: bool(one.answers.get(id_)))  # noqa: B023
            assert one.answers[id_] == [seq]
        await everybody_has(players, seq)
    assert apart


async def late_acks(player: Player) -> None:
    """Three moves long the player hears no ack; what he did shows all the same."""
    player.withheld, said = [], []
    for _ in range(3):
        await player.until(lambda m: m.to_act)
        seq = player.mirror.seq
        between = player.mirror.phase == "between"
        said.append(player.do({"type": "next"} if between else player.choice()))
        await player.until(lambda m: m.seq > seq)  # noqa: B023
    assert not any(one.done() for one in said)
    player.hear_withheld()
    await asyncio.gather(*said)


async def test_sockets_are_cut_and_fall_silent(cluster: Cluster, proxies: list[Proxy]) -> None:
    """A silent one is replaced by the page's own watchdog, and the new one has the seat at once."""
    began, dice = clock(), random.Random(6)
    people = await guests(cluster.doors)
    table = await table_of(people, cluster.doors[0])
    players = seated(people, table, [proxy.port for proxy in proxies])
    for player in players:
        player.silence = 0.6
    games = [asyncio.create_task(player.play(pause=0.01)) for player in players]
    for _ in range(8):
        await players[0].until(lambda m: m.fresh)
        await asyncio.sleep(dice.uniform(0.05, 0.2))
        dice.choice(proxies).cut()
    for _ in range(2):
        await silence(proxies, players)
    proxies[1].slow(0.08)
    seq = players[0].mirror.seq
    await players[0].until(lambda m: m.over or m.seq > seq + 6)
    proxies[1].slow(0)
    await asyncio.gather(*games)
    for proxy in proxies:
        proxy.cut_dark()  # else the server would keep them for its thirty seconds
    await assert_promises(cluster, table, players, began)


async def silence(proxies: list[Proxy], players: list[Player]) -> None:
    """At one door nothing passes any more on the connections of now, and nobody is told."""
    await until(lambda: all(player.mirror.fresh for player in players))
    proxy = next(proxy for proxy in proxies if proxy.port == players[0].at)
    struck = [player for player in players if player.at == proxy.port]
    proxy.blackhole()
    dead = [player.socket for player in struck]
    for player, socket in zip(struck, dead, strict=True):
        await player.until(lambda m: m.over or (m.fresh and player.socket is not socket))  # noqa: B023
    seq = players[0].mirror.seq
    await players[0].until(lambda m: m.over or m.seq > seq)
