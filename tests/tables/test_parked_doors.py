"""Tables that are parked when somebody asks for a way in."""

from __future__ import annotations

import pytest

from app.db.sessions import Database
from app.engine.basics import Refusal
from app.engine.table import commands as cmd
from app.tables.quick import practise, quick
from app.tables.rematch import rematch
from tests.promises import Viewer
from tests.tables.parked import is_parked
from tests.workers import Worker, person


@pytest.fixture
def lot(parking_lot: Database) -> Database:
    return parking_lot


async def test_quick_play_wakes_none(worker: Worker) -> None:
    table = await worker.create(clock="fast")
    assert await worker.park(table)
    assert (await quick(worker.tables, worker.lobby, person("bob"), "calypso", {})).id != table
    assert await is_parked(worker, table)


async def test_the_same_nonce_gives_the_same_table(worker: Worker) -> None:
    async def made() -> tuple[str, str]:
        created = await worker.tables.create(person("ann"), "calypso", {}, {"access": "private"}, nonce="nonce-one")
        return created.id, created.invite

    first = await made()
    assert await worker.park(first[0])
    assert await made() == first


async def test_there_is_one_rematch(worker: Worker) -> None:
    table = (await practise(worker.tables, person("ann"), "calypso", {})).id
    await worker.do(table, "ann", cmd.Propose("abandon"))
    to = await rematch(worker.tables, table, person("ann"), False)
    assert await worker.park(to)
    assert await rematch(worker.tables, table, person("ann"), False) == to
    assert (await worker.truth(to)).state.seq == 1


async def test_a_key_opens_a_parked_table(worker: Worker) -> None:
    table, _, key = (await worker.create(access="private")).partition("?")
    await worker.do(table, "ann", cmd.Reserve(1, "Bob"))
    seat = (await worker.tables.invitations(table, "ann")).seats["1"]
    for shown, at in ((seat, 1), (key, 2)):
        assert await worker.park(table)
        await worker.do(table, f"guest{at}", cmd.Sit(at), key=shown)


@pytest.mark.parametrize("table", ["", "\0", "a\0b", "@lobby", "@janitor", "a b", "a" * 33, "a\n", "\u0661"])
async def test_what_no_table_is_called_is_looked_for_nowhere(
    worker: Worker, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    async def asked(_: str) -> None:
        raise AssertionError("the database was asked")

    assert worker.parking
    monkeypatch.setattr(worker.parking, "wake", asked)
    assert await worker.refused(table, "ann", cmd.Sit(0)) == "bad.table"
    with pytest.raises(Refusal, match=r"bad\.table"):
        await worker.join(Viewer("ann"), table)
    with pytest.raises(AssertionError):
        await worker.tables.look("nosuch", "ann")
