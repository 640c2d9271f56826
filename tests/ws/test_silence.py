"""A dead line that was not closed: others see within seconds that nobody is there, and when somebody is again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from app.ws import endpoint
from tests.live.conftest import until
from tests.promises import assert_current
from tests.workers import Clock
from tests.ws.conftest import Client, House, opened
from tests.ws.raw import RawSocket, joining

PING = 0.02
SWEEP = 0.25
"""As long as many answers to pings take, also those of a process that has just been held up."""
QUIET = 1.0


@pytest_asyncio.fixture
async def hearkening(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A house that looks for dead lines all the time."""
    monkeypatch.setattr(endpoint, "SWEEP", SWEEP)
    monkeypatch.setattr(endpoint, "QUIET", QUIET)
    async with opened(tmp_path, clock, ping=PING) as house:
        sweep = asyncio.create_task(house.door.sweep())
        yield house
        sweep.cancel()
        await asyncio.gather(sweep, return_exceptions=True)


async def seen(client: Client, *users: str) -> None:
    """Hear until these are there."""
    while client.viewers[1].heres[-1] != list(users):
        await client.until("presence")


async def test_who_gives_no_sign_of_life_is_seen_no_more_until_he_does(hearkening: House) -> None:
    worker = hearkening.worker
    table = await worker.create("bob")
    bob = await hearkening.enter("bob", table)
    mute = await RawSocket.open(hearkening.port, "ann")  # answers no pings
    mute.say(joining(table))
    await mute.hear(b'"presence"')
    await seen(bob, "ann", "bob")
    await seen(bob, "bob")
    await worker.hub.round()  # the renewal of those who are there renews nobody else
    assert [who.split()[0] for who in await worker.store.presence.present(table, worker.clock.now)] == ["bob"]
    mute.say('{"t":"ping"}')
    await seen(bob, "ann", "bob")
    assert len(hearkening.door._open) == 2, "nothing was closed"
    mute.drop()
    await seen(bob, "bob")


async def test_a_page_that_only_listens_answers_pings_and_stays(hearkening: House) -> None:
    table = await hearkening.worker.create("bob")
    ann, bob = await hearkening.enter("ann", table), await hearkening.enter("bob", table)
    await seen(bob, "ann", "bob")
    await asyncio.sleep(2 * QUIET)
    await bob.ask(t="ping")
    assert bob.viewers[1].heres[-1] == ["ann", "bob"]
    assert_current(ann.viewers[1], await hearkening.worker.truth(table))


async def test_one_dead_line_of_two_is_not_the_person_gone(hearkening: House) -> None:
    table = await hearkening.worker.create("bob")
    bob, other = await hearkening.enter("bob", table), await hearkening.enter("ann", table)
    mute = await RawSocket.open(hearkening.port, "ann")
    mute.say(joining(table))
    await mute.hear(b'"presence"')
    room = await hearkening.worker.rooms.get(table)
    await until(lambda: room.silent)
    await bob.ask(t="ping")
    assert bob.viewers[1].heres[-1] == ["ann", "bob"]
    await other.close()
    await seen(bob, "bob")
    mute.drop()
    await until(lambda: not room.silent)


async def test_a_process_that_was_held_up_takes_nobody_for_dead(hearkening: House) -> None:
    table = await hearkening.worker.create("bob")
    bob = await hearkening.enter("bob", table)
    await hearkening.enter("ann", table)
    await seen(bob, "ann", "bob")
    told = len(bob.viewers[1].heres)
    asyncio.get_running_loop().call_soon(time.sleep, 1.5 * QUIET)
    await asyncio.sleep(3 * SWEEP)
    await bob.ask(t="ping")
    assert len(bob.viewers[1].heres) == told
