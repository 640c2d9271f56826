"""A finished game is stored once and whole, and shown to those who may see it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from app.archive import service as archive_service
from app.archive.finish import pack, row_of, unpack
from app.archive.history import PAGE
from app.archive.service import Archive
from app.db import games, users
from app.db.sessions import Database
from app.engine import patch, record
from app.engine.basics import Refusal
from app.engine.kernel import Kernel
from app.games.catalogue import CATALOGUE
from tests import played


@pytest.fixture
def archive(db: Database) -> Archive:
    return Archive(db, CATALOGUE.get)


async def people(db: Database, *ids: str) -> None:
    async with db.writing() as session:
        for ident in ids:
            await users.add(session, ident, played.name_of(ident), "en", 1)


async def count(db: Database, table: str) -> int:
    async with db.reading() as session:
        return int((await session.execute(text(f"SELECT count(*) FROM {table}"))).scalar_one())


async def refused(work: Any) -> str:
    with pytest.raises(Refusal) as caught:
        await work
    return caught.value.code


def test_a_record_survives_being_stored() -> None:
    made = played.record("T1")
    assert record.encode(unpack(pack(made))) == record.encode(made)
    assert len(pack(made)) < len(record.encode(made)) / 4


async def test_game_seats_and_record_are_stored_together(archive: Archive, db: Database) -> None:
    await people(db, "anna", "boris")
    made = played.record("T1")
    assert await archive.finish(made)
    assert [await count(db, table) for table in ("games", "game_seats", "records")] == [1, 4, 1]
    found = await archive.one("T1", None)
    assert (found.id, found.game, found.finished, found.started) == ("T1", "calypso", made.finished, made.started)
    assert found.result == msgspec.json.decode(msgspec.json.encode(made.result))
    assert msgspec.to_builtins(found.seats) == {
        "0": {"kind": "person", "user": "anna", "name": "Anna"},
        "1": {"kind": "person", "user": "boris", "name": "Boris"},
        "2": {"kind": "bot", "level": made.seats[2].level},
        "3": {"kind": "bot", "level": made.seats[3].level},
    }


async def test_archiving_again_or_at_once_changes_nothing(archive: Archive, db: Database) -> None:
    await people(db, "anna", "boris")
    made = played.record("T1")
    assert sorted(await asyncio.gather(*(archive.finish(made) for _ in range(4)))) == [False, False, False, True]
    assert not await archive.finish(made)
    assert [await count(db, table) for table in ("games", "game_seats", "records")] == [1, 4, 1]


async def test_what_breaks_off_in_the_middle_leaves_nothing(archive: Archive, db: Database) -> None:
    made = played.record("T1")
    with pytest.raises(RuntimeError):
        async with db.writing() as session:
            await games.add(session, row_of(made), pack(made))
            raise RuntimeError("the worker dies")
    assert [await count(db, table) for table in ("games", "game_seats", "records")] == [0, 0, 0]
    assert await archive.finish(made)


async def test_private_games_are_for_those_who_sat_there(archive: Archive, db: Database) -> None:
    await people(db, "anna", "boris", "clara")
    await archive.finish(played.record("open", access="public"))
    await archive.finish(played.record("secret", access="private"))
    unseen = played.record("unseen", access="public")
    await archive.finish(msgspec.structs.replace(unseen, settings={**unseen.settings, "watch": "none"}))
    for work in (archive.one, archive.review, archive.record):
        for user in ("anna", "boris"):
            assert await work("secret", user)
        for user in ("clara", "", None):
            assert await refused(work("secret", user)) == await refused(work("unseen", user)) == "bad.game"
            assert await work("open", user)
        assert await refused(work("none", "anna")) == "bad.game"


async def test_my_games_come_in_pages(archive: Archive, db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    await people(db, "anna", "boris")
    made = played.record("T")
    for n in range(PAGE + 3):
        await archive.finish(msgspec.structs.replace(made, table=f"T{n:02}", finished=made.finished + n))
    first = await archive.mine("anna")
    assert [game.id for game in first.games] == [f"T{n:02}" for n in range(PAGE + 2, 2, -1)]
    assert first.more
    second = await archive.mine("anna", first.games[-1].id)
    assert [game.id for game in second.games] == ["T02", "T01", "T00"]
    assert not second.more
    assert (await archive.mine("clara")).games == []


async def test_the_review_ends_where_the_game_ended(archive: Archive, db: Database) -> None:
    await archive.finish(played.record("T1"))
    told = msgspec.json.decode(await archive.review("T1", None))
    kernel, bodies = Kernel(CATALOGUE.get("calypso")), played.bodies("T1")
    assert told["steps"][-1]["seq"] == len(bodies)
    numbers = record.peek(bodies[0])
    state, views = None, {}
    for body in bodies:
        state = kernel.evolve(state, kernel.read(body, numbers.codec, numbers.rules))
        looks = kernel.look(state)
        views[state.seq] = {
            "public": looks.public,
            "private": {str(i): private for i, private in enumerate(looks.privates)},
        }
    view = told["start"]
    assert view["public"]["phase"] == "playing"
    before = told["steps"][0]["seq"] - 1
    assert view == msgspec.json.decode(msgspec.json.encode(views[before]))
    for step in told["steps"]:
        assert step["seq"] == before + 1
        view = patch.apply(view, step["patch"])
        assert view == msgspec.json.decode(msgspec.json.encode(views[step["seq"]]))
        before = step["seq"]
    assert view["public"]["phase"] == "over"
    plays = [note for step in told["steps"] for note in step["notes"] if note[0] == "play"]
    assert len(plays) == 4 * 52


async def test_every_hand_is_open_in_a_review(archive: Archive) -> None:
    await archive.finish(played.record("T1"))
    start = msgspec.json.decode(await archive.review("T1", None))["start"]
    assert [sum(start["private"][str(seat)]["hand"].values()) for seat in range(4)] == [13] * 4


async def test_steps_name_the_seat_that_acted(archive: Archive) -> None:
    await archive.finish(played.record("T1"))
    told = msgspec.json.decode(await archive.review("T1", None))
    for step in told["steps"]:
        for note in step["notes"]:
            if note[0] == "play":
                assert step["actor"]["kind"] == ("person" if step["actor"]["seat"] < 2 else "bot")


async def test_a_review_is_made_once_and_not_kept_for_ever(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    made = played.record("T1")
    monkeypatch.setattr(archive_service, "_KEPT", 2)
    for n in range(3):
        await archive.finish(msgspec.structs.replace(made, table=f"G{n}"))
        assert await archive.review(f"G{n}", None) is await archive.review(f"G{n}", None)
    assert list(archive._reviews) == ["G1", "G2"]


async def test_a_record_of_a_newer_version_is_not_guessed_at(archive: Archive) -> None:
    made = played.record("T1")
    await archive.finish(msgspec.structs.replace(made, table="newer", rules=made.rules + 1))
    await archive.finish(msgspec.structs.replace(made, table="other", format="record/99"))
    assert await refused(archive.review("newer", None)) == "bad.version"
    assert await refused(archive.review("other", None)) == "bad.version"
    assert (await archive.one("newer", None)).id == "newer"


async def test_what_was_said_is_for_those_who_sat_there(archive: Archive, db: Database) -> None:
    await people(db, "anna", "boris", "clara")
    assert not await archive.keep_chat("T1", 1, b'[{"n":1}]')
    await archive.finish(played.record("T1", access="public"))
    plain = msgspec.json.decode(await archive.review("T1", "clara"))
    assert "chat" not in plain
    assert msgspec.json.decode(await archive.review("T1", "anna")) == plain | {"chat": []}
    assert await archive.keep_chat("T1", 2, b'[{"n":1},{"n":2}]')
    assert await archive.keep_chat("T1", 1, b'[{"n":1}]')
    for user in ("anna", "boris"):
        assert msgspec.json.decode(await archive.review("T1", user)) == plain | {"chat": [{"n": 1}, {"n": 2}]}
    for stranger in ("clara", "", None):
        assert msgspec.json.decode(await archive.review("T1", stranger)) == plain
    assert "chat" not in msgspec.json.decode(await archive.record("T1", "anna"))
