"""What the strongest bot would do in somebody's place at a friendly table, from what that seat alone knows."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Final, Protocol

import msgspec
import structlog

from app import errors
from app.engine.basics import Refusal, Seat, View
from app.engine.game import Game, Opinion
from app.engine.table.due import acting
from app.engine.table.settings import setting
from app.engine.table.state import TableState
from app.tables.limits import Limit
from app.tables.service import Tables

PER_MINUTE: Final = 30
"""Hints that one person may have at once, and in every minute."""
KEPT: Final = 256
"""Hints that are kept ready: asked again, a decision has the answer that it had."""

_log = structlog.get_logger()


class Adviser(Protocol):
    """Where bots think: views and memory in, opinions out."""

    async def advise(
        self, game: str, public: View, private: View, memory: View, seat: Seat, seed: bytes
    ) -> list[Opinion]: ...


class Hint(msgspec.Struct, frozen=True):
    """Opinions on the decision `turn`, best first."""

    turn: int
    opinions: list[Opinion]


class Hints:
    """Asks the bots. One for a process; no word of it comes into any log."""

    def __init__(self, tables: Tables, bots: Adviser) -> None:
        self._tables = tables
        self._bots = bots
        self._limit = Limit(PER_MINUTE)
        self._known: OrderedDict[tuple[str, int, int], Hint] = OrderedDict()

    async def ask(self, table: str, user: str) -> Hint:
        """A hint for whoever has to move. Raises Refusal `bad.table` and its like, `bad.not_seated`,
        `rule.hints_rated`, `rule.hints_off`, `rule.not_your_turn`, `rule.no_advice`, `bad.rate`, `down.bots`."""
        room = await self._tables.visit(table, user)
        state, game = room.looks.state, room.kernel.game
        seat = _asking(game, state, user)
        asked = (table, state.turn, seat)
        if asked in self._known:
            return self._known[asked]
        self._limit.take(user)
        knows = room.looks.public["g"], game.private(state.play, seat), game.memory(state.play, seat)
        seed = hashlib.sha256(f"hint:{table}:{state.turn}:{seat}".encode()).digest()
        try:
            opinions = await self._bots.advise(game.key, *knows, seat, seed)
        except Exception as error:
            _log.exception("hint.failed", table=table, seat=seat, turn=state.turn)
            raise Refusal(errors.BOTS) from error
        if not opinions:
            raise Refusal("rule.no_advice")
        return self._keep(asked, Hint(state.turn, opinions))

    def _keep(self, asked: tuple[str, int, int], hint: Hint) -> Hint:
        self._known[asked] = hint
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return hint


def _asking(game: Game, state: TableState, user: str) -> Seat:
    """The seat of somebody who may have a hint now. Raises Refusal."""
    seat = state.seat_of(user)
    if seat is None:
        raise Refusal("bad.not_seated")
    if setting(state.settings, "rated") == "rated":
        raise Refusal("rule.hints_rated")
    if setting(state.settings, "hints") == "off":
        raise Refusal("rule.hints_off")
    if state.phase != "playing" or seat not in acting(game, state):
        raise Refusal("rule.not_your_turn")
    return seat
