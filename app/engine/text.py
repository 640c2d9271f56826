"""What of a text can be seen, wherever people write something that others read."""

from __future__ import annotations

import unicodedata
from typing import Final

MOST_MARKS: Final = 3
"""Marks and joiners in a row on one letter: enough for every script, too few to climb out of the line."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing."""


def shows(text: str) -> bool:
    """Whether anything of it can be seen."""
    return any(unicodedata.category(char)[0] in "LNPS" and char not in BLANK for char in text)


def marked(char: str) -> bool:
    """Whether a character is a mark that stands on the letter before it."""
    return unicodedata.category(char) in ("Mn", "Me")


def piled(text: str) -> bool:
    """Whether marks are piled up in it."""
    row = 0
    for char in text:
        row = row + 1 if marked(char) else 0
        if row > MOST_MARKS:
            return True
    return False
