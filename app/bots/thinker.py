"""A process that thinks: questions come on standard input, answers go to standard output, until the input ends.

Each is a length in four bytes and so many bytes of MessagePack. The process ends with its parent, however that ends.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal
import sys
from typing import BinaryIO, Final, Literal

import msgspec

from app.engine.basics import Seat, View
from app.engine.dice import Dice
from app.games.catalogue import Catalogue

HEAD: Final = 4
"""Bytes that say how long what follows is."""
NICENESS: Final = 5
"""A move that somebody has made goes before one that a bot thinks of: it gets three quarters of a core they share. At
10 people gain nothing that bench.bots could tell, and on a machine with other work bots starve."""


class Thought(msgspec.Struct, frozen=True):
    """What a bot gets: nothing but what its seat knows, and how long it may think."""

    kind: Literal["choose", "advise"]
    game: str
    level: str
    public: View
    private: View
    memory: View
    seat: int
    seed: bytes
    budget: int


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes back: the JSON of the command (`choose`) or of the opinions (`advise`), or why there is none. An empty
    one says that the process is ready."""

    said: bytes = b""
    fault: str = ""


def think(catalogue: Catalogue, thought: Thought) -> bytes:
    """The JSON of the command a bot chooses, or of what it thinks of all commands."""
    game = catalogue.get(thought.game)
    seat, dice, knows = Seat(thought.seat), Dice(thought.seed), (thought.public, thought.private, thought.memory)
    if thought.kind == "advise":
        return msgspec.json.encode(game.advise(*knows, seat, dice, thought.budget))
    return msgspec.json.encode(game.choose(*knows, seat, thought.level, dice, thought.budget))


def framed(message: Thought | Answer) -> bytes:
    """A message as it goes through the pipe."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(HEAD) + body


def warm(catalogue: Catalogue) -> None:
    """Load every module of every game, bots and what they reckon with: the first question is not to wait for that."""
    catalogue.games()
    for package in catalogue.packages:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            importlib.import_module(module.name)


def run(catalogue: Catalogue, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the questions end."""
    answers.write(framed(Answer()))
    answers.flush()
    while head := questions.read(HEAD):
        try:
            thought = msgspec.msgpack.decode(questions.read(int.from_bytes(head)), type=Thought)
            answer = Answer(think(catalogue, thought))
        except Exception as error:
            answer = Answer(fault=f"{type(error).__name__}: {error}"[:500])
        answers.write(framed(answer))
        answers.flush()


def main() -> None:
    """The packages in which games are found are the arguments."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; the parent ends the input
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints must not be taken for an answer
    catalogue = Catalogue(sys.argv[1:])
    warm(catalogue)
    if hasattr(os, "nice"):
        os.nice(NICENESS)  # not before: whoever waits for it to be ready waits for a bot that has lost patience
    run(catalogue, sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
