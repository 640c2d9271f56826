"""What people say: which words are taken, how many of them, and how a line looks."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable
from typing import Final

import msgspec

from app.engine.basics import Refusal
from app.engine.table.settings import setting
from app.engine.table.state import TableState
from app.engine.text import MOST_MARKS, marked, shows

PRESETS: Final = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "nice_trick",
    "one_moment",
    "back_now",
    "take_your_time",
    "your_turn",
    "good_game",
    "again",
    "bye",
    "oops",
)
"""Phrases that every reader sees in their own language."""
LONGEST: Final = 300
"""Characters of a line."""
WINDOW: Final = 10_000
"""ms in which one person may say so much in one room:"""
MOST: Final = 5
"""lines,"""
MOST_ALIKE: Final = 3
"""and lines that are nearly the same."""

_COMPARED: Final = 80
"""Characters by which lines are told apart."""
_MOST_EDITS: Final = 4
"""Characters in which lines differ that are nearly the same; in short ones fewer."""
_SPACES: Final = frozenset("\t\n\v\f\r\x85")
_FORMATS: Final = frozenset("\u200c\u200d\u200e\u200f\u061c")
"""Invisible, but scripts and emoji cannot be written without: joiners, marks of direction for one character."""
_TAGS: Final = range(0xE0020, 0xE0080)
"""Spell the flags of parts of countries, with so many of them at most:"""
MOST_TAGS: Final = 8


class _Line(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    at: int
    user: str
    name: str
    seat: int = -1
    watcher: bool = False
    text: str = ""
    preset: str = ""


class Words(_Line, frozen=True):
    """A line as it is stored and announced: with its sender's id for it, without the number, which the store gives."""

    id: str


class ChatLine(_Line, frozen=True):
    """A line as everybody sees it. `n` rises within a room, `at` is ms since the Unix epoch.

    `seat` is where the speaker sits (-1: nowhere); who is at a table and has no seat is a `watcher`. Either `text` or
    `preset`, the other is empty.
    """

    n: int


def line(n: int, words: Words) -> ChatLine:
    """The line that everybody sees."""
    return ChatLine(n=n, **{field: getattr(words, field) for field in _Line.__struct_fields__})


def spoken(text: str, preset: str) -> tuple[str, str]:
    """Text and preset of a line, one of them empty. Raises Refusal `bad.chat`."""
    if bool(text) == bool(preset) or preset not in ("", *PRESETS):
        raise Refusal("bad.chat", limit=LONGEST)
    return clean(text) if text else "", preset


def clean(raw: str) -> str:
    """A text in one line: NFC, trimmed, single spaces, nothing in it that turns or hides what stands around it.

    Raises Refusal `bad.chat` (`limit`) if it is too long or nothing of it can be seen.
    """
    if len(raw) > 8 * LONGEST:
        raise Refusal("bad.chat", limit=LONGEST)
    kept: list[str] = []
    row = 0
    for char in unicodedata.normalize("NFC", raw):
        kind = unicodedata.category(char)
        if kind[0] == "Z" or char in _SPACES:
            kept.append(" ")
            row = 0
        elif marked(char) or char in _FORMATS or ord(char) in _TAGS:
            row += 1
            if row <= (MOST_TAGS if ord(char) in _TAGS else MOST_MARKS):
                kept.append(char)
        elif kind not in ("Cc", "Cf"):  # what is left out ends no row
            kept.append(char)
            row = 0
    text = unicodedata.normalize("NFC", " ".join(part for part in "".join(kept).split(" ") if part))
    if len(text) > LONGEST or not shows(text):
        raise Refusal("bad.chat", limit=LONGEST)
    return text


def allowed(state: TableState, text: str) -> None:
    """Whether such a line may be said at a table. Raises Refusal `rule.chat_off`, `rule.chat_presets`."""
    chat = setting(state.settings, "chat")
    if chat == "off":
        raise Refusal("rule.chat_off")
    if text and chat == "presets":
        raise Refusal("rule.chat_presets")


def paced(said: Iterable[Words], words: Words) -> None:
    """Whether a person may say this after what was said before. Raises Refusal `bad.rate` (`seconds`)."""
    late = [one for one in said if one.user == words.user and words.at - one.at < WINDOW]
    alike_ = [one for one in late if alike(one, words)] if len(late) >= MOST_ALIKE else []
    for most, lines in ((MOST, late), (MOST_ALIKE, alike_)):
        if len(lines) >= most:
            wait = lines[-most].at + WINDOW - words.at
            raise Refusal("bad.rate", seconds=max(1, math.ceil(wait / 1000)))


def alike(one: Words, other: Words) -> bool:
    """Whether two lines are the same but for a few characters."""
    if one.preset or other.preset:
        return one.preset == other.preset
    first, second = sorted((_bare(one.text), _bare(other.text)), key=len)
    return _near(first, second, min(len(second) // 4, _MOST_EDITS))


def _bare(text: str) -> str:
    """What is compared: letters and digits alone, runs of one letter as one; of a text that has none, the text."""
    bare = [char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum()]
    return ("".join(c for before, c in zip(["", *bare], bare, strict=False) if c != before) or text)[:_COMPARED]


def _near(short: str, long: str, most: int) -> bool:
    """Whether `most` insertions, deletions and replacements of a character make one text the other."""
    if len(long) - len(short) > most:
        return False
    far = most + 1
    row = [j if j <= most else far for j in range(len(short) + 1)]
    for i, char in enumerate(long, 1):
        # farther from the diagonal than `most` there is nothing to be found
        low, high = max(1, i - most), min(len(short), i + most)
        corner, row[low - 1] = row[low - 1], i if i <= most and low == 1 else far
        least = left = row[low - 1]
        for j in range(low, high + 1):
            corner, left = row[j], min(corner + (char != short[j - 1]), row[j] + 1, left + 1)
            row[j] = left
            least = min(least, left)
        if least > most:
            return False
    return row[-1] <= most
