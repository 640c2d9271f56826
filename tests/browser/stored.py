"""A finished game in the archive, played over HTTP in a few seconds."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from dataclasses import dataclass
from typing import Any

import httpx2

NAMES = ("Ann", "Борис", "花子", "Wolfeschlegelsteinhausen")
WISH = {"game": "calypso", "options": {"rounds": 1}, "table": {"clock": "untimed"}}


@dataclass(frozen=True)
class Stored:
    table: str
    cookies: list[dict[str, str]]
    """The session of the first player, as a browser's context takes it."""


class Guest:
    """One person's connection, kept open for the whole game."""

    def __init__(self, http: httpx2.AsyncClient, table: str = "") -> None:
        self.http = http
        self.table = table
        self._ids = itertools.count(1)

    async def look(self) -> dict[str, Any]:
        view: dict[str, Any] = (await self.http.get(f"/api/v1/tables/{self.table}")).json()
        return view

    async def do(self, turn: int, **command: Any) -> None:
        body = {"id": f"guest.{next(self._ids)}", "turn": turn, "cmd": command}
        (await self.http.post(f"/api/v1/tables/{self.table}/commands", json=body)).raise_for_status()


async def begin(guests: list[Guest]) -> None:
    """The first opens a table, the others sit down and are ready."""
    table = (await guests[0].http.post("/api/v1/tables", json=WISH)).json()["id"]
    for seat, guest in enumerate(guests):
        guest.table = table
        if seat:
            await guest.do(0, type="sit", seat=seat)
            await guest.do(0, type="ready", ready=True)
    await guests[0].do(0, type="start")


async def play_out(guests: list[Guest], until: str = "over") -> None:
    """Everybody always plays the first card that may be played, until the table is in that phase."""
    while (public := (await guests[0].look())["public"])["phase"] not in {until, "over"}:
        if public["phase"] == "between":
            for guest in guests:
                await guest.do(public["turn"], type="next")
            continue
        player = guests[int(public["act"])]
        private = (await player.look())["private"]
        legal = private["legal"]
        card = next(card for card in private["hand"] if legal == "any" or card[1] in legal)
        await player.do(public["turn"], type="play", card=card)


async def archived(guest: Guest) -> None:
    """Wait until the archive has the game, which is a moment after its end."""
    for _ in range(200):
        if (await guest.http.get(f"/api/v1/history/{guest.table}/record")).status_code == 200:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the game is not in the archive")


async def stored_game(url: str) -> Stored:
    """The game of four guests, once it is there to be reviewed."""
    async with contextlib.AsyncExitStack() as stack:
        guests: list[Guest] = []
        for name in NAMES:
            http = httpx2.AsyncClient(base_url=url, headers={"Origin": url}, timeout=10, verify=False)
            await stack.enter_async_context(http)
            (await http.post("/api/v1/session", json={"name": name, "lang": "en"})).raise_for_status()
            guests.append(Guest(http))
        await begin(guests)
        await play_out(guests)
        await archived(guests[0])
        cookies = [{"name": name, "value": value, "url": url} for name, value in guests[0].http.cookies.items()]
        return Stored(guests[0].table, cookies)
