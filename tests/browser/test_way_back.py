"""The start page left open, or come back to: it tells how one's own tables stand, and that a game is over."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import PersonFactory
from tests.browser.laid import CALM, actor, do, lay, play_past, settled
from tests.browser.players import Player
from tests.browser.test_pages import DESK, PHONE, sound

AGAIN = 46_000


async def test_a_table_by_the_day_is_asked_about_again(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    boris = Player(await person("boris", **DESK, **CALM), "Boris")
    people = [ann, boris]
    others = [Player(await person(name, **DESK, **CALM), name) for name in ("Chiyo", "Dora")]
    await lay([*people, *others], go=False, clock="days")
    mover = await actor([*people, *others])
    await mover.page.clock.install()
    await mover.page.goto("/")
    bar = mover.page.locator(".return-bar")
    await expect(bar).to_contain_text(mover.say("mine.turn"))
    await settled(mover.page)
    await play_past(mover)
    follower = await actor([*people, *others])
    await mover.page.clock.fast_forward(AGAIN)
    await expect(bar).to_contain_text(mover.say("mine.turn_of", name=follower.name))
    for player in [*people, *others]:
        await do(player, type="offer" if player is ann else "agree", what="abandon")
    await mover.page.clock.fast_forward(AGAIN)
    await expect(bar).to_have_count(0)


async def test_a_game_that_ended_meanwhile_is_told_until_it_is_looked_at(person: PersonFactory) -> None:
    ann = Player(await person("ann", **PHONE, **CALM), "Ann")
    note = ann.page.locator(".ended-game")
    await lay([ann], go=False, access="private")  # no list of tables tells of it
    await ann.page.goto("/")
    await expect(ann.page.locator(".return-bar")).to_be_visible()
    await do(ann, type="offer", what="abandon")
    await expect(note).to_contain_text(ann.say("ended.void"), timeout=20_000)
    await sound(ann.page)
    await ann.page.reload()
    await note.get_by_role("link").click()
    await expect(ann.page.locator(".controls")).to_be_visible()
    await ann.page.goto("/")
    await expect(ann.page.locator(".door")).to_have_count(3)
    await expect(note).to_have_count(0)


async def test_the_end_that_one_has_seen_is_no_news(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann])
    await do(ann, type="offer", what="abandon")
    await expect(ann.page.locator(".over-mat")).to_be_visible()
    async with ann.page.expect_response("**/api/v1/tables"):
        await ann.page.goto("/")
    await expect(ann.page.locator(".door")).to_have_count(3)
    await expect(ann.page.locator(".ended-game")).to_have_count(0)


async def test_the_bar_on_a_phone_cuts_nothing_off(person: PersonFactory) -> None:
    small = {**PHONE, "viewport": {"width": 360, "height": 640}}
    boris = Player(await person("boris", locale="ru-RU", **small, **CALM), "Борис", "ru")
    await lay([boris], go=False)
    await lay([boris])
    state = boris.page.locator(".return-state")
    await boris.page.goto("/")
    await expect(boris.page.locator(".own-table")).to_have_count(2)
    assert await state.evaluate("box => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight + 1")
    await sound(boris.page)
