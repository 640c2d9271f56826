"""Which names a person may have."""

from __future__ import annotations

import pytest

from app.accounts.names import LONGEST, clean
from app.engine.basics import Refusal


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Anna", "Anna"),
        ("  Анна   Каренина ", "Анна Каренина"),
        ("花子", "花子"),
        ("e\u0301", "é"),
        ("Zoë\u00a0B", "Zoë B"),
        ("a" * LONGEST, "a" * LONGEST),
        ("e\u0323\u0302" * LONGEST, "ệ" * LONGEST),
        ("👨\u200d👩\u200d👧 семья", "👨\u200d👩\u200d👧 семья"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("नमस्ते", "नमस्ते"),
        ("♠ K ♥", "♠ K ♥"),
        ("\u3000x\u3000", "x"),
    ],
)
def test_names_in_their_normal_form(raw: str, name: str) -> None:
    assert clean(raw) == name


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\u2003\u3000", "empty"),
        ("a" * (LONGEST + 1), "long"),
        ("a" * 100_000, "long"),
        ("a\nb", "chars"),
        ("a\x00", "chars"),
        ("\u202eabc", "chars"),
        ("\u2066abc\u2069", "chars"),
        ("a\u200bb", "chars"),
        ("\ufeffa", "chars"),
        ("\u00ada", "chars"),
        ("\u3164", "chars"),
        ("\u2800", "chars"),
        ("\u200d", "chars"),
        ("a\u2028b", "chars"),
        ("\ue000", "chars"),
        ("\ud800", "chars"),
        ("a" + "\u0301" * 5, "chars"),
        ("\u0301a", "chars"),
    ],
)
def test_names_that_are_refused(raw: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        clean(raw)
    assert caught.value.code == f"bad.name.{code}"


def test_a_cleaned_name_is_clean() -> None:
    for raw in ("  Анна   Каренина ", "e\u0323\u0302", "👨\u200d👩\u200d👧"):
        assert clean(clean(raw)) == clean(raw)
