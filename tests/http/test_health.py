"""What load balancers and Prometheus ask."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest

from app.db.sessions import DatabaseUnavailable
from app.http import health
from app.live.contracts import StoreUnavailable
from app.main import App

Visit = Callable[..., httpx2.AsyncClient]


async def test_it_lives_and_is_ready(visit: Visit) -> None:
    assert (await visit().get("/healthz")).json() == {"ok": True}
    assert (await visit().head("/healthz")).status_code == 200
    answer = await visit().get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"ready": True, "checks": {"live": "ok", "database": "ok", "clock": "ok"}}


@pytest.mark.parametrize(
    ("part", "method", "error", "check", "says"),
    [
        ("live", "ping", StoreUnavailable("away"), "live", "silent"),
        ("db", "ping", DatabaseUnavailable("away"), "database", "silent"),
        ("live.clock", "skew", StoreUnavailable("away"), "clock", "silent"),
        ("live.clock", "skew", 501, "clock", "skewed"),
        ("live.clock", "skew", -501, "clock", "skewed"),
        ("live.clock", "skew", 500, "clock", "ok"),
        ("db", "ping", None, "database", "silent"),
    ],
)
async def test_what_is_missing_is_named(
    app: App,
    visit: Visit,
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    method: str,
    error: object,
    check: str,
    says: str,
) -> None:
    async def instead() -> object:
        if error is None:
            await asyncio.Event().wait()
        if isinstance(error, Exception):
            raise error
        return error

    owner = app.state.services
    for name in part.split("."):
        owner = getattr(owner, name)
    monkeypatch.setattr(owner, method, instead)
    if error is None:
        short_for(monkeypatch, owner, method)
    answer = await visit().get("/readyz")
    assert answer.json()["checks"] == {"live": "ok", "database": "ok", "clock": "ok", check: says}
    assert answer.status_code == (200 if says == "ok" else 503)
    assert (await visit().get("/healthz")).status_code == 200


def short_for(monkeypatch: pytest.MonkeyPatch, owner: Any, method: str) -> None:
    """Patience is short with this one alone: the others may be held up by the machine."""
    hangs = getattr(owner, method)

    async def wait_for(asked: Any, seconds: float) -> Any:
        return await asyncio.wait_for(asked, 0.01 if asked.cr_code is hangs.__code__ else seconds)

    monkeypatch.setattr(health, "asyncio", SimpleNamespace(gather=asyncio.gather, wait_for=wait_for))


async def test_metrics_count_routes_and_not_addresses(visit: Visit) -> None:
    client = visit()
    for path in ("/api/v1/me", "/api/v1/history/aaa", "/api/v1/history/bbb", "/t/ccc", "/nowhere"):
        await client.get(path)
    answer = await client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    assert 'cards_http_requests_total{method="GET",route="/api/v1/history/{game}",status="404"}' in answer.text
    assert 'route="page"' in answer.text
    assert 'route="nothing"' in answer.text
    assert "aaa" not in answer.text
    assert "/nowhere" not in answer.text
