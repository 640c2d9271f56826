"""A game is its own two folders, app/games/<key> and static/games/<key>: nobody else names it. A new one touches
nothing; the toy of the tests, which the house does not even know, is the proof (tests/toy)."""

from __future__ import annotations

import re

import pytest

from app.games.catalogue import CATALOGUE
from tests.house.tree import files, text_of
from tests.toy import catalogue

PRODUCT = re.compile(r'prefix(?:: str)? ?= ?"calypso[-"]')
"""The product bears the name of a game; where it marks what is its own in a shared place, that is not the game."""

KEYS = catalogue().keys()


def naming(key: str) -> list[str]:
    """Lines of app/ and static/ outside the game's folders that name it. Capitals are the product's, or prose."""
    word = re.compile(rf"(?<![A-Za-z0-9]){re.escape(key)}(?![A-Za-z0-9])")
    own = (f"app/games/{key}/", f"static/games/{key}/")
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name in files(under=("app/", "static/"))
        if not name.startswith(own) and is_text(name)
        for number, line in enumerate([name, *text_of(name).splitlines()])
        if word.search(line) and not PRODUCT.search(line)
    ]


def is_text(name: str) -> bool:
    return name.endswith((".py", ".js", ".ts", ".css", ".html", ".json", ".svg", ".lua", ".md", ".webmanifest"))


@pytest.mark.parametrize("key", KEYS)
def test_nobody_names_a_game(key: str) -> None:
    assert not naming(key)


def test_every_game_has_both_folders() -> None:
    for key in CATALOGUE.keys():  # noqa: SIM118
        assert files(under=f"app/games/{key}/")
        assert files(under=f"static/games/{key}/")


def test_no_folder_is_without_its_game() -> None:
    folders = {name.split("/")[2] for name in files(under="static/games/")}
    assert folders == set(CATALOGUE.keys())


def test_a_name_would_be_found() -> None:
    """The same search finds what names a word that is there."""
    assert naming("engine")
    assert naming("catalogue")
    assert not naming("chess")
