"""What the pages say, looked up as they do: the tests click what a reader of that language reads."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent.parent.parent / "static"


@cache
def catalog(lang: str) -> dict[str, str | dict[str, str]]:
    """The pages' strings and those of all games in one language."""
    files = [STATIC / "i18n" / f"{lang}.json", *sorted(STATIC.glob(f"games/*/i18n/{lang}.json"))]
    return {key: text for file in files for key, text in json.loads(file.read_text()).items()}


def word(lang: str, key: str, **values: object) -> str:
    """One string; of those that depend on a number, the form `other` if it is not said which."""
    text = catalog(lang)[key]
    if isinstance(text, dict):
        text = text[str(values.pop("form", "other"))]
    return text.format(**values)
