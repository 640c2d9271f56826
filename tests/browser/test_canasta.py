"""Canasta by clicks: four at a table to 1,000 points, two on a phone, a deal of six, five of whom one looks on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.canasta import Hand, to_the_end
from tests.browser.conftest import PersonFactory
from tests.browser.hasty import BriskServer
from tests.browser.laid import CALM, ann_and_boris, arrive, clear_of, do, inside, introduce, post
from tests.browser.players import Player
from tests.browser.rigged import RiggedServer
from tests.browser.test_pages import DESK, PHONE, sound


@pytest.fixture(scope="module")
def rigged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RiggedServer]:
    server = RiggedServer(tmp_path_factory.mktemp("rigged"))
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BriskServer]:
    server = BriskServer(tmp_path_factory.mktemp("quick"))
    server.start()
    yield server
    server.close()


async def laid(people: dict[int, Player], seats: int, **options: Any) -> None:
    """A table with these people in their seats and bots in the others, in play, pages at it."""
    host = people[0]
    for player in people.values():
        await introduce(player)
    wish = {"game": "canasta", "options": options, "table": {"clock": "untimed", "pace": "fast"}}
    table = (await post(host, "/tables", wish))["id"]
    for seat in range(seats):
        if seat in people:
            people[seat].table = table
            if seat:
                await do(people[seat], type="sit", seat=seat)
                await do(people[seat], type="ready", ready=True)
        else:
            await do(host, type="bot.add", seat=seat, level="normal")
    await do(host, type="start")
    for player in people.values():
        await arrive(player)


@pytest.mark.timeout(300)
async def test_four_to_a_thousand(person: PersonFactory, rigged: RiggedServer) -> None:
    """Ann and Boris against two bots: opening with the pile, a frozen pile taken, a question, going out, the score."""
    ann, boris = await ann_and_boris(person, rigged.url)
    await laid({0: ann, 2: boris}, 4, target="1000")
    a, b = Hand(ann), Hand(boris)
    await opens_with_the_pile(a)
    await takes_the_frozen_pile(b)
    await asks_and_goes_out(a, b)
    sheet = (await ann.reaches(1))["public"]["g"]["sheet"]["0"]["0"]
    assert (sheet["natural"], sheet["out"], sheet["concealed"]) == (1, 100, 0)
    view = await to_the_end([a, b])
    assert max(view["g"]["scores"].values()) >= 1000
    for player in (ann, boris):
        await expect(player.page.locator(".over-mat .result > li")).to_have_count(2)
        await sound(player.page)
        wider = "panel => panel.scrollWidth - panel.clientWidth"
        assert await player.page.locator(".over-mat .over-scroll").evaluate(wider) <= 0
        await begins_with_its_end(player, view["g"]["sheet"])
    # the score stands right below the result, whatever is offered after it
    await clear_of(boris.page, ".over-mat .tally-deal", ".over-mat .rematch")


async def begins_with_its_end(player: Player, sheet: dict[str, Any]) -> None:
    """The last deal stands first, the others are folded; the first button has the focus, the heads stay in sight."""
    panel = player.page.locator(".over-mat")
    await expect(panel.locator(".rematch button").first).to_be_focused()
    await expect(panel.locator(".tally-deal").first).to_contain_text(player.say("canasta.sheet.deal", n=len(sheet)))
    await expect(panel.locator("details")).to_have_count(int(len(sheet) > 1))
    await expect(panel.locator("details[open], details .tally-why")).to_have_count(0)
    head = panel.locator(".tally").first.locator("thead th").last
    await panel.locator(".tally-total").first.scroll_into_view_if_needed()
    await expect(head).to_be_in_viewport(ratio=0.9)
    await panel.locator(".over-scroll").evaluate("box => box.scrollTo(0, 0)")


async def opens_with_the_pile(ann: Hand) -> None:
    """Two kings take the king; with aces and a two that makes 90 of 50, and the rest of the pile comes."""
    await ann.may("draw", "take")
    await expect(ann.page.locator(".frozen")).to_be_visible()
    await marks_what_is_advised(ann)
    await ann.select("KH", "KD")
    await ann.page.locator("button.discards").click()
    await expect(ann.page.locator(".tray-short")).to_be_visible()
    await ann.stage("AH", "AD", "2C")
    total = ann.page.locator(".tray-total")
    await expect(total).to_have_class("tray-total tray-enough")
    assert (await ann.seen())[1]["need"] == 50
    await ann.done("take")
    g, private = await ann.seen()
    assert g["melds"]["0"] == {"K": "KSKHKD", "A": "2CAHAD"}
    await expect(ann.page.locator(".camp-own .meld-by:has(.icon)")).to_have_count(2)  # not to be read as a count
    assert private["hand"] == {"2S": 1, "QS": 2, "QH": 2, "QD": 1, "QC": 1}
    await ann.discard("2S")
    assert (await ann.seen())[0]["frozen"] == "2S"


async def marks_what_is_advised(ann: Hand) -> None:
    """The pile and the cards to take it with, each in a frame of its own, not the mat."""
    await ann.page.keyboard.press("?")
    marked = ann.page.locator("[data-suggested]")
    await expect(marked.first).to_be_visible()
    await expect(ann.page.locator(".discards [data-suggested]")).to_have_count(1)
    assert await ann.page.locator(".hand [data-suggested]").count() >= 2
    placed = "all => all.every((one) => getComputedStyle(one).position !== 'static')"
    assert await marked.evaluate_all(placed)
    await ann.page.keyboard.press("?")
    await expect(marked).to_have_count(0)


async def takes_the_frozen_pile(boris: Hand) -> None:
    """What the bot discards has a pair in his hand: with it he takes the pile that Ann has frozen."""
    await boris.may("draw", "take")
    await expect(boris.page.locator(".pile-frozen")).to_be_visible()
    await clear_of(boris.page, ".rivals .camp", ".near")
    await boris.deed("stage_take").click()
    await expect(boris.page.locator(".tray-group")).to_have_count(1)
    await expect(boris.page.locator(".pile-taken")).to_have_css("opacity", "1")  # another card lies below it
    await inside(boris.page, ".tray-group", ".tray")
    await clear_of(boris.page, ".tray-total", ".tray-groups")
    await boris.done("take")
    g, private = await boris.seen()
    assert "frozen" not in g
    assert private["hand"]["2S"] == 1
    await boris.stage("9H")  # no meld: it goes back with the discard
    await expect(boris.deed("lay")).not_to_have_class(re.compile("button-main"))
    useless = next(card for card in private["hand"] if card[0] in "45678")  # to the next
    await boris.select(useless)
    await inside(boris.page, ".tray-place", ".tray")
    await boris.done("discard")
    await expect(boris.page.locator(".tray-group")).to_have_count(0)


async def asks_and_goes_out(ann: Hand, boris: Hand) -> None:
    """The seventh queen: she asks, he says yes, and she lays them all."""
    await ann.may("draw")
    await ann.draw()
    await ann.may("ask", "go_out")
    await ann.done("ask")
    question = boris.page.locator(".question-mine")
    await expect(question).to_be_visible()
    await expect(boris.page.locator(".action-text")).to_have_text(boris.player.say("canasta.ui.binding"))
    await expect(ann.page.locator(".question")).to_have_count(0)  # the action bar tells who does not answer
    await expect(ann.page.locator(".tray")).to_be_visible()
    await sound(boris.page)
    await boris.page.keyboard.press("y")
    await expect(question).to_have_count(0)
    await ann.may("go_out")
    await ann.deed("stage_out").click()
    await ann.done("out")
    await expect(ann.page.locator(".over-mat, .pause, dialog").first).to_be_visible()


async def test_all_that_can_be_done_is_on_a_phones_screen(person: PersonFactory, rigged: RiggedServer) -> None:
    """Going out, laying down, a discard: long words in Russian."""
    ann = Player(await person("ann", locale="ru-RU", url=rigged.url, **PHONE, **CALM), "Анна", "ru")
    await laid({0: ann}, 2, mode="2p")
    hand = Hand(ann)
    await hand.may("draw")
    await hand.draw()
    held = (await hand.may("go_out"))["hand"]
    cards = [card for card, n in held.items() for _ in range(n) if card != "JK" and card[0] not in "23"]
    rank = max(cards, key=lambda card: sum(other[0] == card[0] for other in cards))[0]
    await hand.stage(*[card for card in cards if card[0] == rank][:3])
    await hand.select(next(card for card in cards if card[0] != rank))
    await expect(ann.page.locator(".deeds button")).to_have_count(3)
    await inside(ann.page, ".deeds button", ".action-bar")
    await inside(ann.page, ".action-tools button", ".action-bar")


@pytest.mark.parametrize("by", ["button", "drag"])
async def test_going_out_concealed(person: PersonFactory, rigged: RiggedServer, by: str) -> None:
    """Two canastas at once, nothing of which lay there before; the sheet tells of both hundreds. The last card dragged
    to the pile takes with it what is staged, as the button does."""
    ann = Player(await person("ann", url=rigged.url, **DESK, **CALM), "Ann")
    await laid({0: ann}, 2, mode="2p")
    hand = Hand(ann)
    await hand.may("draw")
    await hand.draw()
    await hand.may("go_out")
    await hand.deed("stage_out").click()
    await expect(ann.page.locator(".tray-group")).to_have_count(2)
    await sound(ann.page)
    if by == "button":
        await hand.done("out")
    else:
        before = (await ann.reaches(1))["pos"]["seq"]
        await ann.page.locator(".hand .held").drag_to(ann.page.locator(".discards"))
        await ann.reaches(before + 1)
    view = (await ann.reaches(1))["public"]
    line = view["g"]["sheet"]["0"]["0"]
    assert (line["natural"], line["out"], line["concealed"]) == (2, 100, 100)
    for key in ("canasta.sheet.out", "canasta.sheet.concealed"):
        row = ann.page.locator(".tally tr", has_text=ann.say(key))
        await expect(row.locator("td").first).to_have_text("100")
    assert view["g"]["out"] == {"chair": 0, "concealed": True}
    told = ann.say("canasta.status.ended.concealed", n=1, name="Ann")
    await expect(ann.page.locator("#pause-title")).to_have_text(told)
    await sound(ann.page)


async def test_a_discard_does_not_silently_undo_what_can_be_laid(person: PersonFactory, rigged: RiggedServer) -> None:
    """Six queens are prepared: the first try to discard is told so, whichever way it is made, the second is one."""
    ann = Player(await person("ann", url=rigged.url, **DESK, **CALM), "Ann")
    await laid({0: ann}, 4)
    hand, page = Hand(ann), ann.page
    await hand.draw()
    await hand.may("discard")
    await hand.stage("QS", "QS", "QH", "QH", "QD", "QC")
    await page.locator('.hand [data-card="2C"]').drag_to(page.locator(".discards"))
    told = page.locator(".action-error")
    await expect(told).to_contain_text(ann.say("canasta.ui.not_laid"))
    await hand.select("KH")
    await expect(told).to_have_count(0)
    await hand.deed("discard").click()
    await expect(told).to_contain_text(ann.say("canasta.ui.not_laid"))
    await expect(page.locator(".tray-group")).to_have_count(1)
    assert "discard" in (await hand.seen())[1]["may"]
    card = page.locator('.hand [data-card="KH"]')
    await card.focus()
    for _ in range(100):  # the second press of two is none
        if not await card.count():
            break
        await page.keyboard.press("Enter")
        await page.wait_for_timeout(25)
    await expect(card).to_have_count(0)
    assert (await hand.seen())[0]["melds"]["0"] == {}


async def test_two_on_a_phone(person: PersonFactory, quick: BriskServer) -> None:
    """A deal against a bot, in Japanese: 15 cards and more, each to be reached; nothing hangs over the edge."""
    ann = Player(await person("ann", locale="ja-JP", url=quick.url, **PHONE, **CALM), "アン", "ja")
    await laid({0: ann}, 2, mode="2p", target="one_deal")
    await sound(ann.page)
    hand = Hand(ann)
    await hand.may("draw")
    await hand.draw()
    for at in range(await ann.page.locator(".hand .held").count()):
        card = ann.page.locator(".hand .held").nth(at)
        await card.click(position={"x": 7, "y": 9})
        await expect(card).to_have_attribute("aria-pressed", "true")
    await ann.page.keyboard.press("Escape")
    await expect(ann.page.get_by_role("button", name=ann.say("canasta.table.before"))).to_have_count(0)
    view = await to_the_end([hand])
    assert len(view["g"]["sheet"]) == 1
    await sound(ann.page)
    await ann.page.set_viewport_size({"width": 640, "height": 360})
    await ann.page.goto(f"/game/{ann.table}")
    for what in (".controls", ".plate-own"):
        await expect(ann.page.locator(what)).to_be_in_viewport(ratio=1)
    assert await ann.page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
    mat, controls = [await ann.page.locator(what).bounding_box() for what in (".mat", ".controls")]
    assert mat and controls and controls["x"] >= mat["x"] + mat["width"], "they stand beside the mat"


async def test_what_is_pressed_by_a_key_leaves_the_focus_to_the_hand(person: PersonFactory, quick: BriskServer) -> None:
    """The button goes with what it has done; without this the keys would begin at the top of the page."""
    ann = Player(await person("ann", url=quick.url, **DESK, **CALM), "Ann")
    await laid({0: ann}, 2, mode="2p")
    hand = Hand(ann)
    focused = ann.page.locator(".hand .held:focus")
    await hand.may("draw")
    await hand.deed("draw").press("Enter")
    private = await hand.may("discard")
    await expect(focused).to_have_count(1)
    await hand.select(next(iter(private["hand"])))
    await hand.deed("discard").press("Enter")
    await hand.may("draw")
    await expect(focused).to_have_count(1)


async def test_a_deal_of_six(person: PersonFactory, quick: BriskServer) -> None:
    ann = Player(await person("ann", url=quick.url, **DESK, **CALM), "Ann")
    await laid({0: ann}, 6, mode="6p", target="one_deal")
    await expect(ann.page.locator(".mat .plate")).to_have_count(6)
    await sound(ann.page)
    view = await to_the_end([Hand(ann)])
    assert {len(side["seats"]) for side in view["result"]["sides"]} == {3}


async def test_six_on_a_phone(person: PersonFactory, quick: BriskServer) -> None:
    """Five plates in a row: what stands in one stays in it; two rivals' melds scroll, and a mark says so."""
    ann = Player(await person("ann", locale="ja-JP", url=quick.url, **PHONE, **CALM), "アン", "ja")
    await laid({0: ann}, 6, mode="6p_three_pairs")
    dealer = ann.page.locator(".mat .plate:has(.dealer)")
    if await dealer.and_(ann.page.locator(".players .plate")).count():
        await inside(ann.page, ".players .dealer", ".players .plate:has(.dealer)")
        await clear_of(ann.page, ".players .dealer", ".players .plate:has(.dealer) .camp-letter")
    await clear_of(ann.page, ".players .camp-letter", ".players .plate-count")
    mat = ann.page.locator(".mat")
    await ann.page.set_viewport_size({"width": 360, "height": 480})
    await expect(mat).to_have_class(re.compile("mat-more"))
    await ann.page.set_viewport_size({"width": 360, "height": 1000})
    await expect(mat).not_to_have_class(re.compile("mat-more"))
    await ann.page.set_viewport_size({"width": 640, "height": 360})
    await expect(ann.page.locator(".players .name-long").first).to_be_hidden()
    await clear_of(ann.page, ".players .camp-letter", ".players .plate-count")
    await clear_of(ann.page, ".players .name-short", ".players .plate-count")


async def test_on_its_side_nobodys_melds_are_hidden(person: PersonFactory, rigged: RiggedServer) -> None:
    """What is prepared stands at the right, beside both sides' melds; a refusal takes its place for a while."""
    look = {**PHONE, "viewport": {"width": 568, "height": 320}}
    ann = Player(await person("ann", locale="ru-RU", url=rigged.url, **look, **CALM), "Анна", "ru")
    await laid({0: ann}, 4)
    hand, page = Hand(ann), ann.page
    await hand.draw()
    await hand.may("discard")
    await page.locator('.hand [data-card="AH"]').drag_to(page.locator(".action-say"))  # the tray is there all the same
    await expect(page.locator(".doing .tray-group")).to_have_count(1)
    await page.locator(".tray-empty").click()
    await hand.stage("QS", "QS", "QH", "QH")
    await hand.stage("KH", "KD")
    await expect(page.locator(".doing .tray-group")).to_have_count(2)
    await expect(page.locator(".mat")).not_to_have_class(re.compile("mat-more"))
    await clear_of(page, ".rivals .camp", ".near")
    await inside(page, ".tray-group", ".doing .tray")
    await clear_of(page, ".doing .tray", ".deeds")
    await clear_of(page, ".deeds", ".hand .held")
    await hand.deed("lay").click()
    await expect(page.locator(".action-error")).to_be_visible()
    await expect(page.locator(".tray-group").first).to_be_hidden()
    await sound(page)


async def test_an_invitation_to_play_hides_no_melds(person: PersonFactory, rigged: RiggedServer) -> None:
    """Vera looks on: what she is offered stands in a line of its own, on a phone on its side and on a desk."""
    ann = Player(await person("ann", url=rigged.url, **DESK, **CALM), "Ann")
    await laid({0: ann}, 4)
    look = {**PHONE, "viewport": {"width": 640, "height": 360}}
    vera = Player(await person("vera", locale="ru-RU", url=rigged.url, **look, **CALM), "Вера", "ru")
    await introduce(vera)
    await arrive(vera, ann.table)
    await expect(vera.page.locator(".notice")).to_be_visible()
    for size in ({"width": 640, "height": 360}, {"width": 1280, "height": 800}):
        await vera.page.set_viewport_size(size)  # type: ignore[arg-type]
        await expect(vera.page.locator(".board-low")).to_have_count(1 if size["height"] < 400 else 0)
        for other in (".players", ".rivals .camp", ".ours .camp"):
            await clear_of(vera.page, ".notice", other)
        await sound(vera.page)


async def test_who_sits_out_looks_on(person: PersonFactory, quick: BriskServer) -> None:
    """Five: Boris in the fifth seat sits out the first deal and plays in the second."""
    ann, boris = await ann_and_boris(person, quick.url)
    await laid({0: ann, 4: boris}, 5, mode="5p")
    await expect(boris.page.locator(".mat .plate")).to_have_count(4)
    await expect(boris.page.locator(".hand .held")).to_have_count(0)
    await clear_of(boris.page, ".sits-out", ".players .plate")
    assert "hand" not in (await boris.reaches(1))["private"]
    await expect(boris.page.locator(".sits-out")).to_have_text(boris.say("canasta.ui.you_sit_out"))
    await expect(ann.page.locator(".sits-out")).to_have_text(ann.say("canasta.ui.sits_out", name="Борис"))
    await expect(boris.page.locator(".camp-own .camp-name")).to_have_text(boris.say("canasta.ui.us"))
    await expect(boris.page.locator(".plate-ally")).to_have_count(2)
    await sound(boris.page)
    hands = [Hand(ann), Hand(boris)]
    view = await to_the_end(hands, deals=1)
    assert view["phase"] == "between", "nobody makes 5,000 points in a deal"
    for hand in hands:
        await hand.player.next()
    await expect(boris.page.locator(".hand .held").first).to_be_visible()
    assert "4" in (await boris.reaches(1))["public"]["g"]["chairs"]
