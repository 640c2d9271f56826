"""docs/operations.md lists every setting as app/settings.py has it: name, default, sentence; and the tests' own."""

from __future__ import annotations

import re

from app.settings import PREFIX, TEST_PREFIX, Settings
from tests.house.tree import files, text_of

ROW = re.compile(r"^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$", re.M)


def documented() -> dict[str, tuple[str, str]]:
    return {name: (default, sentence) for name, default, sentence in ROW.findall(text_of("docs/operations.md"))}


def shown(default: object) -> str:
    return "none" if default is None else f"`{default}`"


def test_every_setting_is_documented_as_it_is() -> None:
    code = {
        f"{PREFIX}{name.upper()}": (shown(field.default), field.description)
        for name, field in Settings.model_fields.items()
    }
    assert {name: row for name, row in documented().items() if not name.startswith(TEST_PREFIX)} == code


def test_every_variable_of_the_tests_is_documented() -> None:
    used = {
        name
        for f in files(".py", ".sh", under=("tests/", "scripts/"))
        for name in re.findall(rf"{TEST_PREFIX}[A-Z]+", text_of(f))
    }
    assert used == {name for name in documented() if name.startswith(TEST_PREFIX)}
