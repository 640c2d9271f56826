"""What the strong bot would do: a hint on one's turn, advice in the review. What it thinks is made up here."""

from __future__ import annotations

import asyncio
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route, expect

from tests.browser.conftest import PersonFactory
from tests.browser.laid import CALM, button, clear_of, inside, lay, turn_of
from tests.browser.players import Player
from tests.browser.stored import Stored, stored_game
from tests.browser.test_pages import DESK, PHONE
from tests.processes import AppServer

LOOKS = {
    "desk-light": ("en", "en-GB", DESK),
    "desk-dark": ("ja", "ja-JP", DESK),
    "phone-light": ("en", "en-GB", PHONE),
    "phone-dark": ("ru", "ru-RU", PHONE),
}
REASONS = [{"code": "made_up", "params": {"suit": "H", "chair": 1, "card": "AS", "points": 40}}]
WORDS = {"opinion.made_up": "{name} has no {suit} left; {card} is gone, which brings {points}."}
LOOK_AT = os.environ.get("LOOK_AT", "")
"""A folder for pictures of it all, for whoever wants to look."""


@pytest_asyncio.fixture(scope="module")
async def stored(app_server: AppServer) -> Stored:
    return await stored_game(app_server.url)


async def picture(page: Page, name: str) -> None:
    if LOOK_AT:
        Path(LOOK_AT).mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=Path(LOOK_AT) / f"{name}.png")


async def thinks(page: Page) -> list[str]:
    """The bot thinks most of the last card that may be played; the requests that it heard."""
    asked: list[str] = []

    async def hint(route: Route) -> None:
        asked.append(route.request.method)
        table = route.request.url.split("/")[-2]
        view = (await (await page.context.request.get(f"/api/v1/tables/{table}")).json())["private"]
        legal = view["legal"]
        cards = [card for card in view["hand"] if legal == "any" or card[1] in legal]
        opinions = [
            {"command": {"type": "play", "card": card}, "points": -12 * n, "reasons": [] if n else REASONS}
            for n, card in enumerate(reversed(cards))
        ]
        turn = (await (await page.context.request.get(f"/api/v1/tables/{table}")).json())["public"]["turn"]
        await route.fulfill(json={"turn": turn, "opinions": opinions})

    await page.route("**/hint", hint)
    await page.evaluate("async (words) => (await import('#app/lib/i18n.js')).extend(words)", WORDS)
    return asked


@pytest.mark.parametrize("look", LOOKS)
async def test_a_hint_says_what_and_why_and_goes_with_the_move(person: PersonFactory, look: str) -> None:
    lang, locale, device = LOOKS[look]
    ann = Player(await person("ann", locale=locale, **device, **CALM, color_scheme=look.partition("-")[2]), "Ann", lang)
    await lay([ann])
    page = ann.page
    asked = await thinks(page)
    await turn_of([ann])
    ask = button(ann, "hint.ask")
    await ask.click()
    card = page.locator(".notice-hint")
    await expect(card).to_be_visible()
    marked = page.locator("[data-suggested]")
    await expect(marked).to_have_count(1)
    token = card.locator(".token").first
    name = await token.get_attribute("aria-label") or ""
    await expect(marked).to_have_accessible_name(ann.say("calypso.card.legal", card=name))
    await expect(card).to_contain_text(f"has no {ann.say('suit.H')} left")
    await expect(page.locator("#say")).to_contain_text(name)
    await inside(page, ".notice-hint", ".table-main")
    await clear_of(page, ".notice-hint", ".hand")
    await picture(page, f"hint-{look}")
    await expect(ask).to_have_attribute("aria-pressed", "true")
    await page.keyboard.press("?")
    await expect(card).to_have_count(0)
    await expect(marked).to_have_count(0)
    await page.keyboard.press("?")
    await expect(card).to_be_visible()
    assert asked == ["POST", "POST"]
    if "phone" in look:
        await marked.tap()
        await page.locator(".play-button").tap()
    else:
        await marked.click()
    await expect(card).to_have_count(0)
    await expect(page.locator("[data-suggested]")).to_have_count(0)


async def test_who_may_not_ask_has_no_button(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann], hints="off")
    await turn_of([ann])
    await expect(ann.page.locator(".hand .held-legal").first).to_be_visible()
    await expect(button(ann, "hint.ask")).to_have_count(0)
    await ann.page.keyboard.press("?")
    await expect(ann.page.locator(".notice-hint")).to_have_count(0)


async def test_a_refusal_is_told(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann])

    async def refuse(route: Route) -> None:
        await route.fulfill(status=503, json={"code": "down.bots", "params": {}})

    await ann.page.route("**/hint", refuse)
    await turn_of([ann])
    told = ann.page.locator("#app").get_by_text(ann.say("error.down.bots"))
    with ann.person.pardon():
        await button(ann, "hint.ask").click()
        await expect(told).to_be_visible()
    await expect(ann.page.locator(".notice-hint")).to_have_count(0)
    await ann.page.locator(".hand .held-legal").first.click()
    await expect(told).to_have_count(0)  # it was about the card that has been played


async def test_a_refusal_that_comes_when_the_card_is_played_is_not_told(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann])
    page, played = ann.page, asyncio.Event()

    async def refuse(route: Route) -> None:
        await played.wait()
        await route.fulfill(status=503, json={"code": "down.bots", "params": {}})

    await page.route("**/hint", refuse)
    await turn_of([ann])
    ask = button(ann, "hint.ask")
    await ask.click()
    await page.locator(".hand .held-legal").first.click()
    await expect(page.locator(".hand-turn .held")).to_have_count(12)
    with ann.person.pardon():
        async with page.expect_response("**/hint"):
            played.set()
        await page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    await expect(ask).to_be_enabled()
    assert await page.get_by_text(ann.say("error.down.bots")).count() == 0


def advice(review: dict[str, Any], seq: int) -> dict[str, Any]:
    """The bot would have done what was done at every other card; else something that was better by 35."""
    step = next(step for step in review["steps"] if step["seq"] == seq)
    trick = step["patch"]["public"]["g"]["trick"]
    played = {"type": "play", "card": trick[-2:]}
    other = {"type": "play", "card": "AS" if trick[-2:] != "AS" else "KS"}
    same = {"command": played, "points": 0, "reasons": REASONS}
    better = [{"command": other, "points": 0, "reasons": REASONS}, {**same, "points": -35, "reasons": []}]
    third = {"command": {"type": "play", "card": "2C"}, "points": -50, "reasons": []}
    told = {"seq": seq, "seat": step["actor"]["seat"], "played": played}
    if seq % 2:
        return {**told, "cost": 0, "opinions": [same, third]}
    return {**told, "cost": 35, "opinions": [*better, third]}


@pytest.mark.parametrize("look", LOOKS)
async def test_the_review_tells_what_the_bot_would_have_played(
    person: PersonFactory, stored: Stored, look: str
) -> None:
    lang, locale, device = LOOKS[look]
    ann = Player(await person("ann", locale=locale, **device, **CALM, color_scheme=look.partition("-")[2]), "Ann", lang)
    page = ann.page
    await ann.person.context.add_cookies(stored.cookies)  # type: ignore[arg-type]
    review = await (await page.context.request.get(f"/api/v1/history/{stored.table}/review")).json()
    asked: list[int] = []

    async def suggest(route: Route) -> None:
        asked.append(int(route.request.url.rpartition("=")[2]))
        await route.fulfill(body=json.dumps(advice(review, asked[-1])), content_type="application/json")

    await page.route("**/suggestion?*", suggest)
    await page.goto(f"/game/{stored.table}#d1.t2.c1")
    await button(ann, "suggest.ask").click()
    card = page.locator(".notice-hint")
    for _ in range(2):
        await expect(card.locator(".token").first).to_be_visible(timeout=15_000)
        same = asked[-1] % 2
        await expect(card).to_contain_text(
            ann.say("suggest.same") if same else ann.say("suggest.cost", n=35, form="many" if lang == "ru" else "other")
        )
        await inside(page, ".notice-hint", ".table-main")
        await clear_of(page, ".notice-hint", ".controls")
        await picture(page, f"suggestion-{look}-{'same' if same else 'other'}")
        before = len(asked)
        await page.keyboard.press("ArrowRight")
        while len(asked) == before:
            await page.wait_for_timeout(20)
    await page.keyboard.press("ArrowLeft")
    await expect(card.locator(".token").first).to_be_visible(timeout=15_000)
    await page.wait_for_timeout(400)
    assert len(asked) == len(set(asked)) == 3
    await card.get_by_role("button", name=ann.say("ui.close")).click()
    await expect(card).to_have_count(0)


async def test_what_steps_through_a_review_stays_in_sight_on_a_phone_on_its_side(
    person: PersonFactory, stored: Stored
) -> None:
    side = {"viewport": {"width": 640, "height": 360}, "has_touch": True, "is_mobile": True}
    ann = Player(await person("ann", locale="ru-RU", **side, **CALM), "Ann", "ru")
    await ann.person.context.add_cookies(stored.cookies)  # type: ignore[arg-type]
    await ann.page.goto(f"/game/{stored.table}#d1.t2.c1")
    await expect(ann.page.locator(".controls")).to_be_in_viewport(ratio=1)
    await ann.page.locator(".controls .step").last.tap()
    await expect(ann.page).to_have_url(re.compile(r"#d1\.t13\.c4$"))
