"""The waiting room says what is true now, to each what concerns him."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PersonFactory
from tests.browser.laid import CALM, button, clear_of, do, introduce, lay, post
from tests.browser.players import Player
from tests.browser.test_pages import DESK, PHONE, sound

SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 360, "height": 640}}


async def opened(host: Player, game: str = "calypso", options: dict[str, str] | None = None, **table: str) -> str:
    """A table of the host's, his page at it."""
    await introduce(host)
    wish = {"game": game, "options": options or {}, "table": {"access": "public", **table}}
    made = await post(host, "/tables", wish)
    host.table = made["id"]
    await host.page.goto(f"/t/{host.table}")
    await expect(host.page.locator("li.seat-mine")).to_be_visible()
    return host.table


async def joined(guest: Player, table: str, seat: int) -> None:
    await introduce(guest)
    guest.table = table
    await do(guest, type="sit", seat=seat)
    await guest.page.goto(f"/t/{table}")
    await expect(guest.page.locator("li.seat-mine")).to_be_visible()


async def test_who_alone_is_missing_is_told_so(person: PersonFactory) -> None:
    ann, boris = [Player(await person(name, **DESK, **CALM), name) for name in ("Ann", "Boris")]
    table = await opened(ann)
    await button(ann, "wait.start").click(force=True)  # it looks barred, and says why
    toast = ann.page.locator(".toast")
    await expect(toast).to_contain_text(ann.say("wait.seats_open", n=3))
    await joined(boris, table, 1)
    await do(ann, type="bot.add", seat=2, level="normal")
    await do(ann, type="bot.add", seat=3, level="normal")
    await expect(toast).to_have_count(0)
    state = boris.page.locator(".room-state")
    await expect(state).to_have_text(boris.say("wait.only_you", button=boris.say("wait.ready")))
    await expect(ann.page.locator(".room-state")).to_have_text("1 player is not ready yet.")
    await sound(boris.page)
    await boris.click("wait.ready")
    await expect(state).to_have_text(boris.say("wait.all_here"))


@pytest.mark.parametrize("mode", ["5p", "6p_three_pairs"])
async def test_what_is_told_in_the_middle_is_not_hidden_by_seats(person: PersonFactory, mode: str) -> None:
    boris = Player(await person("boris", locale="ru-RU", **DESK, **CALM), "Борис", "ru")
    await opened(boris, game="canasta", options={"mode": mode})
    for width in (1280, 1000):
        await boris.page.set_viewport_size({"width": width, "height": 800})
        for seat in range(int(mode[0])):
            for line in (".room-state", ".room-seating"):
                await clear_of(boris.page, f".seat[data-seat='{seat}']", line)
    edges = await boris.page.locator(".seat").evaluate_all(
        "seats => seats.map((seat) => getComputedStyle(seat, '::before').backgroundImage)"
    )
    assert len(set(edges)) == (3 if "three" in mode else 2)


async def test_a_host_alone_on_a_small_phone_sees_no_sliver_of_his_buttons(person: PersonFactory) -> None:
    ann = Player(await person("ann", **SMALL, **CALM), "Ann")
    await opened(ann)
    seats, actions = ann.page.locator(".seats"), ann.page.locator(".room-actions")
    above, below = await seats.bounding_box(), await actions.bounding_box()
    assert above and below and below["y"] >= above["y"] + above["height"]


async def test_who_has_not_come_yet_is_not_lost(person: PersonFactory) -> None:
    ann, boris = [Player(await person(name, **DESK, **CALM), name) for name in ("Ann", "Boris")]
    await lay([ann, boris], go=False)
    await do(ann, type="offer", what="abandon")
    await do(boris, type="agree", what="abandon")
    ann.table = (await post(ann, f"/tables/{ann.table}/rematch", {"rotate": False}))["id"]
    await ann.page.goto(f"/t/{ann.table}")
    other = ann.page.locator("li.seat-person:not(.seat-mine)")
    await expect(other).to_contain_text(ann.say("seat.not_yet"))
    await boris.page.goto(f"/t/{ann.table}")
    await expect(other.locator(".tag-warn")).to_have_count(0)
    await boris.page.goto("about:blank")
    await expect(other).to_contain_text(ann.say("seat.away"))


async def test_who_was_shown_out_is_not_asked_in_again(person: PersonFactory) -> None:
    ann, eve = [Player(await person(name, **DESK, **CALM), name) for name in ("Annika", "Eve")]
    table = await opened(ann)
    await joined(eve, table, 1)
    user = (await eve.views())["public"]["seats"]["1"]["user"]
    await do(ann, type="kick", seat=1, user=user)
    with eve.person.pardon():
        await eve.page.get_by_role("link", name=eve.say("ui.home")).click()
    card = eve.page.locator(".table-card", has_text=eve.say("listing.host", name="Annika"))
    await expect(card).to_contain_text(eve.say("error.bad.kicked"))
    await expect(card.get_by_role("button")).to_have_count(0)


async def test_every_phrase_can_be_reached_with_a_mouse(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann])
    phrases = ann.page.locator(".chat-phrases")
    assert await phrases.evaluate("box => box.scrollWidth <= box.clientWidth")
    await phrases.hover()
    await ann.page.mouse.wheel(0, 2000)
    await expect(phrases.locator("button").last).to_be_in_viewport(ratio=1)
