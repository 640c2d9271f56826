"""The server process: uvicorn with everything that matters named, one process or several on one socket."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from typing import Final

import uvicorn
from uvicorn.config import Config
from uvicorn.supervisors import Multiprocess

from app import logs
from app.http.address import for_others
from app.http.metrics import SHARED
from app.settings import Settings
from app.ws.protocol import HARD_LIMIT

GRACE: Final = 8
"""Seconds that requests may still take at the end; sockets are told to come back at once."""


class Server(uvicorn.Server):
    """Says where it is once it can be reached."""

    def __init__(self, config: Config, settings: Settings) -> None:
        super().__init__(config)
        self._settings = settings

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        welcome(self._settings)


def welcome(settings: Settings) -> None:
    """What the person who starts the server needs, and those whom he invites."""
    print(f"Calypso Tables is at {settings.address} (Ctrl+C ends it)", flush=True)  # noqa: T201
    if others := for_others(settings, settings.port):
        print(f"{others} for others in this network", flush=True)  # noqa: T201


def configuration(settings: Settings) -> Config:
    """How uvicorn runs."""
    return Config(
        "app.main:served",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="uvloop",
        http="httptools",
        lifespan="on",
        ws="app.ws.transport:SocketProtocol",
        ws_max_size=HARD_LIMIT,
        # small frames: deflate costs more memory and time than it saves
        ws_per_message_deflate=False,
        # measures the lag of each line, and finds links that died without a word; the page pings more often by itself
        ws_ping_interval=5,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        access_log=settings.log_level == "debug",
        log_config=None,
    )


def listen(settings: Settings) -> socket.socket:
    """The socket that all workers share. Raises OSError."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    bound = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    bound.set_inheritable(True)
    return bound


def serve(settings: Settings) -> int:
    """Serve until a signal; the exit status. Raises OSError if the address cannot be used."""
    logs.configure(settings.log_level)
    bound = listen(settings)
    if settings.port == 0:
        settings = settings.model_copy(update={"port": bound.getsockname()[1]})
    config = configuration(settings)
    if settings.workers == 1:
        server = Server(config, settings)
        server.run([bound])
        return 0 if server.started else 3
    shared = tempfile.mkdtemp(prefix="calypso-metrics-")
    os.environ[SHARED] = shared
    try:
        welcome(settings)
        Multiprocess(config, [bound]).run()
    finally:
        shutil.rmtree(shared, ignore_errors=True)
    return 0
