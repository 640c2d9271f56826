"""What can be played, and with which options: the form of a new table is drawn from it."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter, Response

from app.engine.options import OptionSet
from app.engine.table.settings import SETTINGS
from app.games.catalogue import Catalogue
from app.http.deps import Given


def _options(options: OptionSet) -> dict[str, Any]:
    return {"presets": {}, **msgspec.to_builtins(options)}


def told(catalogue: Catalogue) -> bytes:
    """The catalogue in JSON."""
    return msgspec.json.encode(
        {
            "games": [
                {
                    "key": game.key,
                    "options": _options(game.options),
                    "levels": list(game.levels),
                    "standin": game.standin,
                }
                for game in catalogue.games()
            ],
            "table": _options(SETTINGS),
        }
    )


def router() -> APIRouter:
    """GET /games."""
    routes = APIRouter(tags=["games"])

    @routes.get("/games")
    async def games(services: Given) -> Response:
        """All games with their options and levels of bots, and the table's own options."""
        return Response(told(services.catalogue), media_type="application/json")

    return routes
