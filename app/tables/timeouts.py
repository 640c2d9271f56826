"""What happens when a table's timer fires: a bot moves, time runs out, a pause ends. Nobody needs to be connected."""

from __future__ import annotations

import secrets
from asyncio import sleep
from typing import Protocol

import structlog

from app.engine.actor import TIMER, Actor
from app.engine.basics import Command, Refusal, Seat, View
from app.engine.game import Due
from app.engine.table import commands as cmd
from app.engine.table.decide import OVERDUE
from app.engine.table.due import deadline, due, moves_at
from app.live.contracts import Claim, StoreUnavailable
from app.tables.room import Room
from app.tables.rooms import Rooms
from app.tables.service import Tables

_log = structlog.get_logger()


class Question(Protocol):
    """Where bots think: views and memory in, command out."""

    async def choose(
        self, game: str, level: str, public: View, private: View, memory: View, seat: Seat, seed: bytes
    ) -> Command: ...


class BotFault(Exception):
    """A bot has given no command that counts. Its table waits until it is overdue."""

    def __init__(self, why: str, turn: int, due: Due) -> None:
        super().__init__(why)
        self.turn = turn
        self.due = due


class Timeouts:
    """Answers the timers. Any worker may; a second answer to the same deadline is refused as stale."""

    def __init__(self, tables: Tables, rooms: Rooms, bots: Question) -> None:
        self._tables = tables
        self._rooms = rooms
        self._bots = bots

    async def fire(self, claim: Claim) -> None:
        """Do what is due at the claimed table. The append moves the timer on; where nothing is due it is put right."""
        try:
            room = await self._rooms.get(claim.table)
            if not room.listening:
                await self._catch_up(room)
            if await self._answer(room) and not self._due(room):
                return
            # others were quicker, or nothing is due as far as this process knows: the log is asked first
            await self._catch_up(room)
            await self._answer(room)
            await self._settle(claim, deadline(room.kernel.game, room.looks.state))
        except BotFault as fault:
            _log.error("bot.failed", table=claim.table, seat=fault.due.seat, turn=fault.turn, error=str(fault))
            await self._settle(claim, fault.due.at + OVERDUE)
        except Refusal as refusal:
            await self._refused(claim, refusal)

    async def _catch_up(self, room: Room) -> None:
        async with room.lock:
            await self._rooms.catch_up(room)

    async def _settle(self, claim: Claim, at: int | None) -> None:
        await self._tables.store.timers.settle(claim, at)

    async def _refused(self, claim: Claim, refusal: Refusal) -> None:
        if refusal.code == "bad.table":
            await self._settle(claim, None)
        elif refusal.code != "bad.version":  # which the room has told; a newer worker will answer
            _log.error("timer.refused", table=claim.table, code=refusal.code)

    def _due(self, room: Room) -> list[Due]:
        now = self._tables.now()
        return [one for one in due(room.kernel.game, room.looks.state) if one.at <= now]

    async def _answer(self, room: Room) -> bool:
        """Answer what is due; False if nothing is, or the decision had passed. Raises BotFault, Refusal."""
        state = room.looks.state
        if state.phase == "closed":
            await self._tables.discard(room)
            return True
        running = self._due(room)
        if not running:
            return False
        try:
            if running[0].kind == "bot" and self._tables.now() - running[0].at < OVERDUE:
                await self._move(room, running[0])
            else:
                await self._tables.submit(room.table, TIMER, cmd.TimeUp(), state.turn, f"t.{state.seq}")
        except Refusal as refusal:
            if not _passed(room, state.turn, refusal):
                raise
            return False
        return True

    async def _move(self, room: Room, running: Due) -> None:
        """A bot's turn. Raises BotFault, Refusal."""
        turn, seat = room.looks.state.turn, Seat(running.seat)
        try:
            at = moves_at(room.looks.state)
            command = await self._think(room, seat)
            await sleep(max(0, at - self._tables.now()) / 1000)
            actor = Actor("bot", seat=seat)
            await self._tables.submit(room.table, actor, command, turn, f"b{seat}.{turn}")
        except StoreUnavailable:
            raise
        except Refusal as refusal:
            if refusal.code in ("bad.table", "bad.version") or _passed(room, turn, refusal):
                raise
            raise BotFault(refusal.code, turn, running) from refusal
        except Exception as error:
            raise BotFault(f"{type(error).__name__}: {error}", turn, running) from error

    async def _think(self, room: Room, seat: Seat) -> Command:
        looks, game = room.looks, room.kernel.game
        holder = looks.state.seats[seat]
        level = holder.level if holder.kind == "bot" else game.standin
        return await self._bots.choose(
            game.key,
            level,
            looks.public["g"],
            game.private(looks.state.play, seat),
            game.memory(looks.state.play, seat),
            seat,
            secrets.token_bytes(32),
        )


def _passed(room: Room, turn: int, refusal: Refusal) -> bool:
    """Whether a command was refused because its decision is no longer the present one."""
    return refusal.code.startswith("stale.") or room.looks.state.turn != turn
