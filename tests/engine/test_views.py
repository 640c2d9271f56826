"""The table's own views and notes, and that docs/protocol.md speaks of all of them."""

from __future__ import annotations

import re
from copy import copy
from typing import Any

import pytest

from app.engine import notes
from app.engine.basics import Note
from app.engine.game import Due
from app.engine.kernel import Looks
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.settings import complete
from tests.engine.tables import Table
from tests.house.tree import text_of
from tests.toy import catalogue

GAME = catalogue().get("highcard")
PROTOCOL = text_of("docs/protocol.md")


def said(at: Table) -> list[list[Any]]:
    """The table's own notes of the last commit."""
    return [note.wire() for note in at.frames[-1].notes if note.kind not in ("lay", "draw", "trick", "deal")]


def test_a_new_table() -> None:
    at = Table(GAME, {"deals": 1}, {"clock": "fast", "access": "private"})
    assert at.looks.public == {
        "phase": "waiting",
        "game": "highcard",
        "rules": 2,
        "options": {"players": 2, "deals": 1, "drawing": "on", "draws": 1, "hurry": "off"},
        "table": complete({"access": "private", "clock": "fast"}),
        "host": "ann",
        "turn": 0,
        "act": "",
        "seats": {"0": {"kind": "person", "user": "ann", "name": "Ann", "ready": False}, "1": {"kind": "open"}},
        "dice": {"anchor": at.chain.anchor, "links": {}},
    }
    assert at.looks.privates == ({"seat": 0}, {"seat": 1})
    assert at.looks.private(None) == {}
    blank = Looks(at.state, {}, ({}, {}))
    frame = at.kernel.frame(blank, at.commits[0], at.looks)
    assert [note.wire() for note in frame.notes] == [["opened"], ["sat", 0, "Ann"]]


def test_what_is_said_of_a_table() -> None:
    at = Table(GAME, {"players": 3}, {"clock": "fast"})
    for user, command, lines in (
        ("bea", cmd.Sit(1), [["sat", 1, "Bea"]]),
        ("bea", cmd.Sit(2), [["left", 1, "Bea"], ["sat", 2, "Bea"]]),
        ("bea", cmd.Ready(True), [["ready", 2, True]]),
        ("bea", cmd.Ready(False), [["ready", 2, False]]),
        ("ann", cmd.AddBot(1, "bold"), [["bot", 1, "bold"]]),
        ("ann", cmd.RemoveBot(1), [["unbot", 1]]),
        ("ann", cmd.AddBot(1, "bold"), [["bot", 1, "bold"]]),
        ("bea", cmd.Ready(True), [["ready", 2, True]]),
        ("ann", cmd.Start(), [["started"]]),
        ("bea", cmd.Leave(), [["standin", 2, True]]),
        ("bea", cmd.Back(), [["back", 2]]),
    ):
        at.do(user, command)
        assert said(at) == lines
    while not at.state.seats[at.mover()].human:
        at.move()
    seat = at.mover()
    assert at.deadline is not None
    at.internal(cmd.TimeUp(), at.deadline)
    assert said(at) == [["standin", seat, False]]
    at.internal(cmd.Restore(99))
    assert said(at) == [["restored"]]
    at.play()
    at.do("bea" if at.state.seats[2].human else "ann", cmd.Next())
    assert said(at)[-1][0] == "next"
    at.play(("over",))
    assert said(at)[-1] == ["over"]


def test_a_table_that_is_given_up() -> None:
    at = Table(GAME)
    at.do("ann", cmd.Leave())
    assert said(at) == [["left", 0, "Ann"], ["closed"]]


def test_a_note_on_the_wire() -> None:
    assert Note("trick", (2, "ruff")).wire() == ["trick", 2, "ruff"]
    assert Note("over").wire() == ["over"]


@pytest.mark.parametrize("event", ev.EVENTS)
def test_every_event_of_the_table_has_its_notes(event: type[ev.TableEvent]) -> None:
    """Else the game would be asked for them."""
    assert event.__struct_config__.tag in notes.LINES


def section(title: str) -> str:
    return PROTOCOL.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_protocol_names_every_note_of_the_table() -> None:
    told = re.search(r"Notes of the table itself: (.*?\.)\n", section("Views"), re.S)
    assert told
    named = {kind: rest.count(",") for kind, rest in re.findall(r'`\["(\w+)"([^\]]*)\]`', told[1])}
    lines = [line for told in (*notes.LINES.values(), *notes.HOW.values()) for line in told]
    assert named == {kind: len(keys) for kind, *keys in lines}


def test_the_protocol_names_every_command_of_the_table() -> None:
    rows = dict(re.findall(r"^\| `([\w.]+)` \| ([^|]*)\|", section("Commands"), re.M))
    del rows["type"]
    wanted = {
        str(command.__struct_config__.tag): list(command.__struct_fields__)
        for command in cmd.COMMANDS
        if command not in cmd.INTERNAL
    }
    assert {tag: re.findall(r"`(\w+)\??`", fields) for tag, fields in rows.items()} == wanted


def test_the_protocol_names_every_key_of_the_public_view() -> None:
    named = {
        key for keys in re.findall(r"^\| (`[^|]*`) \|", section("Views"), re.M) for key in re.findall(r"`(\w+)`", keys)
    }
    seen = set()
    at = Table(GAME, {"players": 2}, {"clock": "fast"}).begin("bea")
    at.internal(cmd.Restore(5))
    at.do("ann", cmd.Lock(True))
    at.do("bea", cmd.Propose("abandon"))
    at.do("ann", cmd.Propose("pause"))
    at.do("bea", cmd.Agree("pause"))
    seen |= set(at.looks.public)
    at.do("ann", cmd.Unpause())
    for phase in ("playing", "between", "over"):
        at.play((phase,))
        seen |= set(at.looks.public)
    at.internal(cmd.Rematch("T2"))
    slow = Table(GAME, {"players": 2}, {"clock": "days"}).begin("bea")
    filling = Table(GAME, {"players": 2}, {"autostart": "bots"})
    hurried = Table(GAME, {"players": 2, "hurry": "on"}).begin("bea")
    patient = copy(GAME)
    patient.due = lambda _, now: [Due(now + 1000, "patience")]  # type: ignore[method-assign]
    still = Table(patient, {"players": 2}, {"clock": "fast"}).begin("bea")
    for table in (at, slow, filling, hurried, still):
        seen |= set(table.looks.public)
    assert named == seen
