"""Around every request: is the sender's page ours, headers that keep browsers careful, faults with an incident id."""

from __future__ import annotations

import time
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import errors, logs
from app.http.metrics import observe
from app.settings import Settings

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_UNLESS_SAID: Final = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
_LOG: Final = logs.logger(__name__)


class Guard:
    """ASGI middleware for HTTP; sockets look after themselves."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._headers = dict(_ALWAYS)
        if settings.secure:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, began = 0, time.perf_counter()

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
                for name, value in _UNLESS_SAID.items():
                    headers.setdefault(name, value)
            await send(message)

        structlog.contextvars.clear_contextvars()
        try:
            if self._foreign(scope):
                refusal = JSONResponse(errors.body(errors.ORIGIN), errors.status(errors.ORIGIN))
                await refusal(scope, receive, sending)
            else:
                await self._app(scope, receive, sending)
        except Exception as error:
            incident = logs.incident(__name__, error, method=scope["method"], path=scope["path"])
            if status:
                raise  # the answer is half sent: only breaking off tells the reader
            answer = JSONResponse(errors.body(errors.INTERNAL, {"incident": incident}), errors.status(errors.INTERNAL))
            await answer(scope, receive, sending)
        finally:
            took = time.perf_counter() - began
            observe(scope, status, took)
            _LOG.debug("request", method=scope["method"], path=scope["path"], status=status, ms=round(took * 1000, 1))

    def _foreign(self, scope: Scope) -> bool:
        """Whether another site's page makes the browser send this (the cookie is SameSite=Lax besides)."""
        if scope["method"] in _SAFE:
            return False
        headers = Headers(scope=scope)
        if "origin" not in headers and headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return True
        return not self._settings.allows_origin(headers.get("origin"), headers.get("host"))
