"""Token buckets."""

from __future__ import annotations

import pytest

from app.engine.basics import Refusal
from app.tables import limits
from app.tables.limits import Limit


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_as_many_at_once_as_in_a_minute_and_then_evenly() -> None:
    clock = Clock()
    limit = Limit(6, clock)
    for _ in range(6):
        limit.take("a")
    with pytest.raises(Refusal) as caught:
        limit.take("a")
    assert (caught.value.code, dict(caught.value.params)) == ("bad.rate", {"seconds": 10})
    limit.take("b")
    clock.now += 10
    limit.take("a")
    with pytest.raises(Refusal):
        limit.take("a")


def test_a_refused_try_costs_nothing() -> None:
    clock = Clock()
    limit = Limit(1, clock)
    limit.take("a")
    for _ in range(59):
        clock.now += 1
        with pytest.raises(Refusal):
            limit.take("a")
    clock.now += 1
    limit.take("a")


def test_none() -> None:
    limit = Limit(0)
    for _ in range(1000):
        limit.take("a")


def test_strangers_without_number_take_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MOST_KEYS", 5)
    limit = Limit(6)
    for n in range(100):
        limit.take(str(n))
    assert len(limit._buckets) == 5
