"""Four people in four browsers, one of them in Russian, play a game by a private link; a fifth watches."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx2
import pytest
from playwright.async_api import expect

from app.engine import views
from app.engine.basics import Seat
from app.engine.kernel import Kernel
from app.engine.record import Record, decode, replay
from app.engine.table.state import TableState
from app.games.catalogue import CATALOGUE
from tests.browser.conftest import PersonFactory
from tests.browser.players import Player, level

SEATS = (("Ann", "en", "en-GB"), ("Борис", "ru", "ru-RU"), ("Chiyo", "en", "en-US"), ("Dora", "en", "en-GB"))


async def company(person: PersonFactory) -> list[Player]:
    """Ann opens a private table without a clock, the others come by its link and sit down; the last one watches."""
    calm = {"reduced_motion": "reduce"}  # five pages share two cores
    people = [Player(await person(name, locale=locale, **calm), name, lang) for name, lang, locale in SEATS]
    ann, watcher = people[0], Player(await person("watcher", **calm), "Watcher")
    await ann.enter()
    link = await ann.open_table("option.table.access.private", "option.table.clock.untimed")
    for seat, player in enumerate(people[1:], start=1):
        await player.come(link)
        await player.sit(seat)
    await watcher.come(link)
    await ann.click("wait.start")
    return [*people, watcher]


async def play_on(people: list[Player], tricks: int) -> dict[str, Any]:
    """Play until so many tricks of the hand are finished, or the hand is; the public view then."""
    now = await level(people)
    while now["public"]["phase"] == "playing" and now["public"]["g"]["no"] < tricks:
        now = await people[int(now["public"]["act"])].play(now["pos"]["seq"])
    return (await level(people))["public"]


async def drop_and_reload(people: list[Player]) -> None:
    """In the middle of a trick: one page is reloaded, another loses its line while the others play on."""
    now = await level(people)
    first = people[int(now["public"]["act"])]
    now = await first.play(now["pos"]["seq"])
    await first.page.reload()
    await expect(first.page.locator(".hand .held").first).to_be_visible()
    act = int(now["public"]["act"])
    victim = people[(act + 1) % 4]
    with victim.person.pardon():
        await victim.person.context.set_offline(True)
        await victim.page.evaluate("async () => (await import('#app/ui/app.js')).client.link.renew()")
        await expect(victim.page.locator(".link-lost")).to_be_visible()
        await people[act].play(now["pos"]["seq"])
        assert (await victim.views())["pos"]["seq"] == now["pos"]["seq"]
        await victim.person.context.set_offline(False)
        await level(people)
    await expect(victim.page.locator(".link-lost")).to_have_count(0)


async def record_of(player: Player) -> Record:
    cookies = {cookie["name"]: cookie["value"] for cookie in await player.person.context.cookies()}
    base = re.match(r"https?://[^/]+", player.page.url)
    assert base
    async with httpx2.AsyncClient(base_url=base.group(), cookies=cookies) as http:
        for _ in range(200):
            answer = await http.get(f"/api/v1/history/{player.table}/record")
            if answer.status_code == 200:
                return decode(answer.content)
            await asyncio.sleep(0.05)
    raise AssertionError("the game is not in the archive")


def folded(record: Record) -> TableState:
    kernel = Kernel(CATALOGUE.get(record.game))
    *_, (_, state) = replay(kernel, record)
    return state


@pytest.mark.timeout(300)
async def test_a_whole_game_by_private_link(person: PersonFactory) -> None:
    people = await company(person)
    for hand in range(4):
        await play_on(people, 3 + hand)
        if hand < 2:
            await drop_and_reload(people)
        view = await play_on(people, 13)
        if view["phase"] == "between":
            for player in people[:4]:
                await player.next()
            for player in people:
                await expect(player.page.locator("#pause-title")).to_have_count(0)
    final = [await player.views() for player in people]
    assert final[0]["public"]["phase"] == "over"

    record = await record_of(people[0])
    state, game = folded(record), CATALOGUE.get(record.game)
    for seat, held in enumerate(final):
        assert held["public"] == views.public(game, state), people[seat].name
        assert held["private"] == views.private(game, state, Seat(seat) if seat < 4 else None)
    await reviewed(people[1], final[1]["public"])


async def reviewed(player: Player, view: dict[str, Any]) -> None:
    """The review of the stored game ends with the same score; from there it steps back to before the first card."""
    page = player.page
    await page.get_by_role("link", name=player.say("over.review")).click()
    await page.wait_for_url(re.compile(rf"/game/{player.table}"))
    await expect(page.locator(".review-bar, .mat").first).to_be_visible()
    for _ in range(4):
        await page.keyboard.press("PageDown")
    await page.keyboard.press("End")
    shown = page.locator("aside .score")
    await expect(shown).to_have_count(2)
    scores = [re.sub(r"\D", "", text) for text in await shown.all_inner_texts()]
    assert sorted(map(int, scores)) == sorted(side["score"] for side in view["result"]["sides"])
    for _ in range(4):
        await page.keyboard.press("PageUp")
    await page.keyboard.press("Home")
    await expect(page).to_have_url(re.compile(r"#d1\."))
