"""The whole server with less patience: who is not connected is gone after two seconds, not after half a minute, and
whoever has to play may be reminded at once.

server = HastyServer(tmp_path).start()     # else as tests.processes.AppServer
"""

from __future__ import annotations

import sys
from unittest import mock

from app.cli import main
from tests.processes import ROOT, AppServer, clean_environment
from tests.servers import leash

GRACE = 2_000
"""ms."""


class HastyServer(AppServer):
    """A server process in which absence is told of soon."""

    def launch(self) -> None:
        command = [*leash("TERM"), sys.executable, "-m", "tests.browser.hasty", "serve"]
        self.process.spawn(command, cwd=ROOT, env=clean_environment(**self.settings))


if __name__ == "__main__":
    with mock.patch("app.tables.absence.GRACE", GRACE), mock.patch("app.tables.hub.NUDGE_AFTER", 0):
        main()
