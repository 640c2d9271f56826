"""How often somebody may do something: token buckets in this process."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from app import errors
from app.engine.basics import Refusal

_MOST_KEYS = 10_000


class Limit:
    """Each key may do `per_minute` things at once and as many in every minute; 0 for no limit."""

    def __init__(self, per_minute: int, now: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._now = now
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> None:
        """One thing by `key`. Raises Refusal `bad.rate` with the `seconds` to wait."""
        if not self._per_minute:
            return
        now, rate = self._now(), self._per_minute / 60
        left, at = self._buckets.pop(key, (float(self._per_minute), now))
        left = min(float(self._per_minute), left + (now - at) * rate)
        # put back at the end: the first in the dict are those not seen for longest
        self._buckets[key] = (max(0.0, left - 1) if left >= 1 else left, now)
        if len(self._buckets) > _MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]
        if left < 1:
            raise Refusal(errors.RATE, seconds=math.ceil((1 - left) / rate))
