"""The archive: finished games go in by `finish`, and are read back by those who may."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from app import logs
from app.archive import history
from app.archive.finish import finish, keep_chat
from app.archive.history import Finished, HistoryPage
from app.archive.review import review
from app.db.sessions import Database
from app.engine.basics import Refusal
from app.engine.game import Game
from app.engine.kernel import Kernel
from app.engine.record import Record, RecordError, encode
from app.engine.upcast import UnknownFormat

_LOG = logs.logger(__name__)

UNREADABLE: Final = (RecordError, UnknownFormat, msgspec.DecodeError)
"""What reading a record raises that a newer version has stored."""
_KEPT: Final = 16
"""Reviews kept ready: those of a game just finished are asked for by everybody at the table."""


class Archive:
    """`games` looks a game up by its key (raises Refusal `bad.game`)."""

    def __init__(self, db: Database, games: Callable[[str], Game]) -> None:
        self._db = db
        self._games = games
        self._reviews: OrderedDict[str, bytes] = OrderedDict()

    async def finish(self, record: Record) -> bool:
        """Store a finished game; False if it is there already. Raises DatabaseUnavailable."""
        return await finish(self._db, record)

    async def keep_chat(self, game: str, last: int, lines: bytes) -> bool:
        """Store what was said at the table of a finished game, lines in JSON up to number `last`, beside it.

        False if the game is not stored. Less than is there already changes nothing. Raises DatabaseUnavailable.
        """
        return await keep_chat(self._db, game, last, lines)

    async def mine(self, user: str, before: str | None = None) -> HistoryPage:
        """A page of somebody's finished games. Raises DatabaseUnavailable."""
        return await history.mine(self._db, user, before)

    async def one(self, game: str, user: str | None) -> Finished:
        """A finished game. Raises Refusal `bad.game`, DatabaseUnavailable."""
        return await history.one(self._db, game, user)

    async def holds(self, game: str) -> bool:
        """Whether a finished game is stored under this id. Raises DatabaseUnavailable."""
        return await history.holds(self._db, game)

    async def record(self, game: str, user: str | None) -> bytes:
        """The game's record in JSON. Raises Refusal `bad.game`, `bad.version`; DatabaseUnavailable."""
        return encode(await self.stored(game, user))

    async def review(self, game: str, user: str | None) -> bytes:
        """The game's review in JSON; for those who sat there with what was said at the table.

        Raises Refusal `bad.game`, `bad.version`; DatabaseUnavailable.
        """
        found = await self.one(game, user)  # the rights are this user's, every time
        body = await self._review(game, user)
        if not user or all(holder.user != user for holder in found.seats.values()):
            return body
        return b'%s,"chat":%s}' % (body[:-1], await history.chat(self._db, game) or b"[]")

    async def _review(self, game: str, user: str | None) -> bytes:
        if game in self._reviews:
            self._reviews.move_to_end(game)
            return self._reviews[game]
        record = await self.stored(game, user)
        body = await asyncio.to_thread(self._build, record)  # hundreds of ms: not on the event loop
        self._reviews[game] = body
        if len(self._reviews) > _KEPT:
            self._reviews.popitem(last=False)
        return body

    async def stored(self, game: str, user: str | None) -> Record:
        """The game's record. Raises as `record`."""
        try:
            return await history.record(self._db, game, user)
        except RecordError as error:
            raise unreadable(game, error) from error

    def _build(self, record: Record) -> bytes:
        try:
            return msgspec.json.encode(review(Kernel(self._games(record.game)), record))
        except UNREADABLE as error:
            raise unreadable(record.table, error) from error


def unreadable(game: str, error: Exception) -> Refusal:
    """A newer version has stored it: this worker does not guess."""
    _LOG.error("record.unreadable", game=game, error=str(error))
    return Refusal("bad.version")
