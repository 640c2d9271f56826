"""Real pages in a real Chromium against a real server. One browser for the run; every person has a context of his own.
A test fails when a page of it writes an error to its console, throws, or has a request fail, unless it said so before:

    async def test_something(person):
        ann = await person("ann")
        boris = await person("boris", locale="ru-RU")
        with ann.pardon():              # the next step cuts the line on purpose
            await ann.context.set_offline(True)
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    async_playwright,
    expect,
)

from tests.browser_path import browser_path
from tests.processes import AppServer

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP calypso.lan 127.0.0.1",  # a name in a home's network, which no browser trusts
)
PATIENCE = 10_000
"""How long a page is waited for, ms: four workers on two cores keep it from its work for seconds."""
expect.set_options(timeout=PATIENCE)
PICTURES = Path(os.environ.get("CARDS_TEST_PICTURES", "test-results"))


class Person:
    """A context with one page, and what went wrong in it."""

    def __init__(self, name: str, context: BrowserContext, page: Page) -> None:
        self.name = name
        self.context = context
        self.page = page
        self.faults: list[str] = []
        self._pardoned = False
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._fault(f"threw {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._response)

    def _fault(self, what: str) -> None:
        if not self._pardoned:
            self.faults.append(f"{self.name}: {what}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._fault(f"console {message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a page that is left aborts what it had under way
            self._fault(f"{request.method} {request.url} failed: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._fault(f"{response.request.method} {response.url} answered {response.status}")

    @contextlib.contextmanager
    def pardon(self) -> Iterator[None]:
        """Within this, faults are the test's own doing."""
        self._pardoned = True
        try:
            yield
        finally:
            self._pardoned = False


@pytest.fixture(scope="session")
def chromium() -> str:
    if os.environ.get("NO_BROWSER") == "1":
        pytest.skip("NO_BROWSER=1: NO BROWSER TEST RUNS")
    path = browser_path()
    if path is None:
        pytest.fail("no Chromium: run scripts/browser.sh, or set NO_BROWSER=1 to skip the browser tests", pytrace=False)
    return path


@pytest_asyncio.fixture(scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
def app_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """One embedded server for the run; a test with wishes of its own starts its own AppServer."""
    server = AppServer(tmp_path_factory.mktemp("app")).start()
    yield server
    server.close()


@pytest.fixture
def base_url(app_server: AppServer) -> str:
    return app_server.url


PersonFactory = Callable[..., Awaitable[Person]]


@pytest_asyncio.fixture
async def person(browser: Browser, base_url: str, request: pytest.FixtureRequest) -> AsyncIterator[PersonFactory]:
    people: list[Person] = []

    async def make(name: str = "ann", *, locale: str = "en-GB", url: str | None = None, **options: object) -> Person:
        context = await browser.new_context(base_url=url or base_url, locale=locale, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        people.append(Person(name, context, await context.new_page()))
        return people[-1]

    yield make
    outcome = request.node.stash.get(OUTCOME, None)
    for one in people:
        if outcome and outcome.failed:
            PICTURES.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(Exception):
                await one.page.screenshot(path=PICTURES / f"{request.node.name}-{one.name}.png")
        await one.context.close()
    faults = [fault for one in people for fault in one.faults]
    assert not faults, "\n".join(faults)


OUTCOME = pytest.StashKey[pytest.TestReport]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if report.when == "call":  # type: ignore[attr-defined]
        item.stash[OUTCOME] = report  # type: ignore[assignment]
    return report
