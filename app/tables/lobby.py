"""The list of open tables, live, and a person's own tables."""

from __future__ import annotations

from typing import Protocol

import msgspec
import structlog

from app.live.contracts import LiveStore
from app.tables.listing import LOBBY, Listing, LobbyChange

_log = structlog.get_logger()


class LobbyFollower(Protocol):
    """Somebody who looks at the list. May not block or raise."""

    def listed(self, table: str, listing: Listing | None) -> None:
        """A table is new or has changed; None: it is no longer open."""


class Lobby:
    """The list, and who follows it in this process."""

    def __init__(self, store: LiveStore) -> None:
        self._store = store
        self._followers: list[LobbyFollower] = []

    async def open_tables(self) -> list[Listing]:
        """Tables that anybody may join, the newest first."""
        cards = [card for card in (await self._cards()).values() if card.open]
        return sorted(cards, key=lambda card: (-card.opened, card.id))

    async def tables_of(self, user: str) -> list[Listing]:
        """A person's live tables, the latest first."""
        cards = await self._cards()
        return [cards[table] for table in await self._store.directory.tables_of(user) if table in cards]

    async def _cards(self) -> dict[str, Listing]:
        raw = await self._store.directory.listings()
        return {table: msgspec.json.decode(card, type=Listing) for table, card in raw.items()}

    async def follow(self, follower: LobbyFollower) -> list[Listing]:
        """Hear of every change from now on; the list as it is."""
        if not self._followers:
            await self._store.presence.watch(LOBBY, self._announced)
        self._followers.append(follower)
        return await self.open_tables()

    async def unfollow(self, follower: LobbyFollower) -> None:
        """Hear no more. Idempotent."""
        if follower in self._followers:
            self._followers.remove(follower)
            if not self._followers:
                await self._store.presence.unwatch(LOBBY)

    def _announced(self, body: bytes) -> None:
        try:
            change = msgspec.json.decode(body, type=LobbyChange)
        except msgspec.DecodeError:
            _log.warning("lobby.unreadable", size=len(body))
            return
        for follower in list(self._followers):
            follower.listed(change.table, change.listing)
