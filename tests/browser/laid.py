"""A table in play, laid over HTTP in a moment: people in the first seats, bots in the others, all pages at it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import Person, PersonFactory
from tests.browser.players import Player
from tests.browser.test_pages import DESK, PHONE

CALM: dict[str, Any] = {"reduced_motion": "reduce"}
AS_SEATED = {"rounds": 1, "partnerships": "as_seated"}
_ids = itertools.count(1)


async def post(player: Player, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """A request in the session of the player's browser; it has to be answered well."""
    answer = await player.person.context.request.post(f"/api/v1{path}", data=body)
    assert answer.ok, f"{path}: {await answer.text()}"
    found: dict[str, Any] = await answer.json()
    return found


async def do(player: Player, turn: int = 0, **cmd: Any) -> dict[str, Any]:
    """A command of the player's, past his page."""
    body = {"id": f"laid.{next(_ids)}", "turn": turn, "cmd": cmd}
    return await post(player, f"/tables/{player.table}/commands", body)


async def introduce(player: Player) -> None:
    """A session, as a guest has after giving his name."""
    await post(player, "/session", {"name": player.name, "lang": player.lang})


async def lay(people: Sequence[Player], *, go: bool = True, **table: Any) -> None:
    """Open a table for them, seats 1 and 3 against 2 and 4, and start; untimed with fast bots unless `table` has it
    otherwise. `go`: bring their pages there."""
    for player in people:
        await introduce(player)
    wish = {"game": "calypso", "options": AS_SEATED, "table": {"clock": "untimed", "pace": "fast", **table}}
    made = await post(people[0], "/tables", wish)
    for seat, player in enumerate(people):
        player.table = made["id"]
        if seat:
            await do(player, type="sit", seat=seat)
            await do(player, type="ready", ready=True)
    for seat in range(len(people), 4):
        await do(people[0], type="bot.add", seat=seat, level="normal")
    await do(people[0], type="start")
    if go:
        for player in people:
            await arrive(player)


async def arrive(player: Player, table: str = "") -> None:
    """Bring a page to the table in play."""
    player.table = table or player.table
    await player.page.goto(f"/t/{player.table}")
    await expect(player.page.locator(".mat")).to_be_visible()


async def turn_of(people: Sequence[Player]) -> Player:
    """Whose turn it is, once it is one of these people's."""
    for _ in range(400):
        for seat, player in enumerate(people):
            if (await player.views())["public"].get("act") == str(seat):
                return player
        await people[0].page.wait_for_timeout(50)  # bots have their pace, however fast a page answers
    raise AssertionError("it does not become their turn")


async def told(player: Player) -> dict[str, Any]:
    """What the server tells him of the table, past his page."""
    answer = await player.person.context.request.get(f"/api/v1/tables/{player.table}")
    found: dict[str, Any] = await answer.json()
    return found


async def actor(people: Sequence[Player]) -> Player:
    """Who of these, in all the seats, is to play."""
    return people[int((await told(people[0]))["public"]["act"])]


async def play_past(player: Player) -> None:
    """Play the first card that may be played, past the page."""
    held = await told(player)
    legal = held["private"]["legal"]
    card = next(card for card in held["private"]["hand"] if legal == "any" or card[1] in legal)
    await do(player, held["public"]["turn"], type="play", card=card)


async def settled(page: Page) -> None:
    """Wait until the page has done what it does after a frame: it has set its timers."""
    await page.evaluate("() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")


async def spy(person: Person) -> None:
    """Sounds are noted instead of made: `heard` reads them."""
    await person.page.evaluate(
        """async () => {
          const { voice } = await import("#app/ui/sounds.js");
          window.heard = [];
          voice.ring = (cue) => window.heard.push(cue);
        }"""
    )


async def heard(person: Person, cue: str) -> None:
    """Wait until a sound was to be heard."""
    await person.page.wait_for_function("(cue) => window.heard.includes(cue)", arg=cue)


async def ann_and_boris(person: PersonFactory, url: str | None = None) -> tuple[Player, Player]:
    """Ann at a desk in English, Boris on his phone in Russian."""
    ann = Player(await person("ann", url=url, **DESK, **CALM), "Ann")
    boris = Player(await person("boris", locale="ru-RU", url=url, **PHONE, **CALM), "Борис", "ru")
    return ann, boris


def button(player: Player, key: str, **values: object) -> Locator:
    return player.page.get_by_role("button", name=player.say(key, **values), exact=True)


async def menu(player: Player, *keys: str) -> None:
    """Open the table's menu and press what it offers."""
    await player.page.locator(".status-bar > button").click()
    for key in keys:
        await button(player, key).click()


async def inside(page: Page, one: str, other: str) -> None:
    """All of something lies within another thing."""
    outer = await page.locator(other).first.bounding_box()
    assert outer
    for box in [await part.bounding_box() for part in await page.locator(one).all()]:
        assert box and box["x"] >= outer["x"] - 1 and box["x"] + box["width"] <= outer["x"] + outer["width"] + 1, one


async def clear_of(page: Page, one: str, other: str) -> None:
    """Two things do not lie upon one another."""
    a, b = [await page.locator(what).first.bounding_box() for what in (one, other)]
    assert a and b
    apart = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    assert apart or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"], f"{one} hides {other}"
