"""The end of a game and its review: what stands first, what the keys reach, and that all of it fits."""

from __future__ import annotations

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.conftest import PersonFactory
from tests.browser.laid import CALM, clear_of, inside, introduce
from tests.browser.players import Player
from tests.browser.stored import Stored, stored_game
from tests.browser.test_pages import DESK
from tests.processes import AppServer


@pytest_asyncio.fixture(scope="module")
async def stored(app_server: AppServer) -> Stored:
    return await stored_game(app_server.url)


async def wider(page: Page) -> int:
    """px by which the page is wider than the window."""
    return int(await page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))


async def test_the_log_of_a_review_goes_where_it_is(person: PersonFactory, stored: Stored) -> None:
    """To its end with the last step, to its beginning with the first; in play it stays at its end, if lower too."""
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await ann.person.context.add_cookies(stored.cookies)  # type: ignore[arg-type]
    await ann.page.goto(f"/game/{stored.table}")
    pieces = ann.page.locator(".log .log-button")
    await expect(pieces.last).to_have_attribute("aria-current", "true")
    await expect(pieces.last).to_be_in_viewport()
    await ann.page.goto(f"/game/{stored.table}#d0.t0.c0")
    await ann.page.keyboard.press("PageUp")
    await expect(pieces.first).to_be_in_viewport()
    await ann.page.goto(f"/t/{stored.table}")
    row = ann.page.locator(".table-side .log-row").last
    await expect(row).to_be_in_viewport()
    await ann.page.set_viewport_size({"width": 1280, "height": 560})
    await expect(row).to_be_in_viewport()


async def test_the_advice_of_a_review_on_a_phone_on_its_side(person: PersonFactory, stored: Stored) -> None:
    """However long it is, it lies on the screen and above what steps through the game."""
    side = {"viewport": {"width": 640, "height": 360}, "has_touch": True, "is_mobile": True}
    ann = Player(await person("ann", **side, **CALM), "Ann")
    await ann.person.context.add_cookies(stored.cookies)  # type: ignore[arg-type]
    await ann.page.goto(f"/game/{stored.table}#d1.t2.c1")
    await ann.page.locator(".suggest-button").tap()
    card = ann.page.locator(".notice-hint")
    await card.locator(".notice-text").evaluate("text => text.append('word '.repeat(300))")
    await expect(card).to_be_in_viewport(ratio=1)
    await clear_of(ann.page, ".notice-hint", ".controls")


@pytest.mark.parametrize("width", [704, 768])
async def test_a_tablet_upright(person: PersonFactory, stored: Stored, width: int) -> None:
    """All that steps through a review is on the screen; a long name does not push the language off it."""
    upright = {"viewport": {"width": width, "height": 1024}}
    ann = Player(await person("ann", locale="ru-RU", **upright, **CALM), "Александра Филипповна", "ru")
    await introduce(ann)
    await ann.page.goto("/history")
    await expect(ann.page.locator(".me-name")).to_be_visible()
    assert await wider(ann.page) <= 0
    await ann.person.context.add_cookies(stored.cookies)  # type: ignore[arg-type]
    await ann.page.goto(f"/game/{stored.table}#d1.t2.c1")
    await expect(ann.page.locator(".controls .suggest-button")).to_be_visible()
    await inside(ann.page, ".controls > *", ".table-main")
