"""Somebody who plays Canasta by clicks: what a page shows, selecting and staging cards, simple turns to the end."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.players import Player

CORNER = {"x": 7, "y": 9}
"""Where a card that others lie upon can be pressed."""


class Hand:
    """A player's part of the table."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page

    async def seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The game's public view, and the private one, once nothing is under way."""
        held = await self.player.reaches(1)
        return held["public"]["g"], held["private"]

    async def may(self, *words: str) -> dict[str, Any]:
        """Wait until this is one's to do; the private view."""
        for _ in range(400):
            _, private = await self.seen()
            if set(words) <= set(private.get("may", "").split()):
                return private
            await self.page.wait_for_timeout(25)
        raise AssertionError(f"{self.player.name} never may {words}")

    def deed(self, name: str) -> Locator:
        """A button of the action bar."""
        return self.page.locator(f".deeds .deed-{name}")

    async def select(self, *cards: str) -> None:
        """Raise these cards of the hand."""
        for card in cards:
            await self.page.locator(f'.hand [data-card="{card}"][aria-pressed="false"]').first.click(position=CORNER)

    async def stage(self, *cards: str, rank: str = "") -> None:
        """Put cards into the tray, as a group of their own or to one that is there or lies on the table."""
        await self.select(*cards)
        target = self.page.locator(f'.tray-group[data-rank="{rank}"]') if rank else self.page.locator(".tray-place")
        await target.first.click()

    async def done(self, name: str) -> None:
        """Press a button of the action bar and wait for what it leads to."""
        before = (await self.player.reaches(1))["pos"]["seq"]
        await self.deed(name).click()
        await self.player.reaches(before + 1)

    async def draw(self) -> None:
        """From the stock, by a press on it."""
        before = (await self.player.reaches(1))["pos"]["seq"]
        await self.page.locator("button.stock").click()
        await self.player.reaches(before + 1)

    async def discard(self, card: str) -> None:
        """Select a card and lay it on the pile."""
        await self.select(card)
        await expect(self.deed("discard")).to_be_visible()
        await self.done("discard")

    async def turn(self) -> None:
        """Whatever is to be done now, in a simple way."""
        g, private = await self.seen()
        may = private.get("may", "").split()
        if "answer" in may:
            await self.page.keyboard.press("y")
            await self.page.wait_for_timeout(50)
        elif "draw" in may:
            await self.draw()
        elif "pass" in may:
            await self.done("pass")
        elif "take" in may:
            await self.deed("stage_take").click()
            await self.done("take")
        elif "go_out" in may:
            await self.deed("stage_out").click()
            await self.done("out")
        elif "discard" in may and not await self._lays(g, private):
            await self.discard(min(private["hand"], key=lambda card: g["values"][rank(card)]))

    async def _lays(self, g: dict[str, Any], private: dict[str, Any]) -> bool:
        """Lays all natural cards that can be, if they are enough and cards are left."""
        held, lay = private["hand"], private["lay"]
        groups = []
        for name in "AKQJT987654":
            cards = [card for card, n in held.items() for _ in range(n) if rank(card) == name]
            if cards and len(cards) >= lay.get(name, lay["new"])[1]:
                groups.append(cards)
        made = sum(g["values"][rank(card)] for cards in groups for card in cards)
        left = sum(held.values()) - sum(map(len, groups))
        if not groups or left < 2 or made < private.get("need", 0):
            return False
        for cards in groups:
            await self.stage(*cards)
        await self.done("lay")
        return True


def rank(card: str) -> str:
    """The rank, as the view's values have it."""
    return "JK" if card == "JK" else card[0]


async def to_the_end(hands: list[Hand], deals: int = 0) -> dict[str, Any]:
    """Play on until the game is over, or so many deals are; the public view."""
    while True:
        for hand in hands:
            view = (await hand.player.reaches(1))["public"]
            if view["phase"] == "over" or (deals and len(view["g"]["sheet"]) >= deals):
                return dict(view)
            if view["phase"] == "between":
                more = hand.page.get_by_role("button", name=hand.player.say("pause.next"), exact=True)
                if await more.is_visible():
                    await more.click()
            else:
                await hand.turn()
        await hands[0].page.wait_for_timeout(20)
