"""Exceptions as answers: a code with parameters, and its status."""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from app import errors, logs
from app.db.sessions import DatabaseUnavailable
from app.engine.basics import Refusal
from app.live.contracts import StoreUnavailable

_LOG = logs.logger(__name__)
_BY_STATUS = {400: errors.JSON, 404: errors.PATH, 405: errors.METHOD, 413: errors.SIZE}


class Ascii(JSONResponse):
    """JSON of whatever somebody has sent: half a surrogate pair has no UTF-8."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, separators=(",", ":")).encode()


def answer(code: str, params: dict[str, str | int | bool] | None = None) -> JSONResponse:
    """The answer that a code gives."""
    response = Ascii(errors.body(code, params), errors.status(code))
    if code == errors.RATE and params:
        response.headers["Retry-After"] = str(params["seconds"])
    return response


async def _refused(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refusal)  # noqa: S101 - as registered below
    return answer(error.code, dict(error.params))


async def _unavailable(request: Request, error: Exception) -> JSONResponse:
    _LOG.warning("store.unavailable", path=request.url.path, error=str(error))
    return answer(errors.DOWN)


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - as registered below
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return answer(errors.JSON)
    field = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    return answer(errors.BODY, {"field": field[:100]})


async def _http(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - as registered below
    response = answer(_BY_STATUS.get(error.status_code, "bad.request"))
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response


async def _gone(_request: Request, _error: Exception) -> Response:
    """Who hung up in the middle of his request reads no answer; the status is for the figures, and the framework's."""
    return Response(status_code=400)


async def _fault(request: Request, error: Exception) -> JSONResponse:
    incident = logs.incident(__name__, error, method=request.method, path=request.url.path)
    return answer(errors.INTERNAL, {"incident": incident})


def install(app: FastAPI) -> None:
    """Let the app answer so. Whatever else is raised is a fault and gets an incident id."""
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(StoreUnavailable, _unavailable)
    app.add_exception_handler(DatabaseUnavailable, _unavailable)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _fault)
