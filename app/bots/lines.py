"""A bot for other programs: one question a line in JSON, one answer a line (`python -m app bots choose`).

A question: `public`, `private`, `memory` (what the game's functions of these names give; `public` may be the table's
whole public view, too), `seat` (or in `private`), and perhaps `level` (else the strongest), `seed` (any string; the
same one gives the same answer), `game`, `options` {`budget`: ms of one core}.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Annotated, Final, TextIO

import msgspec

from app.engine.basics import Command, Refusal, Seat, View
from app.engine.dice import Dice
from app.engine.game import THINKING, Game

_SEAT: Final = "seat"


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How it is to think."""

    budget: Annotated[int, msgspec.Meta(ge=1, le=60_000)] = THINKING


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line."""

    public: View
    private: View
    memory: View = {}
    seat: int | None = None
    level: str = ""
    seed: str | int = ""
    game: str = ""
    options: Limits = Limits()


class Unanswerable(Exception):
    """A line that is no question; the message says why."""


_DECODER: Final = msgspec.json.Decoder(Question)


def serve(lines: Iterable[bytes], out: TextIO, find: Callable[[str], Game], usual: str) -> None:
    """Answer every line at once, a bad one by {"error": why}. `usual`: the game of lines that name none."""
    for line in lines:
        if not line.strip():
            continue
        try:
            said = spelled(answer(line, find, usual))
        except Unanswerable as fault:
            said = msgspec.json.encode({"error": str(fault)[:500]}).decode()
        out.write(f"{said}\n")
        out.flush()


def answer(line: bytes, find: Callable[[str], Game], usual: str) -> Command:
    """The command for the question in a line. Raises Unanswerable."""
    try:
        asked = _DECODER.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unanswerable(str(error)) from error
    table = "g" in asked.public
    public = asked.public["g"] if table else asked.public
    try:
        game = find(asked.game or (str(asked.public.get("game", "")) if table else "") or usual)
    except Refusal as refusal:
        raise Unanswerable(f"there is no game {refusal.params['game']!r}") from refusal
    level = asked.level or game.levels[-1]
    if level not in game.levels:
        raise Unanswerable(f"{game.key} has no level {level!r}: {', '.join(game.levels)}")
    seat = asked.private.get(_SEAT) if asked.seat is None else asked.seat
    if type(seat) is not int:
        raise Unanswerable("the seat is missing")
    private = {key: value for key, value in asked.private.items() if key != _SEAT}
    try:
        return game.choose(public, private, asked.memory, Seat(seat), level, dice(asked.seed), asked.options.budget)
    except Exception as error:
        raise Unanswerable(f"these views and this memory cannot be: {type(error).__name__}: {error}") from error


def dice(seed: str | int) -> Dice:
    """The dice of a seed: 64 hex digits are its bytes, of anything else they are the hash."""
    text = str(seed)
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    return Dice(found if len(found) == 32 else hashlib.sha256(text.encode(errors="surrogatepass")).digest())


def spelled(command: Command) -> str:
    """A command as it is printed: the card alone where it is nothing but a card, else its JSON."""
    fields = command.__struct_fields__
    card = getattr(command, "card", None)
    if fields == ("card",) and isinstance(card, str):
        return card
    return msgspec.json.encode(command).decode()
