"""What an operator's Prometheus reads at /metrics: of all workers together where there are several."""

from __future__ import annotations

import os
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Names the directory in which several workers put their figures together; set by the command line."""

API: Final = "/api/v1"
_REQUESTS: Final = Counter("cards_http_requests", "HTTP requests by route and status.", ["method", "route", "status"])
_SECONDS: Final = Histogram(
    "cards_http_seconds",
    "How long HTTP requests took.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)


def observe(scope: Scope, status: int, seconds: float) -> None:
    """Count a request under its route's pattern (or what answers it): addresses would be without number."""
    route = _route(scope)
    _REQUESTS.labels(scope["method"], route, status).inc()
    _SECONDS.labels(route).observe(seconds)


def _route(scope: Scope) -> str:
    if "route" in scope:
        return API + str(scope["route"].path)  # routers tell the part after their prefix
    return str(getattr(scope.get("endpoint"), "__name__", "none"))


async def metrics(_request: Request) -> Response:
    """GET /metrics."""
    registry = REGISTRY
    if SHARED in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST})
