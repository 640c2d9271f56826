"""What people do at a table besides playing cards: propose, answer, go away and come back, talk, watch, play again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PersonFactory
from tests.browser.hasty import HastyServer
from tests.browser.laid import (
    CALM,
    ann_and_boris,
    arrive,
    button,
    clear_of,
    do,
    heard,
    introduce,
    lay,
    menu,
    post,
    spy,
    turn_of,
)
from tests.browser.players import Player
from tests.browser.test_pages import DESK, PHONE, sound


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = HastyServer(tmp_path_factory.mktemp("hasty")).start()
    yield server.url
    server.close()


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
    mover = await turn_of([ann, boris, chiyo])
    if mover is chiyo:  # after whom a bot plays
        await mover.play(0)
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


async def test_the_menu_begins_with_the_rules_and_ends_with_the_way_out(person: PersonFactory) -> None:
    ann = Player(await person("ann", **DESK, **CALM), "Ann")
    await lay([ann])
    await menu(ann)
    items = ann.page.locator(".menu > li")
    await expect(items.first).to_have_text(ann.say("learn.link"))
    await expect(items.last).to_have_text(ann.say("menu.leave"))
    await items.first.locator("button").click()
    title = ann.say("learn.title", game=ann.say("game.calypso"))
    await expect(ann.page.get_by_role("dialog", name=title)).to_be_visible()
    await sound(ann.page)
    await ann.page.keyboard.press("Escape")
    await expect(ann.page.locator("dialog")).to_have_count(0)


async def test_a_lost_connection_and_what_can_be_done(person: PersonFactory, hasty: str) -> None:
    ann, boris = await ann_and_boris(person, hasty)
    await lay([ann, boris])
    cookies = await boris.person.context.storage_state()
    await boris.person.context.close()
    tag = ann.page.locator(".plate .tag-warn")
    await expect(tag).to_contain_text(re.compile(r"\d:\d\d"))
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
    served = ann.page.locator(".log-piece", has_text=ann.say("seat.standin", name=boris.name))
    await expect(served.first).to_be_visible()
    await arrive(boris, ann.table)
    bar = boris.page.locator(".bar-standin")
    await expect(bar.get_by_role("button", name=boris.say("away.see"))).to_be_visible()
    await sound(boris.page)
    await bar.get_by_role("button", name=boris.say("away.see")).tap()
    await expect(boris.page.locator(".log .row-from")).to_be_in_viewport()
    await expect(boris.page.locator(".log")).to_contain_text(boris.say("seat.standin", name=boris.name))
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
    told = mover.say("nudge.you", name=other.name)
    await expect(mover.page.locator("#say-now")).to_have_text(told)
    await expect(mover.page.locator(".action-turn")).to_contain_text(told)
    await sound(mover.page)
    await mover.play(0)
    await expect(mover.page.locator(".action-bar")).not_to_contain_text(told)


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


async def test_the_host_shows_out_who_has_booked_a_seat(person: PersonFactory) -> None:
    ann, boris = await ann_and_boris(person)
    await lay([ann])
    await introduce(boris)
    await arrive(boris, ann.table)
    await boris.page.locator(".notice").get_by_role("button", name=boris.say("seat.bot_n", n=3)).tap()
    await expect(boris.page.locator(".notice-made")).to_be_visible()
    await ann.page.locator(".status-bar > button").click()
    await button(ann, "kick.begin", name="Борис").click()
    await sound(ann.page)
    await button(ann, "kick.yes", name="Борис").click()
    await expect(boris.page.get_by_role("heading", name=boris.say("table.kicked"))).to_be_visible()
    await expect(ann.page.locator(".log")).to_contain_text(ann.say("log.barred", name="Борис"))
    await ann.page.locator(".status-bar > button").click()
    await expect(button(ann, "kick.begin", name="Борис")).to_have_count(0)


async def play_the_hand(player: Player) -> None:
    """The first card that may be played, until the pause."""
    for left in range(13, 0, -1):
        await expect(player.page.locator(".hand-turn .held")).to_have_count(left)
        view = await player.views()
        card = await player.page.locator(".hand-turn .held-legal").first.get_attribute("data-card")
        await do(player, view["public"]["turn"], type="play", card=card)
    await expect(player.page.locator("#pause-title")).to_be_visible()


async def test_the_same_people_once_more(person: PersonFactory) -> None:
    ann, boris = await ann_and_boris(person)
    eva = Player(await person("eva", **DESK, **CALM), "Eva")
    await lay([ann, boris])
    await arrive(eva, ann.table)
    written = eva.page.locator(".chat input")
    await written.focus()
    await menu(ann, "menu.concede", "sure.concede_do")
    won = eva.say("over.win", n=2, names="Борис")[:4]
    for player, says in ((ann, ann.say("over.you_lost")), (boris, boris.say("over.you_won")), (eva, won)):
        await expect(player.page.locator("#over-title")).to_contain_text(says)
    await expect(written).to_be_focused()  # what is written would press the button that takes it
    await sound(boris.page)
    await expect(button(eva, "rematch.same")).to_have_count(0)
    await button(boris, "rematch.rotate").tap()
    links = [player.page.get_by_role("link", name=player.say("rematch.go")) for player in (ann, eva)]
    for link in links:
        await expect(link).to_be_visible()
    assert ann.page.url.endswith(ann.table), "nobody else is taken anywhere"
    for link in links:
        await link.click()
    for player in (ann, boris, eva):
        await expect(player.page.locator("li.seat")).to_have_count(4)
        assert not player.page.url.endswith(ann.table)


async def test_the_rematch_of_a_stranger_is_refused(person: PersonFactory) -> None:
    """What the page does not offer the server does not do either."""
    ann, boris = await ann_and_boris(person)
    await lay([ann])
    await introduce(boris)
    answer = await boris.person.context.request.post(f"/api/v1/tables/{ann.table}/rematch", data={"rotate": False})
    assert answer.status in (403, 409)
    assert (await post(ann, "/session", {"name": "Ann", "lang": "en"}))["user"]["name"] == "Ann"
