"""People who lose their line in play: grace, word in the log, the others' choice, the return."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.table import commands as cmd
from app.tables.absence import GRACE, MOST_GRACE, grace
from tests.live.conftest import until
from tests.promises import Viewer
from tests.workers import Worker, begin, play


async def at_table(worker: Worker, **settings: Any) -> tuple[str, Viewer, Viewer]:
    table = await worker.create("ann", **settings)
    ann, bob = [await worker.join(Viewer(user), table) for user in ("ann", "bob")]
    await begin(worker, table, ("ann", "bob"))
    return table, ann, bob


def seen(page: Viewer, seat: int) -> dict[str, object]:
    held: dict[str, object] = page.public["seats"][str(seat)]
    return held


async def test_a_lost_line_is_told_after_the_grace_and_the_return_at_once(worker: Worker) -> None:
    table, ann, bob = await at_table(worker)
    await worker.leave(bob, table)
    await until(lambda: ann.heres[-1] == ["ann"])
    worker.clock.forward(GRACE - 1)
    await worker.hub.absences.round()
    assert "gone" not in seen(ann, 1)
    worker.clock.forward(1)
    await worker.hub.absences.round()
    await until(lambda: seen(ann, 1).get("gone") is True)
    again = await worker.join(Viewer("bob"), table)
    await until(lambda: "gone" not in seen(ann, 1) and "gone" not in seen(again, 1))


async def test_who_is_back_within_the_grace_was_never_gone(worker: Worker) -> None:
    table, ann, bob = await at_table(worker)
    await worker.leave(bob, table)
    await until(lambda: ann.heres[-1] == ["ann"])
    worker.clock.forward(GRACE // 2)
    await worker.hub.absences.round()
    await worker.join(Viewer("bob"), table)
    await until(lambda: ann.heres[-1] == ["ann", "bob"])
    worker.clock.forward(GRACE)
    await worker.hub.absences.round()
    truth = await worker.truth(table)
    assert all(type(event).__name__ != "Gone" for commit in truth.commits for event in commit.events)
    assert "gone" not in seen(ann, 1)


async def test_the_others_may_have_a_bot_sit_in_and_the_game_goes_on(worker: Worker) -> None:
    table, ann, bob = await at_table(worker)
    assert await worker.refused(table, "ann", cmd.StandIn(1)) == "rule.not_gone"
    await worker.leave(bob, table)
    await until(lambda: ann.heres[-1] == ["ann"])
    worker.clock.forward(GRACE)
    await worker.hub.absences.round()
    await until(lambda: seen(ann, 1).get("gone") is True)
    await worker.do(table, "ann", cmd.StandIn(1))
    await until(lambda: seen(ann, 1).get("standin") is True)
    await play(table, {ann: worker}, 12)
    back = await worker.join(Viewer("bob"), table)
    played = seen(back, 1)["played"]
    assert isinstance(played, int) and played >= 2
    await worker.do(table, "bob", cmd.Back())
    await until(lambda: "standin" not in seen(ann, 1) and "gone" not in seen(ann, 1))


async def test_the_last_one_left_may_end_the_game_alone(worker: Worker) -> None:
    table, ann, bob = await at_table(worker)
    await worker.leave(bob, table)
    await until(lambda: ann.heres[-1] == ["ann"])
    worker.clock.forward(GRACE)
    await worker.hub.absences.round()
    await until(lambda: seen(ann, 1).get("gone") is True)
    await worker.do(table, "ann", cmd.Propose("abandon"))
    await until(lambda: ann.public["phase"] == "over")
    assert ann.public["result"]["how"] == "abandoned"


async def test_two_workers_say_it_once(worker: Worker, other: Worker) -> None:
    table, ann, bob = await at_table(worker)
    eve = await other.join(Viewer("eve"), table)
    await worker.leave(bob, table)
    await until(lambda: "bob" not in eve.heres[-1] and "bob" not in ann.heres[-1])
    worker.clock.forward(GRACE)
    await worker.hub.absences.round()
    await other.hub.absences.round()
    truth = await worker.truth(table)
    assert sum(type(event).__name__ == "Gone" for commit in truth.commits for event in commit.events) == 1


async def test_who_has_booked_a_seat_and_is_not_there_does_not_get_it(worker: Worker) -> None:
    table, ann, _ = await at_table(worker)
    eve = await worker.join(Viewer("eve"), table)
    await worker.do(table, "eve", cmd.Sit(2))
    await worker.do(table, "zoe", cmd.Sit(3))  # who never opens the page
    await worker.hub.round()
    for _ in range(4):
        worker.clock.forward(MOST_GRACE // 4)
        await worker.hub.round()
        await worker.hub.absences.round()
    await until(lambda: "booked" not in seen(ann, 3))
    assert seen(ann, 2)["booked"] == {"user": "eve", "name": "Eve"}
    await worker.leave(eve, table)
    await until(lambda: "eve" not in ann.heres[-1])
    worker.clock.forward(MOST_GRACE)
    await worker.hub.round()
    await worker.hub.absences.round()
    await until(lambda: "booked" not in seen(ann, 2))


@pytest.mark.parametrize(
    ("settings", "ms"),
    [
        ({"clock": "fast"}, 30_000),
        ({"clock": "custom", "bank": 600, "increment": 0}, 60_000),
        ({"clock": "custom", "bank": 3600, "increment": 0}, 120_000),
        ({"clock": "untimed"}, 30_000),
        ({"clock": "days"}, None),
    ],
)
async def test_grace_grows_with_the_clock(worker: Worker, settings: dict[str, Any], ms: int | None) -> None:
    table = await worker.create("ann", **settings)
    assert grace((await worker.rooms.get(table)).looks.state) == ms
