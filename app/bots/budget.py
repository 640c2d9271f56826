"""How much time a bot gets: all of what is set while nobody else waits, less and less the longer the queue is."""

from __future__ import annotations

from typing import Final

LEAST: Final = 5
"""ms of one core that every question gets."""
TOGETHER: Final = 1000
"""ms in which a queue is answered, however long it is, but for the LEAST that each of its questions gets anyway."""


ALONE: Final = 2000
"""ms by the clock that a question takes at most while nobody waits."""
_OVERHEAD: Final = 10
"""ms that a question costs besides thinking."""
_SLOWEST: Final = 25.0
"""A process that had to be started first says nothing of the next answers."""
_KEPT: Final = 0.8
"""How much of what was known of the pace counts beside the latest answer."""


def share(full: int, waiting: int, processes: int, pace: float = 1.0) -> int:
    """ms of one core for a question that is taken up while `waiting` others still wait for a process. `pace`:
    ms by the clock that each of them takes, more than 1 where the machine has other things to do.

    The k-th from the end of a queue gets full / (1 + k/a)^2, a = TOGETHER * processes / full. All of them together come
    to less than full + full * a ms, which `processes` cores work off in TOGETHER and one full thought more: the last of
    50 questions waits for about one second, and so does that of 500 plus LEAST for each. With a linear rule it would be
    TOGETHER times the logarithm of the queue.
    """
    most = min(full, ALONE / pace)
    crowd = 1 + waiting * most * pace / (TOGETHER * processes)
    return max(LEAST, int(most / crowd**2))


def paced(pace: float, budget: int, took: float) -> float:
    """The pace after one more answer: `budget` ms took `took` by the clock. Bots may be quicker than they need be."""
    return _KEPT * pace + (1 - _KEPT) * min(_SLOWEST, max(1.0, (took - _OVERHEAD) / budget))
