"""What viewers of a table have been shown: everything so far, or, for watchers of a delayed table, what lies a few
steps back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from app.engine.kernel import Looks
from app.live.contracts import NO_CHAIN, Position
from app.tables.frames import Encoded

RECENT: Final = 48
"""Commits kept ready for those who come back."""
LINES: Final = 80
"""Notes kept for the log of a snapshot."""


class Shown(msgspec.Struct, frozen=True):
    """One commit as it is shown: its bytes, the views after it, its notes."""

    encoded: Encoded
    looks: Looks
    lines: list[list[Any]]


class Feed:
    """The latest state that is shown, with the commits and notes that led there."""

    def __init__(self) -> None:
        self.position = Position("", 0, NO_CHAIN)
        self.lines: deque[list[Any]] = deque(maxlen=LINES)
        self._looks: Looks | None = None
        self._recent: deque[Encoded] = deque(maxlen=RECENT)

    @property
    def looks(self) -> Looks | None:
        """State and views; None before the first commit."""
        return self._looks

    def begin(self, looks: Looks | None, position: Position, lines: Iterable[list[Any]] = ()) -> None:
        """Start anew from a state whose way here need not be shown."""
        self.position, self._looks = position, looks
        self.lines = deque(lines, maxlen=LINES)
        self._recent.clear()

    def add(self, shown: Shown) -> None:
        """One commit more."""
        self.position, self._looks = shown.encoded.position, shown.looks
        self._recent.append(shown.encoded)
        self.lines.extend(shown.lines)

    def since(self, held: Position) -> Sequence[Encoded] | None:
        """The commits after a position; None if that cannot be told, or somebody took or left a seat meanwhile."""
        behind = self.position.seq - held.seq
        if self.known(held.seq) != held:
            return None
        missing = list(self._recent)[len(self._recent) - behind :]
        return None if any(one.moved for one in missing) else missing

    def known(self, seq: int) -> Position | None:
        """The position with that number, if it is one of the latest."""
        behind = self.position.seq - seq
        return self._recent[-1 - behind].position if 0 <= behind < len(self._recent) else None


class Delayed(Feed):
    """A feed that stays `steps` steps of the game behind; what happens outside a game is shown at once."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.steps = steps
        self._queue: deque[tuple[int, Shown]] = deque()

    def offer(self, shown: Shown, done: int) -> list[Shown]:
        """One commit has happened after which `done` steps of the game are done; the commits to be shown now."""
        playing = shown.looks.state.phase in ("playing", "between")
        starts = playing and not self._queue and (self._looks is None or self._looks.state.phase == "waiting")
        self._queue.append((done, shown))
        due = []
        while self._queue and (not playing or starts or self._queue[0][0] + self.steps <= done):
            due.append(self._queue.popleft()[1])
        for one in due:
            self.add(one)
        return due
