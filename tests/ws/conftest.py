"""A real server in the test's loop around nothing but the door, and clients that speak the protocol by hand."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.live.embedded import EmbeddedStore
from app.tables.service import Person
from app.ws.endpoint import Door
from app.ws.protocol import HARD_LIMIT, SUBPROTOCOL
from app.ws.transport import SocketProtocol
from tests.faults import FaultyStore
from tests.live.conftest import until
from tests.promises import Viewer
from tests.quiet import *  # noqa: F403
from tests.workers import Clock, Worker, person

OURS = "http://ours.example"
PATIENCE = 30.0


class Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class House:
    """The server, the worker behind it, and the sockets that were opened."""

    def __init__(self, worker: Worker, ws: Any = SocketProtocol, ping: float = 20.0) -> None:
        self.worker = worker
        self.door = Door(worker.tables, worker.hub, worker.lobby, self.identify, self.allowed, "build-1")
        self.identifying: Any = None
        self.clients: list[Client] = []
        app = Starlette(routes=[WebSocketRoute("/ws", self.door.serve)])
        config = uvicorn.Config(
            app,
            ws=ws,
            ws_max_size=HARD_LIMIT,
            ws_ping_interval=ping,
            ws_ping_timeout=600,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=30,
        )
        self.server = Server(config)
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=1024)
        # little room in the kernel: a reader that does not read is noticed early
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self.port = self.socket.getsockname()[1]
        self.serving: asyncio.Task[None] | None = None

    async def identify(self, connection: WebSocket) -> Person | None:
        if self.identifying:
            await self.identifying(connection)
        user = connection.cookies.get("user")
        return person(user) if user else None

    def allowed(self, connection: WebSocket) -> bool:
        return connection.headers.get("origin") in (None, OURS)

    async def open(self) -> None:
        self.serving = asyncio.create_task(self.server.serve([self.socket]))
        await until(lambda: self.server.started)

    async def close(self) -> None:
        for client in self.clients:
            await client.close()
        self.server.should_exit = True
        if self.serving:
            await self.serving
        await self.worker.close()

    async def connect(
        self, user: str = "", origin: str | None = OURS, speaks: Any = (SUBPROTOCOL,), port: int = 0
    ) -> Client:
        """A socket that has not heard anything yet."""
        cookies = {"Cookie": f"user={user}"} if user else {}
        raw = await connect(
            f"ws://127.0.0.1:{port or self.port}/ws",
            origin=origin,  # type: ignore[arg-type]
            subprotocols=speaks or None,
            additional_headers=cookies,
            compression=None,
            ping_interval=None,
            max_size=None,
            open_timeout=PATIENCE,
            close_timeout=1,
        )
        self.clients.append(Client(raw, user))
        return self.clients[-1]

    async def enter(self, user: str = "", table: str = "", **join: Any) -> Client:
        """A socket that was greeted, and follows a table if one is named."""
        client = await self.connect(user)
        assert (await client.hear())["t"] == "hello"
        if table:
            await client.join(table, **join)
        return client

    async def assert_nothing_left(self, tasks: set[asyncio.Task[Any]]) -> None:
        """No socket, no follower, no task is left but these."""
        await until(lambda: not self.door.count)
        await self.worker.assert_nothing_left()
        await until(lambda: not asyncio.all_tasks() - tasks - {asyncio.current_task()})  # type: ignore[arg-type]
        await until(lambda: not self.server.server_state.connections)


class Client:
    """A socket by hand. Frames of tables go to viewers by channel."""

    def __init__(self, raw: ClientConnection, user: str) -> None:
        self.raw = raw
        self.user = user
        self.viewers: dict[int, Viewer] = {}

    async def say(self, **message: Any) -> None:
        await self.raw.send(msgspec.json.encode(message).decode())

    async def hear(self) -> Any:
        """The next message."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.raw.recv()
        message = msgspec.json.decode(frame)
        ch = message[0] if isinstance(message, list) else message.get("ch")
        if isinstance(ch, int):
            self.viewers.setdefault(ch, Viewer(self.user)).message(frame)
        return message

    async def ask(self, **message: Any) -> Any:
        """Say something and hear until the answer to it: an ack or nack of its id, a pong, a nack without an id."""
        await self.say(**message)
        return await self.answer(message.get("id", ""))

    async def answer(self, id_: str = "") -> Any:
        while True:
            heard = await self.hear()
            if isinstance(heard, list):
                if heard[0] == id_:
                    return heard
            elif heard["t"] == "pong" or (heard["t"] == "nack" and heard.get("id", "") == id_):
                return heard

    async def until(self, *kinds: str, **what: Any) -> Any:
        """Hear until a message of one of these kinds with such fields."""
        while True:
            heard = await self.hear()
            if isinstance(heard, dict) and heard["t"] in kinds and all(heard[k] == v for k, v in what.items()):
                return heard

    async def join(self, table: str, ch: int = 1, **more: Any) -> Viewer:
        """Follow a table; back when its presence has come, the last part of a join."""
        await self.say(t="table.join", table=table, ch=ch, **more)
        await self.until("table.snap", "table.current", ch=ch)
        await self.until("presence", ch=ch)
        return self.viewers[ch]

    async def to(self, seq: int, ch: int = 1) -> Viewer:
        """Hear until the view is so far."""
        viewer = self.viewers[ch]
        while viewer.pos is None or viewer.pos.seq < seq:
            await self.hear()
        return viewer

    async def do(self, table: str, cmd: dict[str, Any], id_: str, turn: int = 0, **more: Any) -> Any:
        return await self.ask(t="table.do", table=table, id=id_, turn=turn, cmd=cmd, **more)

    async def closed(self) -> tuple[int, str]:
        """Hear to the end; code and reason of the close."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as end:
            assert end.rcvd, "it broke"
            return end.rcvd.code, end.rcvd.reason

    async def close(self) -> None:
        await self.raw.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@asynccontextmanager
async def opened(folder: Path, clock: Clock, **options: Any) -> AsyncIterator[House]:
    store = EmbeddedStore(folder / "live.db")
    await store.open()
    house = House(Worker(FaultyStore(store), clock), **options)
    await house.open()
    yield house
    await house.close()
    await store.close()


@pytest_asyncio.fixture
async def house(tmp_path: Path, clock: Clock) -> AsyncIterator[House]:
    async with opened(tmp_path, clock) as house:
        yield house
