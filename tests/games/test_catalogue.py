"""The catalogue finds games by their folders and refuses those that do not keep the contract."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.basics import Refusal
from app.games import catalogue
from app.games.catalogue import BrokenGame, Catalogue

GAME = """
from collections.abc import Sequence
import msgspec
from app.engine.basics import Command, Event
from app.engine.options import Choice, OptionSet, When

class Go(Command, frozen=True, tag="go"): ...
class Went(Event, frozen=True, tag="went"): ...
class State(msgspec.Struct, frozen=True): ...

class Toy:
    key = "toy"
    rules = 1
    options = OptionSet("toy", (Choice("speed", ("slow", "fast")),))
    commands = (Go,)
    events = (Went,)
    reveals = (Went,)
    state = State
    levels = ("easy",)
    standin = "easy"

GAME = Toy()
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package `shelf` that games can be put into."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "shelf"]:
        del sys.modules[name]


def put(shelf: Path, folder: str, source: str) -> None:
    (shelf / folder).mkdir()
    (shelf / folder / "__init__.py").write_text(source)


def test_the_games_of_the_house() -> None:
    assert {"calypso"} <= set(catalogue.keys())
    assert catalogue.get("calypso").key == "calypso"
    assert [game.key for game in catalogue.games()] == list(catalogue.keys()) == sorted(catalogue.keys())


@pytest.mark.parametrize("key", ["whist", "", "catalogue", "../calypso", "x" * 1000])
def test_unknown_games_are_refused(key: str) -> None:
    with pytest.raises(Refusal) as refused:
        catalogue.get(key)
    assert (refused.value.code, refused.value.params) == ("bad.game", {"game": key[:32]})


def test_a_folder_is_a_game(shelf: Path) -> None:
    put(shelf, "toy", GAME)
    (shelf / "notes.py").write_text("GAME = 1")
    found = Catalogue(["app.games", "shelf"])
    assert set(found.keys()) == {*catalogue.keys(), "toy"}
    assert found.get("toy").levels == ("easy",)
    assert Catalogue(["shelf"]).keys() == ("toy",)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('key = "toy"', 'key = "boy"', "its key is 'boy'"),
        ("rules = 1", "rules = 0", "rules is not a positive number"),
        ('levels = ("easy",)', "levels = ()", "levels are missing"),
        ('levels = ("easy",)', 'levels = ("easy", "easy")', "levels are missing or double"),
        ('standin = "easy"', 'standin = "hard"', "standin is none of them"),
        ('OptionSet("toy"', 'OptionSet("boy"', "its options belong to 'boy'"),
        (
            'Choice("speed", ("slow", "fast"))',
            'Choice("a", ("b",)), Choice("a", ("b",))',
            "two options have the same key",
        ),
        (
            '("slow", "fast"))',
            '("slow", "fast"), when=(When("later", (1,)),))',
            "hangs on one that does not come before",
        ),
        ('("slow", "fast")),)', '("slow", "fast")),), presets={"p": {"speed": "x"}}', "preset p: option speed"),
        ("commands = (Go,)", "commands = ()", "it needs commands"),
        ("commands = (Go,)", "commands = (Went,)", "it needs commands, all of them Commands"),
        ("events = (Went,)", "events = (Went, Went)", "two events have the same tag"),
        ("reveals = (Went,)", "reveals = (Go,)", "it reveals by what is no event of its own"),
        ("state = State", "state = dict", "state is not a Struct"),
        ("GAME = Toy()", "", "no GAME"),
    ],
)
def test_broken_games_are_named(shelf: Path, old: str, new: str, fault: str) -> None:
    assert old in GAME
    put(shelf, "toy", GAME.replace(old, new))
    with pytest.raises(BrokenGame, match=f"shelf.toy: .*{fault}"):
        Catalogue(["shelf"]).keys()


def test_two_games_of_one_name(shelf: Path) -> None:
    put(shelf, "calypso", GAME.replace('"toy"', '"calypso"'))
    with pytest.raises(BrokenGame, match="exists already"):
        Catalogue(["app.games", "shelf"]).keys()
