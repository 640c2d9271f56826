"""The socket of the whole server in a process of its own: sessions, bots, the end of the server and its return."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest_asyncio
from websockets.asyncio.client import connect

from app.ws.protocol import SUBPROTOCOL
from tests.processes import IN_VAIN, AppServer
from tests.promises import Viewer
from tests.workers import wish
from tests.ws.conftest import PATIENCE, Client


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[AppServer]:
    server = AppServer(tmp_path)
    await asyncio.to_thread(server.start)
    yield server
    await asyncio.to_thread(server.close)


async def guest(server: AppServer, name: str) -> dict[str, str]:
    """A new session: the headers that go with it."""
    async with httpx2.AsyncClient(base_url=server.url, headers={"Origin": server.url}) as http:
        answer = await http.post("/api/v1/session", json={"name": name, "lang": "en"})
        assert answer.status_code == 201, answer.text
        return {"Cookie": f"session={answer.cookies['session']}"}


async def enter(server: AppServer, headers: dict[str, str]) -> Client:
    raw = await connect(
        f"{server.ws_url}/ws",
        origin=server.url,  # type: ignore[arg-type]
        subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
        additional_headers=headers,
        compression=None,
        open_timeout=PATIENCE,
    )
    client = Client(raw, "")
    hello = await client.hear()
    client.user = hello["user"]["id"] if "user" in hello else ""
    return client


async def create(server: AppServer, headers: dict[str, str]) -> str:
    async with httpx2.AsyncClient(base_url=server.url, headers={"Origin": server.url, **headers}) as http:
        options = {"game": "calypso", "options": {"rounds": 1}, "table": {"clock": "untimed", "pace": "fast"}}
        answer = await http.post("/api/v1/tables", json=options)
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["id"]
        return table


async def play(client: Client, table: str, viewer: Viewer, tricks: int) -> dict[str, int]:
    """Move whenever it is one's turn, so often; the answers by id."""
    answers: dict[str, int] = {}
    while len(answers) < tricks:
        command = wish(viewer)
        if command is None:
            await client.hear()
            continue
        id_ = f"tab.{viewer.turn}"
        answer = await client.do(table, msgspec.to_builtins(command), id_, viewer.turn)
        answers[id_] = answer[1]
        await client.to(answer[1])
    return answers


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


async def test_a_server_that_is_stopped_and_started_goes_on(server: AppServer) -> None:
    headers = await guest(server, "Ann")
    table = await create(server, headers)
    ann = await enter(server, headers)
    viewer = await ann.join(table)
    for seat in (1, 2, 3):
        await ann.do(table, {"type": "bot.add", "seat": seat, "level": "normal"}, f"tab.{seat}")
    await ann.do(table, {"type": "start"}, "tab.4", viewer.turn)
    await play(ann, table, viewer, 2)
    pid, thinking = server.pid, children(server.pid)
    stopping = asyncio.create_task(asyncio.to_thread(server.stop))
    bye = await ann.until("bye")
    assert (bye["code"], bye["reconnect_in"]) == ("server.restart", 3000)
    assert (await ann.closed())[0] == 1012
    await stopping
    assert not [one for one in (pid, *thinking) if Path(f"/proc/{one}").exists()]
    assert "Traceback" not in server.log
    assert IN_VAIN not in server.log

    await asyncio.to_thread(server.start)
    again = await enter(server, headers)
    again.viewers[1] = viewer
    pos: Any = msgspec.to_builtins(viewer.pos)
    await again.join(table, pos=pos)
    assert len(viewer.snaps) == 1, "the deltas were there to be had"
    await play(again, table, viewer, 2)
    await again.close()


async def test_strangers_foreign_pages_and_ctrl_c(server: AppServer) -> None:
    stranger = await enter(server, {})
    assert stranger.user == ""
    assert (await stranger.ask(t="ping"))["t"] == "pong"
    foreign = await connect(
        f"{server.ws_url}/ws",
        origin="http://evil.example",  # type: ignore[arg-type]
        subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
        open_timeout=PATIENCE,
    )
    assert (await Client(foreign, "").closed())[0] == 4500
    assert server.process.popen
    server.process.popen.send_signal(signal.SIGINT)
    assert (await stranger.closed())[0] == 1012
    await asyncio.to_thread(server.process.popen.wait, PATIENCE)
    assert IN_VAIN not in server.log
