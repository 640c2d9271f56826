"""Bad input: each gets its code, nothing changes, and the socket stays open where docs/protocol.md says so."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.record import digest
from app.ws.protocol import HARD_LIMIT, SOFT_LIMIT
from tests.workers import at_play
from tests.ws.conftest import House

PING = {"t": "ping"}


def join(**more: Any) -> dict[str, Any]:
    return {"t": "table.join", "table": "T", "ch": 2} | more


def do(cmd: Any, **more: Any) -> dict[str, Any]:
    return {"t": "table.do", "table": "HERE", "id": "tab.1", "turn": "NOW", "cmd": cmd} | more


def without(message: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name != key}


PLAY = {"type": "play", "card": "MINE"}

# what is sent, the code of the nack, and whether it names the command
NONSENSE: list[tuple[Any, str, bool]] = [
    ("", "bad.message", False),
    ("{", "bad.message", False),
    ("null", "bad.message", False),
    ("[]", "bad.message", False),
    ('"ping"', "bad.message", False),
    ("{}", "bad.message", False),
    ("\ufeff{}", "bad.message", False),
    ('{"t":"ping"}}', "bad.message", False),
    ('{"t":"ping","t":1}', "bad.message", False),
    ('{"t":"\\ud800"}', "bad.message", False),
    ("[" * 8000, "bad.message", False),
    ('{"t":"table.do","cmd":' + "[" * 8000 + "}", "bad.message", False),
    ('{"t":' * 1500, "bad.message", False),
    (b"", "bad.message", False),
    (b'{"t":"ping"}', "bad.message", False),
    (b"\xff\x00", "bad.message", False),
    ({"t": "pong"}, "bad.message", False),
    ({"t": "table.snap"}, "bad.message", False),
    ({"t": 1}, "bad.message", False),
    ({"t": "ping", "now": 1}, "bad.message", False),
    ({"t": "lobby.join", "ch": 1}, "bad.message", False),
    ({"t": "table.leave"}, "bad.message", False),
    ({"t": "table.leave", "ch": "1"}, "bad.message", False),
    (without(join(), "table"), "bad.message", False),
    (join(ch=1.5), "bad.message", False),
    (join(ch=None), "bad.message", False),
    (join(pos=1), "bad.message", False),
    (join(pos={"epoch": "e", "seq": 1}), "bad.message", False),
    (join(pos={"epoch": "e", "seq": 1, "chain": "c", "more": 1}), "bad.message", False),
    (join(key=None), "bad.message", False),
    (without(do(PLAY), "table"), "bad.message", True),
    (without(do(PLAY), "turn"), "bad.message", True),
    (without(do(PLAY), "cmd"), "bad.message", True),
    (without(do(PLAY), "id"), "bad.message", False),
    (do(PLAY, turn="1"), "bad.message", True),
    (do(PLAY, id=1), "bad.message", False),
    (do(PLAY, clock=5), "bad.message", True),
    (do(PLAY, at=5), "bad.message", True),
    (do("play"), "bad.command", True),
    (do(None), "bad.command", True),
    (do({}), "bad.command", True),
    (do({"type": "play"}), "bad.command", True),
    (do({"type": "play", "card": 3}), "bad.command", True),
    (do({"type": "play", "card": None}), "bad.command", True),
    (do(PLAY | {"at": 1}), "bad.command", True),
    (do({"type": "resign"}), "bad.command", True),
    (do({"type": "sit"}), "bad.command", True),
    (do({"type": "sit", "seat": "1"}), "bad.command", True),
    (do({"type": "time.up"}), "bad.command", True),
    (do({"type": "restore", "lost": 1}), "bad.command", True),
    (
        do({"type": "open", "table": "t", "game": "calypso", "options": {}, "settings": {}, "name": "", "anchor": ""}),
        "bad.command",
        True,
    ),
    (do({"type": "play", "card": "1X"}), "bad.card", True),
    (do({"type": "play", "card": ""}), "bad.card", True),
    (do({"type": "play", "card": "JK"}), "bad.card", True),
    (do({"type": "play", "card": "2H" * 900}), "bad.card", True),
    (do({"type": "play", "card": "NOT MINE"}), "rule.not_in_hand", True),
    (do(PLAY, turn="BEFORE"), "stale.turn", True),
    (do(PLAY, turn="AFTER"), "stale.turn", True),
    (do(PLAY, turn=-1), "stale.turn", True),
    (do(PLAY, turn=1 << 62), "stale.turn", True),
    (do({"type": "next"}), "rule.no_pause", True),
    (do({"type": "sit", "seat": 99}), "bad.seat", True),
    (do({"type": "sit", "seat": -1}), "bad.seat", True),
    (do({"type": "sit", "seat": 1}), "rule.started", True),
    (do({"type": "start"}), "rule.started", True),
    (do({"type": "back"}), "rule.not_away", True),
    (do(PLAY, table="nosuch"), "bad.table", True),
    (do(PLAY, table=""), "bad.table", True),
    (do(PLAY, table="@lobby"), "bad.table", True),
    (do(PLAY, table="\x00*{}:\n"), "bad.table", True),
    (do(PLAY, id=""), "bad.id", False),
    (do(PLAY, id="tab"), "bad.id", True),
    (do(PLAY, id="tab.x"), "bad.id", True),
    (do(PLAY, id="tab.-1"), "bad.id", True),
    (do(PLAY, id="x" * 25 + ".1"), "bad.id", True),
    (do(PLAY, id="tab.1\n"), "bad.id", True),
    ({"t": "ping", "x": "é" * (SOFT_LIMIT // 2)}, "bad.size", False),
    ("x" * (SOFT_LIMIT + 1), "bad.size", False),
    ("x" * HARD_LIMIT, "bad.size", False),
]


def said(what: Any, mine: str, foreign: str, table: str, turn: int) -> str | bytes:
    if isinstance(what, (str, bytes)):
        return what
    text = msgspec.json.encode(what).decode()
    for mark, value in {"MINE": f'"{mine}"', "NOT MINE": f'"{foreign}"', "HERE": f'"{table}"'}.items():
        text = text.replace(f'"{mark}"', value)
    for mark, number in {"NOW": turn, "BEFORE": turn - 1, "AFTER": turn + 1}.items():
        text = text.replace(f'"{mark}"', str(number))
    return text


async def test_each_gets_its_code_and_changes_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ws.endpoint.BURST", 1000.0)
    table, page = await at_play(house.worker)
    hand, turn = page.private["hand"], page.turn
    legal = page.private["legal"]
    mine = next(card for card in hand if legal == "any" or card[1] in legal)
    foreign = next(c + s for s in "SHDC" for c in "A23456789TJQK" if c + s not in hand)
    room = await house.worker.rooms.get(table)
    before = digest(room.looks.state), await house.worker.store.log.head(table)
    ann = await house.enter("ann", table)
    for what, code, named in NONSENSE:
        frame = said(what, mine, foreign, table, turn)
        await ann.raw.send(frame)
        heard = await ann.until("nack")
        assert heard["code"] == code, (frame[:80], heard)
        assert ("id" in heard) is named, (frame[:80], heard)
        assert (digest(room.looks.state), await house.worker.store.log.head(table)) == before, frame[:80]
    assert (await ann.ask(**PING))["t"] == "pong"
    assert page.pos.seq == ann.viewers[1].pos.seq
    # and a good one still counts
    answer = await ann.do(table, {"type": "play", "card": mine}, "tab.1", turn)
    assert answer == ["tab.1", page.pos.seq]


async def test_a_repeated_id_with_another_command_gets_the_first_answer(house: House) -> None:
    table = await house.worker.create()
    ann = await house.enter("ann", table)
    assert await ann.do(table, {"type": "ready", "ready": True}, "tab.1") == ["tab.1", 2]
    assert await ann.do(table, {"type": "leave"}, "tab.1") == ["tab.1", 2]
    assert (await house.worker.store.log.head(table)).seq == 2


async def test_a_foreign_seat_cannot_be_played(house: House) -> None:
    table, page = await at_play(house.worker, "ann", ("ann", "bob"))
    bob = await house.enter("bob", table)
    card = min(bob.viewers[1].private["hand"])
    answer = await bob.do(table, {"type": "play", "card": card}, "tab.1", page.turn)
    assert answer["code"] == "rule.not_your_turn"
    answer = await bob.do(table, {"type": "play", "card": card, "seat": 0}, "tab.2", page.turn)
    assert answer["code"] == "bad.command"


async def test_a_frame_over_the_hard_limit_closes_the_socket(house: House) -> None:
    table = await house.worker.create()
    ann = await house.enter("ann", table)
    await ann.raw.send("x" * (HARD_LIMIT + 1))
    assert (await ann.closed())[0] == 1009


async def test_what_a_frame_says_of_time_or_person_is_not_believed(house: House) -> None:
    """Rights come from the session, time from the server: there is no field for either."""
    table = await house.worker.create()
    eve = await house.enter("eve", table)
    for more in ({"user": "ann"}, {"actor": {"kind": "person", "user": "ann"}}, {"now": 1}):
        answer = await eve.ask(t="table.do", table=table, id="tab.1", turn=0, cmd={"type": "leave"}, **more)
        assert (answer["code"], answer["id"]) == ("bad.message", "tab.1")
    answer = await eve.do(table, {"type": "bot.add", "seat": 1, "level": "normal"}, "tab.2")
    assert answer["code"] == "bad.not_host"
