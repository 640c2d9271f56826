"""The bot pool: processes that compute moves, so that the event loop never does."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

import msgspec
import structlog

from app.engine.basics import Command, Seat, View
from app.engine.dice import Dice
from app.engine.kernel import Kernel
from app.games.catalogue import Catalogue

PATIENCE: Final = 4.0
"""Seconds a bot may take; then the table's timer has it played for by the stand-in's rule."""

_log = structlog.get_logger()
_catalogue: Catalogue | None = None


class Thought(msgspec.Struct, frozen=True):
    """What a bot gets: nothing but what its seat knows."""

    game: str
    level: str
    public: View
    private: View
    memory: View
    seat: int
    seed: bytes


def _begin(packages: tuple[str, ...]) -> None:
    global _catalogue  # noqa: PLW0603 - one catalogue a process, found once
    _catalogue = Catalogue(packages)
    os.nice(5)


def think(thought: Thought) -> bytes:
    """The JSON of the command a bot chooses. Runs in the pool."""
    catalogue = _catalogue or Catalogue()
    game = catalogue.get(thought.game)
    command = game.choose(
        thought.public, thought.private, thought.memory, Seat(thought.seat), thought.level, Dice(thought.seed)
    )
    return msgspec.json.encode(command)


class BotPool:
    """Answers `choose` from `processes` processes, started at the first question. A pool that breaks is made anew."""

    def __init__(self, catalogue: Catalogue, processes: int = 1) -> None:
        self._catalogue = catalogue
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._kernels: dict[str, Kernel] = {}

    async def choose(
        self, game: str, level: str, public: View, private: View, memory: View, seat: Seat, seed: bytes
    ) -> Command:
        """The bot's command. Raises TimeoutError, BrokenProcessPool."""
        thought = Thought(game, level, public, private, memory, seat, seed)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(PATIENCE):
                raw = await loop.run_in_executor(self._open(), think, thought)
        except BrokenProcessPool:
            _log.error("bots.pool_broken")
            self.close()
            raise
        if game not in self._kernels:
            self._kernels[game] = Kernel(self._catalogue.get(game))
        return self._kernels[game].command(raw)

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context: Any = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._processes, context, initializer=_begin, initargs=(self._catalogue.packages,)
            )
        return self._pool

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
