"""What the scenarios need, in one import; and the promises, all of them, at the end of each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from app.live.contracts import Page
from tests.chaos import proofs
from tests.chaos.cluster import Cluster, Worker
from tests.chaos.people import Person, Refused, table_of
from tests.chaos.player import Player
from tests.chaos.proxy import Leg, Proxy
from tests.promises import Truth

__all__ = ["Cluster", "Leg", "Person", "Player", "Proxy", "Refused", "Truth", "Worker", "guests", "seated", "table_of"]

NAMES = ("Anna", "Boris", "Clara", "Dmitri")


async def guests(doors: Sequence[int], number: int = 4) -> list[Person]:
    """So many people, each of whom got his session from another worker."""
    return await asyncio.gather(*(Person.come(doors[n % len(doors)], NAMES[n]) for n in range(number)))


def seated(people: Sequence[Person], table: str, doors: Sequence[int]) -> list[Player]:
    """Their sockets, split between the workers: the second half begins at the second door."""
    half = (len(people) + 1) // 2
    order = [list(doors) if n < half else [*doors[1:], *doors[:1]] for n in range(len(people))]
    return [Player(person, table, order[n]).start() for n, person in enumerate(people)]


async def log_of(cluster: Cluster, table: str) -> Page:
    """The log as the store has it."""
    async with cluster.store() as store:
        page = await store.log.since(table, 0)
    assert page is not None, "the table is gone"
    return page


async def assert_promises(
    cluster: Cluster, table: str, players: Sequence[Player], began: float, *lost: Truth, finished: bool = True
) -> Truth:
    """All eight. The sockets are closed at the end. `lost`: the log as it was before the store lost a part of it."""
    page = await log_of(cluster, table)
    for player in players:
        await player.until(lambda m: m.fresh and m.pos == page.head)
    truth = Truth(page.bodies)
    assert truth.tells(page.head)
    proofs.followed(players, truth, *lost)
    proofs.answered(players, truth, *lost)
    proofs.sound(truth, began)
    assert (truth.state.phase == "over") == finished
    if finished:
        async with cluster.archive() as archive:
            await proofs.archived_once(archive, truth)
    await asyncio.gather(*(player.stop() for player in players))
    async with cluster.redis() as client:
        await proofs.nothing_left(client, table, finished)
    faults = cluster.faults()
    assert not faults, faults[:3]
    return truth


def clock() -> float:
    return time.time()


async def play_on(players: Sequence[Player], seq: int) -> None:
    """Play until there are so many commits, and until everybody has heard of all."""
    await asyncio.gather(*(player.play(lambda m: m.seq >= seq) for player in players))
    await everybody_has(players, max(player.mirror.seq for player in players))


async def everybody_has(players: Sequence[Player], seq: int) -> None:
    """Wait until everybody is connected and holds so many commits."""
    for player in players:
        await player.until(lambda m: m.fresh and m.seq >= seq)


async def kill_in_flight(worker: Worker, here: Sequence[Player], players: Sequence[Player]) -> None:
    """Kill a worker in the middle of a trick or turn. Of the first two that are `here`, one has done something and not
    heard that it counts, and what the other does gets as far as the worker and no further."""
    unheard, unanswered = here[:2]
    unheard.withheld = []
    await until_midway(unanswered, players, unheard)
    worker.freeze()
    unanswered.do(unanswered.choice())
    await asyncio.sleep(0.1)
    await worker.kill()
    unheard.withheld = None


async def until_midway(player: Player, players: Sequence[Player], unheard: Player) -> None:
    """Play by hand until it is the player's turn in the middle of something, and the other waits for an answer."""
    while True:
        await player.until(lambda m: any(p.mirror.to_act and p.mirror.seq == m.seq for p in players))
        mover = next(p for p in players if p.mirror.to_act and p.mirror.seq == player.mirror.seq)
        mirror, seq = mover.mirror, mover.mirror.seq
        if mover is player and mirror.midway and unheard.outbox:
            return
        mover.do({"type": "next"} if mirror.phase == "between" else mover.choice())
        await everybody_has(players, seq + 1)
