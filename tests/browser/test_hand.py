"""The hand and the cards on the table: by key, by drag, by finger, as one has set it; what is heard, what is shown."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.browser.conftest import Person, PersonFactory
from tests.browser.laid import (
    CALM,
    actor,
    ann_and_boris,
    arrive,
    button,
    clear_of,
    do,
    heard,
    inside,
    introduce,
    lay,
    menu,
    play_past,
    settled,
    spy,
)
from tests.browser.players import Player
from tests.browser.test_pages import DESK, PHONE, sound

SIDE: dict[str, Any] = {"viewport": {"width": 640, "height": 360}, "has_touch": True, "is_mobile": True}


async def until_a_trick_is_heard(player: Player) -> None:
    """Play on: who wins a trick hears that he leads to the next, and no second sound in that moment."""
    page, trick = player.page, "window.heard.some((cue) => cue.startsWith('trick'))"
    led = "window.heard.filter((cue) => cue === 'turn').length"
    for turn in range(1, 14):
        await page.wait_for_function(f"() => {trick} || {led} === {turn}")
        if await page.evaluate(f"() => {trick}"):
            return
        await page.locator(".hand-turn .held-legal").first.click()
        await heard(player.person, "card")
    raise AssertionError("no trick was heard")


MUTED_AT_ONCE = """async () => {
  const { cue } = await import("#app/ui/sounds.js");
  cue("turn");
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "m", bubbles: true }));
  window.heard = [];
  await new Promise((go) => setTimeout(go, 400));
}"""
"""A sound still waits when all are switched off."""


async def test_sounds_of_a_hand(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann], go=False)
    await introduce(ann)
    await ann.page.goto("/history")
    await spy(ann.person)
    await ann.page.evaluate(
        "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }",
        f"/t/{ann.table}",
    )
    await until_a_trick_is_heard(ann)
    await ann.page.evaluate(MUTED_AT_ONCE)
    await expect(ann.page.locator(".hand-turn")).to_be_visible()
    await ann.page.locator(".hand-turn .held-legal").first.click()
    await expect(ann.page.locator(".trick .laid").first).to_be_visible()
    assert await ann.page.evaluate("() => window.heard") == []


async def test_a_whole_deal_by_keyboard(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann])
    page = ann.page
    for left in range(13, 0, -1):
        await expect(page.locator(".hand-turn .held")).to_have_count(left)
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Home")
        while await page.evaluate("() => document.activeElement.getAttribute('aria-disabled')") == "true":
            await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Enter")
        await expect(page.locator(".held")).to_have_count(left - 1)
    await expect(button(ann, "pause.next")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".held")).to_have_count(13)


async def middle(where: Locator) -> tuple[float, float]:
    box = await where.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_a_card_is_dragged_to_the_table_or_not_played(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann])
    page = ann.page
    await expect(page.locator(".hand-turn")).to_be_visible()
    await inside(page, ".held", ".table-main")
    card = page.locator(".hand-turn .held-legal").last
    x, y = await middle(card)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y, steps=4)
    await page.mouse.up()
    await expect(page.locator(".held-dragged")).to_have_count(0)
    assert (await ann.views())["private"]["hand"] and await page.locator(".held").count() == 13
    to_x, to_y = await middle(page.locator(".trick"))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(to_x, to_y, steps=4)
    await expect(page.locator(".mat-drop")).to_be_visible()
    await page.mouse.up()
    await expect(page.locator(".held")).to_have_count(12)


async def touch(person: Person, *points: tuple[float, float]) -> None:
    """A finger goes down at the first point, along the others, and up."""
    session = await person.context.new_cdp_session(person.page)
    for i, (x, y) in enumerate(points):
        kind = "touchMove" if i else "touchStart"
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("look", [PHONE, SIDE], ids=["upright", "on its side"])
async def test_a_finger_that_moves_away_plays_nothing(person: PersonFactory, look: dict[str, Any]) -> None:
    boris = Player(await person("boris", locale="ru-RU", **look, **CALM), "Борис", "ru")
    await lay([boris])
    page = boris.page
    await expect(page.locator(".hand-turn")).to_be_visible()
    x, y = await middle(page.locator(".hand-turn .held-legal").first)
    await touch(boris.person, (x, y), (x + 4, y + 3))
    await expect(page.locator(".held-raised")).to_have_count(1)
    await sound(page)
    await clear_of(page, ".hand", ".mat")
    await inside(page, ".held", ".table-main")
    await touch(boris.person, (x, y), (x + 15, y), (x + 30, y))
    await expect(page.locator(".held-dragged")).to_have_count(0)
    await expect(page.locator(".held-raised")).to_have_count(1)
    assert await page.locator(".held").count() == 13
    await page.locator(".play-button").click()
    await expect(page.locator(".held")).to_have_count(12)


async def test_settings_are_kept_and_change_the_table(person: PersonFactory) -> None:
    boris = Player(await person("boris", locale="ru-RU", **PHONE, **CALM), "Борис", "ru")
    await lay([boris])
    page = boris.page
    await menu(boris, "set.title")
    await sound(page)
    await page.get_by_label(boris.say("set.one_tap")).check()
    for choice in ("set.theme.dark", "calypso.sort.ranks", "set.pack.two"):
        await page.get_by_role("radio", name=boris.say(choice), exact=True).check()
    await page.reload()
    await expect(page.locator(".hand-turn")).to_be_visible()
    ranks = [str(await card.get_attribute("data-card"))[0] for card in await page.locator(".held").all()]
    assert ranks == sorted(ranks, key="AKQJT98765432".index)
    colour = "() => getComputedStyle(document.body).backgroundColor"
    assert await page.evaluate(colour) == "rgb(22, 20, 17)"
    await page.locator(".hand-turn .held-legal").first.tap()
    await expect(page.locator(".held")).to_have_count(12)


async def test_a_refusal_leads_to_its_rule_and_goes_when_it_was_read(person: PersonFactory) -> None:
    ann = Player(await person("ann", locale="ja-JP", **DESK, **CALM), "Ann", "ja")
    await ann.page.clock.install()
    await lay([ann])
    page = ann.page
    barred = page.locator(".hand-turn .held-barred")
    for left in range(13, 0, -1):
        await expect(page.locator(".hand-turn .held")).to_have_count(left)
        if await barred.count():
            break
        await page.locator(".hand-turn .held-legal").last.click()  # a low one: who wins all tricks follows to none
    await barred.first.click(force=True)
    await button(ann, "rule.why").click()
    await expect(page.locator("dialog")).to_contain_text(ann.say("calypso.rule.follow.2"))
    await sound(page)
    refused = page.locator(".action-error")
    await page.clock.fast_forward(7000)
    await page.keyboard.press("Escape")
    await expect(button(ann, "rule.why")).to_be_focused()
    await page.clock.fast_forward(7000)
    await expect(refused).to_be_visible()
    await page.mouse.move(5, 5)
    await page.keyboard.press("Tab")
    await page.clock.fast_forward(1500)
    await expect(refused).to_have_count(0)
    await expect(page.locator(".action-turn")).to_be_visible()


_BARRED_AT_ONCE = """() => {
  let waited = false;
  new MutationObserver((_, watch) => {
    waited ||= !document.querySelector(".hand-turn");
    const barred = document.querySelector(".hand-turn .held-barred");
    if (!waited || !barred) return;
    watch.disconnect();
    barred.click();
    window.pressed = true;
  }).observe(document.querySelector(".table-page"), { childList: true, subtree: true, attributes: true });
}"""


async def test_a_card_pressed_as_soon_as_it_is_ones_turn_is_told_why_not(person: PersonFactory) -> None:
    """A refusal of this turn does not go with what was said of the last."""
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann])
    page = ann.page
    await page.evaluate(_BARRED_AT_ONCE)
    for left in range(13, 0, -1):
        await expect(page.locator(".hand-turn .held")).to_have_count(left)
        if await page.evaluate("() => window.pressed"):
            break
        await page.locator(".hand-turn .held-legal").last.click()  # a low one: who wins all tricks follows to none
    await settled(page)
    await expect(page.locator(".action-error")).to_be_visible()


async def test_a_card_on_the_table_shows_where_it_would_go(person: PersonFactory) -> None:
    """The table stands still: the next to play is somebody who does not."""
    boris = Player(await person("boris", locale="ru-RU", **PHONE, **CALM), "Борис", "ru")
    people = [boris, *[Player(await person(name), name) for name in ("ann", "chiyo", "dora")]]
    await lay(people, go=False)
    await play_past(await actor(people))
    await arrive(boris)
    page = boris.page
    await page.locator(".laid").focus()
    await expect(page.locator(".pointed")).to_have_count(1)
    await page.locator(".why").click()
    await expect(page.locator("dialog")).to_contain_text(boris.say("calypso.rule.wins.1"))
    await page.keyboard.press("Escape")


_LOCKS = """() => {
  window.locks = [];
  const sentinel = () => ({ released: false, release() { this.released = true; window.locks.push("released"); } });
  Object.defineProperty(navigator, "wakeLock", {
    value: { request: async (kind) => { window.locks.push(kind); return sentinel(); } },
  });
}"""


async def test_the_screen_stays_awake_only_for_those_who_play(person: PersonFactory) -> None:
    ann, boris = await ann_and_boris(person)
    eva = Player(await person("eva", **DESK, **CALM), "Eva")
    for player in (ann, eva):
        await player.person.context.add_init_script(f"({_LOCKS})()")
    await lay([ann, boris], clock="slow")
    await arrive(eva, ann.table)
    await ann.page.wait_for_function("() => window.locks.join() === 'screen'")
    await do(boris, type="offer", what="pause")
    await do(ann, type="agree", what="pause")
    await ann.page.wait_for_function("() => window.locks.join() === 'screen,released'")
    assert await eva.page.evaluate("() => window.locks") == []


async def test_a_restart_is_no_loss(person: PersonFactory) -> None:
    """The server says that it restarts: one chip, then all is as it was."""
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann])
    await ann.page.evaluate("""async () => {
      const { client } = await import("#app/ui/app.js");
      window.seen = []; // a chip goes soon, whether anybody has looked or not
      new MutationObserver(() => window.seen.push(document.querySelector(".link-bar")?.className ?? ""))
        .observe(document.querySelector("#app"), { childList: true, subtree: true, attributes: true });
      client.link.socket.onclose({ code: 1012 });
    }""")
    await ann.page.wait_for_function("() => window.seen.some((look) => /link-(moving|back)/.test(look))")
    await expect(ann.page.locator(".link-bar")).to_have_count(0)
    await expect(ann.page.locator(".hand .held").first).to_be_visible()
