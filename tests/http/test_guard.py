"""Whose page may act, which headers go along, what happens when something breaks."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from structlog.testing import capture_logs

from app.db.sessions import DatabaseUnavailable
from app.http.assets import Assets
from app.live.contracts import StoreUnavailable
from app.main import App
from tests.http.conftest import browser, started

Visit = Callable[..., httpx2.AsyncClient]
Guest = Callable[..., Awaitable[httpx2.AsyncClient]]


@pytest.mark.parametrize(
    ("headers", "welcome"),
    [
        ({}, True),
        ({"origin": "http://cards.test"}, True),
        ({"origin": "HTTP://CARDS.TEST"}, True),
        ({"origin": "http://evil.test"}, False),
        ({"origin": "http://cards.test.evil.test"}, False),
        ({"origin": "http://cards.test:81"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
    ],
)
async def test_other_sites_may_not_act(visit: Visit, headers: dict[str, str], welcome: bool) -> None:
    answer = await visit().post("/api/v1/session", json={"name": "Anna"}, headers=headers)
    assert answer.status_code == (201 if welcome else 403)
    if not welcome:
        assert answer.json() == {"code": "bad.origin", "params": {}}
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(("origin", "welcome"), [("https://cards.example", True), ("http://cards.test", False)])
async def test_the_public_address_is_the_only_one(tmp_path: Path, assets: Assets, origin: str, welcome: bool) -> None:
    async with started(tmp_path, assets, CARDS_PUBLIC_URL="https://cards.example") as app, browser(app) as client:
        answer = await client.post("/api/v1/session", json={"name": "Anna"}, headers={"origin": origin})
        assert answer.status_code == (201 if welcome else 403)


async def test_what_browsers_heed_over_tls_alone_is_sent_there_alone(tmp_path: Path, assets: Assets) -> None:
    header = "cross-origin-opener-policy"
    async with started(tmp_path, assets) as app, browser(app) as plain, browser(app, "https://cards.test") as proxied:
        assert header not in (await plain.get("/")).headers
        assert (await proxied.get("/")).headers[header] == "same-origin"
    async with started(tmp_path, assets, CARDS_PUBLIC_URL="https://cards.test") as app, browser(app) as client:
        assert (await client.get("/")).headers[header] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/api/v1/me", "/nowhere", "/api/v1/nowhere", "/static/x/main.js", "/healthz"])
async def test_careful_headers_are_everywhere(visit: Visit, path: str) -> None:
    headers = (await visit().get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "strict-transport-security" not in headers


async def test_a_fault_gets_an_incident_id_that_is_in_the_log(
    app: App, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(app.state.services.accounts, "welcome", broken)
    with capture_logs() as logged:
        answer = await visit().post("/api/v1/session", json={"name": "Anna"})
    assert answer.status_code == 500
    assert answer.json()["code"] == "error.internal"
    assert "secret" not in answer.text
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    (incident,) = [entry for entry in logged if entry["log_level"] == "error"]
    assert incident["incident"] == answer.json()["params"]["incident"]
    assert (incident["path"], str(incident["exc_info"])) == ("/api/v1/session", "secret detail")


@pytest.mark.parametrize("path", ["/api/v1/session", "/api/v1/tables/0123456789/commands"])
async def test_who_hangs_up_in_mid_request_is_no_incident(app: App, guest: Guest, path: str) -> None:
    cookie = "; ".join(f"{name}={value}" for name, value in (await guest()).cookies.items())
    messages = iter([{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}])
    scope = {
        **{"type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", "query_string": b""},
        **{"path": path, "raw_path": path.encode(), "root_path": ""},
        **{"client": ("10.0.0.1", 5), "server": ("cards.test", 80)},
        "headers": [
            *((b"host", b"cards.test"), (b"cookie", cookie.encode())),
            *((b"content-type", b"application/json"), (b"content-length", b"900")),
        ],
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return next(messages)

    async def send(message: Any) -> None:
        sent.append(message)

    with capture_logs() as logged:
        await app(scope, receive, send)
    assert sent[0]["status"] == 400
    assert not [entry for entry in logged if entry["log_level"] == "error"]


@pytest.mark.parametrize("error", [StoreUnavailable("away"), DatabaseUnavailable("away")])
async def test_a_store_that_is_away_is_503(
    app: App, visit: Visit, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr(app.state.services.accounts, "welcome", broken)
    answer = await visit().post("/api/v1/session", json={"name": "Anna"})
    assert (answer.status_code, answer.json()) == (503, {"code": "down.store", "params": {}})


async def test_unknown_methods_are_refused_in_json(visit: Visit) -> None:
    answer = await visit().delete("/api/v1/me")
    assert (answer.status_code, answer.json()["code"]) == (405, "bad.method")


async def test_the_api_describes_itself(visit: Visit) -> None:
    told = json.loads((await visit().get("/api/v1/openapi.json")).text)
    assert {"/api/v1/me", "/api/v1/session", "/api/v1/tables", "/api/v1/history"} <= set(told["paths"])
    assert "400" in told["paths"]["/api/v1/session"]["post"]["responses"]
    summaries = [operation["summary"] for methods in told["paths"].values() for operation in methods.values()]
    assert len(set(summaries)) == len(summaries)
    assert all(" " in summary for summary in summaries), "names of functions"
