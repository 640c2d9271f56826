"""The room before the game: doors and lists, seats and the host's tools, on a desk and on a phone."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.browser.conftest import PersonFactory
from tests.browser.hasty import PatientServer
from tests.browser.players import Player
from tests.browser.test_pages import DESK, PHONE, sound

Look = dict[str, Any]
_IDS = itertools.count(1)


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def look(request: pytest.FixtureRequest) -> Look:
    chosen: Look = request.param
    return {**chosen, "reduced_motion": "reduce"}


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[str]:
    """A server where nobody else has a table, and no bot is quicker than who comes to a quick one."""
    server = PatientServer(tmp_path / "app").start()
    yield server.url
    server.close()


async def ask(player: Player, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = await player.person.context.request.post(f"/api/v1{path}", data=body)
    assert answer.ok, await answer.text()
    told: dict[str, Any] = await answer.json()
    return told


async def guest(make: PersonFactory, name: str, lang: str = "en", **options: Any) -> Player:
    """Somebody with a name, on the start page."""
    player = Player(await make(name, locale=lang, **options), name, lang)
    await ask(player, "/session", {"name": name, "lang": lang})
    await player.page.goto("/")
    return player


async def table_of(player: Player, **settings: str) -> str:
    """A table that the player has opened; its link."""
    made = await ask(player, "/tables", {"game": "calypso", "table": settings})
    key = f"#k={made['invite']}" if made.get("invite") else ""
    player.table = made["id"]
    return f"/t/{made['id']}{key}"


async def command(player: Player, **cmd: Any) -> None:
    body = {"id": f"lobby.{next(_IDS)}", "turn": 0, "cmd": cmd}
    await ask(player, f"/tables/{player.table}/commands", body)


def seat(player: Player, n: int) -> Locator:
    return player.page.locator(f"li.seat[data-seat='{n}']")


async def menu(player: Player, n: int, item: str, **values: object) -> None:
    """Open a seat's menu and press what reads so."""
    await seat(player, n).locator(".seat-more").click()
    await player.page.locator("dialog").get_by_role("button", name=player.say(item, **values)).click()


async def mine(player: Player) -> list[str]:
    answer = await player.person.context.request.get("/api/v1/tables")
    return [table["id"] for table in (await answer.json())["mine"]]


async def test_a_table_for_friends_is_made_once(person: PersonFactory, look: Look) -> None:
    ann = Player(await person("ann", **look), "Ann")
    page = ann.page
    await ann.enter()
    await page.locator(".door-friends").click()
    link = await ann.opened()
    assert "#k=" in link
    await sound(page)
    made = await mine(ann)
    assert made == [ann.table]
    await page.go_back()
    await expect(page.locator(".door")).to_have_count(3)
    await page.go_forward()
    await expect(seat(ann, 0)).to_contain_text("Ann")
    await page.reload()
    await expect(seat(ann, 0)).to_contain_text("Ann")
    assert await mine(ann) == made
    await page.goto("/")
    await page.locator(".door-friends").dblclick()
    await ann.opened()
    assert len(await mine(ann)) == 2


async def test_the_short_rules_lead_to_a_game_with_bots(person: PersonFactory, look: Look) -> None:
    ann = Player(await person("ann", **look), "Ann")
    page = ann.page
    await ann.enter()
    await page.locator(".door-learn").click()
    quiz = page.locator(".learn-quiz").first
    await quiz.locator("button").nth(2).click()
    await expect(quiz.locator(".learn-yes")).to_be_visible()
    await expect(quiz.locator(".learn-won")).to_have_count(1)
    await sound(page)
    await ann.click("door.practice")
    await ann.introduced(page.locator(".hand .held"))
    await expect(page).to_have_url(re.compile("/t/"))


async def test_play_now_brings_two_people_to_one_table(empty: str, person: PersonFactory, look: Look) -> None:
    ann = Player(await person("ann", url=empty, **look), "Ann")
    await ann.enter()
    await ann.page.locator(".door-quick").click()
    await ann.introduced(ann.page.locator("li.seat"))
    await expect(ann.page.locator(".room-felt .countdown")).to_be_visible()
    boris = Player(await person("boris", url=empty, locale="ru-RU", **look), "Борис", "ru")
    await boris.enter()
    await boris.page.locator(".door-quick").click()
    await boris.introduced(boris.page.locator("li.seat"))
    assert boris.page.url.partition("#")[0] == ann.page.url.partition("#")[0]
    await expect(ann.page.locator("li.seat-person")).to_have_count(2)
    await ann.click("wait.fill")
    for player in (ann, boris):
        await expect(player.page.locator(".hand .held").first).to_be_visible()


async def test_the_list_is_live_and_filters_narrow_it(empty: str, person: PersonFactory, look: Look) -> None:
    ann = await guest(person, "Ann", url=empty, **look)
    cards = ann.page.locator(".lobby .table-card")
    await expect(ann.page.get_by_text(ann.say("lobby.none"))).to_be_visible()
    await sound(ann.page)
    others = [await guest(person, name, url=empty) for name in ("Boris", "Chiyo", "Dora")]
    settings = ({"clock": "days"}, {"rated": "rated"}, {"clock": "slow"})
    for player, wish in zip(others, settings, strict=True):
        await table_of(player, **wish)
    await expect(cards).to_have_count(3)
    dora = others[2]
    for n in (1, 2, 3):
        await command(dora, type="bot.add", seat=n, level="normal")
    await command(dora, type="start")
    await expect(cards.filter(has_text=ann.say("listing.take"))).to_have_count(1)
    await sound(ann.page)

    async def narrowed(filter_: str, value: str, *names: str) -> None:
        choice = ann.page.get_by_label(ann.say(f"lobby.{filter_}"), exact=True)
        await choice.select_option(ann.say(f"lobby.{filter_}.{value}"))
        await expect(cards).to_have_count(len(names))
        for name in names:
            await expect(cards.filter(has_text=name)).to_have_count(1)
        await choice.select_option(ann.say("lobby.any"))

    await narrowed("seats", "bot", "Dora")
    await narrowed("seats", "free", "Boris", "Chiyo")
    await narrowed("clock", "days", "Boris")
    await narrowed("rated", "rated", "Chiyo")
    await cards.filter(has_text="Chiyo").get_by_role("button", name=ann.say("listing.sit")).click()
    await expect(ann.page.locator("li.seat-mine")).to_contain_text("Ann")
    await command(others[0], type="leave")
    await ann.page.goto("/")
    await expect(cards.filter(has_text="Boris")).to_have_count(0)
    await expect(cards.filter(has_text="Dora")).to_have_count(1)


async def test_a_seat_is_kept_for_who_comes_by_its_link(person: PersonFactory, look: Look) -> None:
    ann = await guest(person, "Ann", **look)
    link = await table_of(ann, access="private")
    await ann.page.goto(link)
    await menu(ann, 2, "reserve.begin")
    await sound(ann.page)
    await ann.page.get_by_label(ann.say("reserve.for")).fill("Ольга")
    await ann.click("reserve.keep")
    await expect(ann.page.locator("#seat-link")).to_have_value(re.compile("#k=.+&s=2"))
    await sound(ann.page)
    kept = await ann.page.locator("#seat-link").input_value()
    await ann.page.keyboard.press("Escape")

    eve = await guest(person, "Eve", **look)
    await eve.come(link)
    await expect(seat(eve, 2)).to_contain_text("Ольга")
    await expect(seat(eve, 2).get_by_role("button")).to_have_count(0)
    await expect(seat(eve, 1).get_by_role("button", name=eve.say("wait.sit"))).to_be_visible()

    olga = Player(await person("olga", locale="ru-RU", **look), "Ольга", "ru")
    await olga.come(kept)
    await expect(olga.page.get_by_text(olga.say("wait.kept", name="Ольга", n=3))).to_be_visible()
    await sound(olga.page)
    await seat(olga, 2).get_by_role("button").click()
    field = olga.page.get_by_label(olga.say("name.label"))
    await expect(field).to_have_value("Ольга")
    await olga.click("name.take")
    await expect(olga.page.locator("li.seat-mine")).to_contain_text("Ольга")
    await expect(seat(ann, 2)).to_contain_text("Ольга")


async def company(person: PersonFactory, look: Look, **settings: str) -> tuple[Player, Player, str]:
    """The host, who has a seat, and a guest beside him; the link."""
    ann = await guest(person, "Ann", **look)
    link = await table_of(ann, **settings)
    await ann.page.goto(link)
    boris = await guest(person, "Boris", "ru", **look)
    await boris.come(link)
    await boris.sit(1)
    await expect(seat(ann, 1)).to_contain_text("Boris")
    return ann, boris, link


async def test_changed_rules_ask_everybody_again(person: PersonFactory, look: Look) -> None:
    ann, boris, _ = await company(person, look)
    await expect(seat(ann, 1).locator(".tag-good")).to_be_visible()
    await ann.click("change.begin")
    await expect(ann.page.locator("dialog h2")).to_have_text(ann.say("change.begin"))
    await expect(ann.page.locator("dialog h3").first).to_have_text(ann.say("new.rules", game=ann.say("game.calypso")))
    await ann.page.get_by_role("radio", name=ann.say("option.calypso.partnerships.as_seated")).check()
    await ann.page.get_by_role("radio", name=ann.say("option.table.clock.slow"), exact=True).check()
    await sound(ann.page)
    await ann.page.locator("dialog").get_by_role("button", name=ann.say("change.yes"), exact=True).click()
    await expect(ann.page.locator("dialog")).to_have_count(0)
    await expect(boris.page.get_by_text(boris.say("change.told", name="Ann"))).to_be_visible()
    await expect(boris.page.locator(".chips")).to_contain_text(boris.say("option.table.clock.slow"))
    await expect(seat(ann, 1).locator(".tag-good")).to_have_count(0)
    await expect(seat(boris, 1).locator(".seat-partner")).to_be_visible()
    await sound(boris.page)
    await boris.click("wait.ready")
    await expect(seat(ann, 1).locator(".tag-good")).to_be_visible()


async def test_who_is_shown_out_stays_out(person: PersonFactory, look: Look) -> None:
    ann, boris, link = await company(person, look, access="private")
    await menu(ann, 1, "kick.begin", name="Boris")
    await sound(ann.page)
    await ann.click("kick.yes", name="Boris")
    gone = boris.page.get_by_role("heading", name=boris.say("table.kicked"))
    await expect(gone).to_be_visible()
    await sound(boris.page)
    await expect(seat(ann, 1)).to_have_class(re.compile("seat-open"))
    await ann.page.reload()
    renewed = await ann.page.locator("#invite").input_value()
    assert renewed.partition("#")[2] != link.partition("#")[2]
    for way in (link, renewed):
        await boris.page.goto("about:blank")
        await boris.page.goto(way)
        await expect(gone).to_be_visible()


async def test_the_table_is_handed_over_and_survives_its_host(person: PersonFactory, look: Look) -> None:
    ann, boris, _ = await company(person, look)
    await menu(ann, 1, "host.give", name="Boris")
    await expect(boris.page.locator(".seat-more").first).to_be_visible()
    await expect(ann.page.locator(".seat-more")).to_have_count(0)
    await menu(boris, 0, "host.give", name="Ann")
    await expect(ann.page.locator(".seat-more").first).to_be_visible()
    await ann.click("wait.leave")
    await expect(ann.page.locator(".door")).to_have_count(3)
    await expect(boris.page.locator(".seat-more").first).to_be_visible()
    card = ann.page.locator(f".table-card:has(a[href='/t/{ann.table}'])")
    await expect(card).to_have_count(1)
    await boris.click("wait.leave")
    await expect(card).to_have_count(0)


async def test_a_locked_table_takes_nobody(person: PersonFactory, look: Look) -> None:
    ann, boris, link = await company(person, look)
    await ann.click("wait.lock")
    eve = await guest(person, "Eve", **look)
    await expect(eve.page.locator(".lobby")).to_be_visible()
    await expect(eve.page.locator(f"a[href='/t/{ann.table}']")).to_have_count(0)
    await eve.come(link)
    await expect(eve.page.get_by_text(eve.say("wait.locked_out"))).to_be_visible()
    await expect(seat(eve, 2).get_by_role("button")).to_have_count(0)
    await expect(ann.page.locator(".room-watchers")).to_contain_text("Eve")
    await sound(ann.page)
    await ann.click("wait.unlock")
    await eve.sit(2)
    await expect(seat(boris, 2)).to_contain_text("Eve")


async def test_a_full_table_begins_by_itself(person: PersonFactory, look: Look) -> None:
    ann, boris, _ = await company(person, look, autostart="full")
    await ann.click("change.begin")
    await ann.page.get_by_role("radio", name=ann.say("option.table.chat.presets")).check()
    await ann.page.locator("dialog").get_by_role("button", name=ann.say("change.yes"), exact=True).click()
    for player in (ann, boris):  # the host, too, is asked again
        await player.click("wait.ready")
        await expect(player.page.locator("li.seat-mine .tag-good")).to_be_visible()
    await menu(ann, 2, "wait.add_bot_level", level=ann.say("level.normal"))
    await expect(seat(boris, 2)).to_have_class(re.compile("seat-bot"))
    await menu(ann, 3, "wait.add_bot_level", level=ann.say("level.normal"))
    for player in (ann, boris):
        await expect(player.page.locator(".hand .held").first).to_be_visible()


async def test_a_full_table_is_told_to_who_comes_late(person: PersonFactory, look: Look) -> None:
    ann, _, link = await company(person, look)
    eve = await guest(person, "Eve", **look)
    await ann.click("wait.fill")
    await eve.come(link)
    await expect(eve.page.get_by_text(eve.say("wait.full_bots"))).to_be_visible()


async def test_a_seat_is_changed_by_dragging_it(person: PersonFactory) -> None:
    ann, boris, _ = await company(person, DESK)
    page = ann.page
    start, goal = await seat(ann, 0).bounding_box(), await seat(ann, 2).bounding_box()
    assert start and goal
    await page.mouse.move(start["x"] + 60, start["y"] + 20)
    await page.mouse.down()
    await page.mouse.move(start["x"] + 90, start["y"] + 30)
    await page.mouse.move(goal["x"] + 60, goal["y"] + 20, steps=4)
    await expect(page.locator(".seat-over")).to_have_count(1)
    await page.mouse.up()
    await expect(seat(boris, 2)).to_contain_text("Ann")
    await expect(page.locator("li.seat-mine")).to_have_attribute("data-seat", "2")


async def test_the_way_back_is_everywhere(person: PersonFactory, look: Look) -> None:
    ann = await guest(person, "Ann", **look)
    await table_of(ann)
    await ann.page.goto("/")
    bar = ann.page.locator(".return-bar")
    await expect(bar).to_contain_text(ann.say("mine.waiting", n=3))
    for n in (1, 2, 3):
        await command(ann, type="bot.add", seat=n, level="normal")
    await command(ann, type="start")
    await expect(bar).to_contain_text(ann.say("mine.turn"), timeout=20_000)
    await sound(ann.page)
    for address in ("/history", "/learn", "/new"):
        await ann.page.goto(address)
        await expect(bar).to_contain_text(ann.say("mine.turn"))
    await bar.click()
    await expect(ann.page.locator(".hand-turn")).to_be_visible()
    await expect(bar).to_have_count(0)
