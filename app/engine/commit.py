"""The commit: one accepted command with its events, and its JSON."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar, Union

import msgspec

from app.engine.actor import Actor
from app.engine.basics import Command, Event
from app.engine.game import Game

CODEC: Final = 1
"""Number of the log's format; a worker refuses a table with a number it does not know."""

C = TypeVar("C")
E = TypeVar("E")


class Commit(msgspec.Struct, Generic[C, E], frozen=True, omit_defaults=True):
    """The unit of order, delta, acknowledgement and replay.

    `seq` counts from 1; `at` is ms since the Unix epoch and never falls; `id` is the command's id, "" for the
    server's own. `lag` is how long the command was on its way (ms): time that costs nobody anything.
    """

    seq: int
    at: int
    actor: Actor
    command: C
    events: tuple[E, ...]
    id: str = ""
    turn: int = 0
    lag: int = 0


AnyCommit = Commit[Command, Event]


class Codec:
    """The JSON of one game's commands and commits. Decoding raises msgspec.ValidationError (a DecodeError) on anything
    unknown."""

    def __init__(
        self, game: Game, table_commands: tuple[type[Command], ...], table_events: tuple[type[Event], ...]
    ) -> None:
        # unions of types that are known only at run time
        commands: Any = Union[(*table_commands, *game.commands)]
        events: Any = Union[(*table_events, *game.events)]
        self._command: msgspec.json.Decoder[Any] = msgspec.json.Decoder(commands)
        generic: Any = Commit
        self._commit: msgspec.json.Decoder[Any] = msgspec.json.Decoder(generic[commands, events])
        self._encoder = msgspec.json.Encoder()

    def command(self, raw: bytes | msgspec.Raw) -> Command:
        """A command from its JSON."""
        command: Command = self._command.decode(raw)
        return command

    def commit(self, raw: bytes) -> AnyCommit:
        """A commit from its JSON."""
        commit: AnyCommit = self._commit.decode(raw)
        return commit

    def encode(self, commit: AnyCommit) -> bytes:
        """The JSON of a commit."""
        return self._encoder.encode(commit)
