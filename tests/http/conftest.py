"""The application in this process, on the embedded default, and browsers without a screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio

from app.bots import runner
from app.http.assets import Assets
from app.jobs import timers
from app.main import App, create_app
from app.settings import load

HOST = "http://cards.test"

PAGE = """<!doctype html><html><head><title>Cards</title>
<link rel="stylesheet" href="/static/__BUILD__/base.css">
<script type="importmap">{"imports":{"#app/":"/static/__BUILD__/"}}</script>
<script type="module" src="/static/__BUILD__/main.js"></script></head><body><div id="app"></div></body></html>
"""


def put_page(root: Path) -> Path:
    """A small front end."""
    (root / "lib").mkdir(parents=True)
    (root / "index.html").write_text(PAGE)
    (root / "base.css").write_text("body{margin:0}" * 200)
    (root / "main.js").write_text("import '#app/lib/a.js';\n")
    (root / "lib" / "a.js").write_text("export const a = 1;\n")
    (root / "lib" / "a.d.ts").write_text("export const a: number;\n")
    (root / "package.json").write_text("{}")
    (root / ".stamp").write_text("secret")
    return root


@pytest.fixture(scope="session")
def assets(tmp_path_factory: pytest.TempPathFactory) -> Assets:
    return Assets(put_page(tmp_path_factory.mktemp("static")))


Start = Callable[..., Any]


@asynccontextmanager
async def started(folder: Path, assets: Assets, **settings: str) -> AsyncIterator[App]:
    app = create_app(load({"CARDS_DATA_DIR": str(folder / "data"), **settings}), assets)
    async with app.router.lifespan_context(app):
        yield app


@pytest.fixture(autouse=True)
def patient_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's process may be held up, too."""
    monkeypatch.setattr(runner, "PATIENCE", 60)
    monkeypatch.setattr(timers, "LEASE", 90_000)


@pytest_asyncio.fixture
async def app(tmp_path: Path, assets: Assets) -> AsyncIterator[App]:
    async with started(tmp_path, assets, CARDS_SESSIONS_PER_MINUTE="0") as running:
        yield running


def browser(app: App, host: str = HOST, **options: Any) -> httpx2.AsyncClient:
    """Somebody with a cookie jar of his own."""
    transport = httpx2.ASGITransport(app, raise_app_exceptions=False, client=options.pop("client", ("10.0.0.1", 5)))
    return httpx2.AsyncClient(transport=transport, base_url=host, **options)


@pytest_asyncio.fixture
async def visit(app: App) -> AsyncIterator[Callable[..., httpx2.AsyncClient]]:
    """`visit()` is a browser without a session."""
    opened: list[httpx2.AsyncClient] = []

    def new(**options: Any) -> httpx2.AsyncClient:
        opened.append(browser(app, **options))
        return opened[-1]

    yield new
    for client in opened:
        await client.aclose()


@pytest.fixture
def guest(visit: Callable[..., httpx2.AsyncClient]) -> Callable[..., Any]:
    """`await guest("Anna")` is a browser with a session; `.user` is what the server said."""

    async def new(name: str = "Anna") -> httpx2.AsyncClient:
        client = visit()
        answer = await client.post("/api/v1/session", json={"name": name, "lang": "en"})
        assert answer.status_code == 201, answer.text
        client.user = answer.json()["user"]  # type: ignore[attr-defined]
        return client

    return new
