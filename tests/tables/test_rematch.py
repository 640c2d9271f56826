"""The next game of the same people."""

from __future__ import annotations

import asyncio

import pytest

from app.engine.basics import Refusal
from app.engine.table import commands as cmd
from app.games.catalogue import CATALOGUE
from app.jobs.outbox import KEEP
from app.live.contracts import StoreUnavailable
from app.tables.quick import practise, quick
from app.tables.rematch import rematch
from tests.faults import FaultyStore
from tests.live.conftest import until
from tests.promises import Viewer
from tests.workers import Worker, begin, person

FOUR = ("ann", "bob", "cat", "dan")


async def over(
    worker: Worker, people: tuple[str, ...] = FOUR, access: str = "private", **more: object
) -> tuple[str, str]:
    """A table whose people have agreed to break off; its id and its invitation."""
    table, _, key = (await worker.create(people[0], access, **more)).partition("?")
    await begin(worker, table, people, key=key)
    await worker.do(table, people[0], cmd.Propose("abandon"))
    for user in people[1:]:
        await worker.do(table, user, cmd.Agree("abandon"))
    return table, key


async def ask(worker: Worker, table: str, user: str = "ann", rotate: bool = False) -> str:
    return await rematch(worker.tables, table, person(user), rotate)


async def refused(worker: Worker, table: str, user: str) -> str:
    with pytest.raises(Refusal) as caught:
        await ask(worker, table, user)
    return caught.value.code


async def seats(worker: Worker, table: str) -> list[str]:
    return [seat.user or seat.level for seat in (await worker.truth(table)).state.seats]


async def test_all_find_themselves_again(worker: Worker) -> None:
    table, key = await over(worker, clock="slow", chat="presets")
    pages = [await worker.join(Viewer(user), table, key=key) for user in ("ann", "cat", "zoe")]
    to = await ask(worker, table, "bob")
    assert {page.public["rematch"] for page in pages} == {to}
    before, after = (await worker.truth(table)).state, (await worker.truth(to)).state
    assert (after.phase, after.host, after.seq) == ("waiting", "bob", 1)
    assert (after.options, after.settings) == (before.options, before.settings)
    assert [(seat.user, seat.name) for seat in after.seats] == [(user, user.title()) for user in FOUR]
    assert [seat.ready for seat in after.seats] == [False, True, False, False]
    assert to in [card.id for card in await worker.lobby.tables_of("dan")]
    # those who watched are as welcome as before
    assert (await worker.join(Viewer("zoe"), to, key=key)).public["host"] == "bob"


async def test_partners_change_if_one_wishes_so(worker: Worker) -> None:
    table, _ = await over(worker)
    first = await ask(worker, table, rotate=True)
    assert await seats(worker, first) == ["ann", "dan", "bob", "cat"]


@pytest.mark.parametrize("seat", [1, 2, 3])
async def test_for_two_people_among_bots_a_change_is_one_of_people(worker: Worker, seat: int) -> None:
    table = await worker.create()
    await worker.do(table, "bob", cmd.Sit(seat))
    await worker.do(table, "bob", cmd.Ready(True))
    for at in {1, 2, 3} - {seat}:
        await worker.do(table, "ann", cmd.AddBot(at, "normal"))
    await worker.do(table, "ann", cmd.Start(), turn=(await worker.rooms.get(table)).looks.state.turn)
    await worker.do(table, "ann", cmd.Propose("abandon"))
    await worker.do(table, "bob", cmd.Agree("abandon"))
    now = (await seats(worker, await ask(worker, table, rotate=True))).index("bob")
    assert (now == 2) is not (seat == 2), "they sat opposite, or do so now"


async def partners(worker: Worker, table: str) -> set[frozenset[str]]:
    state = (await worker.truth(table)).state
    sides = CATALOGUE.get(state.game).standing(state.play).sides
    return {frozenset(state.seats[seat].user for seat in side.seats) for side in sides}


@pytest.mark.parametrize("rotate", [False, True])
async def test_partners_drawn_by_lot_are_not_drawn_again(worker: Worker, rotate: bool) -> None:
    # several draws: one alone could agree by chance
    for _ in range(4):
        drawn = {"partnerships": "random"}
        table = (await worker.tables.create(person("ann"), "calypso", drawn, {"clock": "untimed"})).id
        await begin(worker, table, FOUR)
        before = await partners(worker, table)
        for user in FOUR:
            await worker.do(table, user, cmd.Propose("abandon") if user == "ann" else cmd.Agree("abandon"))
        to = await ask(worker, table, rotate=rotate)
        for user in FOUR[1:]:
            await worker.do(to, user, cmd.Ready(True))
        await worker.do(to, "ann", cmd.Start(), turn=(await worker.rooms.get(to)).looks.state.turn)
        assert (await partners(worker, to) == before) is not rotate


async def test_bots_stay_at_their_level_and_seats_are_kept_for_who_is_away(worker: Worker) -> None:
    table, _, key = (await worker.create(access="private")).partition("?")
    for seat, user in ((1, "bob"), (2, "cat")):
        await worker.do(table, user, cmd.Sit(seat), key=key)
        await worker.do(table, user, cmd.Ready(True))
    await worker.do(table, "ann", cmd.AddBot(3, "normal"))
    await worker.do(table, "ann", cmd.Start(), turn=(await worker.rooms.get(table)).looks.state.turn)
    await worker.do(table, "bob", cmd.Leave())
    await worker.do(table, "ann", cmd.Propose("abandon"))
    await worker.do(table, "cat", cmd.Agree("abandon"))
    assert await seats(worker, await ask(worker, table, "bob")) == ["ann", "bob", "cat", "normal"]


async def test_alone_with_bots_it_begins_at_once(worker: Worker) -> None:
    table = (await practise(worker.tables, person("ann"), "calypso", {})).id
    await worker.do(table, "ann", cmd.Propose("abandon"))
    state = (await worker.truth(await ask(worker, table))).state
    assert (state.phase, state.seq) == ("playing", 1)


async def test_only_those_who_sat_there_may_ask_and_only_afterwards(worker: Worker) -> None:
    table, _ = await over(worker, access="public")
    assert await refused(worker, table, "zoe") == "bad.not_seated"
    assert await refused(worker, "nosuch", "ann") == "bad.table"
    running = await worker.create()
    await begin(worker, running)
    assert await refused(worker, running, "ann") == "rule.not_over"
    closed, _ = await over(worker)
    assert await refused(worker, closed, "zoe") == "bad.table"
    assert (await worker.truth(closed)).state.rematch == ""


async def test_who_was_shown_out_has_no_key_of_the_next_table_either(worker: Worker) -> None:
    table, _, key = (await worker.create(access="private")).partition("?")
    await worker.do(table, "eve", cmd.Sit(1), key=key)
    await worker.do(table, "ann", cmd.Kick(1))
    new = (await worker.tables.invitations(table, "ann")).key
    await begin(worker, table)
    await worker.do(table, "ann", cmd.Propose("abandon"))
    to = await ask(worker, table)
    assert await refused(worker, table, "eve") == "bad.kicked"
    for user, code in (("eve", r"bad\.kicked"), ("zoe", r"bad\.table")):
        with pytest.raises(Refusal, match=code):
            await worker.tables.look(to, user, key)
    assert (await worker.tables.invitations(to, "ann")).key == new


async def test_who_was_shown_out_stays_out_for_good(worker: Worker) -> None:
    table = await worker.create(clock="fast")
    await worker.do(table, "eve", cmd.Sit(1))
    await worker.do(table, "ann", cmd.Kick(1))
    await begin(worker, table)
    for _ in range(2):
        await worker.do(table, "ann", cmd.Propose("abandon"))
        table = await ask(worker, table)
        await worker.do(table, "ann", cmd.RemoveBot(3))
        with pytest.raises(Refusal, match=r"bad\.kicked"):
            await worker.tables.look(table, "eve")
        assert await worker.refused(table, "eve", cmd.Sit(3)) == "bad.kicked"
        placed = await quick(worker.tables, worker.lobby, person("eve"), "calypso", {})
        assert placed.id != table
        await worker.do(table, "ann", cmd.AddBot(3, "normal"))
        await worker.do(table, "ann", cmd.Start())


@pytest.mark.parametrize("rotate", [False, True])
async def test_all_who_ask_at_once_get_the_same(worker: Worker, other: Worker, rotate: bool) -> None:
    table, _ = await over(worker)
    asked = [ask(w, table, user, rotate) for w, user in zip((worker, other) * 2, FOUR, strict=True)]
    (to,) = set(await asyncio.gather(*asked))
    assert sorted(await seats(worker, to)) == sorted(FOUR)
    assert await ask(other, table, "dan", not rotate) == to
    assert (await worker.truth(table)).state.rematch == to
    rest = [t for t in await worker.store.directory.listings() if t not in (table, to)]
    assert rest == []


async def test_who_asks_next_opens_it_if_the_first_died_in_between(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await over(worker)

    async def dies(*_: object, **__: object) -> None:
        raise StoreUnavailable("gone")

    with monkeypatch.context() as patch:
        patch.setattr(worker.tables, "open", dies)
        with pytest.raises(StoreUnavailable):
            await ask(worker, table, "ann", rotate=True)
    fixed = (await worker.truth(table)).state.rematch
    assert await worker.store.log.head(fixed) is None
    assert await ask(worker, table, "bob") == fixed
    assert (await worker.truth(fixed)).state.host == "bob"


async def test_it_can_be_asked_for_while_the_old_table_is_still_there(worker: Worker, faults: FaultyStore) -> None:
    table, _ = await over(worker)
    (claim,) = await worker.store.outbox.waiting(worker.clock.now, 1000, 4)
    await worker.store.log.drop(table, KEEP)
    await worker.store.outbox.done(claim.table)
    to = await ask(worker, table, "cat")
    assert (await worker.truth(to)).state.host == "cat"
    # the game is not archived once more, nor is its table listed again
    worker.clock.forward(2000)
    assert await worker.store.outbox.waiting(worker.clock.now, 1000, 4) == []
    assert list(await worker.store.directory.listings()) == [to]
    await worker.store.log.drop(table)
    assert await refused(worker, table, "cat") == "bad.table"


async def test_from_a_worker_that_never_saw_the_game(worker: Worker, other: Worker) -> None:
    table, _ = await over(worker)
    page = await worker.join(Viewer("bob"), table)
    to = await ask(other, table)
    await until(lambda: page.public.get("rematch") == to)
