"""Exactly once: which commands of a sender have been accepted. An id is "<nonce>.<counter>", the counter rising."""

from __future__ import annotations

import re
from typing import Final

from app.engine.actor import Actor
from app.engine.basics import Refusal
from app.engine.table.state import Answers, TableState

WINDOW: Final = 16
"""Accepted commands remembered per sender."""
SENDERS: Final = 64
"""Senders (a person's browser tabs) remembered per table; the one longest silent is forgotten first."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,24}\.[0-9]{1,9}\Z")


def sender(actor: Actor, id_: str) -> tuple[str, int]:
    """Sender and counter of an id. Raises Refusal `bad.id`. Ids of different actors never meet."""
    if not _ID.match(id_):
        raise Refusal("bad.id")
    nonce, _, counter = id_.partition(".")
    return f"{actor.user or '@' + actor.kind}:{nonce}", int(counter)


def answered(state: TableState, actor: Actor, id_: str) -> int | None:
    """The seq of the commit that the command became before; None if it is new.

    Raises Refusal `stale.id` if it is so old that nobody knows any more.
    """
    key, counter = sender(actor, id_)
    known = state.answers.get(key)
    if known is None:
        return None
    for n, seq in known.recent:
        if n == counter:
            return seq
    if len(known.recent) == WINDOW and counter < known.recent[0][0]:
        raise Refusal("stale.id")
    return None


def remember(answers: dict[str, Answers], actor: Actor, id_: str, seq: int) -> dict[str, Answers]:
    """The answers with one more."""
    key, counter = sender(actor, id_)
    rest = {k: v for k, v in answers.items() if k != key}
    while len(rest) >= SENDERS:
        del rest[next(iter(rest))]
    known = answers.get(key)
    recent = tuple(sorted([*(known.recent if known else ()), (counter, seq)]))[-WINDOW:]
    return {**rest, key: Answers(max(counter, known.high if known else 0), recent)}
