"""Those who look on: a booked seat, the ways out, and the moment when the seat is theirs."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.conftest import PersonFactory
from tests.browser.laid import CALM, arrive, button, do, introduce, lay, menu
from tests.browser.players import Player
from tests.browser.test_pages import DESK, PHONE, sound


async def booked(person: PersonFactory) -> tuple[Player, Player]:
    """Ann plays with bots, Eva has booked the seat of one."""
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    eva = Player(await person("eva", **PHONE, **CALM), "Eva")
    await lay([ann])
    await introduce(eva)
    await arrive(eva, ann.table)
    await do(eva, type="sit", seat=1)
    await expect(eva.page.locator(".notice-booked")).to_be_visible()
    return ann, eva


async def test_a_booked_seat_can_be_given_up_for_a_game_with_bots(person: PersonFactory) -> None:
    _, eva = await booked(person)
    note = eva.page.locator(".notice-booked")
    await expect(note).to_contain_text(re.compile(r"\d+ of 13"))
    await sound(eva.page)
    await button(eva, "watch.bots_now").tap()
    await expect(eva.page).not_to_have_url(re.compile(eva.table))
    await expect(eva.page.locator(".hand .held").first).to_be_visible()
    await arrive(eva)
    await expect(eva.page.locator(".notice-seen")).to_be_visible()


async def test_who_does_not_want_the_seat_finds_a_way_out(person: PersonFactory) -> None:
    _, eva = await booked(person)
    await button(eva, "watch.unbook").tap()
    await expect(eva.page.locator(".notice-seen").get_by_role("link")).to_have_attribute("href", "/")
    await do(eva, type="sit", seat=1)
    note = eva.page.locator(".notice-booked")
    await note.get_by_role("button", name=eva.say("ui.close")).tap()
    await expect(note).to_have_count(0)
    await menu(eva, "watch.stop")
    await expect(eva.page.locator(".door")).to_have_count(3)
    await expect(eva.page.locator(".return-bar")).to_have_count(0)


async def test_who_has_booked_hears_when_the_seat_is_his(person: PersonFactory) -> None:
    ann, eva = await booked(person)
    for left in range(13, 0, -1):
        await expect(ann.page.locator(".hand .held")).to_have_count(left)
        await ann.page.locator(".hand-turn .held-legal").first.click()
    await expect(eva.page.locator(".toast")).to_contain_text(eva.say("watch.seated"))  # which goes after a while
    for player in (ann, eva):
        await player.next()
    await expect(eva.page.locator(".hand .held")).to_have_count(13)
