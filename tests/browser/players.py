"""People at a table, by their browsers: they join by the link, sit and play with clicks; their pages can be asked."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.conftest import Person
from tests.browser.words import word

_HELD = """async ([table, seq, ms]) => {
  const { client } = await import("#app/ui/app.js");
  for (let waited = 0; waited <= ms; waited += 25) {
    const channel = client.channels.get(table);
    const pending = client.outbox.pending.value.length;
    const settled = seq === 0 || (!pending && channel?.standing.value === "current");
    if (channel?.public.value && channel.pos.seq >= seq && settled)
      return { public: channel.public.value, private: channel.private.value, pos: channel.pos };
    await new Promise((go) => setTimeout(go, 25));
  }
  return null;
}"""


class Player:
    """A person who plays, or watches, in one language."""

    def __init__(self, person: Person, name: str, lang: str = "en") -> None:
        self.person = person
        self.page = person.page
        self.name = name
        self.lang = lang
        self.table = ""

    def say(self, key: str, **values: object) -> str:
        return word(self.lang, key, **values)

    async def click(self, key: str, **values: object) -> None:
        """Click the button that reads so."""
        await self.page.get_by_role("button", name=self.say(key, **values)).first.click()

    async def enter(self) -> None:
        """Come to the start page."""
        await self.page.goto("/")

    async def introduced(self, then: Locator) -> None:
        """Wait for what comes after; give the name if that is asked for first."""
        field = self.page.get_by_label(self.say("name.label"))
        await expect(field.or_(then).first).to_be_visible()
        if await field.is_visible():
            await field.fill(self.name)
            await self.click("name.take")
            await expect(then.first).to_be_visible()

    async def open_table(self, *choices: str, preset: str = "") -> str:
        """Open a table with these choices of the form (keys of their words); its link."""
        await self.page.get_by_role("link", name=self.say("door.own")).first.click()
        if preset:
            await self.page.get_by_role("button", name=self.say(preset)).click()
        for choice in choices:
            await self.page.get_by_role("radio", name=self.say(choice)).check()
        await self.click("new.create")
        return await self.opened()

    async def opened(self) -> str:
        """The waiting room of a table of one's own has come, after a name perhaps; its link."""
        link = self.page.locator("#invite")
        await self.introduced(link)
        url = await link.input_value()
        self.table = url.partition("#")[0].rpartition("/")[2]
        return url

    async def come(self, url: str) -> None:
        """Open a link to a table."""
        await self.page.goto(url)
        self.table = url.partition("#")[0].rpartition("/")[2]

    async def sit(self, seat: int) -> None:
        """Take a seat (0..), a name too if there is none yet, and say that one is ready unless sitting says so."""
        chosen = self.page.locator("li.seat").nth(seat)
        await chosen.get_by_role("button", name=self.say("wait.sit")).click()
        mine = self.page.locator("li.seat-mine")
        await self.introduced(mine)
        if not await mine.locator(".tag-good").count():
            await self.click("wait.ready")

    async def views(self) -> dict[str, Any]:
        """What the page holds of the table now."""
        return await self.reaches(0)

    async def reaches(self, seq: int, seconds: float = 10) -> dict[str, Any]:
        """What the page holds once it is current at `seq` or later and nothing of its own is under way."""
        held: dict[str, Any] | None = await self.page.evaluate(_HELD, [self.table, seq, seconds * 1000])
        assert held, f"{self.name}'s page has not come to {seq}"
        return held

    async def play(self, seq: int) -> dict[str, Any]:
        """Once the page is at `seq`, click the first card that may be played; what it holds when that is safe."""
        await self.reaches(seq)
        await self.page.locator(".hand .held-legal").first.click()
        return await self.reaches(seq + 1)

    async def next(self) -> None:
        await self.page.get_by_role("button", name=self.say("pause.next"), exact=True).click()


async def level(players: list[Player]) -> dict[str, Any]:
    """Wait until all pages are at the same place; the view of the first."""
    highest = max([(await player.views())["pos"]["seq"] for player in players])
    views = [await player.reaches(highest) for player in players]
    return views[0]
