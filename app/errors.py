"""The codes that answer a request that failed, the same over HTTP and WebSocket, and their HTTP status.

`bad.*` is malformed or not yours to send, `rule.*` against the rules, `stale.*` meant for a decision that has passed;
`down.*` and `error.*` are the server's own fault. Clients turn a code and its parameters into a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

SESSION: Final = "bad.session"
"""No session: pick a name first."""
ORIGIN: Final = "bad.origin"
"""The page that sent this is not ours."""
KICKED: Final = "bad.kicked"
"""The host has shown him out."""
TABLE: Final = "bad.table"
"""There is no such table (any more)."""
GAME: Final = "bad.game"
"""There is no such finished game, or no game of that name."""
HANDOFF: Final = "bad.handoff"
"""The code that brings somebody to another browser has been used, or is too old."""
PATH: Final = "bad.path"
"""Nothing lies at this address."""
METHOD: Final = "bad.method"
"""The address does not take this method."""
JSON: Final = "bad.json"
"""Not JSON."""
BODY: Final = "bad.body"
"""JSON, but not what is asked for; `field` says where."""
SIZE: Final = "bad.size"
"""Too long."""
RATE: Final = "bad.rate"
"""Too often; `seconds` says when to try again."""
DOWN: Final = "down.store"
"""A store does not answer; whether something has changed is not known."""
BOTS: Final = "down.bots"
"""The bots do not answer; nothing has changed."""
INTERNAL: Final = "error.internal"
"""A fault of the server; `incident` finds it in the log."""

_STATUS: Final[Mapping[str, int]] = {
    SESSION: 401,
    ORIGIN: 403,
    KICKED: 403,
    "bad.not_host": 403,
    "bad.not_seated": 403,
    TABLE: 404,
    GAME: 404,
    HANDOFF: 404,
    PATH: 404,
    METHOD: 405,
    SIZE: 413,
    BODY: 422,
    RATE: 429,
    "bad.version": 503,
}
_STATUS_BY_KIND: Final[Mapping[str, int]] = {"bad": 400, "rule": 409, "stale": 409, "down": 503, "error": 500}


def status(code: str) -> int:
    """The HTTP status of a code."""
    return _STATUS.get(code) or _STATUS_BY_KIND.get(code.partition(".")[0], 400)


def body(code: str, params: Mapping[str, str | int | bool] | None = None) -> dict[str, Any]:
    """The JSON body of an error."""
    return {"code": code, "params": dict(params or {})}
