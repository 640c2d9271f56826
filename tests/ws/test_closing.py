"""How sockets end: by the server, by the page, by the line; each with its code, and without a trace."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocket

from app.engine.table import commands as cmd
from app.ws import connection, endpoint, transport
from app.ws.connection import Bucket, SocketOutlet, Tick
from tests.faults import Gate
from tests.laps import Laps
from tests.live.conftest import until
from tests.promises import Viewer, assert_current, assert_one_truth
from tests.workers import Clock
from tests.ws.conftest import House, opened
from tests.ws.raw import RawSocket, joining
from tests.ws.test_socket import READY, held


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is closed may take his time, for he may be held up by the machine."""
    monkeypatch.setattr(connection, "LINGER", 60)
    monkeypatch.setattr(transport, "LINGER", 60)
    monkeypatch.setattr(endpoint, "SWEEP", 0.02)


@pytest.fixture
def impatient(patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LINGER", 0.3)
    monkeypatch.setattr(transport, "LINGER", 0.1)


# --- at the door ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://ours.example.evil", "https://ours.example"])
async def test_a_page_of_another_origin_is_sent_away_for_good(house: House, origin: str) -> None:
    page = await house.connect("ann", origin=origin)
    assert await page.closed() == (4500, "origin")


@pytest.mark.parametrize("speaks", [(), ("cards.v0",), ("graphql-ws", "cards.v2")])
async def test_a_page_of_another_protocol_is_sent_away_for_good(house: House, speaks: tuple[str, ...]) -> None:
    page = await house.connect("ann", speaks=speaks)
    assert await page.closed() == (4501, "subprotocol")
    assert not page.viewers
    ours = await house.connect("ann", speaks=("cards.v2", "cards.v1"))
    assert ours.raw.subprotocol == "cards.v1"


# --- by the server ----------------------------------------------------------------------------------------------------


async def test_who_says_too_much_is_closed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "BURST", 10.0)
    monkeypatch.setattr(endpoint, "RATE", 0.0)  # else as many as the machine takes seconds for
    table = await house.worker.create()
    ann, bob = await house.enter("ann", table), await house.enter("bob", table)
    for _ in range(30):
        await ann.say(t="ping")
    assert await ann.closed() == (4002, "flood")
    assert (await bob.ask(t="ping"))["t"] == "pong"


def test_a_bucket_gives_a_burst_and_then_a_rate() -> None:
    bucket = Bucket(rate=2, burst=3)
    now = 1000.0
    assert [bucket.take(now) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(now + 0.4)
    assert bucket.take(now + 0.6)
    assert [bucket.take(now + 100) for _ in range(4)] == [True, True, True, False]


async def test_who_falls_silent_is_swept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(endpoint, "time", SimpleNamespace(monotonic=lambda: now))
    ann = await house.enter("ann")
    bob = await house.enter("bob")
    sweep = asyncio.create_task(house.door.sweep())
    try:
        now += endpoint.SILENT - 1
        await bob.ask(t="ping")
        await asyncio.sleep(5 * endpoint.SWEEP)
        assert (await ann.ask(t="ping"))["t"] == "pong"
        now += 2
        await bob.ask(t="ping")
        now += endpoint.SILENT - 1
        assert await ann.closed() == (4001, "silent")
        assert (await bob.ask(t="ping"))["t"] == "pong"
    finally:
        sweep.cancel()
        await asyncio.gather(sweep, return_exceptions=True)


@pytest.mark.usefixtures("impatient")
async def test_who_falls_silent_and_reads_nothing_is_swept_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "BURST", 10_000.0)
    table = await house.worker.create()
    deaf = await RawSocket.open(house.port, "ann", room=4096)
    deaf.writer.transport.pause_reading()
    await fill(house, deaf, table, 110)
    (outlet,) = house.door._open
    assert outlet.buffered(), "it takes all that is sent"
    monkeypatch.setattr(endpoint, "SILENT", 0.05)
    sweep = asyncio.create_task(house.door.sweep())
    try:
        await until(lambda: not house.door.count)
        await until(lambda: not house.server.server_state.connections)
    finally:
        sweep.cancel()
        await asyncio.gather(sweep, return_exceptions=True)
        deaf.drop()


async def fill(house: House, deaf: RawSocket, table: str, frames: int) -> None:
    """Have the server send the socket so many snapshots."""
    joined = 0
    join = house.worker.hub.join

    async def counted(*args: Any) -> Any:
        nonlocal joined
        joined += 1
        return await join(*args)

    house.worker.hub.join = counted  # type: ignore[method-assign]
    for _ in range(frames):
        deaf.say(joining(table))
    await until(lambda: joined >= frames or not house.door.count)
    house.worker.hub.join = join  # type: ignore[method-assign]


async def test_a_slow_reader_is_closed_and_resumes_and_nobody_waits_for_him(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "QUEUE_FRAMES", 40)
    monkeypatch.setattr(endpoint, "BURST", 10_000.0)
    worker = house.worker
    table = await worker.create()
    slow, other = await house.enter("ann", table), await house.enter("bob", table)
    viewer = slow.viewers[1]
    await slow.ask(t="ping")
    slow.raw.transport.pause_reading()
    longest = 0.0
    for n in range(400):
        await slow.raw.send(joining(table, ch=2))
        if n % 20 == 0:
            async with Laps() as laps:
                seq = await worker.do(table, "ann", cmd.Ready(n % 40 == 0))
                await other.to(seq)
            longest = max(longest, laps.seconds)
    await until(lambda: any(outlet._closing for outlet in house.door._open))
    slow.raw.transport.resume_reading()
    assert await slow.closed() == (4000, "slow")
    assert longest < 3
    again = await house.enter("ann")
    again.viewers[1] = viewer
    await again.join(table, pos=held(viewer))
    truth = await worker.truth(table)
    assert_current(viewer, truth)
    assert_one_truth(viewer, truth)


@pytest.mark.usefixtures("impatient")
async def test_who_never_reads_again_is_let_go(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "QUEUE_FRAMES", 40)
    monkeypatch.setattr(endpoint, "BURST", 10_000.0)
    table = await house.worker.create()
    deaf = await RawSocket.open(house.port, "ann", room=4096)
    deaf.writer.transport.pause_reading()
    await fill(house, deaf, table, 1000)
    await until(lambda: not house.door.count)
    await until(lambda: not house.server.server_state.connections)
    deaf.drop()


async def test_one_long_frame_is_not_a_slow_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "QUEUE_BYTES", 100)
    outlet = SocketOutlet(WebSocket({"type": "websocket"}, None, None), Tick())  # type: ignore[arg-type]
    outlet.send(b"x" * 5000)
    assert outlet._closing is None
    assert outlet.buffered() == 5000
    outlet.send(b"y")
    assert outlet._closing == (4000, "slow")
    outlet.send(b"z")
    assert outlet.buffered() == 5001


async def test_a_server_that_restarts_says_when_to_come_back(house: House) -> None:
    table = await house.worker.create()
    sockets = [await house.enter(user, table) for user in ("ann", "bob", "")]
    house.door.shut()
    house.door.shut()
    for client in sockets:
        assert await client.until("bye") == {"t": "bye", "code": "server.restart", "reconnect_in": 3000}
        assert await client.closed() == (1012, "restart")
    late = await house.connect("eve")
    assert (await late.hear())["t"] == "hello"
    assert (await late.closed())[0] == 1012


async def test_a_server_that_was_held_up_says_its_farewell_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.worker.create()
    sockets = [await house.enter(user, table) for user in ("ann", "bob", "")]
    monkeypatch.setattr(connection, "LINGER", 0)  # has passed when the socket has its turn
    house.door.shut()
    for client in sockets:
        assert (await client.until("bye"))["code"] == "server.restart"
        assert await client.closed() == (1012, "restart")


async def test_uvicorns_own_shutdown_says_so_too(house: House) -> None:
    table = await house.worker.create()
    sockets = [await house.enter(user, table) for user in ("ann", "bob", "")]
    hearing = [asyncio.create_task(client.until("bye")) for client in sockets]
    async with Laps() as laps:
        house.server.should_exit = True
        for bye in await asyncio.gather(*hearing):
            assert bye["reconnect_in"] == 3000
        for client in sockets:
            assert await client.closed() == (1012, "restart")
        assert house.serving
        await house.serving
    assert laps.seconds < 3
    await house.worker.assert_nothing_left()


async def test_a_command_under_way_at_the_shutdown_is_answered(house: House) -> None:
    table = await house.worker.create()
    ann = await house.enter("ann", table)
    house.worker.store.log.before_append = gate = Gate()
    await ann.say(t="table.do", table=table, id="tab.1", turn=0, cmd=READY)
    await gate.reached.wait()
    house.server.should_exit = True
    await until(lambda: house.socket.fileno() < 0)  # whereupon all connections are told
    gate.open()
    assert await ann.answer("tab.1") == ["tab.1", 2]
    assert (await ann.closed())[0] == 1012


# --- by the page and by the line --------------------------------------------------------------------------------------


async def test_who_closes_in_the_middle_of_a_command_leaves_nothing(house: House) -> None:
    table = await house.worker.create()
    tasks = asyncio.all_tasks()
    ann = await RawSocket.open(house.port, "ann")
    house.worker.store.log.before_append = gate = Gate()
    ann.say(json.dumps({"t": "table.do", "table": table, "id": "tab.1", "turn": 0, "cmd": READY}))
    await gate.reached.wait()
    ann.drop()
    await until(lambda: not house.server.server_state.connections)
    gate.open()
    house.worker.store.log.before_append = None
    await house.assert_nothing_left(tasks)
    assert (await house.worker.store.log.head(table)).seq == 2


async def test_who_closes_before_he_is_known_leaves_nothing(house: House) -> None:
    tasks = asyncio.all_tasks()
    house.identifying = gate = Gate()
    sockets = [await RawSocket.open(house.port, "ann") for _ in range(5)]
    await gate.reached.wait()
    for one in sockets[:3]:
        one.drop()
    await until(lambda: len(house.server.server_state.connections) == 2)
    gate.open()
    for one in sockets[3:]:
        await one.hear(b"hello")
        one.drop()
    await house.assert_nothing_left(tasks)


async def test_a_line_that_breaks_in_the_middle_of_a_frame(house: House) -> None:
    tasks = asyncio.all_tasks()
    for part in (b"\x81", b"\x81\xfe\x10\x00", b"\x81\x85\x00\x00\x00\x00he", b"\xff\xff", b"GET / HTTP/1.1\r\n\r\n"):
        one = await RawSocket.open(house.port, "ann")
        await one.hear(b"hello")
        one.writer.write(part)
        await asyncio.sleep(0.01)
        one.drop()
    await house.assert_nothing_left(tasks)


async def test_a_thousand_sockets_come_and_go_without_a_trace(house: House) -> None:
    worker = house.worker
    tables = [await worker.create(f"u{n}") for n in range(5)]
    stays = await worker.join(Viewer("u0"), tables[0])
    tasks = asyncio.all_tasks()

    async def visit(n: int) -> None:
        one = await RawSocket.open(house.port, f"u{n % 7}" if n % 3 else "")
        if n % 4:
            one.say(joining(tables[n % 5]))
        if n % 5 == 0:
            one.say('{"t":"lobby.join"}')
        if n % 4 and n % 2:
            await one.hear(b'"presence"')
        one.drop()

    for start in range(0, 1000, 100):
        await asyncio.gather(*(visit(start + n) for n in range(100)))
    await until(lambda: not house.door.count)
    await worker.leave(stays, tables[0])
    await house.assert_nothing_left(tasks)
    assert not worker.store.fanout.listening
    for table in tables:
        assert await worker.store.presence.present(table, worker.clock.now) == []


# --- another socket class ---------------------------------------------------------------------------------------------


async def test_a_server_with_another_socket_class_serves_as_well(tmp_path: Path, clock: Clock) -> None:
    async with opened(tmp_path, clock, ws="websockets-sansio") as house:
        table = await house.worker.create()
        ann = await house.enter("ann", table)
        for n in range(1, 20):
            assert await ann.do(table, {"type": "ready", "ready": bool(n % 2)}, f"tab.{n}") == [f"tab.{n}", n + 1]
        assert_current(await ann.to(20), await house.worker.truth(table))
        house.door.shut()
        await ann.until("bye")
        assert await ann.closed() == (1012, "restart")


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 70000])
async def test_frames_of_every_length_arrive_whole(house: House, length: int) -> None:
    ann = await house.enter("ann")
    (outlet,) = house.door._open
    for frame in (b"x" * length, b"y"):
        outlet.send(frame)
    assert await ann.raw.recv() == "x" * length
    assert await ann.raw.recv() == "y"
