"""Letters twice as large on a phone, or a page zoomed in: nothing is wider than the screen."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PersonFactory
from tests.browser.laid import AS_SEATED, CALM, introduce, post
from tests.browser.players import Player


@pytest.mark.parametrize("lang", ["en", "ru", "ja"])
async def test_pages_are_no_wider_than_a_narrow_screen(person: PersonFactory, lang: str) -> None:
    ann = Player(await person("ann", locale=lang, **CALM), "Ann", lang)
    await introduce(ann)
    made = await post(ann, "/tables", {"game": "calypso", "options": AS_SEATED, "table": {"access": "private"}})
    for path in ("/", "/new", f"/t/{made['id']}", "/learn", "/history"):
        await ann.page.goto(path)
        await expect(ann.page.locator("main :is(h1, h2)").first).to_be_visible()
        for width in (180, 320, 340, 360):  # 180: 360 with letters of twice the size
            await ann.page.set_viewport_size({"width": width, "height": 600})
            # what is fetched later (a game's words and looks) may still come
            fits = "(width) => document.documentElement.scrollWidth <= width"
            await ann.page.wait_for_function(fits, arg=width)
