"""The board's parts in every room they get: whole tricks, whole plates, sheets with both totals, hands laid open."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.conftest import PersonFactory
from tests.browser.laid import CALM, lay
from tests.browser.players import Player
from tests.browser.stored import NAMES, Guest, Stored, begin, play_out, stored_game
from tests.browser.test_pages import DESK, PHONE
from tests.processes import AppServer

ON_ITS_SIDE: dict[str, Any] = {"viewport": {"width": 640, "height": 360}, "has_touch": True, "is_mobile": True}
LARGE = "() => { document.documentElement.style.fontSize = 'min(32px, max(16px, min(5vw, 2.7vh)))'; }"
"""As if the browser had letters twice as large."""

_CHANGE = """async ([table, change]) => {
  const { client } = await import("#app/ui/app.js");
  const view = client.channels.get(table).public;
  view.value = { ...view.value, g: { ...view.value.g, ...change } };
}"""


async def table_of(person: PersonFactory, **look: Any) -> Player:
    """Ann's table, at her turn."""
    ann = Player(await person("ann", **look, **CALM), "Ann")
    await lay([ann])
    await expect(ann.page.locator(".hand-turn")).to_be_visible()
    return ann


async def change(player: Player, **game: Any) -> None:
    """Let the page hold something else of the game."""
    await player.page.evaluate(_CHANGE, [player.table, game])


_MIXED = """() => {
  window.mixed = [];
  window.kept = 0;
  new MutationObserver(() => {
    const old = document.querySelectorAll(".leaving .laid").length;
    const [fresh, won] = [".trick > .laid:not(.at-south)", ".trick > .laid-winning, .trick > .why"]
      .map((what) => document.querySelectorAll(what).length);
    window.kept += old > 0;
    if (old && (fresh || won)) window.mixed.push(document.querySelector(".trick").outerHTML);
  }).observe(document.querySelector(".mat"), { childList: true, subtree: true, attributes: true });
}"""


@pytest.mark.parametrize("calm", [True, False], ids=["calm", "lively"])
async def test_a_finished_trick_and_the_next_are_never_mixed(person: PersonFactory, calm: bool) -> None:
    ann = Player(await person("ann", **DESK, **(CALM if calm else {})), "Ann")
    await lay([ann])
    page = ann.page
    await page.evaluate(_MIXED)
    for left in range(13, 0, -1):  # until a bot has led over a trick that still lay there
        await expect(page.locator(".hand-turn .held")).to_have_count(left)
        if await page.evaluate("() => window.kept > 0"):
            break
        await page.locator(".hand-turn .held-legal").last.press("Enter")  # a low one: a bot has to win
        await expect(page.locator(".held")).to_have_count(left - 1)
    assert await page.evaluate("() => window.mixed") == []
    assert await page.evaluate("() => window.kept") > 0
    await expect(page.locator(".leaving")).to_have_count(0)
    if await page.locator(".laid").count():
        await expect(page.locator(".laid-winning")).to_have_count(1)


_PLATES = """() => {
  const plates = [...document.querySelectorAll(".mat > .plate")];
  const out = plates.flatMap((plate) => {
    const box = plate.getBoundingClientRect();
    return [...plate.querySelectorAll(".lamp, .dealer, .fact, .plate-name, .tag, .clock")]
      .filter((part) => part.getClientRects().length && getComputedStyle(part).clipPath === "none")
      .filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1;
      }).map((part) => part.className);
  });
  const others = plates.filter((plate) => !plate.matches(".at-south"));
  return { out, heights: new Set(others.map((plate) => Math.round(plate.getBoundingClientRect().height))).size };
}"""


@pytest.mark.parametrize("width", [320, 360, 390])
async def test_plates_hold_their_marks_and_are_of_one_height(person: PersonFactory, width: int) -> None:
    ann = Player(await person("ann", viewport={"width": width, "height": 640}, **CALM), "Ann")
    boris = Player(await person("boris", **PHONE, **CALM), "Boris")
    await lay([ann, boris], clock="slow")
    await change(ann, dealer=2, renounced={"1": "SHD", "2": "SHD", "3": "H"}, done={"0": 0, "1": 1, "2": 1, "3": 0})
    await expect(ann.page.locator(".mat .lamp")).to_have_count(7)
    await expect(ann.page.get_by_role("img", name=ann.say("calypso.dealer"))).to_be_visible()
    assert await ann.page.evaluate(_PLATES) == {"out": [], "heights": 1}


async def test_the_last_deal_leaves_no_pack(person: PersonFactory) -> None:
    ann = await table_of(person, **DESK)
    await expect(ann.page.locator(".stock .card")).to_have_count(1)
    await change(ann, left=0)
    await expect(ann.page.locator(".stock .card")).to_have_count(0)


async def test_four_cards_do_not_overlap(person: PersonFactory) -> None:
    ann = await table_of(person, **DESK)
    for _ in range(9):
        await ann.page.evaluate("() => document.querySelector('.held-slot').remove()")
    apart = """() => {
      const boxes = [...document.querySelectorAll(".held")].map((card) => card.getBoundingClientRect());
      return boxes.every((box, i) => !i || box.left >= boxes[i - 1].right);
    }"""
    assert await ann.page.evaluate(apart)


_TOTALS = """() => {
  const box = document.querySelector(".sheet-scroll").getBoundingClientRect();
  return [...document.querySelectorAll(".sheet-side td")].map((cell) => {
    const own = cell.getBoundingClientRect();
    return own.left >= box.left && own.right <= box.right + 1 && cell.scrollWidth <= cell.clientWidth + 1;
  });
}"""


@pytest.mark.parametrize("lang", ["en", "ru", "ja"])
async def test_a_sheet_shows_both_totals_with_large_letters(person: PersonFactory, lang: str) -> None:
    ann = Player(await person("ann", locale=lang, **DESK, **CALM), "Ann", lang)
    await lay([ann])
    await change(ann, done={"0": 3, "1": 3, "2": 3, "3": 3}, piles={"0": 100, "1": 10, "2": 100, "3": 10})
    await ann.page.evaluate(LARGE)
    await ann.page.keyboard.press("s")
    for width, height in ((1280, 800), (390, 844), (360, 640)):
        await ann.page.set_viewport_size({"width": width, "height": height})
        await ann.page.wait_for_function(f"() => ({_TOTALS})().join() === 'true,true'")
    await expect(ann.page.locator(".sheet-short")).to_be_visible()


async def test_cards_lie_clear_of_plates_with_large_letters(person: PersonFactory) -> None:
    ann = await table_of(person, viewport={"width": 820, "height": 1180})
    await ann.page.evaluate(LARGE)
    await ann.page.set_viewport_size({"width": 820, "height": 1179})  # the board is measured anew
    await expect(ann.page.locator(".board-narrow")).to_be_visible()
    await ann.page.locator(".hand .held-legal").first.press("Enter")
    await expect(ann.page.locator(".laid").first).to_be_visible()
    clear = """() => {
      const card = document.querySelector(".laid");
      card.className = "laid at-north";
      const plate = document.querySelector(".plate.at-north").getBoundingClientRect();
      return card.getBoundingClientRect().top - plate.bottom;
    }"""
    assert await ann.page.evaluate(clear) >= 0


async def test_a_narrow_status_bar_leaves_out_but_does_not_cut(person: PersonFactory) -> None:
    ann = await table_of(person, **PHONE)
    await ann.page.evaluate("() => { document.querySelector('.facts').style.maxWidth = '6.5rem'; }")
    whole = """() => {
      const box = document.querySelector(".facts").getBoundingClientRect();
      return [...document.querySelectorAll(".facts > li")].map((fact) => fact.getBoundingClientRect())
        .map((fact) => (fact.top >= box.bottom - 1 ? "out" : fact.right <= box.right + 1 && fact.left >= box.left - 1));
    }"""
    assert await ann.page.evaluate(whole) == ["out", True]


@pytest_asyncio.fixture(scope="module")
async def between(app_server: AppServer) -> AsyncIterator[Stored]:
    """A game between its first two deals."""
    async with contextlib.AsyncExitStack() as stack:
        guests = []
        for name in NAMES:
            http = httpx2.AsyncClient(base_url=app_server.url, headers={"Origin": app_server.url}, timeout=10)
            await stack.enter_async_context(http)
            (await http.post("/api/v1/session", json={"name": name, "lang": "en"})).raise_for_status()
            guests.append(Guest(http))
        await begin(guests)
        await play_out(guests, until="between")
        cookies = [{"name": k, "value": v, "url": app_server.url} for k, v in guests[0].http.cookies.items()]
        yield Stored(guests[0].table, cookies)


async def in_sight(page: Page, *what: str) -> None:
    """These are on the screen, and nothing lies over them."""
    for one in what:
        shown = """(one) => {
          const part = document.querySelector(one);
          const box = part.getBoundingClientRect();
          const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return part === top || part.contains(top);
        }"""
        assert await page.evaluate(shown, one), one


async def test_between_deals_title_names_and_button_are_in_sight(person: PersonFactory, between: Stored) -> None:
    ann = await person("ann", **ON_ITS_SIDE, **CALM)
    await ann.context.add_cookies(between.cookies)  # type: ignore[arg-type]
    await ann.page.goto(f"/t/{between.table}")
    await expect(ann.page.locator(".pause-end button")).to_be_focused()
    await in_sight(ann.page, "#pause-title", ".sheet-who", ".pause-end button", ".sheet-side td")
    await ann.page.set_viewport_size({"width": 568, "height": 320})
    await in_sight(ann.page, "#pause-title", ".sheet-who", ".pause-end button")


async def test_the_review_shows_open_hands_on_a_phone(person: PersonFactory, app_server: AppServer) -> None:
    stored = await stored_game(app_server.url)
    ann = Player(await person("ann", **PHONE, **CALM), "Ann")
    await ann.person.context.add_cookies(stored.cookies)  # type: ignore[arg-type]
    await ann.page.goto(f"/game/{stored.table}#d1.t1.c2")
    await expect(ann.page.locator(".mat")).to_be_visible()
    await expect(ann.page.locator(".open-hand")).to_have_count(0)
    await ann.page.keyboard.press("o")
    await expect(ann.page.locator(".open-hand")).to_have_count(3)
    for hand in await ann.page.locator(".open-hand").all():
        await expect(hand.locator(".token").last).to_be_visible()
    assert await ann.page.evaluate(_PLATES) == {"out": [], "heights": 1}


async def test_the_mark_of_the_lead_leaves_the_index_free(person: PersonFactory) -> None:
    ann = await person("ann", **PHONE, **CALM)
    await ann.page.goto("/learn")
    await expect(ann.page.locator(".learn-laid .tag").first).to_be_visible()
    free = """() => [...document.querySelectorAll(".learn-laid:has(.tag)")].every((laid) => {
      const [tag, card, felt] = [laid.querySelector(".tag"), laid.querySelector(".card"), laid.closest(".learn-felt")]
        .map((part) => part.getBoundingClientRect());
      return tag.top > card.top + card.height / 2 && tag.left >= felt.left && tag.right <= felt.right;
    })"""
    assert await ann.page.evaluate(free)


_CONTRAST = """() => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paint = (...colours) => {
    for (const colour of colours) {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((one) => {
      const part = one / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const panel = getComputedStyle(document.querySelector(".plate")).backgroundColor;
  const ink = getComputedStyle(document.querySelector(".mat .slot:not(.slot-full)")).color;
  const [dark, light] = [paint(panel), paint(panel, ink)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}"""


async def test_missing_ranks_can_be_read(person: PersonFactory) -> None:
    ann = await table_of(person, **DESK)
    for scheme in ("light", "dark"):
        await ann.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert await ann.page.evaluate(_CONTRAST) >= 4.5, scheme
