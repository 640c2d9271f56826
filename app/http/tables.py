"""Live tables without a socket: list, make, look at, play."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from app import errors
from app.engine.basics import Refusal, View
from app.http.deps import Given, SignedIn, Visitor
from app.http.limits import Limit
from app.live.contracts import Position
from app.settings import Settings
from app.tables.listing import Listing
from app.tables.service import Person

TableId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9A-Za-z]+$")]


class NewTable(BaseModel):
    """A game, its options and the table's own, by name; what is missing has its default."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=32)
    options: dict[str, str | int | bool] = Field(default={}, max_length=64)
    table: dict[str, str | int | bool] = Field(default={}, max_length=64)


class Do(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command as on the socket (`table.do` without its table)."""

    id: str
    turn: int
    cmd: msgspec.Raw
    key: str = ""


_DO_BODY: Final = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "required": ["id", "turn", "cmd"],
                "additionalProperties": False,
                "properties": {
                    "id": {"type": "string"},
                    "turn": {"type": "integer"},
                    "cmd": {"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}}},
                    "key": {"type": "string"},
                },
            }
        }
    },
}
"""The same for OpenAPI: pydantic does not see it."""


class Lists(msgspec.Struct, frozen=True):
    """Tables that anybody may join, and the visitor's own."""

    open: list[Listing]
    mine: list[Listing]


class Seen(msgspec.Struct, frozen=True):
    """A table as the visitor may see it. Times in ms since the Unix epoch."""

    pos: Position
    public: View
    private: View
    at: int
    since: int
    now: int


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def _command(request: Request) -> Do:
    try:
        return msgspec.json.decode(await request.body(), type=Do)
    except msgspec.ValidationError as error:
        raise Refusal(errors.BODY, reason=str(error)[:200]) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refusal(errors.JSON) from error


def router(settings: Settings) -> APIRouter:
    """GET and POST /tables, GET /tables/{id}, POST /tables/{id}/commands."""
    routes = APIRouter(tags=["tables"], prefix="/tables")
    limit = Limit(settings.tables_per_minute)

    @routes.get("")
    async def tables(services: Given, visitor: Visitor) -> Response:
        """Open tables, and mine."""
        mine = await services.lobby.tables_of(visitor.id) if visitor else []
        return _json(Lists(await services.lobby.open_tables(), mine))

    @routes.post("", status_code=201)
    async def create(services: Given, user: SignedIn, wish: NewTable) -> Response:
        """Make a table: the maker sits in seat 0 and is its host."""
        limit.take(user.id)
        made = await services.tables.create(Person(user.id, user.name), wish.game, wish.options, wish.table)
        return _json(made, 201)

    @routes.get("/{table}")
    async def look(services: Given, visitor: Visitor, table: TableId, key: str = "") -> Response:
        """A table as it is now. Looking takes no seat."""
        snap = await services.tables.look(table, visitor.id if visitor else "", key)
        return _json(Seen(snap.position, snap.public, snap.private, snap.at, snap.since, services.tables.now()))

    @routes.post("/{table}/commands", openapi_extra={"requestBody": _DO_BODY})
    async def do(request: Request, services: Given, user: SignedIn, table: TableId) -> Response:
        """Do something at a table; the answer comes when it is durable."""
        wish = await _command(request)
        person = Person(user.id, user.name)
        seq = await services.tables.submit(
            table, person.actor, wish.cmd, wish.turn, wish.id, name=person.name, key=wish.key
        )
        return _json({"id": wish.id, "seq": seq})

    return routes
