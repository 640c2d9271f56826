"""A live table without a server: the kernel, a log in a list, a clock that is told what time it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from app.engine.actor import SERVER, TIMER, Actor
from app.engine.basics import Command, Millis, Refusal, Seat
from app.engine.commit import AnyCommit
from app.engine.dice import Chain, Dice
from app.engine.game import Game
from app.engine.kernel import Frame, Kernel
from app.engine.table import commands as cmd
from app.engine.table.decide import Context
from app.engine.table.due import deadline
from app.engine.table.state import TableState

BEGIN = 1_800_000_000_000
SECRET = bytes(range(32))
QUICKLY = 8
"""ms that bots may think: enough for a search near the end of a hand."""
INTERNAL = {
    cmd.TimeUp: TIMER,
    cmd.Restore: SERVER,
    cmd.Absent: SERVER,
    cmd.Present: SERVER,
    cmd.Rematch: SERVER,
}


def person(user: str) -> Actor:
    return Actor("person", user=user)


class Table:
    """Opened by `ann`. Commands go by user name, by seat for bots; each waits `step` ms after the one before."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        table: str = "T1",
        step: int = 100,
    ) -> None:
        self.kernel = Kernel(game)
        self.game = game
        self.chain = Chain(SECRET)
        self.dice = Dice(SECRET)
        self.now = BEGIN
        self.step = step
        self.lag = 0
        self.invited: int | None = None
        self.bodies: list[bytes] = []
        self.commits: list[AnyCommit] = []
        self.frames: list[Frame] = []
        opening = cmd.Open(table, game.key, dict(options or {}), dict(settings or {}), "Ann", self.chain.anchor)
        commit = self.kernel.open(person("ann"), opening, self.context())
        self.looks = self.kernel.look(self.kernel.evolve(None, commit))
        self._keep(commit)

    @property
    def state(self) -> TableState:
        return self.looks.state

    @property
    def deadline(self) -> int | None:
        return deadline(self.game, self.state)

    def context(self, name: str = "") -> Context:
        return Context(Millis(self.now), self.chain, name, lag=self.lag, invited=self.invited)

    def _keep(self, commit: AnyCommit) -> None:
        self.commits.append(commit)
        self.bodies.append(self.kernel.codec.encode(commit))

    def submit(self, actor: Actor, command: Command, turn: int | None = None, id_: str = "") -> AnyCommit:
        """Do a command. Raises Refusal."""
        self.now += self.step
        turn = self.state.turn if turn is None else turn
        commit = self.kernel.commit(self.state, actor, command, turn, id_, self.context(actor.user.title()))
        before = self.looks
        self.looks = self.kernel.look(self.kernel.evolve(before.state, commit), before)
        self.frames.append(self.kernel.frame(before, commit, self.looks))
        self._keep(commit)
        return commit

    def do(self, user: str, command: Command, turn: int | None = None, id_: str = "") -> list[str]:
        """A person's command; the tags of the events."""
        return tags(self.submit(person(user), command, turn, id_))

    def bot(self, seat: int, command: Command | None = None) -> list[str]:
        """A bot's or stand-in's command, of its own choice if none is given."""
        command = command or self.choice(seat)
        return tags(self.submit(Actor("bot", seat=seat), command))

    def internal(self, command: Command, at: int | None = None) -> list[str]:
        """A command of the timer or the server, perhaps at a given time."""
        if at is not None:
            self.now = at - self.step
        return tags(self.submit(INTERNAL[type(command)], command))

    def refused(self, user: str, command: Command, turn: int | None = None) -> str:
        """The code by which a person's command is refused."""
        return self.refusal(person(user), command, turn).code

    def refusal(self, actor: Actor, command: Command, turn: int | None = None, id_: str = "") -> Refusal:
        before = self.looks, msgspec.json.encode(self.looks)
        with pytest.raises(Refusal) as raised:
            self.submit(actor, command, turn, id_)
        assert self.looks is before[0]
        assert msgspec.json.encode(self.looks) == before[1]
        return raised.value

    def choice(self, seat: int, level: str = "") -> Command:
        """What a bot would do in a seat."""
        play, at = self.state.play, Seat(seat)
        return self.game.choose(
            self.game.public(play),
            self.game.private(play, at),
            self.game.memory(play, at),
            at,
            level or self.game.standin,
            self.dice,
            QUICKLY,
        )

    def mover(self) -> int:
        return min(self.game.turn(self.state.play))

    def move(self) -> list[str]:
        """Whoever is to move makes a bot's choice in his own name."""
        seat = self.mover()
        user = self.state.seats[seat].user
        return self.do(user, self.choice(seat)) if self.state.seats[seat].human else self.bot(seat)

    def begin(self, *users: str) -> Table:
        """Users take the seats after the host's, bots the others; then the game starts."""
        for seat, user in enumerate(users, 1):
            self.do(user, cmd.Sit(seat))
            self.do(user, cmd.Ready(True))
        for seat in range(1 + len(users), len(self.state.seats)):
            self.do("ann", cmd.AddBot(seat, self.game.levels[0]))
        self.do("ann", cmd.Start())
        return self

    def play(self, until: Sequence[str] = ("between", "over")) -> Table:
        """Moves until a phase is reached; pauses on the way are ended by everybody."""
        while self.state.phase not in until:
            if self.state.phase == "between":
                for seat in self.state.seats:
                    if seat.human and self.state.phase == "between":
                        self.do(seat.user, cmd.Next())
            else:
                self.move()
        return self


def tags(commit: AnyCommit) -> list[str]:
    return [str(type(event).__struct_config__.tag) for event in commit.events]
