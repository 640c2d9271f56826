"""Around every request: is the sender's page ours, is it short enough; headers that keep browsers careful; figures."""

from __future__ import annotations

import time
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import errors
from app.http.metrics import observe
from app.settings import Settings

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_OVER_TLS: Final = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Over plain http browsers ignore it, and complain of it in every console."""
_UNLESS_SAID: Final = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}


class Guard:
    """ASGI middleware for HTTP; sockets look after themselves."""

    def __init__(self, app: ASGIApp, settings: Settings, most_body: int) -> None:
        self._app = app
        self._settings = settings
        self._most_body = most_body
        self._headers = dict(_ALWAYS)
        if settings.secure:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, whole, began = 0, False, time.perf_counter()

        async def sending(message: Message) -> None:
            nonlocal status, whole
            whole = message["type"] == "http.response.body" and not message.get("more_body", False)
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                over_tls = _OVER_TLS if scope["scheme"] == "https" or self._settings.secure else {}
                for name, value in (self._headers | over_tls).items():
                    headers[name] = value
                for name, value in _UNLESS_SAID.items():
                    headers.setdefault(name, value)
            await send(message)

        structlog.contextvars.clear_contextvars()
        code = self._refuse(scope)
        try:
            if code is None:
                await self._app(scope, receive, sending)
            else:
                await JSONResponse(errors.body(code), errors.status(code))(scope, receive, sending)
        except Exception:
            # already answered and in the log; if the answer is half sent, only breaking off tells the reader
            if not whole:
                raise
        finally:
            observe(scope, status, time.perf_counter() - began)

    def _refuse(self, scope: Scope) -> str | None:
        """The code of a request that goes no further: too long, or sent by another site's page (the cookie is
        SameSite=Lax besides)."""
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > self._most_body:
            return errors.SIZE
        if scope["method"] in _SAFE:
            return None
        elsewhere = "origin" not in headers and headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
        if elsewhere or not self._settings.allows_origin(headers.get("origin"), headers.get("host")):
            return errors.ORIGIN
        return None
