"""Workers die and are replaced; others take over what they had."""

from __future__ import annotations

import asyncio
import signal

from tests.chaos.kit import (
    Cluster,
    Person,
    Player,
    Refused,
    Worker,
    assert_promises,
    clock,
    everybody_has,
    guests,
    kill_in_flight,
    seated,
    table_of,
)
from tests.live.conftest import until


async def test_a_worker_is_killed_in_the_middle_of_a_trick(cluster: Cluster) -> None:
    """Seats at two workers, the fourth a bot; one worker dies with commands in flight, and is not brought back."""
    began = clock()
    people = await guests(cluster.doors, 3)
    table = await table_of(people, cluster.doors[0], bots=1)
    players = seated(people, table, cluster.doors)
    here, there = players[:2], players[2]
    await asyncio.gather(*(player.play(lambda m: m.seq > 40) for player in players))
    await kill_in_flight(cluster.workers[0], here, players)
    killed_at = there.mirror.seq
    await asyncio.gather(*(player.play() for player in players))
    truth = await assert_promises(cluster, table, players, began)
    assert all(player.closes for player in here)
    assert sum(commit.actor.kind == "bot" for commit in truth.commits[killed_at:]) > 30


async def test_a_worker_is_killed_in_the_middle_of_a_turn(cluster: Cluster) -> None:
    """The same where a turn is several commands: nothing of it is lost or comes twice."""
    began = clock()
    people = await guests(cluster.doors, 3)
    table = await table_of(people, cluster.doors[0], bots=1, game="canasta")
    players = seated(people, table, cluster.doors)
    # nobody has 1,000 points so soon
    await asyncio.gather(*(player.play(lambda m: m.seq > 12) for player in players))
    await kill_in_flight(cluster.workers[0], players[:2], players)
    await asyncio.gather(*(player.play() for player in players))
    await assert_promises(cluster, table, players, began)


async def test_workers_are_restarted_one_after_the_other(cluster: Cluster) -> None:
    """Ten tables, nine of them half bots; their players are told to come back, and nothing they did is lost."""
    began = clock()
    people = [await guests(cluster.doors, 4 if n == 0 else 2) for n in range(10)]
    names = await asyncio.gather(*(table_of(who, cluster.doors[0], bots=4 - len(who)) for who in people))
    tables = [seated(who, name, cluster.doors) for who, name in zip(people, names, strict=True)]
    everybody = [player for players in tables for player in players]
    games = [asyncio.create_task(player.play(pause=0.02)) for player in everybody]
    for player in everybody:
        await player.until(lambda m: m.fresh)
    for worker in cluster.workers:
        await restart(worker, everybody)
    for player in everybody[4:]:
        player.rest()
    await asyncio.gather(*games)
    for n, players in enumerate(tables):
        await players[0].until(lambda m: m.over or m.holds("person"))
        await assert_promises(cluster, names[n], players, began, finished=n == 0)


async def restart(worker: Worker, everybody: list[Player]) -> None:
    there = [player for player in everybody if player.at == worker.port]
    before = [player.mirror.seq for player in everybody]
    closes = [len(player.closes) for player in there]
    status = await worker.signal(signal.SIGTERM)
    assert status in (0, -signal.SIGTERM)  # uvicorn raises the signal once more when it has cleaned up
    assert there
    for player, so_far in zip(there, closes, strict=True):
        await until(lambda: len(player.closes) > so_far)  # noqa: B023
        assert player.closes[so_far] == 1012
    await worker.start()
    for player, seq in zip(everybody, before, strict=True):
        await player.until(lambda m: m.fresh and (m.seq > seq or m.over))  # noqa: B023


async def test_eight_writers_race_at_two_workers(cluster: Cluster) -> None:
    """For seats, and for every decision of a hand: one of them wins, the others learn that they did not."""
    began = clock()
    people = await guests(cluster.doors)
    crowd = [*people[1:], *[await Person.come(port, f"Eva {port}") for port in cluster.doors for _ in range(2)]]
    table = await people[0].open(cluster.doors[0])
    winners = await race_for_seats(cluster, table, crowd)
    people = [people[0], *winners]
    for person in winners:
        await person.post(cluster.doors[1], table, {"type": "ready", "ready": True})
    await people[0].post(cluster.doors[1], table, {"type": "start"})
    players = [p for doors in (cluster.doors, cluster.doors[::-1]) for p in seated(people, table, doors)]
    for _ in range(40):
        await race_for_a_turn(players)
    await asyncio.gather(*(player.play() for player in players[:4]))
    await assert_promises(cluster, table, players, began)


async def race_for_seats(cluster: Cluster, table: str, crowd: list[Person]) -> list[Person]:
    tries = [
        person.post(cluster.doors[n % 2], table, {"type": "sit", "seat": 1 + n % 3}) for n, person in enumerate(crowd)
    ]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(o for o in outcomes if isinstance(o, int)) == [2, 3, 4]
    assert {o.code for o in outcomes if isinstance(o, Refused)} == {"rule.seat_taken"}
    return [person for person, outcome in zip(crowd, outcomes, strict=True) if isinstance(outcome, int)]


async def race_for_a_turn(players: list[Player]) -> None:
    """All eight sockets, two of every person, play a card at once."""
    await everybody_has(players, 0)
    seq = max(player.mirror.seq for player in players)
    await everybody_has(players, seq)
    lowest = [{"type": "play", "card": min(player.mirror.private["hand"])} for player in players]
    plays = [p.do(p.choice() if p.mirror.to_act else low) for p, low in zip(players, lowest, strict=True)]
    outcomes = await asyncio.gather(*plays, return_exceptions=True)
    assert [o for o in outcomes if isinstance(o, int)] == [seq + 1]
    assert all(isinstance(o, int | Refused) for o in outcomes)
