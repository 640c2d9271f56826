"""`make screenshots`: plays a few scenes on a server of its own and takes the pictures in docs/screenshots/.

Packs, ids and names are the same every time, so that a picture changes only when the pages do.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from playwright.async_api import Browser, Page, async_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.palette import reduced  # noqa: E402
from tests.browser.stored import Guest, archived, play_out  # noqa: E402
from tests.browser_path import browser_path  # noqa: E402
from tests.chaos.moves import MOVES  # noqa: E402
from tests.processes import AppServer, clean_environment  # noqa: E402
from tests.servers import leash  # noqa: E402

TO = ROOT / "docs" / "screenshots"
MOST = 600 * 1024
"""Bytes of all pictures together."""
NAMES = ("Ann", "Boris", "Hanako", "Emil")
HOUSE, PORT = "cards.lan", "28000"
"""Under which the pages are opened: it is on the pictures."""
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
TALL: dict[str, Any] = {"viewport": {"width": 1280, "height": 960}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
TURNS = 13
"""Turns of Canasta that are played before its picture."""
CHANCE = """
import random, secrets
chance = random.Random(5)
secrets.token_bytes, secrets.choice = lambda n=32: chance.randbytes(n), chance.choice
from app.cli import main
main()
"""


class Server(AppServer):
    """The product with every chance foreseen. Good for pictures, and for nothing else."""

    def launch(self) -> None:
        command = [*leash("TERM"), sys.executable, "-c", CHANCE, "serve"]
        self.process.spawn(command, cwd=ROOT, env=clean_environment(**self.settings))


@dataclass(frozen=True)
class Studio:
    """Where pictures are taken."""

    browser: Browser

    @contextlib.asynccontextmanager
    async def page(self, guest: Guest, address: str, look: dict[str, Any], theme: str = "light") -> AsyncIterator[Page]:
        """A page of this guest's, at rest."""
        origin = f"http://{HOUSE}:{PORT}"
        options = {**look, "color_scheme": theme, "locale": "en-GB", "reduced_motion": "reduce", "base_url": origin}
        context = await self.browser.new_context(**options)
        try:
            cookies = [{"name": name, "value": value, "url": origin} for name, value in guest.http.cookies.items()]
            await context.add_cookies(cookies)  # type: ignore[arg-type]
            page = await context.new_page()
            await page.goto(address)
            yield page
        finally:
            await context.close()

    @contextlib.asynccontextmanager
    async def company(self, guests: list[Guest]) -> AsyncIterator[None]:
        """These guests are at their tables meanwhile."""
        async with contextlib.AsyncExitStack() as stack:
            for guest in guests:
                await stack.enter_async_context(self.page(guest, f"/t/{guest.table}", PHONE))
            yield


async def take(page: Page, name: str, there: str) -> None:
    """Write what the page shows once `there` is to be seen; no caret, no mouse over anything, sound allowed."""
    await page.locator(there).first.wait_for()
    await page.keyboard.press("Shift")
    await page.wait_for_load_state("networkidle")
    await page.mouse.move(0, 0)
    await page.evaluate("document.activeElement?.blur()")
    (TO / f"{name}.png").write_bytes(reduced(await page.screenshot(animations="disabled", caret="hide")))


async def opened(guest: Guest, game: str = "calypso", **table: str) -> None:
    """A table of this guest's: short, no clock."""
    options = {"rounds": 1} if game == "calypso" else {}
    wish = {"game": game, "options": options, "table": {"clock": "untimed", **table}}
    answer = await guest.http.post("/api/v1/tables", json=wish)
    answer.raise_for_status()
    guest.table = answer.json()["id"]


async def joined(guest: Guest, host: Guest, seat: int) -> None:
    guest.table = host.table
    await guest.do(0, type="sit", seat=seat)
    await guest.do(0, type="ready", ready=True)


async def play_until(guests: list[Guest], hand: int, trick: int, cards: int) -> None:
    """Everybody plays the first card that may be played, until the first guest is to put the next to so many."""
    while True:
        public = (await guests[0].look())["public"]
        if public["phase"] == "between":
            for guest in guests:
                await guest.do(public["turn"], type="next")
            continue
        game = public["g"]
        there = (game["hand"], game["no"]) >= (hand, trick) and len(game["trick"]) >= 2 * cards
        if public["act"] == "0" and there:
            return
        player = guests[int(public["act"])]
        private = (await player.look())["private"]
        card = next(card for card in private["hand"] if private["legal"] == "any" or card[1] in private["legal"])
        await player.do(public["turn"], type="play", card=card)


async def lobby(studio: Studio, guests: list[Guest]) -> None:
    ann, boris, hanako, emil = guests
    await opened(hanako)
    await joined(emil, hanako, 2)
    await opened(boris)
    await boris.do(0, type="bot.add", seat=1, level="normal")
    async with studio.page(ann, "/", TALL) as page:
        await take(page, "start", ".table-list")
    for guest in (emil, hanako, boris):
        await guest.do(0, type="leave")


async def waiting(studio: Studio, guests: list[Guest]) -> None:
    ann, boris, hanako, emil = guests
    await opened(ann)
    await joined(boris, ann, 1)
    await joined(hanako, ann, 2)
    async with studio.company([boris, hanako]), studio.page(ann, f"/t/{ann.table}", DESK) as page:
        await take(page, "waiting", "#invite")
    await joined(emil, ann, 3)
    await ann.do(0, type="start")


async def table(studio: Studio, guests: list[Guest]) -> None:
    ann = guests[0]
    await play_until(guests, hand=1, trick=6, cards=2)
    async with studio.company(guests[1:]):
        async with studio.page(ann, f"/t/{ann.table}", DESK) as page:
            await take(page, "table", ".hand .held")
            await page.keyboard.press("s")
            await take(page, "sheet", "dialog[open]")
        async with studio.page(ann, f"/t/{ann.table}", PHONE, "dark") as page:
            await take(page, "table-phone", ".hand .held")


async def review(studio: Studio, guests: list[Guest]) -> None:
    ann = guests[0]
    await play_out(guests)
    await archived(ann)
    async with studio.page(ann, f"/game/{ann.table}#d3.t5.c3", DESK) as page:
        await take(page, "review", ".laid")


async def canasta(studio: Studio, guests: list[Guest]) -> None:
    """In the middle of a deal, the first guest having drawn."""
    ann, others, dice = guests[0], guests[1:], random.Random(3)
    await opened(ann, "canasta")
    for seat, guest in enumerate(others, 1):
        await joined(guest, ann, seat)
    await ann.do(0, type="start")
    while (public := (await ann.look())["public"])["g"]["turns"] < TURNS or public["act"] != "0":
        player = guests[int(public["act"])]
        await player.do(public["turn"], **MOVES["canasta"](public["g"], (await player.look())["private"], dice))
    await ann.do(public["turn"], type="draw")
    async with studio.company(others), studio.page(ann, f"/t/{ann.table}", DESK) as page:
        await take(page, "canasta", ".hand .held")


async def shoot(url: str) -> None:
    """All scenes, one after the other."""
    path = browser_path()
    if path is None:
        raise SystemExit("no Chromium: run scripts/browser.sh")
    async with contextlib.AsyncExitStack() as stack:
        guests = []
        for name in NAMES:
            http = await stack.enter_async_context(httpx2.AsyncClient(base_url=url, headers={"Origin": url}))
            (await http.post("/api/v1/session", json={"name": name, "lang": "en"})).raise_for_status()
            guests.append(Guest(http))
        playwright = await stack.enter_async_context(async_playwright())
        flags = ["--no-sandbox", "--hide-scrollbars", f"--host-resolver-rules=MAP {HOUSE} 127.0.0.1"]
        browser = await playwright.chromium.launch(executable_path=path, args=flags)
        stack.push_async_callback(browser.close)
        for scene in (lobby, waiting, table, review, canasta):
            await scene(Studio(browser), guests)


def main() -> None:
    TO.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), CARDS_PORT=PORT).start()
        try:
            asyncio.run(shoot(server.url))
        finally:
            server.close()
    sizes = {path.name: path.stat().st_size for path in sorted(TO.glob("*.png"))}
    for name, size in sizes.items():
        print(f"{size // 1024:5} KiB  docs/screenshots/{name}")
    if sum(sizes.values()) > MOST:
        raise SystemExit(f"together {sum(sizes.values()) // 1024} KiB: more than {MOST // 1024}")


if __name__ == "__main__":
    main()
