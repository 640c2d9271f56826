"""Every page, by day and by lamplight, on a desk and on a phone: nothing sticks out, and axe finds nothing grave."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from tests.browser.conftest import PersonFactory
from tests.browser.hasty import PatientServer
from tests.browser.players import Player
from tests.browser.stored import Stored, stored_game
from tests.processes import AppServer

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
LONG = "Александра Константиновна"[:24]
LOOKS = {"desk": ("ja", "ja-JP", DESK), "phone": ("ru", "ru-RU", PHONE)}

Look = tuple[str, str, dict[str, Any]]


@pytest.fixture(params=list(LOOKS.values()), ids=list(LOOKS))
def look(request: pytest.FixtureRequest) -> Look:
    chosen: Look = request.param
    return chosen


@pytest_asyncio.fixture(scope="module")
async def stored(app_server: AppServer) -> AsyncIterator[Stored]:
    yield await stored_game(app_server.url)


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server where a quick table is looked at as long as that takes."""
    server = PatientServer(tmp_path_factory.mktemp("patient")).start()
    yield server.url
    server.close()


async def visitor(person: PersonFactory, look: Look, name: str = LONG, url: str | None = None) -> Player:
    lang, locale, options = look
    return Player(await person(name, locale=locale, url=url, reduced_motion="reduce", **options), name, lang)


_GRAVE = """async (options) => (await axe.run(document, { ...options, resultTypes: ["violations"] })).violations
  .filter((rule) => ["serious", "critical"].includes(rule.impact))
  .map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target)}`)"""


_STILL = """() => {
  const ends = (one) => one.playState === "running" && Number.isFinite(one.effect.getComputedTiming().endTime);
  return Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
}"""
"""Colours on their way to others are not judged."""


async def sound(page: Page) -> None:
    """Nothing serious for axe by day, no weak contrast by lamplight, nothing wider than the screen."""
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(Axe().axe_script)
    await page.evaluate(_STILL)
    assert await page.evaluate(_GRAVE, {}) == []
    await page.emulate_media(color_scheme="dark")
    await page.evaluate(_STILL)
    assert await page.evaluate(_GRAVE, {"runOnly": ["color-contrast"]}) == []
    await page.emulate_media(color_scheme="light")
    wide = await page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"


async def dialog(player: Player, opener: str) -> None:
    """Open one, judge it, put it away."""
    page = player.page
    await page.locator(opener).click()
    await expect(page.locator("dialog[open]")).to_be_visible()
    await sound(page)
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)


async def test_from_the_start_page_to_the_table(person: PersonFactory, patient: str, look: Look) -> None:
    player = await visitor(person, look, url=patient)
    page = player.page
    await player.enter()
    await expect(page.locator(".door")).to_have_count(3)
    await sound(page)
    await page.get_by_role("link", name=player.say("door.learn")).click()
    await expect(page.locator(".learn-quiz")).not_to_have_count(0)
    await sound(page)
    await page.go_back()
    await page.get_by_role("link", name=player.say("door.own")).click()
    for more in await page.get_by_text(player.say("option.advanced")).all():
        await more.click()
    await page.get_by_role("radio", name=player.say("option.table.clock.custom")).check()
    await sound(page)
    await page.get_by_role("button", name=player.say("preset.table.quick")).click()
    await player.click("new.create")
    await expect(page.get_by_label(player.say("name.label"))).to_be_visible()
    await sound(page)
    await player.opened()
    await expect(page.locator("li.seat")).to_have_count(4)
    await sound(page)
    await player.click("wait.fill")  # with all seats taken a quick table begins by itself
    await expect(page.locator(".hand-turn")).to_be_visible()
    await sound(page)
    await page.keyboard.press("ArrowRight")  # the button that started the game has gone: arrows find the hand
    await expect(page.locator(".held:focus")).to_have_count(1)
    await dialog(player, ".status-bar > button")
    await dialog(player, ".status-end button[title=S]")


async def among_bots(player: Player) -> None:
    """A table of the quick preset, with bots in the other seats; it is the player's turn."""
    page = player.page
    await player.enter()
    await player.open_table("option.table.autostart.no", preset="preset.table.quick")
    await player.click("wait.fill")
    await expect(page.locator("li.seat-bot")).to_have_count(3)
    await player.click("wait.start")
    await expect(page.locator(".hand-turn")).to_be_visible()


async def test_a_wrong_card_and_the_end_of_the_log_on_a_phone(person: PersonFactory) -> None:
    player = await visitor(person, LOOKS["phone"])
    page = player.page
    await among_bots(player)
    barred = page.locator(".held-barred")
    for left in range(13, 0, -1):
        await expect(page.locator(".hand-turn .held")).to_have_count(left)
        if await barred.count():
            break
        await page.locator(".hand-turn .held-legal").last.tap()  # a low one: who wins all tricks follows to none
        await page.locator(".play-button").tap()
    await barred.first.tap(force=True)
    await expect(page.locator(".action-error")).to_be_visible()
    await sound(page)
    await page.locator(".side-button").tap()
    await expect(page.locator(".side-sheet .log")).to_be_visible()
    hidden = "box => box.scrollHeight - box.clientHeight - box.scrollTop"
    assert await page.locator(".side-sheet .log").evaluate(hidden) < 2


_CLEAR = """() => {
  const found = [".mat .plate.at-south", ".laid.at-south", ".trick .why"];
  const [own, mine, why] = found.map((each) => document.querySelector(each));
  if (!mine || !why) return null;
  return Math.min(...[mine, why].map((box) => own.getBoundingClientRect().top - box.getBoundingClientRect().bottom));
}"""


async def test_a_bar_leaves_the_trick_its_room_on_a_phone(person: PersonFactory) -> None:
    """Who left and looks in again sees a bar; the cards stay off his plate."""
    player = await visitor(person, LOOKS["phone"])
    page = player.page
    await among_bots(player)
    await page.locator(".status-bar > button").tap()
    await player.click("menu.leave")
    await player.click("leave.leave")
    await page.locator(".return-bar").tap()
    await expect(page.locator(".bar-standin")).to_be_visible()
    await sound(page)
    room = await page.wait_for_function(_CLEAR)
    assert float(await room.json_value()) > -8
    await player.click("away.take_seat")
    await expect(page.get_by_role("button", name=player.say("away.take_seat"))).to_have_count(0)


async def test_the_end_the_history_and_the_review(person: PersonFactory, look: Look, stored: Stored) -> None:
    player = await visitor(person, look)
    page = player.page
    await player.person.context.add_cookies(stored.cookies)  # type: ignore[arg-type]
    await page.goto(f"/t/{stored.table}")
    await expect(page.get_by_role("link", name=player.say("over.review"))).to_be_visible()
    await sound(page)
    await page.goto("/history")
    await expect(page.locator(".game-row")).to_have_count(1)
    await sound(page)
    await page.goto(f"/game/{stored.table}#d2.t2.c2")
    await expect(page.locator(".laid")).to_have_count(2)
    await page.keyboard.press("o")
    await sound(page)
    if "has_touch" in look[2]:
        await dialog(player, ".side-button")
        return
    await expect(page.locator(".open-hand")).to_have_count(3)
    await page.get_by_role("radio", name=player.say("review.watch")).click()
    await page.keyboard.press("]")  # keys still step when a choice has the focus
    await expect(page).to_have_url(re.compile(r"#d2\.t2\.c4$"))
    await sound(page)


_AT_ONCE = """() => new MutationObserver((_, watch) => {
  if (!document.querySelector(".review .mat")) return;
  watch.disconnect();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "o", bubbles: true }));
}).observe(document, { childList: true, subtree: true })"""


async def test_a_key_is_heard_as_soon_as_there_is_something_to_see(person: PersonFactory, stored: Stored) -> None:
    """Before the first frame is painted."""
    ann = await person("ann", reduced_motion="reduce", **DESK)
    await ann.context.add_cookies(stored.cookies)  # type: ignore[arg-type]
    await ann.page.add_init_script(f"({_AT_ONCE})()")
    await ann.page.goto(f"/game/{stored.table}#d2.t2.c2")
    await expect(ann.page.locator(".open-hand")).to_have_count(3)


async def test_what_cannot_be_shown(person: PersonFactory, look: Look) -> None:
    ann = Player(await person("ann"), "Ann")
    await ann.enter()
    link = await ann.open_table("option.table.access.private")
    stranger = await visitor(person, look)
    page = stranger.page
    for url in ("/t/nosuch", link.partition("#")[0], f"{link}x"):
        await page.goto("about:blank")
        await page.goto(url)
        await expect(page.get_by_text(stranger.say("table.gone_hint"))).to_be_visible()
    await sound(page)
    await page.goto(link)  # sent once more, and opened in the same tab
    await expect(page.locator("li.seat")).to_have_count(4)
    with stranger.person.pardon():
        await page.goto("/no/such/page")
        await expect(page.get_by_text(stranger.say("missing.text"))).to_be_visible()
    await sound(page)
    await page.goto("/history")
    await expect(page.get_by_text(stranger.say("history.none"))).to_be_visible()
    await sound(page)


async def test_the_rules_of_each_game_have_an_address(person: PersonFactory) -> None:
    """It can be sent; the choice of the game sets it."""
    ann = Player(await person("ann", **PHONE), "Ann")
    page, title = ann.page, ann.page.locator("h1")
    for key in ("calypso", "canasta"):
        await page.goto(f"/learn/{key}")
        await expect(title).to_have_text(ann.say("learn.title", game=ann.say(f"game.{key}")))
    await page.get_by_role("radio", name=ann.say("game.calypso"), exact=True).check(force=True)
    await expect(title).to_have_text(ann.say("learn.title", game=ann.say("game.calypso")))
    await expect(page).to_have_url(re.compile("/learn/calypso$"))
    await page.goto("/learn/chess")
    await expect(page).to_have_url(re.compile("/learn/calypso$"))
