"""Guests: who they are, and what they ask over HTTP. Any worker knows them by their cookie."""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import Any

import httpx2


class Refused(Exception):
    """The server's refusal of a command."""

    def __init__(self, code: str, params: dict[str, Any] | None = None) -> None:
        super().__init__(code, params or {})
        self.code = code


class Person:
    """A guest with a session."""

    def __init__(self, user: str, name: str, cookie: str) -> None:
        self.user = user
        self.name = name
        self.cookie = cookie
        self._ids = itertools.count(1)

    @classmethod
    async def come(cls, port: int, name: str) -> Person:
        async with _client(port) as http:
            said = {"json": {"name": name, "lang": "en"}, "headers": origin(port)}
            answer = await answered(http, "POST", "/api/v1/session", **said)
            answer.raise_for_status()
            cookie = "; ".join(f"{key}={value}" for key, value in http.cookies.items())
            return cls(answer.json()["user"]["id"], name, cookie)

    async def call(self, port: int, method: str, path: str, body: Any = None) -> Any:
        """The answer's JSON. Raises Refused."""
        headers = {"Cookie": self.cookie, **origin(port)}
        async with _client(port) as http:
            answer = await answered(http, method, f"/api/v1{path}", json=body, headers=headers)
        told = answer.json()
        if answer.status_code >= 400:
            raise Refused(told["code"], told["params"])
        return told

    async def open(self, port: int, game: str = "calypso", **table: Any) -> str:
        """A new short table; the person sits in seat 0."""
        options = {"rounds": 1} if game == "calypso" else {"target": "1000"}
        body = {"game": game, "options": options, "table": {"clock": "untimed", "pace": "fast", **table}}
        made = await self.call(port, "POST", "/tables", body)
        return str(made["id"])

    async def post(self, port: int, table: str, command: dict[str, Any], turn: int = 0) -> int:
        """A command over HTTP; the seq of its commit. Raises Refused."""
        body = {"id": f"http.{next(self._ids)}", "turn": turn, "cmd": command}
        answer = await self.call(port, "POST", f"/tables/{table}/commands", body)
        return int(answer["seq"])


async def answered(http: httpx2.AsyncClient, method: str, path: str, seconds: float = 60, **what: Any) -> Any:
    """Ask again while a store is away, as pages do: when it is held up for two seconds, it is."""
    end = time.monotonic() + seconds
    while (answer := await http.request(method, path, **what)).status_code == 503:
        assert time.monotonic() < end, answer.text
        await asyncio.sleep(0.1)
    return answer


def _client(port: int) -> httpx2.AsyncClient:
    # without `verify` each would read all the certificates of the machine, for 50 ms
    return httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, verify=False)


def origin(port: int) -> dict[str, str]:
    return {"Origin": f"http://127.0.0.1:{port}"}


async def table_of(people: list[Person], port: int, bots: int = 0, **table: Any) -> str:
    """A table that has begun: the people in seats 0.., then the bots."""
    made = await people[0].open(port, **table)
    for seat, person in enumerate(people):
        if seat:
            await person.post(port, made, {"type": "sit", "seat": seat})
            await person.post(port, made, {"type": "ready", "ready": True})
    for seat in range(len(people), len(people) + bots):
        await people[0].post(port, made, {"type": "bot.add", "seat": seat, "level": "normal"})
    await people[0].post(port, made, {"type": "start"})
    return made
