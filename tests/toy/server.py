"""The whole server with the toy among its games, for tests that want a real one.

server = ToyServer(tmp_path).start()     # else as tests.processes.AppServer
"""

from __future__ import annotations

import sys

from uvicorn.config import Config

from app import logs, serve
from app.main import App, create_app
from app.settings import Settings, load
from tests.processes import ROOT, AppServer, clean_environment
from tests.servers import leash
from tests.toy import catalogue


class ToyServer(AppServer):
    """A server process that knows one game more."""

    def launch(self) -> None:
        command = [*leash("TERM"), sys.executable, "-m", "tests.toy.server"]
        self.process.spawn(command, cwd=ROOT, env=clean_environment(**self.settings))


def served() -> App:
    """app.main.served with another catalogue."""
    settings = load()
    logs.configure(settings.log_level)
    return create_app(settings, catalogue=catalogue())


def main() -> int:
    """app.cli serve with another application."""
    usual = serve.configuration

    def configuration(settings: Settings) -> Config:
        config = usual(settings)
        config.app = "tests.toy.server:served"
        return config

    serve.configuration = configuration
    return serve.serve(load())


if __name__ == "__main__":
    sys.exit(main())
