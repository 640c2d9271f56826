"""Does the process live, and may it be sent players?"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse

from app.db.sessions import DatabaseUnavailable
from app.live.contracts import StoreUnavailable
from app.services import Services

MOST_SKEW: Final = 500
"""How far this machine's clock may be off the store's, ms: deadlines are told by both."""
_PATIENCE: Final = 2.0
"""Seconds that a store may take to answer."""


async def healthz(_request: Request) -> JSONResponse:
    """GET /healthz."""
    return JSONResponse({"ok": True})


async def readyz(request: Request) -> JSONResponse:
    """GET /readyz: 503 with the reasons while something is missing."""
    services: Services = request.app.state.services
    live, database, clock = await asyncio.gather(
        _answers(services.live.ping()), _answers(services.db.ping()), _agrees(services)
    )
    checks = {"live": live, "database": database, "clock": clock}
    ready = all(value == "ok" for value in checks.values())
    return JSONResponse({"ready": ready, "checks": checks}, 200 if ready else 503)


async def _answers(ping: Awaitable[None]) -> str:
    try:
        await asyncio.wait_for(ping, _PATIENCE)
    except (StoreUnavailable, DatabaseUnavailable, TimeoutError):
        return "silent"
    return "ok"


async def _agrees(services: Services) -> str:
    try:
        skew = await asyncio.wait_for(services.live.clock.skew(), _PATIENCE)
    except (StoreUnavailable, TimeoutError):
        return "silent"
    return "ok" if abs(skew) <= MOST_SKEW else "skewed"
