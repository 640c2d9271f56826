"""Which bots there are: their levels with a sentence each, where somebody chooses one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.async_api import Page, Route, expect

from tests.browser.conftest import PersonFactory
from tests.browser.laid import CALM, introduce, post
from tests.browser.players import Player
from tests.browser.test_pages import DESK, PHONE

LOOKS = {"desk": DESK, "phone": PHONE}
WORDS = {"level.calypso.normal": "Plays the card that promises most for this trick.", "level.calypso.sly": "Sly."}
LOOK_AT = os.environ.get("LOOK_AT", "")


async def with_levels(page: Page, *levels: str) -> None:
    """The server has these levels, as far as the page knows; some of them have a sentence."""

    async def games(route: Route) -> None:
        told = await (await route.fetch()).json()
        for game in told["games"]:
            game["levels"] = [*levels]
        await route.fulfill(json=told)

    async def words(route: Route) -> None:
        told = await (await route.fetch()).json()
        await route.fulfill(json={key: text for key, text in told.items() if not key.startswith("level.")} | WORDS)

    await page.route("**/api/v1/games", games)
    await page.route("**/games/calypso/i18n/*.json", words)


async def room(player: Player) -> None:
    """The waiting room of a table of one's own."""
    await introduce(player)
    made = await post(player, "/tables", {"game": "calypso", "options": {}, "table": {"access": "private"}})
    await player.page.goto(f"/t/{made['id']}#k={made['invite']}")
    await expect(player.page.locator("li.seat").first).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
async def test_each_level_has_its_sentence(person: PersonFactory, look: str) -> None:
    ann = Player(await person("ann", **LOOKS[look], **CALM), "Ann")
    page = ann.page
    await with_levels(page, "normal", "sly", "new")
    await room(ann)
    choice = page.get_by_label(ann.say("level.choice"))
    await expect(choice).to_have_value("normal")
    if LOOK_AT:
        await choice.scroll_into_view_if_needed()
        await page.screenshot(path=Path(LOOK_AT) / f"levels-{look}.png")
    await page.locator("li.seat").nth(1).locator(".seat-more").click()
    menu = page.locator("dialog[open]")
    await expect(menu).to_contain_text(WORDS["level.calypso.normal"])
    await expect(menu).to_contain_text("Sly.")
    await expect(menu).to_contain_text(ann.say("wait.add_bot_level", level="new"))
    if LOOK_AT:
        await page.screenshot(path=Path(LOOK_AT) / f"menu-{look}.png")
    await menu.get_by_role("button", name=ann.say("wait.add_bot_level", level=ann.say("level.normal"))).click()
    await expect(page.locator("li.seat").nth(1)).to_contain_text(ann.say("level.normal"))


async def test_the_level_that_is_chosen_fills_the_table(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    page = ann.page
    await with_levels(page, "easy", "normal")
    await room(ann)
    choice = page.get_by_label(ann.say("level.choice"))
    await expect(choice).to_have_value("normal")  # the one that stands in for people
    await choice.select_option("easy")
    await choice.select_option("normal")
    await ann.click("wait.fill")
    await expect(page.locator("li.seat").nth(3)).to_contain_text(ann.say("level.normal"))
    await expect(choice).to_have_count(0)


async def test_one_level_is_no_choice(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await with_levels(ann.page, "normal")
    await room(ann)
    await expect(ann.page.get_by_role("button", name=ann.say("wait.fill"))).to_be_visible()
    await expect(ann.page.locator(".level-choice")).to_have_count(0)
