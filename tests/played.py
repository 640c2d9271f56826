"""Whole games, played in the blink of an eye by the kernel alone: material for the archive and the command line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from app.engine.actor import Actor
from app.engine.basics import Command, Millis, Seat
from app.engine.dice import Chain, Dice
from app.engine.kernel import Kernel
from app.engine.record import Record, build
from app.engine.table import commands as cmd
from app.engine.table.decide import Context
from app.engine.table.state import TableState
from app.games.catalogue import CATALOGUE

OPENED = 1_800_000_000_000
STEP = 700
"""ms between two commits."""


class Player:
    """Opens a table for `users` (bots take the other seats) and plays it to its end."""

    level = ""
    """How everybody plays; the weakest level if none is named."""

    def __init__(
        self,
        table: str,
        users: Sequence[str],
        settings: dict[str, Any],
        options: dict[str, Any],
        game: str = "calypso",
    ) -> None:
        self.kernel = Kernel(CATALOGUE.get(game))
        self.users = users
        self.chain = Chain(table.encode().ljust(32, b".")[:32])
        self.dice = Dice(table.encode())
        self.now = OPENED
        self.numbers = dict.fromkeys(users, 0)
        host = Actor("person", user=users[0])
        opening = cmd.Open(table, game, options, settings, name_of(users[0]), self.chain.anchor)
        commit = self.kernel.open(host, opening, Context(Millis(self.now), self.chain))
        self.state: TableState = self.kernel.evolve(None, commit)
        self.bodies = [self.kernel.codec.encode(commit)]

    def do(self, actor: Actor, command: Command) -> None:
        self.now += STEP
        number = self.numbers.get(actor.user, len(self.bodies)) + 1
        self.numbers[actor.user] = number
        context = Context(Millis(self.now), self.chain, name_of(actor.user))
        ident = f"{actor.user or actor.seat}.{number}"
        commit = self.kernel.commit(self.state, actor, command, self.state.turn, ident, context)
        self.state = self.kernel.evolve(self.state, commit)
        self.bodies.append(self.kernel.codec.encode(commit))

    def person(self, user: str, command: Command) -> None:
        self.do(Actor("person", user=user), command)

    def begin(self) -> None:
        for seat, user in enumerate(self.users[1:], 1):
            self.person(user, cmd.Sit(seat))
        for seat in range(len(self.users), len(self.state.seats)):
            self.person(self.users[0], cmd.AddBot(seat, self.kernel.game.levels[0]))
        for user in self.users:
            self.person(user, cmd.Ready(True))
        self.person(self.users[0], cmd.Start())

    def finish(self) -> None:
        game = self.kernel.game
        level = self.level or game.levels[0]
        while self.state.phase != "over":
            if self.state.phase == "between":
                for user in self.users:
                    if self.state.phase == "between":
                        self.person(user, cmd.Next())
                continue
            play = self.state.play
            seat = min(game.turn(play))
            private, memory = game.private(play, seat), game.memory(play, seat)
            command = game.choose(game.public(play), private, memory, Seat(seat), level, self.dice)
            if user := self.state.seats[seat].user:
                self.person(user, command)
            else:
                self.do(Actor("bot", seat=seat), command)


def name_of(user: str) -> str:
    return user.title()


@cache
def bodies(table: str, users: tuple[str, ...] = ("anna", "boris"), access: str = "public") -> tuple[bytes, ...]:
    """The log of a finished one-round game."""
    player = Player(table, users, {"access": access, "clock": "untimed"}, {"rounds": 1})
    player.begin()
    player.finish()
    return tuple(player.bodies)


def record(table: str, users: tuple[str, ...] = ("anna", "boris"), access: str = "public") -> Record:
    """Its record."""
    return build(Kernel(CATALOGUE.get("calypso")), bodies(table, users, access))
