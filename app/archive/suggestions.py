"""What the strongest bot would have done in a finished game, from what the seat knew that decided."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

import msgspec

from app import errors, logs
from app.archive.service import UNREADABLE, Archive, unreadable
from app.engine.basics import Command, Refusal, Seat, View
from app.engine.commit import AnyCommit
from app.engine.game import Game, Opinion
from app.engine.kernel import Kernel, PeekEvent
from app.engine.record import Record
from app.engine.table import events as ev
from app.engine.table.settings import setting
from app.engine.table.state import TableState

_LOG = logs.logger(__name__)

GAMES: Final = 8
"""Games kept unfolded: whoever steps through one asks card by card."""
ANSWERS: Final = 1024
"""Answers kept ready: all who played a game look at the same ones."""


class Adviser(Protocol):
    """Where bots think: views and memory in, opinions out."""

    async def advise(
        self, game: str, public: View, private: View, memory: View, seat: Seat, seed: bytes
    ) -> list[Opinion]: ...


class Decision(msgspec.Struct, frozen=True):
    """What a seat did, and the game before it."""

    play: Any
    seat: Seat
    command: Command


class Suggestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """Opinions on what a seat could have done at commit `seq`, best first; `cost`: points lost by what it did, if the
    bot has thought of that."""

    seq: int
    seat: int
    played: Command
    opinions: list[Opinion]
    cost: int | None = None


class Suggestions:
    """Asks the bots. One for a process. `games` looks a game up by its key."""

    def __init__(self, archive: Archive, games: Callable[[str], Game], bots: Adviser) -> None:
        self._archive = archive
        self._games = games
        self._bots = bots
        self._unfolded: OrderedDict[str, tuple[Kernel, Mapping[int, Decision]]] = OrderedDict()
        self._answers: OrderedDict[tuple[str, int], Suggestion] = OrderedDict()

    async def ask(self, game: str, seq: int, user: str, allow: Callable[[], None]) -> Suggestion:
        """The suggestion for a commit of a friendly game that this user may see; `allow` is asked before anything is
        worked out, and may refuse. Raises Refusal `bad.game`, `bad.version`, `rule.hints_rated`, `rule.no_decision`,
        `rule.no_advice`, `down.bots`; DatabaseUnavailable."""
        await self._archive.one(game, user)  # the rights are this user's, every time
        if (game, seq) in self._answers:
            self._answers.move_to_end((game, seq))
            return self._answers[game, seq]
        allow()
        kernel, decisions = await self._game(game, user)
        if seq not in decisions:
            raise Refusal("rule.no_decision")
        suggestion = await self._think(kernel.game, game, seq, decisions[seq])
        _keep(self._answers, (game, seq), suggestion, ANSWERS)
        return suggestion

    async def _game(self, game: str, user: str) -> tuple[Kernel, Mapping[int, Decision]]:
        if game not in self._unfolded:
            record = await self._archive.stored(game, user)
            if setting(record.settings, "rated") == "rated":
                raise Refusal("rule.hints_rated")
            kernel = Kernel(self._games(record.game))
            try:
                # hundreds of ms: not on the event loop
                decisions = await asyncio.to_thread(lambda: unfold(kernel, record))
            except UNREADABLE as error:
                raise unreadable(game, error) from error
            _keep(self._unfolded, game, (kernel, decisions), GAMES)
        self._unfolded.move_to_end(game)
        return self._unfolded[game]

    async def _think(self, game: Game, table: str, seq: int, decision: Decision) -> Suggestion:
        play, seat = decision.play, decision.seat
        seed = hashlib.sha256(f"suggestion:{table}:{seq}".encode()).digest()
        knows = game.public(play), game.private(play, seat), game.memory(play, seat)
        try:
            opinions = await self._bots.advise(game.key, *knows, seat, seed)
        except Exception as error:
            _LOG.exception("suggestion.failed", game=table, seq=seq)
            raise Refusal(errors.BOTS) from error
        if not opinions:
            raise Refusal("rule.no_advice")
        points = next((one.points for one in opinions if one.command == decision.command), None)
        cost = None if points is None else max(0, opinions[0].points - points)
        return Suggestion(seq, seat, decision.command, opinions, cost)


def _keep(kept: OrderedDict[Any, Any], key: Any, value: Any, most: int) -> None:
    kept[key] = value
    if len(kept) > most:
        kept.popitem(last=False)


def unfold(kernel: Kernel, record: Record) -> dict[int, Decision]:
    """Every decision that a seat has made in a game, or a stand-in for it, by the number of its commit."""
    numbers = PeekEvent(record.game, record.codec, record.rules)
    state: TableState | None = None
    found: dict[int, Decision] = {}
    for raw in record.commits:
        commit, before = kernel.read(bytes(raw), numbers.codec, numbers.rules), state
        state = kernel.evolve(before, commit)
        if before is not None and before.play is not None and _decided(kernel.game, before, state):
            made = _made(kernel, before, commit)
            if made is not None and made[0] in kernel.game.turn(before.play):
                found[commit.seq] = Decision(before.play, *made)
    return found


def _decided(game: Game, before: TableState, after: TableState) -> bool:
    """Whether the game has gone on. It waits as before for whoever has to move where a revoke was claimed."""
    return game.decision(before.play) != game.decision(after.play)


def _made(kernel: Kernel, state: TableState, commit: AnyCommit) -> tuple[Seat, Command] | None:
    """Which seat did what, perhaps out of turn: a card taken back."""
    for event in commit.events:
        if isinstance(event, ev.Served):
            return Seat(event.seat), kernel.command(msgspec.json.encode(event.command))
    if not isinstance(commit.command, tuple(kernel.game.commands)):
        return None
    actor = commit.actor
    seat = state.seat_of(actor.user) if actor.kind == "person" else Seat(actor.seat)
    return None if seat is None else (seat, commit.command)
