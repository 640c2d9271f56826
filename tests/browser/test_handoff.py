"""Continue on your phone: the code on the screen is read as a camera would, and whose seat it brings is asked first."""

from __future__ import annotations

import itertools
import re
from typing import Any

from playwright.async_api import expect

from tests.browser.conftest import Person, PersonFactory
from tests.browser.laid import settled
from tests.browser.players import Player
from tests.browser.qr import scan
from tests.browser.test_pages import PHONE, sound

_IDS = itertools.count(1)


async def ask(person: Person, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = await person.context.request.post(f"/api/v1{path}", data=body)
    assert answer.ok, await answer.text()
    told: dict[str, Any] = await answer.json()
    return told


async def guest(make: PersonFactory, name: str, lang: str = "en", **options: Any) -> Player:
    """Somebody with a name, on the start page."""
    player = Player(await make(name, locale=lang, **options), name, lang)
    await ask(player.person, "/session", {"name": name, "lang": lang})
    await player.page.goto("/")
    return player


async def game_of(player: Player) -> str:
    """A game against three bots has begun; the table."""
    wish = {"game": "calypso", "table": {"clock": "untimed", "access": "private"}}
    table: str = (await ask(player.person, "/tables", wish))["id"]
    bots = [{"type": "bot.add", "seat": seat, "level": "normal"} for seat in (1, 2, 3)]
    for command in (*bots, {"type": "start"}):
        await ask(player.person, f"/tables/{table}/commands", {"id": f"test.{next(_IDS)}", "turn": 0, "cmd": command})
    return table


async def shown_code(player: Player) -> str:
    """Open the dialog from the head of the page; what a camera reads there."""
    await player.click("name.change", name=player.name)
    await player.click("handoff.title")
    code = player.page.get_by_role("img", name=player.say("qr.of_link"))
    await expect(code).to_be_visible()
    link = await scan(code)
    assert await player.page.get_by_label(player.say("handoff.link"), exact=True).input_value() == link
    return link


async def test_a_phone_goes_on_at_the_table_of_the_desk(person: PersonFactory, base_url: str) -> None:
    desk = await guest(person, "Ann")
    table = await game_of(desk)
    link = await shown_code(desk)
    assert re.fullmatch(rf"{base_url}/go#c=[\w-]{{22}}", link)
    await sound(desk.page)
    phone = Player(await person("phone", locale="ru-RU", **PHONE), "Ann", "ru")
    await phone.page.goto(link)
    await expect(phone.page.get_by_text(phone.say("go.brings", name="Ann"))).to_be_visible()
    await sound(phone.page)
    assert await phone.person.context.cookies() == []
    await phone.click("go.take", name="Ann")
    await expect(phone.page).to_have_url(re.compile(rf"/t/{table}$"))
    await expect(phone.page.locator(".hand .held").first).to_be_visible()
    await expect(desk.page.get_by_text(desk.say("handoff.taken", name="Ann"))).to_be_visible()
    await sound(desk.page)
    phone.table = table
    assert (await phone.views())["private"]["seat"] == 0

    late = Player(await person("late"), "late")
    with late.person.pardon():
        await late.page.goto(link)
        await expect(late.page.get_by_text(late.say("error.bad.handoff"))).to_be_visible()
    await sound(late.page)


async def test_the_code_is_dark_on_white_by_lamplight_too(person: PersonFactory) -> None:
    desk = await guest(person, "Ann", color_scheme="dark")
    assert "/go#c=" in await shown_code(desk)


async def test_somebody_else_is_asked_first(person: PersonFactory) -> None:
    ann, boris = await guest(person, "Ann"), await guest(person, "Boris")
    link = await shown_code(ann)
    await boris.page.goto(link)
    await expect(boris.page.get_by_text(boris.say("go.other", name="Ann", now="Boris"))).to_be_visible()
    await sound(boris.page)
    await boris.page.get_by_role("link", name=boris.say("go.stay", now="Boris")).click()
    await expect(boris.page.get_by_role("button", name=boris.say("name.change", name="Boris"))).to_be_visible()
    await boris.page.goto(link)
    await boris.click("go.take", name="Ann")
    await expect(boris.page.get_by_role("button", name=boris.say("name.change", name="Ann"))).to_be_visible()

    await ann.page.goto("/")
    link = await shown_code(ann)
    await ann.page.goto(link)
    await expect(ann.page.get_by_text(ann.say("go.same", name="Ann"))).to_be_visible()


async def test_a_code_that_is_over_is_no_longer_shown(person: PersonFactory) -> None:
    ann = Player(await person("Ann"), "Ann")
    await ann.page.clock.install()
    await ask(ann.person, "/session", {"name": "Ann", "lang": "en"})
    await ann.page.goto("/")
    first = await shown_code(ann)
    left = ann.page.get_by_text(re.compile(r"\b[45]:\d\d\b"))
    await expect(left).to_be_visible()
    with ann.person.pardon():
        await settled(ann.page)
        await ann.page.clock.fast_forward(301_000)
        await expect(ann.page.get_by_text(ann.say("handoff.over"))).to_be_visible()
        await expect(ann.page.locator(".qr")).to_have_count(0)
        await ann.click("handoff.renew")
        second = await scan(ann.page.get_by_role("img", name=ann.say("qr.of_link")))
    assert second != first
