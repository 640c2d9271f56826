"""What there is besides playing cards: a ceremony in which two people choose, then a revoke that is taken back, made
again and claimed. All of it through their pages, at tables of three with one bot."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PersonFactory
from tests.browser.hasty import BriskServer
from tests.browser.laid import ann_and_boris, arrive, button, do, introduce, post
from tests.browser.players import Player, level
from tests.browser.test_pages import sound

THREE = {"variant": "three_handed", "rounds": 1}


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BriskServer]:
    """Its bot answers at once."""
    server = BriskServer(tmp_path_factory.mktemp("quick"))
    server.start()
    yield server
    server.close()


async def table_of(people: Sequence[Player], **options: str) -> None:
    """Three at a table without clocks, the last of them a bot; the pages are there."""
    for player in people:
        await introduce(player)
    wish = {"game": "calypso", "options": {**THREE, **options}, "table": {"clock": "untimed", "pace": "fast"}}
    made = await post(people[0], "/tables", wish)
    for seat, player in enumerate(people):
        player.table = made["id"]
        if seat:
            await do(player, type="sit", seat=seat)
            await do(player, type="ready", ready=True)
    await do(people[0], type="bot.add", seat=2, level="normal")
    await do(people[0], type="start")
    for player in people:
        await arrive(player)


async def acts(people: Sequence[Player]) -> tuple[Player | None, dict[str, Any]]:
    """Who of them has to do something, once it is theirs to do; nobody when the cards rest."""
    while True:
        view = (await level([*people]))["public"]
        if view["phase"] != "playing" or view["act"] in ("0", "1"):
            return (people[int(view["act"])] if view["phase"] == "playing" else None), view
        await people[0].page.wait_for_timeout(20)


async def choose(player: Player, suit: str) -> None:
    """With keys alone: Space marks the suit, Enter takes it."""
    page = player.page
    choice = page.locator(".draw-choice")
    await expect(choice).to_be_visible()
    await expect(choice.locator(".button-main")).to_have_attribute("aria-disabled", "true")
    await page.get_by_role("radio", name=player.say(f"suit.{suit}")).focus()
    await page.keyboard.press("Space")
    await expect(button(player, f"calypso.draw.take.{suit}")).to_have_attribute("aria-disabled", "false")
    await sound(page)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(choice).to_have_count(0)


async def test_two_choose_in_the_ceremony(person: PersonFactory, quick: BriskServer) -> None:
    people = await ann_and_boris(person, url=quick.url)
    await table_of(people, suit_choice="draw")
    chosen: dict[str, str] = {}
    for _ in people:
        player, view = await acts(people)
        assert player
        draw = view["g"]["draw"]
        other = people[1 - people.index(player)]
        await expect(other.page.locator(".draw-choice")).to_have_count(0)
        await expect(other.page.locator(".action-say")).to_have_text(
            other.say("calypso.draw.chooses", name=player.name)
        )
        await player.page.reload()
        await expect(player.page.locator(".drawn-one")).to_have_count(3)
        suit = draw["open"][str(people.index(player))][-1]
        await choose(player, suit)
        chosen[player.name] = suit
    for player in people:
        await expect(player.page.locator("#pause-title")).to_have_text(player.say("calypso.draw.over"))
        await expect(player.page.locator(".over-mat .drawn-one")).to_have_count(3)
        await player.next()
    for player in people:
        await expect(player.page.locator(".over-mat")).to_have_count(0)
        await expect(player.page.locator(".hand .held")).to_have_count(13)
    g = (await level([*people]))["public"]["g"]
    assert {player.name: g["trumps"][g["chairs"][str(seat)]] for seat, player in enumerate(people)} == chosen


def cards_of(hand: dict[str, int], led: str) -> tuple[list[str], list[str]]:
    """The cards with which one follows, and the others."""
    return [card for card in hand if card[1] == led], [card for card in hand if card[1] != led]


async def play(player: Player, card: str) -> None:
    """By the page, with the key of who has it in focus: the same on a phone and at a desk."""
    turn = (await player.views())["public"]["turn"]
    await player.page.locator(f'.hand [data-card="{card}"]').first.focus()
    await player.page.keyboard.press("Enter")
    while (await player.views())["public"]["turn"] == turn:
        await player.page.wait_for_timeout(20)


async def to_a_revoke(people: Sequence[Player]) -> tuple[Player, str, int]:
    """Both follow suit, low, until one of them could in a trick that the bot has led and the other ends: there nothing
    hurries, and another card is played. Who, which card, in which trick."""
    while True:
        player, view = await acts(people)
        g = view["g"]
        if not player:
            for one in people:
                await one.next()
                await expect(button(one, "pause.next")).to_have_count(0)
        elif g["phase"] == "gather":  # it may be gathered before anybody presses
            await player.page.evaluate("() => document.querySelector('.action-bar .play-button')?.click()")
        else:
            led = g["trick"][1] if len(g["trick"]) < 6 and g["trick"] else ""
            follow, other = cards_of((await player.views())["private"]["hand"], led)
            if g["no"] < 12 and len(g["trick"]) == 2 and g["leader"] == g["chairs"]["2"] and follow and other:
                await play(player, other[0])
                return player, other[0], g["no"] + 1
            await play(player, min(follow or other, key=lambda card: "23456789TJQKA".index(card[0])))


async def test_a_revoke_is_taken_back_then_made_again_and_claimed(person: PersonFactory, quick: BriskServer) -> None:
    people = await ann_and_boris(person, url=quick.url)
    await table_of(people, revoke_mode="claim")
    sinner, card, _ = await to_a_revoke(people)
    held = sinner.page.locator(".hand .held")
    left = await held.count()
    back = button(sinner, "calypso.claim.take_back")
    await expect(sinner.page.locator(".action-say")).to_have_text(sinner.say("calypso.claim.may_take_back"))
    await back.click()
    await expect(held).to_have_count(left + 1)
    await expect(sinner.page.locator(f'.hand [data-card="{card}"]').first).to_be_visible()
    await expect(back).to_have_count(0)
    sinner, card, trick = await to_a_revoke(people)
    other = people[1 - people.index(sinner)]
    while (await other.views())["public"]["g"]["no"] < trick:  # gathered by itself, or by the card that ends it
        player, view = await acts(people)
        if player and view["g"]["phase"] == "play" and view["g"]["no"] < trick:
            led = view["g"]["trick"][1]
            follow, rest = cards_of((await player.views())["private"]["hand"], led)
            await play(player, (follow or rest)[0])
        await other.page.wait_for_timeout(20)
    page = other.page
    await page.locator(".action-tools").get_by_role("button", name=other.say("calypso.claim.open")).click()
    dialog = page.locator("dialog[open]")
    await expect(dialog).to_contain_text(
        other.say("calypso.claim.left", n=2, form="few" if other.lang == "ru" else "other")
    )
    claim = dialog.get_by_role("button", name=other.say("calypso.claim.do"), exact=True)
    await expect(claim).to_have_attribute("aria-disabled", "true")
    await dialog.get_by_role("radio", name=sinner.name).focus()
    await page.keyboard.press("Space")
    await dialog.get_by_role("radio", name=str(trick), exact=True).focus()
    await page.keyboard.press("Space")
    await sound(page)
    said = [player.say("calypso.log.claim_true", by=other.name, name=sinner.name, trick=trick) for player in people]
    toasts = [expect(player.page.locator(".toast", has_text=text)) for player, text in zip(people, said, strict=True)]
    await asyncio.gather(claim.press("Enter"), *(toast.to_be_visible(timeout=15_000) for toast in toasts))
    await expect(dialog).to_have_count(0)
    for player in people:
        g = (await player.views())["public"]["g"]
        assert g["penalties"][str(g["chairs"][str(people.index(sinner))])] == 260
        await player.page.keyboard.press("s")
        sheet = player.page.locator("dialog[open]")
        await expect(sheet.locator(".claims-said > li")).to_have_count(1)
        await expect(sheet).to_contain_text("−260")
        await sound(player.page)
        await player.page.keyboard.press("Escape")
        await expect(sheet).to_have_count(0)
