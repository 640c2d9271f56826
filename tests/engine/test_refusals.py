"""The table of refusals is complete, and nothing in it is made up."""

from __future__ import annotations

import ast
import json
import re

import pytest

from tests.engine.refusals import REFUSALS, SCRIPTS
from tests.house.tree import files, text_of, tree_of


def raised(name: str) -> list[tuple[str, tuple[str, ...]]]:
    """Code and parameters of every refusal in a file."""
    found = []
    for node in ast.walk(tree_of(name)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            (code,) = node.args
            words = [part.value for part in ast.walk(code) if isinstance(part, ast.Constant)]
            codes = [word for word in words if isinstance(word, str) and "." in word]
            assert codes, f"{name}:{node.lineno}: a code that is not written out"
            found += [(code, tuple(str(keyword.arg) for keyword in node.keywords)) for code in codes]
    return found


def test_every_refusal_of_the_engine_is_in_the_table() -> None:
    used: dict[str, set[str]] = {}
    for name in files(".py", under="app/engine/"):
        for code, params in raised(name):
            used.setdefault(code, set()).update(params)
    listed = {code: set(params) for code, params in (REFUSALS | SCRIPTS).items()}
    assert used == listed


@pytest.mark.parametrize("name", files(".py", under="app/games/"))
def test_games_refuse_in_the_same_three_kinds(name: str) -> None:
    for code, _ in raised(name):
        assert code.partition(".")[0] in ("bad", "rule", "stale")
        assert code == code.lower()


@pytest.mark.parametrize("lang", ["en", "ru", "ja"])
def test_every_refusal_has_its_sentence(lang: str) -> None:
    """`error.<code>`, with nothing to fill in that the refusal does not give."""
    catalog = json.loads(text_of(f"static/i18n/{lang}.json"))
    assert not [code for code in REFUSALS if f"error.{code}" not in catalog]
    for code, params in REFUSALS.items():
        sentence = catalog[f"error.{code}"]
        forms = sentence.values() if isinstance(sentence, dict) else [sentence]
        holes = {hole for form in forms for hole in re.findall(r"\{(\w+)\}", form)}
        assert holes <= set(params), code
