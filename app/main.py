"""The ASGI application: HTTP, the socket, the browser's files."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from app import logs
from app.bootstrap import CannotStart, running
from app.db.sessions import DatabaseUnavailable
from app.games.catalogue import CATALOGUE, Catalogue
from app.http import address, failures, games, health, history, me, metrics, tables
from app.http.assets import Assets
from app.http.guard import Guard
from app.http.metrics import API
from app.http.pages import Pages
from app.live.contracts import StoreUnavailable
from app.services import Services
from app.settings import ROOT, Settings, SettingsError, load
from app.tables.service import Person
from app.ws.endpoint import Door

MOST_BODY: Final = 64 * 1024
"""Bytes of a request's body."""


class App(FastAPI):
    """FastAPI within the guard. A failure to start is told in one plain line, as bad settings are."""

    def __init__(self, settings: Settings, **options: Any) -> None:
        super().__init__(**options)
        self._guarded = Guard(super().__call__, settings, MOST_BODY)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def brief(message: Message) -> None:
            if message["type"] == "lifespan.startup.failed" and (why := getattr(self.state, "why", None)):
                print(why, file=sys.stderr)  # noqa: T201
                message = {**message, "message": ""}
            await send(message)

        await self._guarded(scope, receive, brief if scope["type"] == "lifespan" else send)


def create_app(settings: Settings, assets: Assets | None = None, catalogue: Catalogue = CATALOGUE) -> App:
    """The application; its lifespan opens and closes the services."""
    assets = assets or Assets(ROOT / "static")

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            async with running(settings, catalogue) as services, _door(services, assets.build) as door:
                app.state.services, app.state.door = services, door
                yield
        except CannotStart as error:
            app.state.why = str(error)
            raise

    app = App(
        settings,
        title="Calypso Tables",
        lifespan=lifespan,
        max_body_size=MOST_BODY,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        responses={400: {"description": "The body is not JSON."}},
    )
    failures.install(app)
    for router in (
        me.router(settings),
        address.router(settings),
        games.router(),
        tables.router(settings),
        history.router(),
    ):
        _described(router)
        app.include_router(router, prefix=API)
    for path, endpoint in {"/healthz": health.healthz, "/readyz": health.readyz, "/metrics": metrics.metrics}.items():
        app.router.routes.append(Route(path, endpoint))
    app.router.routes.append(WebSocketRoute("/ws", _socket))
    app.router.routes.extend(Pages(assets).routes())
    return app


def _described(router: APIRouter) -> None:
    """Each operation is summed up by the first sentence of its function, not by its name."""
    for route in router.routes:
        if isinstance(route, APIRoute):
            route.summary = (route.endpoint.__doc__ or "").partition("\n")[0]


def served() -> App:
    """What the server process runs: settings from the environment, logs set up."""
    try:
        settings = load()
        logs.configure(settings.log_level)
        if settings.workers > 1:
            threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
        return create_app(settings)
    except (SettingsError, FileNotFoundError) as error:
        raise SystemExit(str(error)) from None


def _end_with(parent: int) -> None:
    """A worker whose parent was killed outright would hold the port for ever."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


async def _socket(socket: WebSocket) -> None:
    door: Door = socket.app.state.door
    await door.serve(socket)


@asynccontextmanager
async def _door(services: Services, build: str) -> AsyncIterator[Door]:
    settings = services.settings

    async def identify(connection: HTTPConnection) -> Person | None:
        try:
            user = await services.accounts.identify(connection.cookies.get(settings.cookie))
        except DatabaseUnavailable as error:
            raise StoreUnavailable(str(error)) from error  # to a socket they are the same: come back soon
        return None if user is None else Person(user.id, user.name)

    def allowed(connection: HTTPConnection) -> bool:
        return settings.allows_origin(connection.headers.get("origin"), connection.headers.get("host"))

    door = Door(services.tables, services.hub, services.lobby, identify, allowed, build)
    sweep = asyncio.create_task(door.sweep())
    try:
        yield door
    finally:
        door.shut()
        sweep.cancel()
        await asyncio.gather(sweep, return_exceptions=True)
