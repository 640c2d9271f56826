"""Live tables without a socket: list, make, look at, play."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from app import errors
from app.accounts.service import User
from app.engine.basics import Refusal, View
from app.http.deps import Given, SignedIn, Visitor
from app.live.contracts import Position
from app.services import Services
from app.settings import Settings
from app.tables.limits import Limit
from app.tables.listing import Listing
from app.tables.quick import practise, quick
from app.tables.rematch import rematch
from app.tables.service import Created, Person, table_of

INVITES_PER_MINUTE: Final = 60
"""How often one host may ask for a table's keys in a minute."""

TableId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9A-Za-z]+$")]


GameKey = Annotated[str, Field(max_length=32)]
Values = Annotated[dict[str, str | int | bool], Field(max_length=64)]
Nonce = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{8,64}$")]
"""Made by the page for one wish: sent again, it is the same wish."""


class NewTable(BaseModel):
    """A game, its options and the table's own, by name; what is missing has its default."""

    model_config = ConfigDict(extra="forbid")

    id: Nonce | None = None
    game: GameKey
    options: Values = {}
    table: Values = {}


class NewPractice(BaseModel):
    """A game and its options."""

    model_config = ConfigDict(extra="forbid")

    id: Nonce | None = None
    game: GameKey
    options: Values = {}


class QuickGame(BaseModel):
    """A game, and settings that its table has to have."""

    model_config = ConfigDict(extra="forbid")

    game: GameKey
    table: Values = {}


class Again(BaseModel):
    """Whether partners change."""

    model_config = ConfigDict(extra="forbid")

    rotate: bool = False


class Do(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command as on the socket (`table.do` without its table)."""

    id: str
    turn: Annotated[int, msgspec.Meta(ge=-(1 << 63), le=(1 << 63) - 1)]
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


async def _archived(services: Services, user: User, nonce: str | None) -> Created | None:
    """The table that was made by a nonce so long ago that its game lies in the archive."""
    table = table_of(user.id, nonce or "")
    return Created(table) if nonce and await services.archive.holds(table) else None


def router(settings: Settings) -> APIRouter:
    """GET and POST /tables, and all that is below; POST /quick, /practice."""
    routes = APIRouter(tags=["tables"])
    # whatever may open a table
    limit = Limit(settings.tables_per_minute)
    _tables(routes, limit)
    _games(routes, limit)
    return routes


def _tables(routes: APIRouter, limit: Limit) -> None:
    told = Limit(INVITES_PER_MINUTE)

    @routes.get("/tables")
    async def tables(services: Given, visitor: Visitor) -> Response:
        """Open tables, and mine."""
        mine = await services.lobby.tables_of(visitor.id) if visitor else []
        return _json(Lists(await services.lobby.open_tables(), mine))

    @routes.post("/tables", status_code=201)
    async def create(services: Given, user: SignedIn, wish: NewTable) -> Response:
        """Make a table: the maker sits in seat 0 and is its host. The same again by the same `id`."""
        limit.take(user.id)
        made = await _archived(services, user, wish.id) or await services.tables.create(
            Person(user.id, user.name), wish.game, wish.options, wish.table, nonce=wish.id or ""
        )
        return _json(made, 201)

    @routes.get("/tables/{table}")
    async def look(services: Given, visitor: Visitor, table: TableId, key: str = "") -> Response:
        """A table as it is now. Looking takes no seat."""
        snap = await services.tables.look(table, visitor.id if visitor else "", key)
        return _json(Seen(snap.position, snap.public, snap.private, snap.at, snap.since, services.tables.now()))

    @routes.get("/tables/{table}/invites")
    async def invites(services: Given, user: SignedIn, table: TableId) -> Response:
        """For the host: the keys that links to the table, and to seats that are kept for somebody, carry."""
        told.take(user.id)
        return _json(await services.tables.invitations(table, user.id))

    @routes.post("/tables/{table}/commands", openapi_extra={"requestBody": _DO_BODY})
    async def do(request: Request, services: Given, user: SignedIn, table: TableId) -> Response:
        """Do something at a table; the answer comes when it is durable."""
        wish = await _command(request)
        person = Person(user.id, user.name)
        seq = await services.tables.submit(
            table, person.actor, wish.cmd, wish.turn, wish.id, name=person.name, key=wish.key
        )
        return _json({"id": wish.id, "seq": seq})

    @routes.post("/tables/{table}/hint")
    async def hint(services: Given, user: SignedIn, table: TableId) -> Response:
        """What the strongest bot would do in my place, and why."""
        return _json(await services.hints.ask(table, user.id))


def _games(routes: APIRouter, limit: Limit) -> None:
    """The short ways to a game."""

    @routes.post("/quick")
    async def play(services: Given, user: SignedIn, wish: QuickGame) -> Response:
        """Play now: a seat at a table of others, a bot's seat at its next pause, or a new table."""
        limit.take(user.id)
        person = Person(user.id, user.name)
        return _json(await quick(services.tables, services.lobby, person, wish.game, wish.table))

    @routes.post("/practice", status_code=201)
    async def practice(services: Given, user: SignedIn, wish: NewPractice) -> Response:
        """A game against bots alone, which has begun. The same again by the same `id`."""
        limit.take(user.id)
        person = Person(user.id, user.name)
        made = await _archived(services, user, wish.id) or await practise(
            services.tables, person, wish.game, wish.options, wish.id or ""
        )
        return _json(made, 201)

    @routes.post("/tables/{table}/rematch")
    async def again(services: Given, user: SignedIn, table: TableId, wish: Again) -> Response:
        """The next table of those who have finished a game at this one; the same for everybody who asks."""
        limit.take(user.id)
        person = Person(user.id, user.name)
        return _json({"id": await rematch(services.tables, table, person, wish.rotate)})
