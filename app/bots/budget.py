"""How much time a bot gets: all of what is set while nobody else waits, less and less the longer the queue is."""

from __future__ import annotations

from typing import Final

LEAST: Final = 5
"""ms of one core that every question gets."""
TOGETHER: Final = 1000
"""ms in which a queue is answered, however long it is, but for the LEAST that each of its questions gets anyway."""


def share(full: int, waiting: int, processes: int) -> int:
    """ms of one core for a question that is taken up while `waiting` others still wait for one of the processes.

    The k-th from the end of a queue gets full / (1 + k/a)^2, a = TOGETHER * processes / full. All of them together come
    to less than full + full * a ms, which `processes` cores work off in TOGETHER and one full thought more: the last of
    50 questions waits for about one second, and so does that of 500 plus LEAST for each. With a linear rule it would be
    TOGETHER times the logarithm of the queue.
    """
    crowd = 1 + waiting * full / (TOGETHER * processes)
    return max(LEAST, min(full, int(full / crowd**2)))
