"""What people do at a table besides playing cards: propose, answer, go away and come back, talk, watch, play again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import Person, PersonFactory
from tests.browser.hasty import HastyServer
from tests.browser.laid import arrive, do, heard, introduce, lay, post, spy, turn_of
from tests.browser.players import Player
from tests.browser.test_pages import DESK, PHONE, sound

CALM: dict[str, Any] = {"reduced_motion": "reduce"}
SIDE: dict[str, Any] = {"viewport": {"width": 640, "height": 360}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = HastyServer(tmp_path_factory.mktemp("hasty")).start()
    yield server.url
    server.close()


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


async def test_a_pause_is_proposed_agreed_to_and_ended(person: PersonFactory) -> None:
    ann, boris = await ann_and_boris(person)
    await lay([ann, boris], clock="slow")
    await menu(ann, "menu.pause")
    asked = boris.page.locator(".notice-asked")
    await expect(asked).to_contain_text(boris.say("offer.pause", name="Ann"))
    await clear_of(boris.page, ".notice-asked", ".hand")
    await expect(boris.page.locator("dialog")).to_have_count(0)
    await sound(boris.page)
    await expect(ann.page.locator(".notice-made")).to_contain_text("Борис")
    await clear_of(ann.page, ".notice-made", ".hand")
    await asked.get_by_role("button", name=boris.say("offer.agree")).tap()
    for player in (ann, boris):
        await expect(player.page.locator(".paused-plaque")).to_be_visible()
        await expect(player.page.locator(".held-legal")).to_have_count(0)
        await sound(player.page)
    await button(boris, "menu.unpause").tap()
    await expect(ann.page.locator(".paused-plaque")).to_have_count(0)


async def test_offers_are_answered_by_keys_and_withdrawn(person: PersonFactory) -> None:
    ann, boris = await ann_and_boris(person)
    await lay([ann, boris], clock="slow")
    await menu(boris, "menu.abandon", "sure.ask")
    await expect(ann.page.locator(".notice-asked")).to_be_visible()
    await sound(ann.page)
    await ann.page.keyboard.press("n")
    await expect(ann.page.locator(".notice")).to_have_count(0)
    await expect(ann.page.locator(".log")).to_contain_text(ann.say("log.declined.abandon", name="Ann"))
    await menu(ann, "menu.pause")
    await expect(boris.page.locator(".notice-asked")).to_be_visible()
    await button(ann, "offer.withdraw").click()
    await expect(boris.page.locator(".notice")).to_have_count(0)
    await do(boris, type="offer", what="pause")
    await expect(ann.page.locator(".notice-asked")).to_be_visible()
    await ann.page.keyboard.press("y")
    await expect(boris.page.locator(".paused-plaque")).to_be_visible()


async def test_a_card_is_taken_back_by_consent(person: PersonFactory) -> None:
    """The next to play is a person: while he thinks, it may be asked for."""
    ann, boris = await ann_and_boris(person)
    chiyo = Player(await person("chiyo", **DESK, **CALM), "Chiyo")
    await lay([ann, boris, chiyo])
    mover = await turn_of([ann, boris])
    other = boris if mover is ann else chiyo
    held = await mover.page.locator(".held").count()
    view = await mover.play(0)
    assert view["private"]["undo"]
    await expect(mover.page.locator(".held")).to_have_count(held - 1)
    await mover.page.keyboard.press("u")
    for player in (ann, boris, chiyo):
        if player is not mover:
            await do(player, type="agree", what="undo")
    await expect(mover.page.locator(".held")).to_have_count(held)
    await expect(mover.page.locator(".hand-turn")).to_be_visible()
    await expect(button(mover, "menu.undo")).to_have_count(0)
    assert other.page.url.endswith(mover.table)


async def test_where_nothing_is_taken_back_there_is_no_button(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann], undo="off")
    await expect(ann.page.locator(".hand-turn")).to_be_visible()
    await ann.play(0)
    await expect(button(ann, "menu.undo")).to_have_count(0)
    await menu(ann)
    await expect(button(ann, "menu.abandon")).to_be_visible()
    await expect(button(ann, "menu.undo")).to_have_count(0)
    await expect(button(ann, "menu.pause")).to_have_count(0)


async def test_a_lost_connection_and_what_can_be_done(person: PersonFactory, hasty: str) -> None:
    ann, boris = await ann_and_boris(person, hasty)
    await lay([ann, boris])
    cookies = await boris.person.context.storage_state()
    await boris.person.context.close()
    tag = ann.page.locator(".plate .tag-warn")
    await expect(tag).to_contain_text("0:0")
    card = ann.page.locator(".notice-grave")
    await expect(card).to_contain_text(ann.say("away.alone", n=1, form="one"))
    await sound(ann.page)
    await clear_of(ann.page, ".notice-grave", ".hand")
    await card.get_by_role("button", name=ann.say("away.wait")).click()
    await expect(card).to_have_count(0)
    await do(ann, type="standin", seat=1)
    await expect(tag).to_have_text(ann.say("absent.standin"))
    back = Player(
        await person("back", locale="ru-RU", url=hasty, storage_state=cookies, **PHONE, **CALM), "Борис", "ru"
    )
    await came_back(back, ann)


async def came_back(boris: Player, ann: Player) -> None:
    """He is told what was played for him, may look at it, and takes his seat."""
    mover = ann.page.locator(".hand-turn .held-legal").first
    await mover.click()
    await expect(ann.page.locator(".hand-turn")).to_be_visible()
    await arrive(boris, ann.table)
    bar = boris.page.locator(".bar-standin")
    await expect(bar.get_by_role("button", name=boris.say("away.see"))).to_be_visible()
    await sound(boris.page)
    await bar.get_by_role("button", name=boris.say("away.see")).tap()
    await expect(boris.page.locator(".log .row-from")).to_be_in_viewport()
    await boris.page.keyboard.press("Escape")
    await bar.get_by_role("button", name=boris.say("away.take_seat")).tap()
    await expect(ann.page.locator(".plate .tag-warn")).to_have_count(0)
    await expect(bar.get_by_role("button", name=boris.say("away.take_seat"))).to_have_count(0)


async def test_everybody_else_has_gone_and_the_game_is_ended(person: PersonFactory, hasty: str) -> None:
    ann, boris = await ann_and_boris(person, hasty)
    await lay([ann, boris])
    await boris.person.context.close()
    card = ann.page.locator(".notice-grave")
    await card.get_by_role("button", name=ann.say("away.end")).click()
    again = ann.page.locator(".notice")
    await expect(again).to_contain_text(ann.say("away.end_alone"))
    await again.get_by_role("button", name=ann.say("away.end")).click()
    await expect(ann.page.locator("#over-title")).to_have_text(ann.say("over.abandoned"))


async def test_leaving_says_what_it_comes_to(person: PersonFactory) -> None:
    ann, boris = await ann_and_boris(person)
    await lay([ann, boris])
    await menu(boris, "menu.leave")
    await expect(boris.page.locator("dialog")).to_contain_text(boris.say("leave.text"))
    await sound(boris.page)
    await button(boris, "leave.leave").tap()
    await expect(ann.page.locator(".plate .tag-warn")).to_have_text(ann.say("absent.left"))
    await menu(ann, "menu.leave")
    await expect(ann.page.locator("dialog")).to_contain_text(ann.say("leave.text"))


async def test_people_talk_each_in_their_language(person: PersonFactory) -> None:
    ann, boris = await ann_and_boris(person)
    await lay([ann, boris])
    await spy(ann.person)
    await boris.page.locator(".side-button").tap()
    await boris.page.locator("#tab-chat").tap()
    await button(boris, "chat.preset.good_luck").tap()
    said = ann.page.locator(".chat-text")
    await expect(said.last).to_have_text(ann.say("chat.preset.good_luck"))
    await heard(ann.person, "chat")
    await sound(boris.page)
    field = ann.page.get_by_label(ann.say("chat.write"))
    await field.fill("See you on Sunday?")
    await ann.page.reload()
    await expect(field).to_have_value("See you on Sunday?")
    await expect(said.last).to_have_text(ann.say("chat.preset.good_luck"))
    await field.press("Enter")
    await expect(boris.page.locator(".chat-text").last).to_have_text("See you on Sunday?")
    await expect(field).to_have_value("")
    await button(boris, "ui.close").tap()
    await button(ann, "chat.preset.thanks").click()
    await expect(boris.page.locator(".side-button .unread")).to_have_text("1")
    await hide_and_show(ann)


async def hide_and_show(ann: Player) -> None:
    """Whose words one does not want to read are hidden, those of before as well, here only."""
    theirs = ann.page.locator(".chat-line:not(.chat-own)")
    await ann.page.get_by_role("button", name="Борис", exact=True).click()
    await button(ann, "chat.mute", name="Борис").click()
    await expect(theirs).to_have_count(0)
    await button(ann, "chat.unmute", name="Борис").click()
    await expect(theirs).to_have_count(1)


@pytest.mark.parametrize("chat", ["off", "presets"])
async def test_a_table_may_be_quiet(person: PersonFactory, chat: str) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann], chat=chat)
    await expect(ann.page.get_by_label(ann.say("chat.write"))).to_have_count(0)
    notice = "chat.off" if chat == "off" else "chat.presets_only"
    await expect(ann.page.get_by_text(ann.say(notice))).to_be_visible()


async def test_who_lets_the_others_wait_is_nudged(person: PersonFactory, hasty: str) -> None:
    ann, boris = await ann_and_boris(person, hasty)
    await lay([ann, boris])
    mover = await turn_of([ann, boris])
    other = boris if mover is ann else ann
    await spy(mover.person)
    await other.page.evaluate(
        """async ([table, seat]) => (await import("#app/ui/app.js")).client.nudge(table, seat)""",
        [ann.table, 0 if mover is ann else 1],
    )
    await heard(mover.person, "nudge")
    await expect(mover.page.locator("#say-now")).to_have_text(mover.say("nudge.you", name=other.name))


async def test_a_watcher_takes_a_bots_seat_at_the_next_pause(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    eva = Player(await person("eva", locale="ja-JP", **PHONE, **CALM), "Eva", "ja")
    await lay([ann])
    await arrive(eva, ann.table)
    await expect(eva.page.locator(".hand")).to_have_count(0)
    await expect(eva.page.locator(".status-watch")).to_be_visible()
    await sound(eva.page)
    await eva.page.locator(".notice").get_by_role("button", name=eva.say("seat.bot_n", n=2)).tap()
    await eva.introduced(eva.page.locator(".notice-made"))
    await expect(ann.page.locator(".log")).to_contain_text("Eva")
    await expect(ann.page.locator(".watchers")).to_contain_text("1")
    await expect(eva.page.locator(".notice-made")).to_contain_text(eva.say("seat.bot_n", n=2))
    await play_the_hand(ann)
    for player in (ann, eva):
        await player.next()
    await expect(eva.page.locator(".hand .held")).to_have_count(13)
    await expect(ann.page.locator(".plate-name", has_text="Eva")).to_be_visible()


async def play_the_hand(player: Player) -> None:
    """The first card that may be played, until the pause."""
    for left in range(13, 0, -1):
        await expect(player.page.locator(".hand-turn .held")).to_have_count(left, timeout=10_000)
        view = await player.views()
        card = await player.page.locator(".hand-turn .held-legal").first.get_attribute("data-card")
        await do(player, view["public"]["turn"], type="play", card=card)
    await expect(player.page.locator("#pause-title")).to_be_visible()


async def test_the_same_people_once_more(person: PersonFactory) -> None:
    ann, boris = await ann_and_boris(person)
    eva = Player(await person("eva", **DESK, **CALM), "Eva")
    await lay([ann, boris])
    await arrive(eva, ann.table)
    await menu(ann, "menu.concede", "sure.concede_do")
    for player in (ann, boris, eva):
        await expect(player.page.locator("#over-title")).to_contain_text("Борис")
    await sound(boris.page)
    await expect(button(eva, "rematch.same")).to_have_count(0)
    await button(boris, "rematch.rotate").tap()
    links = [player.page.get_by_role("link", name=player.say("rematch.go")) for player in (ann, boris, eva)]
    for link in links:
        await expect(link).to_be_visible()
    assert ann.page.url.endswith(ann.table), "nobody is taken anywhere"
    await links[0].click()
    await links[2].click()
    for player in (ann, eva):
        await expect(player.page.locator("li.seat")).to_have_count(4)
        assert not player.page.url.endswith(ann.table)


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
    await heard(ann.person, "turn")
    await ann.page.locator(".hand-turn .held-legal").first.click()
    await heard(ann.person, "card")
    await ann.page.wait_for_function("() => window.heard.some((cue) => cue.startsWith('trick'))")
    await ann.page.keyboard.press("m")
    await ann.page.evaluate("() => { window.heard = []; }")
    await expect(ann.page.locator(".hand-turn")).to_be_visible()
    await ann.page.locator(".hand-turn .held-legal").first.click()
    await expect(ann.page.locator(".trick .laid").first).to_be_visible()
    assert await ann.page.evaluate("() => window.heard") == []


async def test_a_whole_deal_by_keyboard(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann])
    page = ann.page
    for left in range(13, 0, -1):
        await expect(page.locator(".hand-turn .held")).to_have_count(left, timeout=10_000)
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


async def test_a_refusal_leads_to_its_rule(person: PersonFactory) -> None:
    ann = Player(await person("ann", locale="ja-JP", **DESK, **CALM), "Ann", "ja")
    await lay([ann])
    page = ann.page
    barred = page.locator(".hand-turn .held-barred")
    for left in range(13, 0, -1):
        await expect(page.locator(".hand-turn .held")).to_have_count(left, timeout=10_000)
        if await barred.count():
            break
        await page.locator(".hand-turn .held-legal").first.click()
    await barred.first.click(force=True)
    await button(ann, "rule.why").click()
    await expect(page.locator("dialog")).to_contain_text(ann.say("calypso.rule.follow.2"))
    await sound(page)


async def test_the_rematch_of_a_stranger_is_refused(person: PersonFactory) -> None:
    """What the page does not offer the server does not do either."""
    ann, boris = await ann_and_boris(person)
    await lay([ann])
    await introduce(boris)
    answer = await boris.person.context.request.post(f"/api/v1/tables/{ann.table}/rematch", data={"rotate": False})
    assert answer.status in (403, 409)
    assert (await post(ann, "/session", {"name": "Ann", "lang": "en"}))["user"]["name"] == "Ann"
