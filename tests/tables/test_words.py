"""Which words are taken, and how many: chat.py alone."""

from __future__ import annotations

import random

import pytest

from app.engine.basics import Refusal
from app.tables.chat import LONGEST, MOST_TAGS, PRESETS, Words, _near, alike, clean, paced, spoken

NOTHING = [
    "",
    " ",
    "\n",
    "\t \r\n",
    "\u200b",
    "\u202e",
    "\u2066\u2069",
    "\u200d",
    "\u0301",
    "\u3164",
    "\u2800",
    "\ufeff",
]


def words(text: str = "", at: int = 0, user: str = "ann", preset: str = "") -> Words:
    return Words(id="tab.1", at=at, user=user, name=user.title(), text=text, preset=preset)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Hello", "Hello"),
        ("  two   words ", "two words"),
        ("two\r\nlines\tand a\u2028half", "two lines and a half"),
        ("no\u00a0break\u3000wide", "no break wide"),
        ("e\u0301", "é"),
        ("\u202eevil\u202c \u2066in\u2069", "evil in"),
        ("be\x07ep\x00\x1b[31m\x7f", "beep[31m"),
        ("zero\u200bwidth\ufeff\u00ad\u2060", "zerowidth"),
        ("👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3", "👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴\U000e0067\U000e0062\U000e007f"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("שלום\u200f!", "שלום\u200f!"),
        ("Z" + "\u0321" * 40 + "!", "Z" + "\u0321" * 3 + "!"),
        ("Z" + "\u0321\u0321\u200d" * 9 + "!", "Z\u0321\u0321\u200d!"),
        ("Z" + "\u0321\u200b\u0301\x01\u2060" * 40 + "!", "\u0179\u0321\u0321!"),
        ("x" + "\U000e0067" * 40, "x" + "\U000e0067" * MOST_TAGS),
        ("?", "?"),
        ("♥", "♥"),
        ("<b>&amp;", "<b>&amp;"),
        ("x" * LONGEST, "x" * LONGEST),
        (" " * LONGEST + "x", "x"),
    ],
)
def test_a_text_becomes_one_harmless_line(raw: str, text: str) -> None:
    assert clean(raw) == text
    assert clean(text) == text


@pytest.mark.parametrize("raw", [*NOTHING, "".join(NOTHING), "x" * (LONGEST + 1), "x " * LONGEST, " " * 9000 + "x"])
def test_nothing_and_too_much_are_refused(raw: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean(raw)
    assert (refused.value.code, refused.value.params) == ("bad.chat", {"limit": LONGEST})


def test_a_line_is_a_text_or_a_preset() -> None:
    assert spoken(" hi ", "") == ("hi", "")
    for preset in PRESETS:
        assert spoken("", preset) == ("", preset)
    for text, preset in (("", ""), ("hi", "hello"), (" ", "hello"), (" ", ""), ("", "Hello"), ("", "curse"), ("", " ")):
        with pytest.raises(Refusal) as refused:
            spoken(text, preset)
        assert refused.value.code == "bad.chat"


def test_so_many_lines_in_so_much_time() -> None:
    said = [words(text, at) for at, text in enumerate(("one", "second", "and a third", "4", "at last a fifth"))]
    paced(said[:4], said[4])
    with pytest.raises(Refusal) as refused:
        paced(said, words("something else", 2500))
    assert (refused.value.code, refused.value.params) == ("bad.rate", {"seconds": 8})
    with pytest.raises(Refusal) as refused:
        paced(said, words("something else", 9999))
    assert refused.value.params == {"seconds": 1}
    paced(said, words("something else", 10_000))
    paced(said, words("something else", 2500, "bob"))


def test_fewer_that_are_alike() -> None:
    said = [words("Buy my cards", 0), words("buy my CARDS!!", 1000), words("something else", 1500)]
    paced(said, words("buy  my cards 1", 2000))
    said.append(words("buy  my cards 1", 2000))
    paced(said, words("quite another thing", 3000))
    with pytest.raises(Refusal) as refused:
        paced(said, words("buuuuy my cards 2", 3000))
    assert (refused.value.code, refused.value.params) == ("bad.rate", {"seconds": 7})
    paced(said, words("buy my cards 2", 10_000))


def test_presets_are_like_themselves() -> None:
    said = [words(preset="hello", at=n) for n in range(3)]
    paced(said, words(preset="bye", at=4))
    paced(said, words("hello", at=4))
    with pytest.raises(Refusal):
        paced(said, words(preset="hello", at=4))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("hello", "HELLO!", True),
        ("hello", "hallo", True),
        ("hello", "h e l l o", True),
        ("no", "nooooo", True),
        ("no", "yes", False),
        ("7", "8", False),
        ("👍", "👍", True),
        ("👍", "👎", False),
        ("はい", "いいえ", False),
        ("хорошо сыграно", "Хорошо сыграли", True),
        ("well played, partner", "well done, everybody", False),
        ("x" * 300, "x" * 290, True),
        ("abc" * 100, "cab" * 100, True),
        ("a long line of words that goes on", "quite different words in this line", False),
    ],
)
def test_what_is_nearly_the_same(one: str, other: str, same: bool) -> None:
    assert alike(words(one), words(other)) is same
    assert alike(words(other), words(one)) is same


def distance(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(before[j - 1] + (a != b), before[j] + 1, row[-1] + 1))
    return row[-1]


def test_near_is_what_the_whole_table_says() -> None:
    chance, near = random.Random(3), 0
    for _ in range(4000):
        short, long = sorted(("".join(chance.choices("ab", k=chance.randrange(10))) for _ in range(2)), key=len)
        for most in range(5):
            near += distance(short, long) <= most
            assert _near(short, long, most) == (distance(short, long) <= most), (short, long, most)
    assert 2000 < near < 18000
