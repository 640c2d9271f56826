"""The embedded twin, whole."""

from __future__ import annotations

from pathlib import Path

from app.live.embedded.chat import EmbeddedChat
from app.live.embedded.directory import EmbeddedDirectory
from app.live.embedded.event_log import EmbeddedEventLog, EmbeddedFanout
from app.live.embedded.journal import Journal
from app.live.embedded.presence import EmbeddedPresence
from app.live.embedded.timers import EmbeddedOutbox, EmbeddedTimers


class SameClock:
    """Store and worker are one process."""

    async def skew(self) -> int:
        return 0


class EmbeddedStore:
    """Live tables of one process in the SQLite file `path` (":memory:" forgets them). A second process is refused."""

    def __init__(self, path: Path | str) -> None:
        self._journal = Journal(str(path))
        self.fanout = EmbeddedFanout()
        self.presence = EmbeddedPresence()
        self.log = EmbeddedEventLog(self._journal, self.fanout, self.presence.drop)
        self.timers = EmbeddedTimers(self._journal)
        self.outbox = EmbeddedOutbox(self._journal)
        self.chat = EmbeddedChat(self._journal)
        self.directory = EmbeddedDirectory(self._journal)
        self.clock = SameClock()

    async def open(self) -> None:
        """Take the file. Raises StoreUnavailable if another process has it or it cannot be used."""
        await self._journal.open()

    async def close(self) -> None:
        """Finish what was asked for and give the file back. Idempotent; the store can be opened again."""
        await self._journal.close()
        self.fanout.clear()
        self.presence.clear()

    async def ping(self) -> None:
        await self._journal.run(lambda db: db.execute("SELECT 1").fetchone())
