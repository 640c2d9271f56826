"""The page at its addresses, its files, and what there is at all other addresses. Looking never changes anything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app import errors
from app.http.assets import Asset, Assets

ADDRESSES: Final = {
    "/": "pages/start.js",
    "/new": "pages/new.js",
    "/learn": "pages/learn.js",
    "/learn/{id}": "pages/learn.js",
    "/t/{id}": "pages/table.js",
    "/history": "pages/history.js",
    "/game/{id}": "pages/game.js",
    "/go": "pages/go.js",
}
"""Addresses that the page knows. It finds out by itself what to show there; the module is only hinted at."""
_YEAR: Final = "public, max-age=31536000, immutable"
_ASK: Final = "no-cache"


class Pages:
    """Serves `assets`."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets

    def routes(self) -> list[Route]:
        """To be added after all others: the last takes every address. Starlette answers HEAD beside GET."""
        return [
            *(Route(address, self._shows(module)) for address, module in ADDRESSES.items()),
            Route("/static/{build}/{path:path}", self.file),
            Route("/favicon.ico", self.icon),
            Route("/{path:path}", self.nothing),
        ]

    async def file(self, request: Request) -> Response:
        """A file of this build for ever, of another build (an old page, another worker) as it is now."""
        asset = self._assets.get(request.path_params["path"])
        if asset is None:
            return Response(status_code=404)
        current = request.path_params["build"] == self._assets.build
        return _send(request, asset, cache=_YEAR if current else _ASK)

    async def icon(self, request: Request) -> Response:
        """Where browsers look unasked."""
        asset = self._assets.get("favicon.ico")
        return _send(request, asset, cache=_ASK) if asset else Response(status_code=204)

    async def nothing(self, request: Request) -> Response:
        """404: as JSON where programs ask, else in the page's clothes."""
        if request.url.path.startswith("/api/"):
            return JSONResponse(errors.body(errors.PATH), errors.status(errors.PATH))
        return self._start(request, self._assets.page, 404)

    def _shows(self, module: str) -> Callable[[Request], Awaitable[Response]]:
        asset = self._assets.page_with(module)

        async def page(request: Request) -> Response:
            """The page, always asked for anew: it names the build of everything else."""
            return self._start(request, asset)

        return page

    def _start(self, request: Request, asset: Asset, status: int = 200) -> Response:
        response = _send(request, asset, cache=_ASK, status=status)
        response.headers["Content-Security-Policy"] = self._assets.policy
        return response


def _send(request: Request, asset: Asset, *, cache: str, status: int = 200) -> Response:
    headers = {"Cache-Control": cache, "ETag": asset.etag, "Vary": "Accept-Encoding"}
    if status == 200 and asset.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = asset.body
    if asset.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.zipped
        headers["Content-Encoding"] = "gzip"
    return Response(body, status, headers, media_type=asset.type)
