"""The chat of one room, a table or the lobby, as this process holds it: a copy of the store's that proves itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

import msgspec
import structlog

from app.engine.basics import Refusal
from app.live.contracts import Line, LiveStore, StoreUnavailable
from app.tables import announcements
from app.tables.announcements import Said
from app.tables.chat import ChatLine, Words, line, paced

KEPT: Final = 200
"""Lines of a table."""

_DECODER = msgspec.json.Decoder(Words)
_ENCODER = msgspec.json.Encoder()
_log = structlog.get_logger()


def archived(kept: list[Line]) -> tuple[int, bytes]:
    """The number of the last line of a chat, 0 if there is none, and the lines in JSON as everybody saw them."""
    first: dict[tuple[str, str], ChatLine] = {}
    for n, body in kept:
        if (words := _decoded(body)) is not None:
            first.setdefault(_name(words), line(n, words))
    return kept[-1][0] if kept else 0, _ENCODER.encode(list(first.values()))


class Listeners(Protocol):
    """Who is told what is said in a room. May not block or raise."""

    def chat_said(self, line: ChatLine) -> None:
        """One line more."""

    def chat_log(self, lines: list[ChatLine]) -> None:
        """All lines, instead of what was told before."""


class Talk:
    """The lines of a room, told to its listeners as they come.

    Lines are announced, and an announcement may get lost: numbers have no holes, so a hole is found and read. Nobody
    but the store gives numbers. `listeners` says who listens now; `spawn` runs what belongs to no request; `ttl_ms` is
    0 for a table, whose chat lives as long as it does.
    """

    def __init__(
        self,
        store: LiveStore,
        room: str,
        listeners: Listeners,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        keep: int = KEPT,
        ttl_ms: int = 0,
    ) -> None:
        self._store = store
        self._room = room
        self._listeners = listeners
        self._spawn = spawn
        self._keep = keep
        self._ttl = ttl_ms
        self._lock = asyncio.Lock()
        self._lines: dict[int, Words] = {}
        self._numbers: dict[tuple[str, str], int] = {}
        """Of the lines by user and id; a second copy, which came through another process at once, has none."""
        self._last = 0
        self._begun = False
        """It has been read once."""
        self._stale = True
        """It has to be read before anything is made of it."""
        self._waiting: list[Said] | None = None
        """What was heard while it was being read."""
        self._unheard: set[int] = set()
        """Lines of which nobody may have told other processes: whoever said them died over it."""

    def lines(self, since: int = 0) -> list[ChatLine]:
        """The lines said since a time (ms since the Unix epoch), the oldest first."""
        return [line(n, words) for n, words in self._lines.items() if words.at >= since and self._first(n, words)]

    async def open(self) -> None:
        """See that the copy is good. Raises StoreUnavailable."""
        async with self._lock:
            if self._stale:
                await self._read()

    def hear(self, said: Said) -> None:
        """A line was announced."""
        if self._waiting is not None:
            self._waiting.append(said)
        elif not self._stale and said.n == self._last + 1:
            self._add(said.n, said.line)
        elif self._lines.get(said.n) != said.line:
            self._spawn(self.mend())
        self._unheard.discard(said.n)

    async def say(self, words: Words) -> int:
        """Say something; its number. What was said before under the same id is not said again.

        Raises Refusal `bad.rate`, `bad.table`; StoreUnavailable (the outcome is unknown: say it again under its id).
        """
        async with self._lock:
            if self._stale:
                await self._read()
            n = self._numbers.get(_name(words))
            if n is None:
                paced(self._lines.values(), words)
                n = await self._append(words)
            if n in self._unheard:
                await self._store.presence.announce(self._room, announcements.encode(Said(n, self._lines[n])))
                self._unheard.discard(n)
            return n

    async def _append(self, words: Words) -> int:
        n = await self._store.chat.say(self._room, _ENCODER.encode(words), self._keep, self._ttl)
        if not n:
            raise Refusal("bad.table")
        if n == self._last + 1:
            self._add(n, words)
            self._unheard.add(n)
        else:
            # others have spoken meanwhile: perhaps the same person the same thing, through another process
            self._stale = True
            await self._read()
        return self._numbers.get(_name(words), n)

    async def mend(self) -> None:
        """Something may have gone unheard: read it again; what cannot be read now is read at the next occasion."""
        self._stale = True
        try:
            await self.open()
        except StoreUnavailable as error:
            _log.warning("chat.read", room=self._room, error=str(error))

    async def _read(self) -> None:
        self._stale, self._waiting = False, []
        try:
            self._compare(await self._store.chat.said(self._room))
        except BaseException:
            self._stale = True
            raise
        finally:
            heard, self._waiting = self._waiting, None
            for said in heard:
                self.hear(said)

    def _compare(self, kept: list[Line]) -> None:
        """Take over what the store has. Lines that it should have and has not make all begin anew."""
        truth = {n: words for n, body in kept if (words := _decoded(body)) is not None}
        first = kept[0][0] if kept else 0
        lost = any(truth.get(n) != words for n, words in self._lines.items() if n >= first)
        before, begun = self._last, self._begun
        self._last = kept[-1][0] if kept else 0
        self._begun = True
        self._lines, self._numbers = {}, {}
        for n, words in truth.items():
            self._put(n, words)
        fresh = [n for n in truth if n > before or lost]
        self._unheard = {n for n in self._unheard if n in truth} | set(fresh)
        if lost:
            self._listeners.chat_log(self.lines())
        elif begun:
            for n in fresh:
                self._tell(n)

    def _add(self, n: int, words: Words) -> None:
        self._put(n, words)
        self._last = n
        while len(self._lines) > self._keep:
            old = next(iter(self._lines))
            if self._first(old, self._lines[old]):
                del self._numbers[_name(self._lines[old])]
            del self._lines[old]
            self._unheard.discard(old)
        self._tell(n)

    def _put(self, n: int, words: Words) -> None:
        self._lines[n] = words
        self._numbers.setdefault(_name(words), n)

    def _tell(self, n: int) -> None:
        if self._first(n, self._lines[n]):
            self._listeners.chat_said(line(n, self._lines[n]))

    def _first(self, n: int, words: Words) -> bool:
        return self._numbers.get(_name(words)) == n


def _name(words: Words) -> tuple[str, str]:
    """By what a line is known again when it is said once more."""
    return words.user, words.id


def _decoded(body: bytes) -> Words | None:
    try:
        return _DECODER.decode(body)
    except msgspec.DecodeError:
        _log.warning("chat.unreadable", size=len(body))
        return None
