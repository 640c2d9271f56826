"""Tables brought to where a timer has something to do, and bots that do it badly."""

from __future__ import annotations

from typing import Any

from app.engine.basics import Command
from app.engine.table.due import deadline
from app.tables.room import Room
from tests.promises import Truth, Viewer
from tests.workers import Inline, Worker, begin, play


async def at_turn_of(
    worker: Worker, seat: int, people: tuple[str, ...] = ("ann",), after: int | None = None, **more: object
) -> str:
    """A table at which a seat has to play next, with `after` at once after that other seat; then its neighbour."""
    table = await worker.create(**more)  # type: ignore[arg-type]
    pages = {await worker.join(Viewer(user), table): worker for user in people}
    await begin(worker, table, people)
    first, room = next(iter(pages)), await worker.rooms.get(table)
    while first.public["act"] != str(seat) or _ends_trick(first) or (after is not None and after != _moved(room)):
        await play(table, pages, 1)
    for page in pages:
        await worker.leave(page, table)
    return table


def _ends_trick(page: Viewer) -> bool:
    """Whether the next card is a trick's last, after which its winner leads."""
    return len(page.public["g"]["trick"]) == 3 * 2


def _moved(room: Room) -> int | None:
    """The seat that moved last in this deal."""
    past = room.looks.state.past
    return past[-1].seat if past else None


async def last(worker: Worker, table: str) -> Truth:
    return await worker.truth(table)


async def timer_is_right(worker: Worker, table: str) -> None:
    """The table's one timer stands at the earliest deadline of its state."""
    truth = await worker.truth(table)
    at = deadline(truth.kernel.game, truth.state)
    never = 1 << 40
    assert await worker.store.timers.sleep_until(at - 1 if at else 0, never) == (1 if at else never)


class Misbehaving(Inline):
    """Bots that raise, hang or answer what they may not."""

    def __init__(self, how: Any) -> None:
        super().__init__()
        self.how = how

    async def choose(self, *args: Any, **named: Any) -> Command:
        await super().choose(*args, **named)
        if isinstance(self.how, Exception):
            raise self.how
        if isinstance(self.how, Command):
            return self.how
        return await self.how()
