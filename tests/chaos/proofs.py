"""The promises that show only outside of a process: at sockets, in the log, in both stores. See tests/promises.py."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import msgspec
from redis.asyncio import Redis

from app.archive.finish import row_of, unpack
from app.db import games
from app.db.sessions import Database
from app.engine.record import audit, build
from app.live.keys import Keys
from tests.chaos.player import Player
from tests.engine.checks import clocks_charge_the_mover, time_and_turn_go_on
from tests.engine.crowd import CARDS
from tests.promises import Truth, assert_current, assert_no_leak, assert_once, assert_one_truth

EVERY = 9
"""Every so many commits a viewer's hidden cards are swapped."""
PACKS = {"calypso": 208, "canasta": 108}
"""Cards of the games that are played here."""


def followed(players: Sequence[Player], truth: Truth, *lost: Truth) -> None:
    """1. no gaps, 2. one truth, 5. no leak. `lost`: the log as it was before the store lost a part of it."""
    for player in players:
        assert not player.mirror.faults, player.mirror.faults
        assert_current(player.mirror, truth)
        assert_one_truth(player.mirror, truth, *lost)
        if not lost:
            assert_no_leak(player.mirror, truth, EVERY)


def answered(players: Sequence[Player], truth: Truth, *lost: Truth) -> None:
    """3. exactly once: one answer to every command; an ack is the id's only commit, a refusal is none."""
    acks: dict[tuple[str, str], int] = {}
    done = {(commit.actor.user, commit.id) for commit in truth.commits}
    for player in players:
        user = player.person.user
        assert not player.outbox, f"{player.person.name} waits for {player.outbox}"
        for id_, answers in player.answers.items():
            if isinstance(answers[0], int):
                assert len(set(answers)) == 1, f"{id_}: {answers}"
                acks[user, id_] = answers[0]
            else:
                assert (user, id_) not in done, f"{id_}: {answers}, and done"
    for before in lost:
        gone = {(commit.actor.user, commit.id) for commit in before.commits} - done
        acks = {key: seq for key, seq in acks.items() if key not in gone}
    assert_once(truth, acks)


def sound(truth: Truth, began: float) -> None:
    """4. every card is in one place, 6. only the server's clock decides."""
    for before, after, commit in zip(truth.states, truth.states[1:], truth.commits[1:], strict=False):
        if after.play is not None:
            assert CARDS[after.game](after.play).total() == PACKS[after.game], f"cards at {after.seq}"
        time_and_turn_go_on(before, after, commit)
        clocks_charge_the_mover(truth.kernel, before, after, commit)
    assert began * 1000 - 50 <= truth.commits[0].at <= truth.commits[-1].at <= time.time() * 1000 + 50


async def archived_once(archive: Database, truth: Truth, seconds: float = 60) -> None:
    """7. One row with the right result, its seats, and a record that replays and can be audited."""
    table, end = truth.state.table, time.monotonic() + seconds
    while True:
        async with archive.reading() as db:
            row, stored = await games.get(db, table), await games.record(db, table)
        if row is not None and stored is not None:
            break
        assert time.monotonic() < end, "the game is not archived"
        await asyncio.sleep(0.05)
    record = build(truth.kernel, truth.bodies)
    assert as_json(row) == as_json(row_of(record))
    assert unpack(stored) == record
    assert audit(truth.kernel, record) == len(truth.bodies)


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


async def nothing_left(client: Redis, table: str, finished: bool, seconds: float = 60) -> None:
    """8. Once all sockets are closed: no subscription, no outbox entry, no key of a finished table without an end."""
    keys, end = Keys(), time.monotonic() + seconds
    while left := await _left(client, keys, table, finished):
        assert time.monotonic() < end, f"left over: {left}"
        await asyncio.sleep(0.05)


async def _left(client: Redis, keys: Keys, table: str, finished: bool) -> list[str]:
    channels = (keys.commits(table), keys.announcements(table))
    left = [str(name) for name, heard in await client.pubsub_numsub(*channels) if heard]
    if await client.pttl(keys.present(table)) == -1:
        left.append(keys.present(table))
    if finished:
        left += [key for key in (keys.log(table), keys.head(table)) if await client.pttl(key) == -1]
        left += [key for key in (keys.outbox(table), keys.timers(table)) if await client.zscore(key, table) is not None]
        left += [keys.listings(table)] if await client.hexists(keys.listings(table), table) else []
    return left
