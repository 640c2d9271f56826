"""Who asks."""

from __future__ import annotations

from typing import Literal

import msgspec


class Actor(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who submits a command: a person (by user), a bot or stand-in (by seat), the timer, or the server itself."""

    kind: Literal["person", "bot", "timer", "server"]
    user: str = ""
    seat: int = -1


TIMER = Actor("timer")
SERVER = Actor("server")
