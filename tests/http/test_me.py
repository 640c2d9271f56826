"""Sessions over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from app.accounts.service import SESSION_MS
from app.http.assets import Assets
from app.main import App
from tests.http.conftest import browser, started

Visit = Callable[..., httpx2.AsyncClient]
Guest = Callable[..., Any]


async def test_nobody_is_nobody(visit: Visit) -> None:
    answer = await visit().get("/api/v1/me")
    assert (answer.status_code, answer.json()) == (200, {"user": None})
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers


async def test_a_guest_picks_a_name_and_another(visit: Visit) -> None:
    client = visit()
    made = await client.post("/api/v1/session", json={"name": " Анна ", "lang": "ru"})
    user = made.json()["user"]
    assert (made.status_code, user["name"], user["lang"]) == (201, "Анна", "ru")
    assert (await client.get("/api/v1/me")).json() == {"user": user}
    changed = await client.post("/api/v1/session", json={"name": "Anna", "lang": "en"})
    assert (changed.status_code, changed.json()) == (200, {"user": {"id": user["id"], "name": "Anna", "lang": "en"}})
    assert "set-cookie" not in changed.headers
    assert (await client.get("/api/v1/me")).json() == changed.json()
    assert (await visit().get("/api/v1/me")).json() == {"user": None}


async def test_the_cookie_is_kept_from_scripts_and_other_sites(visit: Visit) -> None:
    answer = await visit().post("/api/v1/session", json={"name": "Anna"})
    name, *attributes = answer.headers["set-cookie"].split("; ")
    assert name.startswith("session=")
    assert {a.lower() for a in attributes} == {"httponly", "samesite=lax", "path=/", f"max-age={SESSION_MS // 1000}"}


async def test_behind_tls_the_cookie_is_secure(tmp_path: Path, assets: Assets) -> None:
    url = "https://cards.test"
    async with started(tmp_path, assets, CARDS_PUBLIC_URL=url) as app, browser(app, url) as client:
        answer = await client.post("/api/v1/session", json={"name": "Anna"})
        assert answer.headers["set-cookie"].startswith("__Host-session=")
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"]
        assert (await client.get("/api/v1/me")).json()["user"]["name"] == "Anna"


async def test_an_old_cookie_is_renewed(app: App, guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    client = await guest()
    accounts = app.state.services.accounts
    now = accounts._now
    monkeypatch.setattr(accounts, "_now", lambda: now() + SESSION_MS // 2 + 1_000)
    answer = await client.get("/api/v1/me")
    assert answer.json()["user"]
    assert f"Max-Age={SESSION_MS // 1000}" in answer.headers["set-cookie"]
    assert "set-cookie" not in (await client.get("/api/v1/me")).headers


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "bad.json"),
        (b"\xff\xfe", 400, "bad.json"),
        (b"[]", 422, "bad.body"),
        (b"{}", 422, "bad.body"),
        (b'{"name":1}', 422, "bad.body"),
        (b'{"name":"Anna","admin":true}', 422, "bad.body"),
        (b'{"name":""}', 400, "bad.name.empty"),
        (b'{"name":"\\u202e"}', 400, "bad.name.chars"),
        (b'{"name":"Anna","lang":"!"}', 400, "bad.lang"),
        (b'{"name":"' + b"a" * 100 + b'"}', 400, "bad.name.long"),
        (b'{"name":"' + b"a" * 1000 + b'"}', 422, "bad.body"),
        (b'{"name":"' + b"a" * 100_000 + b'"}', 413, "bad.size"),
    ],
)
async def test_what_is_refused_says_why(visit: Visit, body: bytes, status: int, code: str) -> None:
    client = visit()
    answer = await client.post("/api/v1/session", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "set-cookie" not in answer.headers


@pytest.mark.usefixtures("one_minute")
async def test_new_guests_of_one_address_are_limited(tmp_path: Path, assets: Assets) -> None:
    async with started(tmp_path, assets, CARDS_SESSIONS_PER_MINUTE="3") as app:
        for _ in range(3):
            async with browser(app) as client:
                assert (await client.post("/api/v1/session", json={"name": "Anna"})).status_code == 201
        async with browser(app) as client, browser(app, client=("10.0.0.2", 1)) as other:
            answer = await client.post("/api/v1/session", json={"name": "Anna"})
            assert (answer.status_code, answer.json()["code"]) == (429, "bad.rate")
            assert 1 <= int(answer.headers["retry-after"]) == answer.json()["params"]["seconds"] <= 20
            assert (await other.post("/api/v1/session", json={"name": "Anna"})).status_code == 201
