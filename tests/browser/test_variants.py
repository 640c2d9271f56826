"""Whole games against bots to the end, with and without partners, at a desk and on a phone; then the review."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import PersonFactory
from tests.browser.hasty import BriskServer
from tests.browser.laid import CALM, do, introduce, post
from tests.browser.players import Player
from tests.browser.test_pages import DESK, PHONE, sound

PLAY = """async ([table, hands]) => {
  const { client } = await import("#app/ui/app.js");
  const channel = client.channels.get(table);
  for (let waited = 0; waited < 50_000; waited += 10) {
    const view = channel.public.value;
    if (view.phase !== "playing" || view.g.hand >= hands) return view;
    const idle = channel.standing.value === "current" && !client.outbox.pending.value.length;
    if (idle && channel.private.value.legal !== undefined) document.querySelector(".hand .held-legal")?.click();
    await new Promise((go) => setTimeout(go, 10));
  }
  throw new Error("the hand does not end");
}"""
"""Click the first card that may be played whenever it is one's turn, as long as hands go on."""


@dataclass(frozen=True)
class Case:
    variant: str
    look: dict[str, Any]
    lang: str
    locale: str
    seats: int
    sides: int
    hands: int


CASES = {
    "solo": Case("solo", PHONE, "ru", "ru-RU", 4, 4, 4),
    "three": Case("three_handed", DESK, "en", "en-GB", 3, 3, 3),
    "three on a phone": Case("three_handed", PHONE, "ja", "ja-JP", 3, 3, 3),
    "partners": Case("partnership", DESK, "en", "en-GB", 4, 2, 4),
}


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BriskServer]:
    """Its bots answer at once."""
    server = BriskServer(tmp_path_factory.mktemp("quick"))
    server.start()
    yield server
    server.close()


async def fits(page: Page) -> None:
    wide = await page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"


async def against_bots(player: Player, case: Case) -> None:
    """A table of the player's with bots in all other seats, in play."""
    await introduce(player)
    wish = {
        "game": "calypso",
        "options": {"variant": case.variant, "rounds": 1},
        "table": {"clock": "untimed", "pace": "fast"},
    }
    player.table = (await post(player, "/tables", wish))["id"]
    for seat in range(1, case.seats):
        await do(player, type="bot.add", seat=seat, level="normal")
    await do(player, type="start")
    await player.page.goto(f"/t/{player.table}")
    await expect(player.page.locator(".mat .plate")).to_have_count(case.seats)


async def looks(player: Player, case: Case) -> None:
    """What the table shows of the variant."""
    page, solo = player.page, case.sides > 2
    await expect(page.locator(".mat .nobody")).to_have_count(1 if case.seats == 3 else 0)
    if case.seats == 3:
        absent = next(iter(set("SHDC") - set((await player.views())["public"]["g"]["trumps"])))
        await expect(page.locator(".mat .nobody")).to_have_attribute(
            "aria-label", player.say(f"calypso.nobody.{absent}")
        )
    await expect(page.locator(".mat .tag-good")).to_have_count(0 if solo else 1)
    places = page.locator(".rank-strip .rank" if case.look is PHONE else ".table-side .rank")
    await expect(places).to_have_count(case.sides if solo else 0)
    for place in await places.all():
        await expect(place).to_be_visible()
    await sound(page)


async def to_the_end(player: Player, case: Case) -> dict[str, Any]:
    """Play all hands; the public view of the end."""
    view: dict[str, Any] = {}
    for hand in range(1, case.hands + 1):
        view = await player.page.evaluate(PLAY, [player.table, hand])
        if hand < case.hands:
            assert view["phase"] == "between"
            await fits(player.page)
            await player.next()
            await expect(player.page.locator(".over-mat")).to_have_count(0)
    return view


async def stored(player: Player) -> None:
    """Wait until the archive has the game, a moment after its end."""
    for _ in range(100):
        answer = await player.person.context.request.get(f"/api/v1/history/{player.table}/record")
        if answer.ok:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the game is not in the archive")


async def reviewed(player: Player, case: Case) -> None:
    """The review steps through all hands, and lays the others' open."""
    page = player.page
    await stored(player)
    await page.get_by_role("link", name=player.say("over.review")).click()
    await expect(page.locator(".review .mat .plate")).to_have_count(case.seats)
    await fits(page)
    for _ in range(case.hands):
        await page.keyboard.press("PageUp")
    for _ in range(case.hands - 1):
        await page.keyboard.press("PageDown")
    await expect(page).to_have_url(re.compile(rf"#d{case.hands}\.t1\."))
    await page.keyboard.press("]")
    await expect(page).to_have_url(re.compile(rf"#d{case.hands}\.t1\.c{case.seats}"))
    await expect(page.locator(".mat > .trick > .laid")).to_have_count(case.seats)
    await page.keyboard.press("o")
    await expect(page.locator(".open-hand")).to_have_count(case.seats - 1)


@pytest.mark.parametrize("name", CASES)
async def test_a_whole_game_against_bots(person: PersonFactory, quick: BriskServer, name: str) -> None:
    case = CASES[name]
    ann = Player(await person("ann", locale=case.locale, url=quick.url, **case.look, **CALM), "Ann", case.lang)
    await against_bots(ann, case)
    await looks(ann, case)
    view = await to_the_end(ann, case)
    page = ann.page
    results = page.locator(".over-mat .result > li")
    await expect(results).to_have_count(case.sides)
    await sound(page)
    scores = [int(re.sub(r"\D", "", text)) for text in await results.locator(".score").all_inner_texts()]
    assert sorted(scores) == sorted(side["score"] for side in view["result"]["sides"])
    if case.sides > 2:
        assert scores == sorted(scores, reverse=True)
        shown = await results.locator(".result-place > [aria-hidden]").all_inner_texts()
        assert [int(place) for place in shown] == sorted(side["place"] for side in view["result"]["sides"])
        await expect(page.locator(".over-mat .sheet-place td")).to_have_count(case.sides)
    await reviewed(ann, case)


async def test_a_table_of_four_becomes_one_of_three(person: PersonFactory) -> None:
    """Who sat in the fourth seat moves to one that is free; more rounds than three are not offered."""
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    boris = Player(await person("boris", locale="ru-RU", **PHONE, **CALM), "Борис", "ru")
    await ann.enter()
    link = await ann.open_table(
        "option.table.access.private", "option.table.clock.untimed", preset="preset.calypso.long"
    )
    await boris.come(link)
    await boris.sit(3)
    await ann.click("change.begin")
    form = ann.page.locator("dialog")
    rounds = form.locator('input[name="calypso.rounds"]')
    await expect(rounds).to_have_count(4)
    await form.get_by_role("radio", name=ann.say("option.calypso.variant.three_handed")).check()
    await expect(rounds).to_have_count(3)
    await expect(rounds.nth(2)).to_be_checked()
    await form.get_by_role("button", name=ann.say("change.yes"), exact=True).click()
    for player in (ann, boris):
        await expect(player.page.locator("li.seat")).to_have_count(3)
        await expect(player.page.locator(".room-seating")).to_have_text(player.say("calypso.seating.three_handed"))
    await expect(boris.page.locator("li.seat-mine .seat-name")).to_have_text(boris.name)
    assert (await boris.views())["private"]["seat"] == 1
