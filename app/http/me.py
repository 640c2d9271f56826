"""The visitor himself."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from app.accounts.service import HANDOFF_MS, SESSION_MS, User
from app.http.deps import Given, SignedIn, Visitor
from app.settings import Settings
from app.tables.limits import Limit


class Wish(BaseModel):
    """How somebody wants to be called and addressed."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=400)
    lang: str = Field(default="en", max_length=16)


class Me(BaseModel):
    """The owner of a session."""

    id: str
    name: str
    lang: str


class Whoami(BaseModel):
    """Answer to both; null without a session."""

    user: Me | None


class Handoff(BaseModel):
    """What brings the visitor to another browser, once."""

    code: str
    seconds: int


class Awaited(BaseModel):
    """Whether that has still to happen."""

    open: bool


class Code(BaseModel):
    """The same, as it comes back. Never in an address: those are logged."""

    model_config = ConfigDict(extra="forbid")

    code: str = Field(max_length=64)


class Handed(BaseModel):
    """Whom a code brings, and how long yet."""

    user: Me
    seconds: int


def _me(user: User) -> Me:
    return Me(id=user.id, name=user.name, lang=user.lang)


def _told(user: User | None) -> Whoami:
    return Whoami(user=None if user is None else _me(user))


def give(response: Response, token: str, settings: Settings) -> None:
    """Put a session's token into the browser."""
    response.set_cookie(
        settings.cookie,
        token,
        max_age=SESSION_MS // 1000,
        path="/",
        httponly=True,
        samesite="lax",
        secure=settings.secure,
    )


def router(settings: Settings) -> APIRouter:
    """GET /me, POST /session; /session/handoff, POST /session/handoff/look and /session/claim."""
    routes = APIRouter(tags=["me"])
    _handoffs(routes, settings)
    limit = Limit(settings.sessions_per_minute)

    @routes.get("/me")
    async def me(request: Request, response: Response, services: Given, visitor: Visitor) -> Whoami:
        """Who am I? Renews the cookie of a session that is getting old."""
        token = request.cookies.get(settings.cookie)
        if visitor is not None and token and await services.accounts.renew(token):
            give(response, token, settings)
        return _told(visitor)

    @routes.post("/session", status_code=201, responses={200: {"model": Whoami}})
    async def session(request: Request, response: Response, services: Given, visitor: Visitor, wish: Wish) -> Whoami:
        """Pick a name, or another one."""
        if visitor is not None:
            limit.take(visitor.id)
            response.status_code = 200
            return _told(await services.accounts.rename(visitor, wish.name, wish.lang))
        limit.take(request.client.host if request.client else "")
        user, token = await services.accounts.welcome(wish.name, wish.lang)
        give(response, token, settings)
        return _told(user)

    return routes


def _handoffs(routes: APIRouter, settings: Settings) -> None:
    """Going on in another browser: the one makes a code, the other looks whom it brings and claims it."""
    limit = Limit(settings.sessions_per_minute)

    @routes.post("/session/handoff", status_code=201)
    async def handoff(services: Given, user: SignedIn) -> Handoff:
        """A code for another browser; the one before is void."""
        limit.take(user.id)
        return Handoff(code=await services.accounts.hand_off(user), seconds=HANDOFF_MS // 1000)

    @routes.get("/session/handoff")
    async def awaited(services: Given, user: SignedIn) -> Awaited:
        """Has my code still to be used? For the page that shows it."""
        return Awaited(open=await services.accounts.awaited(user))

    @routes.post("/session/handoff/look")
    async def look(request: Request, services: Given, wish: Code) -> Handed:
        """Whom does a code bring? It takes nothing."""
        limit.take(request.client.host if request.client else "")
        user, left = await services.accounts.handed(wish.code)
        return Handed(user=_me(user), seconds=left // 1000)

    @routes.post("/session/claim")
    async def claim(request: Request, response: Response, services: Given, wish: Code) -> Whoami:
        """Be whom a code brings; the session that this browser had before ends."""
        limit.take(request.client.host if request.client else "")
        user, token = await services.accounts.claim(wish.code, request.cookies.get(settings.cookie))
        give(response, token, settings)
        return _told(user)
