"""How a queue of bots shares the time there is."""

from __future__ import annotations

import pytest

from app.bots.budget import ALONE, LEAST, TOGETHER, paced, share


def test_who_is_alone_gets_all_of_it() -> None:
    assert [share(full, 0, 1) for full in (5, 100, 2000)] == [5, 100, 2000]


def test_it_shrinks_with_the_queue_and_less_with_more_processes() -> None:
    assert [share(100, waiting, 1) for waiting in (0, 1, 5, 10, 20, 50, 500)] == [100, 82, 44, 25, 11, 5, 5]
    assert [share(100, waiting, 3) for waiting in (0, 1, 5, 10, 20, 50, 500)] == [100, 93, 73, 56, 36, 14, 5]


@pytest.mark.parametrize("full", [5, 20, 100, 400, 1000])
@pytest.mark.parametrize("processes", [1, 2, 7])
@pytest.mark.parametrize("queue", [1, 10, 50, 200])
def test_a_queue_is_answered_in_turn_within_the_time(full: int, processes: int, queue: int) -> None:
    """Full thoughts of all processes at the end, TOGETHER before them, and LEAST for everybody."""
    work = sum(share(full, waiting, processes) for waiting in range(queue))
    assert work / processes <= TOGETHER + full + LEAST * queue / processes


def test_fifty_bots_on_one_core_wait_for_about_a_second() -> None:
    assert sum(share(100, waiting, 1) for waiting in range(50)) < 1000


@pytest.mark.parametrize("pace", [1.5, 4.0, 25.0])
def test_on_a_busy_machine_a_queue_is_answered_as_soon(pace: float) -> None:
    by_the_clock = sum(share(100, waiting, 1, pace) * pace for waiting in range(50))
    assert by_the_clock <= TOGETHER + min(100 * pace, ALONE) + LEAST * 50 * pace
    assert share(100, 0, 1, pace) * pace <= ALONE
    assert share(2000, 0, 1, pace) * pace <= ALONE


def test_the_pace_follows_what_answers_take() -> None:
    slow = 1.0
    for _ in range(20):
        slow = paced(slow, 50, 210)
    assert 3.9 < slow <= 4.0
    for _ in range(20):
        slow = paced(slow, 50, 3)
    assert 1.0 <= slow < 1.1
