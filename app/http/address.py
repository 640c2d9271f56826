"""Where others reach this server: what links and QR codes are built on."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final

from fastapi import APIRouter, Request
from pydantic import BaseModel

from app.settings import Settings

_FAR: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses kept for documentation: nobody has them, but the way there is the way out of this machine."""

_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{1,5})?", re.ASCII | re.IGNORECASE)
"""A Host header that can be part of a link."""


class Address(BaseModel):
    """An origin as browsers write it, without a slash at the end."""

    url: str


def network_address(host: str) -> str | None:
    """This machine's own address in its network, of the family of `host`; None without a network.

    Nothing is sent: a datagram socket that is told its partner only looks up which way it would go.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_FAR[family], 9))
            found = ipaddress.ip_address(probe.getsockname()[0].partition("%")[0])
    except OSError:
        return None
    # a link-local IPv6 address needs the name of an interface, which is another one on every machine
    useless = found.is_loopback or found.is_unspecified or (found.version == 6 and found.is_link_local)
    return None if useless else str(found)


def for_others(settings: Settings, port: int) -> str | None:
    """The address for others in this network; None if there is none, or no need of it."""
    if settings.public_url is not None or not settings.everywhere:
        return None
    found = network_address(settings.host)
    if found is None:
        return None
    return f"http://[{found}]:{port}" if ":" in found else f"http://{found}:{port}"


def _only_here(host: str) -> bool:
    """Whether a Host header means another machine on every machine."""
    found = _HOST.fullmatch(host)
    name = (found[1] or found[2]).lower() if found else ""
    try:
        itself = ipaddress.ip_address(name)
        return itself.is_loopback or itself.is_unspecified
    except ValueError:
        return name in ("", "localhost") or name.endswith(".localhost")


def router(settings: Settings) -> APIRouter:
    """GET /address."""
    routes = APIRouter(tags=["address"])

    @routes.get("/address")
    async def address(request: Request) -> Address:
        """Where others reach this server.

        That is the public URL; else the name the page was opened by, unless it means another machine on every machine
        (localhost) and this machine has an address in its network that is listened on.
        """
        if settings.public_url is not None:
            return Address(url=settings.public_url)
        host, port = request.headers.get("host", ""), (request.scope.get("server") or ("", settings.port))[1]
        others = for_others(settings, port) if _only_here(host) else None
        own = f"{request.url.scheme}://{host}" if _HOST.fullmatch(host) else settings.address
        return Address(url=others or own)

    return routes
