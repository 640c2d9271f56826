"""The list of open tables, live, and a person's own tables; what people say beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, Protocol

import msgspec
import structlog

from app.engine.basics import Millis
from app.engine.table.answers import sender
from app.live.contracts import LiveStore, StoreUnavailable
from app.tables import announcements, chat
from app.tables.announcements import Said
from app.tables.chat import ChatLine, Words
from app.tables.hub import person_of
from app.tables.listing import LOBBY, Listing, LobbyChange
from app.tables.service import Person, wall_clock
from app.tables.talk import Talk

MEND: Final = 30.0
"""Seconds between looks at the whole list while somebody follows it: announcements may be lost."""
CHAT_KEPT: Final = 100
"""Lines of the lobby's chat."""
CHAT_SHOWN: Final = 24 * 3600 * 1000
"""ms for which a line is shown there."""
CHAT_LAPSES: Final = 7 * CHAT_SHOWN
"""ms of silence after which its numbers begin anew: longer than a page is left open."""

_log = structlog.get_logger()


class LobbyFollower(Protocol):
    """Somebody who looks at the list. May not block or raise."""

    def listed(self, table: str, listing: Listing | None) -> None:
        """A table is new or has changed; None: it is no longer open."""

    def chat_log(self, lines: list[ChatLine]) -> None:
        """All that was said, instead of what was told before."""

    def chat_said(self, line: ChatLine) -> None:
        """One line more."""


class Lobby:
    """The list, and who follows it in this process."""

    def __init__(self, store: LiveStore, now: Callable[[], Millis] = wall_clock) -> None:
        self._store = store
        self._now = now
        self._followers: list[LobbyFollower] = []
        self._lock = asyncio.Lock()
        self._open: dict[str, Listing] = {}
        """The list as the followers know it."""
        self._heard: set[str] = set()
        """Tables announced while the whole list was being read."""
        self._mending: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._talk = self._silence()

    def _silence(self) -> Talk:
        return Talk(self._store, LOBBY, self, self._spawn, CHAT_KEPT, CHAT_LAPSES)

    async def open_tables(self) -> list[Listing]:
        """Tables that anybody may join, now or at their next pause, the newest first."""
        cards = [card.for_all for card in (await self.cards()).values() if card.listed]
        alone = await asyncio.gather(*(self._alone(card) for card in cards))
        return _sorted(card for card, lonely in zip(cards, alone, strict=True) if not lonely)

    async def _alone(self, card: Listing) -> bool:
        """Whether a game stands still because nobody who plays is there, and no clock will bring it to a pause."""
        if not card.stands:
            return False
        present = await self._store.presence.present(card.id, self._now())
        return not any(card.has(person_of(who)[0]) for who in present)

    async def tables_of(self, user: str) -> list[Listing]:
        """A person's live tables, the latest first."""
        cards = await self.cards()
        own = [cards[table] for table in await self._store.directory.tables_of(user) if table in cards]
        return [card if card.seats_user(user) else card.for_all for card in own if card.has(user)]

    async def cards(self) -> dict[str, Listing]:
        """The cards of all live tables."""
        raw = await self._store.directory.listings()
        return {table: msgspec.json.decode(card, type=Listing) for table, card in raw.items()}

    async def follow(self, follower: LobbyFollower) -> list[Listing]:
        """Hear of every change from now on; the list as it is."""
        async with self._lock:
            if self._mending is None:
                await self._store.presence.watch(LOBBY, self._announced)
                try:
                    await self._talk.open()
                    await self._read()
                except BaseException:
                    await self._stop()
                    raise
                self._mending = asyncio.create_task(self._mend())
            self._followers.append(follower)
            return _sorted(self._open.values())

    async def unfollow(self, follower: LobbyFollower) -> None:
        """Hear no more. Idempotent."""
        if follower not in self._followers:
            return
        self._followers.remove(follower)
        async with self._lock:
            if not self._followers:
                await self._stop()

    async def _stop(self) -> None:
        mending, self._mending = self._mending, None
        if mending is not None:
            mending.cancel()
            await asyncio.wait([mending])
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._open, self._talk = {}, self._silence()
        await self._store.presence.unwatch(LOBBY)

    async def _mend(self) -> None:
        while True:
            await asyncio.sleep(MEND)
            await self._talk.mend()
            try:
                await self._read()
            except StoreUnavailable as error:
                _log.warning("lobby.read", error=str(error))
            except Exception:
                _log.exception("lobby.mend")

    async def _read(self) -> None:
        """Compare with the whole list. What is announced meanwhile is newer."""
        self._heard = set()
        true = {card.id: card for card in await self.open_tables()}
        for table in (self._open.keys() | true.keys()) - self._heard:
            if self._open.get(table) != true.get(table):
                self._tell(table, true.get(table))

    def _announced(self, body: bytes) -> None:
        try:
            if isinstance(told := announcements.decode(body), Said):
                self._talk.hear(told)
                return
            change = msgspec.json.decode(body, type=LobbyChange)
        except msgspec.DecodeError:
            _log.warning("lobby.unreadable", size=len(body))
            return
        self._heard.add(change.table)
        self._tell(change.table, change.listing)

    def _tell(self, table: str, listing: Listing | None) -> None:
        if listing is None:
            self._open.pop(table, None)
        else:
            self._open[table] = listing = listing.for_all
        for follower in list(self._followers):
            follower.listed(table, listing)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # what people say

    async def say(self, person: Person, id_: str, text: str, preset: str) -> int:
        """Say something to those who follow the list; the number of the line. The same id counts once.

        Raises Refusal `bad.id`, `bad.chat`, `bad.rate`; StoreUnavailable (say it again under its id).
        """
        sender(person.actor, id_)
        text, preset = chat.spoken(text, preset)
        words = Words(id=id_, at=self._now(), user=person.user, name=person.name, text=text, preset=preset)
        return await self._talk.say(words)

    def said(self) -> list[ChatLine]:
        """What the followers have been told of late."""
        return self._talk.lines(self._now() - CHAT_SHOWN)

    def chat_said(self, line: ChatLine) -> None:
        """Tell the followers a line."""
        for follower in list(self._followers):
            follower.chat_said(line)

    def chat_log(self, lines: list[ChatLine]) -> None:
        """Tell the followers all lines anew."""
        for follower in list(self._followers):
            follower.chat_log([line for line in lines if line.at >= self._now() - CHAT_SHOWN])


def _sorted(cards: Iterable[Listing]) -> list[Listing]:
    return sorted(cards, key=lambda card: (-card.opened, card.id))
