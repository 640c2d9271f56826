"""Old logs in today's words: each step lifts the JSON of a commit by one number; nothing stored is ever rewritten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from app.engine.commit import CODEC

Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: Final[Mapping[int, Step]] = {}
"""By the codec number a step lifts from."""


class UnknownFormat(Exception):
    """The log was written by a newer version: this worker must not touch the table."""


def upcast(
    raw: bytes,
    codec: int,
    rules: int,
    game_steps: Mapping[int, Step],
    newest_rules: int,
    steps: Mapping[int, Step] = STEPS,
) -> bytes:
    """A commit's JSON in the present format. Raises UnknownFormat for numbers from the future."""
    newest = max([CODEC, *(n + 1 for n in steps)])
    if codec > newest or rules > newest_rules:
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
