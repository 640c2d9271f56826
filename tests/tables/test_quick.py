"""Quick play and practice: a seat somewhere without asking anybody."""

from __future__ import annotations

import asyncio

import pytest

from app.engine.basics import Refusal
from app.engine.table import commands as cmd
from app.engine.table.due import FILL
from app.tables.quick import FRESH, PRACTICE, Placed, practise, quick
from tests.faults import Gate
from tests.promises import Viewer
from tests.workers import Worker, begin, person, play


async def press(worker: Worker, user: str, **wish: object) -> Placed:
    return await quick(worker.tables, worker.lobby, person(user), "calypso", wish)


async def seats(worker: Worker, table: str) -> list[str]:
    """Who holds which seat; "" for nobody, "*" for a bot, "*cat" for one that cat has booked."""
    state = (await worker.truth(table)).state
    return [seat.user or ("*" if seat.kind == "bot" else "") + seat.booked for seat in state.seats]


async def tables(worker: Worker) -> list[str]:
    return sorted(await worker.store.directory.listings())


async def test_alone_one_opens_a_table_that_bots_fill(worker: Worker) -> None:
    placed = await press(worker, "ann")
    assert placed.seated
    state = (await worker.truth(placed.id)).state
    for key, value in {"access": "public", "clock": "normal", "rated": "friendly", "autostart": "bots"}.items():
        assert state.settings[key] == value
    assert (state.phase, state.host, state.seats[0].ready) == ("waiting", "ann", True)
    worker.clock.forward(FILL)
    assert await worker.fire() == 1
    assert (await worker.truth(placed.id)).state.phase == "playing"
    assert await seats(worker, placed.id) == ["ann", "*", "*", "*"]


async def test_others_join_it_and_the_last_seat_starts_it(worker: Worker) -> None:
    first = await press(worker, "ann")
    for user in ("bob", "cat", "dan"):
        assert await press(worker, user) == first
    assert (await worker.truth(first.id)).state.phase == "playing"
    assert await seats(worker, first.id) == ["ann", "bob", "cat", "dan"]
    # where nobody can come in there is a new one
    assert (await press(worker, "eve")).id != first.id


async def test_who_presses_again_is_brought_back(worker: Worker) -> None:
    placed = await press(worker, "ann")
    assert await press(worker, "ann") == placed
    worker.clock.forward(FILL)
    await worker.fire()
    assert await press(worker, "ann") == placed
    booked = await press(worker, "bob")
    assert booked == Placed(placed.id, False) == await press(worker, "bob")
    assert await tables(worker) == [placed.id]


async def test_who_has_left_is_not_brought_back(worker: Worker) -> None:
    placed = await press(worker, "ann")
    await press(worker, "bob")
    worker.clock.forward(FILL)
    await worker.fire()
    await worker.do(placed.id, "bob", cmd.Leave())
    # his seat is anybody's but his
    for user in ("cat", "dan", "eve"):
        assert await press(worker, user) == Placed(placed.id, False)
    assert (await press(worker, "bob")).id != placed.id


async def test_the_fullest_table_comes_first(worker: Worker) -> None:
    made = {}
    for users in (("ann",), ("bob", "cat"), ("dan", "eve")):
        table = made[users] = await worker.create(users[0], clock="fast")
        for seat, user in enumerate(users[1:], 1):
            await worker.do(table, user, cmd.Sit(seat))
        worker.clock.forward(10)
    assert await press(worker, "fay") == Placed(made["bob", "cat"], True)
    assert await seats(worker, made["bob", "cat"]) == ["bob", "cat", "fay", ""]


@pytest.mark.parametrize(
    "settings",
    [
        {"access": "private"},
        {"rated": "rated"},
        {"clock": "untimed"},
        {"clock": "days"},
    ],
)
async def test_tables_that_are_not_for_everybody_are_passed_by(worker: Worker, settings: dict[str, str]) -> None:
    table = (await worker.create(**{"clock": "fast", **settings})).partition("?")[0]
    assert (await press(worker, "bob")).id != table


async def test_so_are_locked_ones_and_kept_seats(worker: Worker) -> None:
    locked, kept = await worker.create(clock="fast"), await worker.create("bob", clock="fast")
    await worker.do(locked, "ann", cmd.Lock(True))
    for seat in (1, 2, 3):
        await worker.do(kept, "bob", cmd.Reserve(seat, f"Guest {seat}"))
    worker.clock.forward(1)
    assert (await press(worker, "cat")).id not in (locked, kept)
    await worker.do(kept, "bob", cmd.Reserve(2, ""))
    assert await press(worker, "dan") == Placed(kept, True)
    assert await seats(worker, kept) == ["bob", "", "dan", ""]


async def test_a_wish_is_kept(worker: Worker) -> None:
    slow = await press(worker, "ann", clock="slow")
    fast = await press(worker, "bob", clock="fast")
    assert fast.id != slow.id
    assert await press(worker, "cat", clock="slow", chat="open") == slow
    assert (await worker.truth(fast.id)).state.settings["clock"] == "fast"


async def test_a_wish_without_effect_is_none(worker: Worker) -> None:
    first = await press(worker, "ann", bank=300, delay=3)
    for user in ("ann", "bob"):
        assert await press(worker, user, bank=300, delay=3) == first
    assert await tables(worker) == [first.id]


@pytest.mark.parametrize(
    "wish", [{"clock": "days"}, {"clock": "untimed"}, {"access": "private"}, {"rated": "rated"}, {"clock": 1}, {"x": 1}]
)
async def test_wishes_that_quick_play_cannot_grant(worker: Worker, wish: dict[str, object]) -> None:
    with pytest.raises(Refusal, match=r"bad\.option"):
        await press(worker, "ann", **wish)
    with pytest.raises(Refusal, match=r"bad\.game"):
        await quick(worker.tables, worker.lobby, person("ann"), "whist", {})
    assert await tables(worker) == []


async def test_nobody_is_sent_where_he_was_shown_out(worker: Worker) -> None:
    placed = await press(worker, "ann")
    await press(worker, "bob")
    await worker.do(placed.id, "ann", cmd.Kick(1))
    own = await press(worker, "bob")
    assert own.id != placed.id
    worker.clock.forward(FILL)
    await worker.fire()
    await worker.do(own.id, "bob", cmd.Leave())
    assert (await press(worker, "bob")).id not in (placed.id, own.id)


async def test_nobody_is_sent_where_nobody_is(worker: Worker) -> None:
    dead, alive = await worker.create(clock="fast"), await worker.create("bob", clock="fast")
    await worker.do(dead, "cat", cmd.Sit(1))
    worker.clock.forward(FRESH)
    await worker.join(Viewer("bob"), alive)
    await worker.join(Viewer("zoe"), dead)
    assert await press(worker, "dan") == Placed(alive, True)


# --- tables that run --------------------------------------------------------------------------------------------------


async def test_a_bots_seat_is_taken_at_the_next_pause(worker: Worker) -> None:
    table = await worker.create(clock="slow")
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    assert await press(worker, "bob") == Placed(table, False)
    assert await seats(worker, table) == ["ann", "*bob", "*", "*"]
    while ann.public["phase"] == "playing":
        await play(table, {ann: worker}, 1)
    assert await seats(worker, table) == ["ann", "bob", "*", "*"]
    assert await press(worker, "cat") == Placed(table, True)
    assert await press(worker, "bob") == Placed(table, True)


async def test_not_at_a_game_that_is_almost_over(worker: Worker) -> None:
    table = await worker.create(clock="slow")
    ann = await worker.join(Viewer("ann"), table)
    await begin(worker, table)
    for _ in range(2):
        assert await press(worker, "bob") == Placed(table, False)
        await worker.do(table, "bob", cmd.Leave())
        while ann.public["phase"] == "playing":
            await play(table, {ann: worker}, 1)
        while ann.public["phase"] == "between":
            await play(table, {ann: worker}, 1)
        await play(table, {ann: worker}, 8)
    assert (await press(worker, "bob")).id != table


@pytest.mark.parametrize("settings", [{"watch": "none"}, {"clock": "untimed"}])
async def test_not_at_one_that_he_could_not_watch(worker: Worker, settings: dict[str, str]) -> None:
    table = await worker.create(**{"clock": "slow", **settings})
    await begin(worker, table)
    assert (await press(worker, "bob")).id != table


async def test_people_who_wait_come_before_games_that_run(worker: Worker) -> None:
    running = await worker.create(clock="slow")
    await begin(worker, running)
    waiting = await worker.create("bob", clock="slow")
    assert await press(worker, "cat") == Placed(waiting, True)


# --- all at once ------------------------------------------------------------------------------------------------------


async def test_two_who_press_at_once_play_together(worker: Worker, other: Worker) -> None:
    for n in range(5):
        users = (f"ann{n}", f"bob{n}", f"cat{n}", f"dan{n}")
        await asyncio.gather(*(press(w, user) for w, user in zip((worker, other) * 2, users, strict=True)))
        (table,) = [card for card in await worker.lobby.cards() if (await seats(worker, card))[0][-1] == str(n)]
        assert sorted(await seats(worker, table)) == sorted(users)


async def test_also_if_both_have_found_nothing(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """The later opens a table although there is one by now: both have looked before."""
    looked, read = Gate(), worker.lobby.cards

    async def late() -> object:
        cards = await read()
        monkeypatch.setattr(worker.lobby, "cards", read)
        await looked()
        return cards

    monkeypatch.setattr(worker.lobby, "cards", late)
    second = asyncio.create_task(press(worker, "bob"))
    await looked.reached.wait()
    first = await press(worker, "ann")
    looked.open()
    assert await second == first
    assert await seats(worker, first.id) == ["ann", "bob", "", ""]
    assert await tables(worker) == [first.id]
    assert [card.id for card in await worker.lobby.tables_of("bob")] == [first.id]


async def test_one_person_on_two_devices_has_one_place(worker: Worker, other: Worker) -> None:
    placed = await asyncio.gather(*(press(w, "ann") for w in (worker, other) * 3))
    assert len({one.id for one in placed}) == 1
    assert await tables(worker) == [placed[0].id]
    assert await seats(worker, placed[0].id) == ["ann", "", "", ""]


async def test_whoever_is_too_late_everywhere_opens_one(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    placed = await press(worker, "ann")
    card = (await worker.lobby.cards())[placed.id]
    for user in ("bob", "cat", "dan"):
        await press(worker, user)

    async def old() -> dict[str, object]:
        return {placed.id: card}

    monkeypatch.setattr(worker.lobby, "cards", old)
    assert (await press(worker, "eve")).id != placed.id
    assert await seats(worker, placed.id) == ["ann", "bob", "cat", "dan"]


# --- practice ---------------------------------------------------------------------------------------------------------


async def test_practice_has_begun_in_its_first_commit(worker: Worker) -> None:
    made = await practise(worker.tables, person("ann"), "calypso", {"rounds": 2})
    truth = await worker.truth(made.id)
    assert (truth.state.seq, truth.state.phase, truth.state.options["rounds"]) == (1, "playing", 2)
    assert {key: truth.state.settings[key] for key in PRACTICE} == PRACTICE
    assert await seats(worker, made.id) == ["ann", "*", "*", "*"]
    assert made.invite
    assert await worker.lobby.open_tables() == []
    assert [card.id for card in await worker.lobby.tables_of("ann")] == [made.id]
    for key in ("", made.invite):
        with pytest.raises(Refusal, match=r"bad\.table"):
            await worker.tables.look(made.id, "bob", key)


async def test_the_same_practice_by_the_same_nonce(worker: Worker) -> None:
    first = await practise(worker.tables, person("ann"), "calypso", {}, "nonce-one")
    assert await practise(worker.tables, person("ann"), "calypso", {}, "nonce-one") == first
    with pytest.raises(Refusal, match=r"bad\.option"):
        await practise(worker.tables, person("ann"), "calypso", {"rounds": 99})
