"""What the first screen costs: one round trip for all its modules, and none that it does not need."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PersonFactory
from tests.browser.words import word

_FETCHED = """() => {
  const fetched = performance.getEntriesByType("resource");
  const begins = fetched.find((entry) => entry.name.endsWith("/api/v1/me")).startTime; // the first thing that runs
  return fetched.filter((entry) => entry.startTime < begins && /[.]js$/.test(entry.name)).map((entry) => entry.name);
}"""
_HINTED = """() => [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href)"""


@pytest.mark.parametrize(("address", "module"), [("/", "start"), ("/history", "history")])
async def test_the_page_itself_names_all_that_is_fetched(person: PersonFactory, address: str, module: str) -> None:
    ann = await person("ann")
    await ann.page.goto(address)
    await expect(ann.page.locator("main h1")).to_be_visible()
    fetched, hinted = [{url.split("/", 5)[5] for url in await ann.page.evaluate(ask)} for ask in (_FETCHED, _HINTED)]
    assert fetched == hinted | {"main.js", "old.js"}
    assert f"pages/{module}.js" in hinted
    assert "pages/play.js" not in hinted


async def test_a_page_that_cannot_be_fetched_says_so_and_comes_later(person: PersonFactory) -> None:
    ann = await person("ann")
    modules = re.compile(r"/pages/learn\.js$")
    await ann.page.route(modules, lambda route: route.abort())
    await ann.page.goto("/")
    await expect(ann.page.locator("main h1")).to_be_visible()
    with ann.pardon():
        await ann.page.locator("a[href='/learn']").first.click()
        await expect(ann.page.get_by_role("alert").get_by_text(word("en", "error.offline"))).to_be_visible()
    await ann.page.unroute(modules)
    await ann.page.get_by_role("button", name=word("en", "link.now")).click()
    await expect(ann.page.locator("main h1")).to_be_visible()
