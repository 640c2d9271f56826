"""Old logs in today's words: each step lifts the JSON of a commit by one number; nothing stored is ever rewritten.

The numbers are those of the table's birth. A live table goes on under a newer version, so that its log comes to hold
both shapes: a step leaves alone what has the new one already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from app.engine.commit import CODEC

Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: Final[Mapping[int, Step]] = {}
"""By the codec number a step lifts from."""


class UnknownFormat(Exception):
    """The log was written by a newer version, or is older than any step: this worker must not touch the table."""


def upcast(
    raw: bytes,
    codec: int,
    rules: int,
    game_steps: Mapping[int, Step],
    newest_rules: int,
    steps: Mapping[int, Step] = STEPS,
) -> bytes:
    """A commit's JSON in the present format. Raises UnknownFormat for numbers that nobody knows (yet, or any more)."""
    newest = max([CODEC, *(n + 1 for n in steps)])
    known = 1 <= rules <= newest_rules and 1 <= codec <= newest
    if not known or any(n not in steps for n in range(codec, newest)):
        raise UnknownFormat(f"codec {codec}, rules {rules}; known are {newest} and {newest_rules}")
    lifts = [steps[n] for n in range(codec, newest)] + [
        game_steps[n] for n in range(rules, newest_rules) if n in game_steps
    ]
    if not lifts:
        return raw
    commit: dict[str, Any] = msgspec.json.decode(raw)
    for lift in lifts:
        commit = lift(commit)
    return msgspec.json.encode(commit)
