"""Whatever is sent, the answer is a code and never a fault."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx2
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.main import App

Guest = Callable[..., Any]

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(10**40), 10**40),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=30),
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=12,
)
KEYS = st.sampled_from(["name", "lang", "game", "options", "table", "id", "turn", "cmd", "key", "type", "seat", "card"])
BODY = st.one_of(JSON, st.dictionaries(KEYS, st.one_of(JSON, st.dictionaries(KEYS, JSON, max_size=4)), max_size=6))
GARBAGE = [
    b"",
    b"\x00",
    b"\xff\xfe{}",
    b"NaN",
    b"[" * 60_000,
    b'"\\ud800"',
    b'{"name":"\\ud800"}',
    b'{"\\ud800":1}',
    b'{"name":"a","name":"b\\u0000"}',
    b'{"name":' + b"1" * 5000 + b"}",
    b'{"id":"a.1","turn":1e400,"cmd":{}}',
    b'{"id":"a.1","turn":1,"cmd":' + b"[" * 60_000,
    b'{"id":"a.1","turn":1,"cmd":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    b'{"id":"a.1","turn":1,"cmd":' + b'{"type":' * 7_000 + b"1" + b"}" * 7_001,
    b'{"game":"\\udfff"}',
    b'{"game":"calypso","options":{"\\ud800":1}}',
    b'{"game":"calypso","table":{"\\ud800":"\\ud800"}}',
]


async def faults(client: httpx2.AsyncClient, table: str, body: bytes) -> list[tuple[str, int, str]]:
    found = []
    for path in ("session", "tables", f"tables/{table}/commands"):
        answer = await client.post(f"/api/v1/{path}", content=body, headers={"content-type": "application/json"})
        if answer.status_code >= 500 or (answer.status_code >= 400 and set(answer.json()) != {"code", "params"}):
            found.append((path, answer.status_code, answer.text))
    return found


async def test_garbage_is_refused(app: App, guest: Guest) -> None:
    client = await guest()
    table = (await client.post("/api/v1/tables", json={"game": "calypso"})).json()["id"]
    for body in GARBAGE:
        assert await faults(client, table, body) == [], body
    for path in (
        "tables/%00",
        "tables/%F0%9F",
        "history/%00",
        "history/x/review?a=%00",
        "history?before=%00",
        "tables/a?key=%ED%A0%80",
    ):
        answer = await client.get(f"/api/v1/{path}")
        assert answer.status_code in (200, 404, 422), (path, answer.text)


async def test_made_up_bodies_are_answered(app: App, guest: Guest) -> None:
    client = await guest()
    table = (await client.post("/api/v1/tables", json={"game": "calypso"})).json()["id"]
    bodies: list[object] = []

    @settings(max_examples=60, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(BODY)
    def send(body: object) -> None:
        bodies.append(body)

    await asyncio.to_thread(send)
    for body in bodies:
        raw = httpx2.Request("POST", "http://x", json=body).content
        assert await faults(client, table, raw) == [], body
