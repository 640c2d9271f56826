"""Which names a person may have."""

from __future__ import annotations

import unicodedata
from typing import Final

from app.engine.basics import Refusal
from app.engine.text import BLANK, MOST_MARKS, marked

LONGEST: Final = 24
"""Visible characters; marks on top of a letter and joiners within an emoji do not count."""
_JOINERS: Final = frozenset("\u200c\u200d")
"""Zero width (non-)joiner: invisible, but Persian, Indic scripts and emoji cannot be written without."""


def clean(raw: str) -> str:
    """The name in its normal form: NFC, trimmed, single spaces.

    Raises Refusal `bad.name.empty`, `bad.name.long` (`limit`) or `bad.name.chars` (control characters, text direction
    overrides, unassigned or invisible characters, piles of marks).
    """
    if len(raw) > 16 * LONGEST:
        raise Refusal("bad.name.long", limit=LONGEST)
    name = " ".join(part for part in _spaced(unicodedata.normalize("NFC", raw)).split(" ") if part)
    if not name:
        raise Refusal("bad.name.empty")
    visible = marks = 0
    for before, char in zip(" " + name, name, strict=False):
        kind = unicodedata.category(char)
        if marked(char) or char in _JOINERS:
            marks += 1
            if marks > MOST_MARKS or before == " ":
                raise Refusal("bad.name.chars")
            continue
        marks = 0
        if (kind[0] in "CZ" and char != " ") or char in BLANK:
            raise Refusal("bad.name.chars")
        visible += 1
    if visible > LONGEST:
        raise Refusal("bad.name.long", limit=LONGEST)
    return name


def _spaced(name: str) -> str:
    """Every kind of space becomes the plain one."""
    return "".join(" " if unicodedata.category(char) == "Zs" else char for char in name)
