"""Time as the loop of a test has it: what holds up the whole process does not count."""

from __future__ import annotations

import asyncio

LAP = 0.01


class Laps:
    """How long its `async with` lasts, in laps of the event loop. One that the machine draws out counts as one: the
    `seconds` are never more than have passed, and about as many where there is nothing else to do."""

    def __init__(self) -> None:
        self._run = 0

    async def __aenter__(self) -> Laps:
        self._runner = asyncio.create_task(self._go_round())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._runner.cancel()
        await asyncio.gather(self._runner, return_exceptions=True)

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(LAP)
            self._run += 1

    @property
    def seconds(self) -> float:
        return self._run * LAP
