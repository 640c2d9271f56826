"""A club's server at home: plain http under a name of the house, where browsers withhold what only TLS earns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PersonFactory
from tests.browser.players import Player
from tests.browser.qr import scan
from tests.processes import AppServer

_ASK = """async ([path, body]) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """As `make run LAN=1` serves; the origin by which guests open it."""
    server = AppServer(tmp_path_factory.mktemp("house"), CARDS_HOST="0.0.0.0").start()
    yield f"http://calypso.lan:{server.port}"
    server.close()


async def host_of(player: Player) -> str:
    """A new guest in the waiting room of a private table of his own; its link."""
    await player.page.goto("/")
    await player.page.evaluate(_ASK, ["/session", {"name": player.name, "lang": player.lang}])
    wish = {"game": "calypso", "table": {"access": "private", "clock": "untimed", "pace": "fast"}}
    made: dict[str, Any] = await player.page.evaluate(_ASK, ["/tables", wish])
    await player.come(f"/t/{made['id']}#k={made['invite']}")
    return f"/t/{made['id']}#k={made['invite']}"


async def test_everything_works_without_a_secure_origin(person: PersonFactory, house: str) -> None:
    ann = Player(await person("ann", url=house, reduced_motion="reduce"), "Ann")
    page = ann.page
    link = house + await host_of(ann)
    withheld = "[isSecureContext, 'clipboard' in navigator, crypto.subtle === undefined]"
    assert await page.evaluate(withheld) == [False, False, True]
    await ann.click("wait.copy")
    # what was copied, as another program would get it
    await page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), {id: 'paste'}))")
    await page.locator("#paste").press("Control+v")
    await expect(page.locator("#paste")).to_have_value(link)
    await page.evaluate("document.querySelector('#paste').remove()")
    await ann.click("link.code")
    code = page.get_by_role("img", name=ann.say("qr.of_link"))
    await expect(code).to_be_visible()
    assert await scan(code) == link
    await ann.click("link.hide_code")

    await ann.click("name.change", name="Ann")
    await ann.click("handoff.title")
    await expect(code).to_be_visible()
    assert (await scan(code)).startswith(f"{house}/go#c=")
    await page.keyboard.press("Escape")

    await ann.click("wait.fill")
    await ann.click("wait.start")
    for _ in range(3):
        await expect(page.locator(".hand-turn")).to_be_visible()
        await ann.play((await ann.views())["pos"]["seq"])
    await page.reload()
    await expect(page.locator(".hand .held")).not_to_have_count(0)


async def test_a_guest_sits_down_by_the_link(person: PersonFactory, house: str) -> None:
    ann = Player(await person("ann", url=house), "Ann")
    link = await host_of(ann)
    boris = Player(await person("boris", url=house), "Boris", "en")
    await boris.come(link)
    await boris.sit(2)
    assert (await ann.reaches((await boris.views())["pos"]["seq"]))["public"]["seats"]["2"]["name"] == "Boris"
