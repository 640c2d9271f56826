"""Going on in another browser, over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from app.accounts.service import HANDOFF_MS
from app.http.assets import Assets
from tests.http.conftest import browser, started

Visit = Callable[..., httpx2.AsyncClient]
Guest = Callable[..., Any]
API = "/api/v1/session"


async def code_of(client: httpx2.AsyncClient) -> str:
    answer = await client.post(f"{API}/handoff")
    assert (answer.status_code, answer.json()["seconds"]) == (201, HANDOFF_MS // 1000)
    code: str = answer.json()["code"]
    return code


async def test_the_phone_is_who_the_desk_is(guest: Guest, visit: Visit) -> None:
    desk, phone = await guest("Anna"), visit()
    assert (await desk.get(f"{API}/handoff")).json() == {"open": False}
    code = await code_of(desk)
    seen = await phone.post(f"{API}/handoff/look", json={"code": code})
    assert (seen.status_code, seen.json()["user"]) == (200, desk.user)
    assert 0 < seen.json()["seconds"] <= HANDOFF_MS // 1000
    assert "set-cookie" not in seen.headers
    assert (await phone.get("/api/v1/me")).json() == {"user": None}
    assert (await desk.get(f"{API}/handoff")).json() == {"open": True}
    claimed = await phone.post(f"{API}/claim", json={"code": code})
    assert (claimed.status_code, claimed.json()) == (200, {"user": desk.user})
    assert claimed.headers["set-cookie"].startswith("session=")
    for one in (desk, phone):
        assert (await one.get(f"{API}/handoff")).json() == {"open": False}
        assert (await one.get("/api/v1/me")).json() == {"user": desk.user}
    for again in (f"{API}/claim", f"{API}/handoff/look"):
        answer = await visit().post(again, json={"code": code})
        assert (answer.status_code, answer.json()["code"]) == (404, "bad.handoff")


async def test_somebody_else_becomes_the_one(guest: Guest, visit: Visit) -> None:
    desk, phone = await guest("Anna"), await guest("Boris")
    cookies = dict(phone.cookies)
    await phone.post(f"{API}/claim", json={"code": await code_of(desk)})
    assert (await phone.get("/api/v1/me")).json() == {"user": desk.user}
    assert (await visit(cookies=cookies).get("/api/v1/me")).json() == {"user": None}


async def test_looking_at_the_page_takes_nothing(guest: Guest, visit: Visit) -> None:
    """The code is in the fragment, which is not even sent; nor does any GET or HEAD mean anything."""
    desk = await guest("Anna")
    code = await code_of(desk)
    preview = visit(headers={"user-agent": "TelegramBot (like TwitterBot)"})
    for path in ("/go", f"/go?c={code}", f"{API}/claim?code={code}"):
        for method in ("GET", "HEAD"):
            answer = await preview.request(method, path)
            assert "set-cookie" not in answer.headers
    assert (await preview.post(f"{API}/handoff/look", json={"code": code})).status_code == 200


async def test_only_somebody_can_be_brought(visit: Visit) -> None:
    answer = await visit().post(f"{API}/handoff")
    assert (answer.status_code, answer.json()["code"]) == (401, "bad.session")
    assert (await visit().get(f"{API}/handoff")).status_code == 401
    for body in ({}, {"code": 1}, {"code": "x" * 65}, {"code": "x", "user": "y"}):
        assert (await visit().post(f"{API}/claim", json=body)).status_code == 422


async def test_another_site_cannot_claim(guest: Guest, visit: Visit) -> None:
    code = await code_of(await guest("Anna"))
    answer = await visit().post(f"{API}/claim", json={"code": code}, headers={"origin": "http://evil.test"})
    assert (answer.status_code, answer.json()["code"]) == (403, "bad.origin")
    assert (await visit().post(f"{API}/handoff/look", json={"code": code})).status_code == 200


@pytest.mark.usefixtures("one_minute")
async def test_guessing_is_limited(tmp_path: Path, assets: Assets) -> None:
    async with started(tmp_path, assets, CARDS_SESSIONS_PER_MINUTE="3") as app, browser(app) as client:
        answers = [await client.post(f"{API}/claim", json={"code": "x" * 22}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
        assert (await client.post("/api/v1/session", json={"name": "Anna"})).status_code == 201
        for _ in range(3):
            await code_of(client)
        answer = await client.post(f"{API}/handoff")
        assert (answer.status_code, answer.json()["code"]) == (429, "bad.rate")
