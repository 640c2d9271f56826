"""What happens when a table's timer fires: a bot moves, time runs out, a pause ends. Nobody needs to be connected."""

from __future__ import annotations

import secrets
from typing import Protocol

import structlog

from app.engine.actor import TIMER, Actor
from app.engine.basics import Command, Refusal, Seat, View
from app.engine.game import Due
from app.engine.table import commands as cmd
from app.engine.table.decide import OVERDUE
from app.engine.table.due import deadline, due
from app.live.contracts import Claim
from app.tables.room import Room
from app.tables.rooms import Rooms
from app.tables.service import Tables

_log = structlog.get_logger()


class Question(Protocol):
    """Where bots think: views and memory in, command out."""

    async def choose(
        self, game: str, level: str, public: View, private: View, memory: View, seat: Seat, seed: bytes
    ) -> Command: ...


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
            async with room.lock:
                if not room.listening:
                    await self._rooms.catch_up(room)
        except Refusal as refusal:
            await self._unreadable(claim, refusal)
            return
        state = room.looks.state
        now = self._tables.now()
        running = [one for one in due(room.kernel.game, state) if one.at <= now]
        if not running:
            await self._tables.store.timers.settle(claim, deadline(room.kernel.game, state))
            return
        try:
            await self._answer(room, running[0], now)
        except Refusal as refusal:
            if not refusal.code.startswith("stale."):
                _log.error("timer.refused", table=claim.table, kind=running[0].kind, code=refusal.code)
                return
            # somebody else has answered; should the timer be wrong, it fires again when the lease ends
            _log.debug("timer.stale", table=claim.table, code=refusal.code)

    async def _unreadable(self, claim: Claim, refusal: Refusal) -> None:
        if refusal.code == "bad.table":
            await self._tables.store.timers.settle(claim, None)

    async def _answer(self, room: Room, running: Due, now: int) -> None:
        state = room.looks.state
        if running.kind == "bot" and now - running.at < OVERDUE:
            seat = Seat(running.seat)
            command = await self._think(room, seat)
            actor = Actor("bot", seat=seat)
            await self._tables.submit(room.table, actor, command, state.turn, f"b{seat}.{state.turn}")
            return
        await self._tables.submit(room.table, TIMER, cmd.TimeUp(), state.turn, f"t.{state.seq}")

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
