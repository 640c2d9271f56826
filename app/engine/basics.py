"""The small types that everything else speaks in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NewType

import msgspec

Seat = NewType("Seat", int)
"""A person's place at a table, 0..n-1; it never moves."""
Chair = NewType("Chair", int)
"""A place at the table as the game deals, clockwise 0..n-1; a game gives seats to chairs."""
Card = NewType("Card", str)
"""Rank and suit in two characters ("TH", "2S"), or "JK". Copies of a card are the same value."""
Millis = NewType("Millis", int)
"""Milliseconds: a duration, or a time since the Unix epoch."""
View = dict[str, Any]
"""What one viewer may see: JSON objects of strings, whole numbers, booleans; no nulls."""


class Refusal(Exception):
    """A command that may not be done now. It changes nothing.

    `code` names the reason: `bad.*` malformed or not yours to send, `rule.*` against the rules,
    `stale.*` meant for a decision that has passed. `params` fill the sentence the client shows,
    among them `rule`, the number of the rule in the game's RULES.md where there is one.
    """

    def __init__(self, code: str, **params: str | int | bool) -> None:
        super().__init__(code)
        self.code = code
        self.params: Mapping[str, str | int | bool] = params


class Command(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What somebody asks for: imperative, may be refused."""


class Event(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """What happened: past tense, complete in itself (dice results, awarded scores)."""


class Note(msgspec.Struct, frozen=True):
    """Material for one log line, sound or motion: what happened, as a kind with parameters.

    On the wire it is an array, the kind first: ["trick", 2, "ruff"]. An `evident` note only repeats what the change of
    the public view shows (a card played); it is kept for the log of a snapshot but not sent beside the change itself.
    """

    kind: str
    args: tuple[str | int | bool, ...] = ()
    evident: bool = False

    def wire(self) -> list[str | int | bool]:
        """The array that is sent."""
        return [self.kind, *self.args]
