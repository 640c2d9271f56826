"""The server with the busy game among its games; else as `python -m app serve`."""

from __future__ import annotations

import sys

from uvicorn.config import Config

from app import logs, serve
from app.games.catalogue import Catalogue
from app.main import App, create_app
from app.settings import Settings, load


def served() -> App:
    """app.main.served with another catalogue."""
    settings = load()
    logs.configure(settings.log_level)
    return create_app(settings, catalogue=Catalogue(("app.games", "bench.games")))


def main() -> int:
    """app.cli serve with another application."""
    usual = serve.configuration

    def configuration(settings: Settings) -> Config:
        config = usual(settings)
        config.app = "bench.busy:served"
        return config

    serve.configuration = configuration
    return serve.serve(load())


if __name__ == "__main__":
    sys.exit(main())
