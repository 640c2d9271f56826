"""How long a line takes there and back: measured by pings that the peer's socket answers by itself."""

from __future__ import annotations

import time
from pathlib import Path

from app.ws.connection import SocketOutlet
from app.ws.transport import MOST_LAG, ROUND_TRIPS
from tests.chaos.proxy import Proxy
from tests.live.conftest import until
from tests.workers import Clock, at_play, wish
from tests.ws.conftest import House, opened
from tests.ws.raw import RawSocket

PING = 0.02
SLACK = 60
"""ms that are added where nobody is held up. One answer may be; of several that come, not all are."""


def outlets(house: House) -> list[SocketOutlet]:
    return list(house.door._open)


async def test_the_lag_is_known_from_the_first_ping_on(house: House) -> None:
    async with Proxy(house.port) as proxy:
        proxy.slow(0.06)
        began = time.monotonic()
        ann = await house.connect("ann", port=proxy.port)
        await ann.hear()
        (outlet,) = outlets(house)
        await until(lambda: outlet.lag)
        assert 120 <= outlet.lag <= (time.monotonic() - began) * 1000
        await ann.close()


async def test_the_lag_is_that_of_the_line(tmp_path: Path, clock: Clock) -> None:
    async with opened(tmp_path, clock, ping=PING) as house, Proxy(house.port) as proxy:
        proxy.slow(0.06)
        ann = await house.connect("ann", port=proxy.port)
        await ann.hear()
        (outlet,) = outlets(house)
        await until(lambda: 0 < outlet.lag <= 120 + SLACK)
        assert outlet.lag >= 120
        await ann.close()


async def test_the_lag_of_a_move_is_in_the_log(house: House) -> None:
    worker = house.worker
    table, page = await at_play(worker)
    async with Proxy(house.port) as proxy:
        proxy.slow(0.06)
        ann = await house.connect("ann", port=proxy.port)
        await ann.hear()
        (outlet,) = outlets(house)
        await until(lambda: outlet.lag)
        answer = await ann.do(table, {"type": "play", "card": wish(page).card}, "tab.1", page.turn)
        truth = await worker.truth(table)
        assert truth.commits[answer[1] - 1].lag == outlet.lag
        assert [commit.lag for commit in truth.commits[: answer[1] - 1]] == [0] * (answer[1] - 1)
        await ann.close()


async def test_no_more_than_so_much_is_believed(tmp_path: Path, clock: Clock) -> None:
    async with opened(tmp_path, clock, ping=PING) as house, Proxy(house.port) as proxy:
        proxy.slow((MOST_LAG / 1000 + 0.1) / 2)
        ann = await house.connect("ann", port=proxy.port)
        await ann.hear()
        (outlet,) = outlets(house)
        await until(lambda: outlet.lag)
        assert outlet.lag == MOST_LAG
        await ann.close()


async def test_a_line_is_as_quick_as_its_shortest_of_the_last_round_trips(tmp_path: Path, clock: Clock) -> None:
    async with opened(tmp_path, clock, ping=PING) as house, Proxy(house.port) as proxy:
        proxy.slow(0.06)
        ann = await house.connect("ann", port=proxy.port)
        await ann.hear()
        (outlet,) = outlets(house)
        await until(lambda: outlet.lag)
        proxy.slow(0)
        await until(lambda: outlet.lag <= SLACK)
        proxy.slow(0.06)
        pong = outlet._wire._round_trips  # type: ignore[union-attr]
        await until(lambda: pong[-1] >= 0.12)
        assert outlet.lag <= SLACK, "one slow answer counts for nothing"
        await until(lambda: outlet.lag >= 120)
        assert len(pong) == ROUND_TRIPS
        await ann.close()


async def test_who_does_not_answer_pings_has_no_lag(tmp_path: Path, clock: Clock) -> None:
    async with opened(tmp_path, clock, ping=PING) as house:
        deaf = await RawSocket.open(house.port, "ann")
        await deaf.hear(b"hello")
        deaf.say('{"t":"ping"}')
        await deaf.hear(b"pong")
        # a pong that nobody has asked for
        deaf.writer.write(b"\x8a\x84" + bytes(4) + b"abcd")
        deaf.say('{"t":"ping"}')
        await deaf.hear(b"pong")
        (outlet,) = outlets(house)
        assert outlet.lag == 0
        deaf.drop()


async def test_a_server_with_another_socket_class_measures_nothing(tmp_path: Path, clock: Clock) -> None:
    async with opened(tmp_path, clock, ws="websockets-sansio") as house:
        ann = await house.enter("ann")
        (outlet,) = outlets(house)
        assert (await ann.ask(t="ping"))["t"] == "pong"
        assert outlet.lag == 0
