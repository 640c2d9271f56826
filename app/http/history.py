"""Finished games."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response

from app.http.deps import Given, SignedIn, Visitor
from app.tables.limits import Limit

SUGGESTIONS_PER_MINUTE: Final = 60
"""Decisions that one person may have thought over anew at once, and in every minute."""
_GZIP_FROM = 1024
GameId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9A-Za-z]+$")]
Seq = Annotated[int, Query(ge=1, le=1_000_000)]
Before = Annotated[str | None, Query(min_length=1, max_length=32, pattern="^[0-9A-Za-z]+$")]


async def _long(request: Request, body: bytes) -> Response:
    """JSON of hundreds of KB, compressed where the reader can take it."""
    headers = {"Vary": "Accept-Encoding"}
    if len(body) >= _GZIP_FROM and "gzip" in request.headers.get("accept-encoding", ""):
        body = await asyncio.to_thread(gzip.compress, body, 5, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(body, headers=headers, media_type="application/json")


def router() -> APIRouter:
    """GET /history and all that is below."""
    routes = APIRouter(tags=["history"], prefix="/history")
    limit = Limit(SUGGESTIONS_PER_MINUTE)

    @routes.get("")
    async def mine(services: Given, user: SignedIn, before: Before = None) -> Response:
        """My finished games, the latest first: a page of those after the game `before`."""
        page = await services.archive.mine(user.id, before)
        return Response(msgspec.json.encode(page), media_type="application/json")

    @routes.get("/{game}")
    async def one(services: Given, visitor: Visitor, game: GameId) -> Response:
        """A finished game; one of a private table only for those who sat there."""
        found = await services.archive.one(game, visitor.id if visitor else None)
        return Response(msgspec.json.encode(found), media_type="application/json")

    @routes.get("/{game}/review")
    async def review(request: Request, services: Given, visitor: Visitor, game: GameId) -> Response:
        """Every step of it, with open hands."""
        return await _long(request, await services.archive.review(game, visitor.id if visitor else None))

    @routes.get("/{game}/suggestion")
    async def suggestion(services: Given, user: SignedIn, game: GameId, seq: Seq) -> Response:
        """What the strongest bot would have done instead of commit `seq`, and why."""
        found = await services.suggestions.ask(game, seq, user.id, lambda: limit.take(user.id))
        return Response(msgspec.json.encode(found), media_type="application/json")

    @routes.get("/{game}/record")
    async def record(request: Request, services: Given, visitor: Visitor, game: GameId) -> Response:
        """Its record, for `python -m app replay` and `audit`."""
        response = await _long(request, await services.archive.record(game, visitor.id if visitor else None))
        response.headers["Content-Disposition"] = f'attachment; filename="{game}.json"'
        return response

    return routes
