"""Whatever the server may refuse has a sentence in every language."""

from __future__ import annotations

import json
import re

import pytest

from tests.house.tree import files, text_of

NOT_SHOWN = {
    "bad.move",  # scripts, told on the command line
}
_CODE = re.compile(r"""["']((?:bad|rule|stale|down|error)(?:\.[a-z_]+)+)["']""")


def codes() -> set[str]:
    """Every code that the server's source names."""
    found = {code for name in files(".py") if name.startswith("app/") for code in _CODE.findall(text_of(name))}
    return found - NOT_SHOWN


@pytest.mark.parametrize("lang", ["en", "ru", "ja"])
def test_every_refusal_has_a_sentence(lang: str) -> None:
    catalogs = [name for name in files(".json") if name.startswith("static/") and name.endswith(f"/i18n/{lang}.json")]
    known = {key for name in catalogs for key in json.loads(text_of(name))}
    assert len(codes()) > 60
    assert sorted(code for code in codes() if f"error.{code}" not in known) == []
