"""The whole server with less patience: who is not connected is gone after two seconds, not after half a minute, and
whoever has to play may be reminded at once.

server = HastyServer(tmp_path).start()     # else as tests.processes.AppServer
server = BriskServer(tmp_path).start()     # its fast bots play at once, too
"""

from __future__ import annotations

import contextlib
import sys
from unittest import mock

from app.cli import main
from tests.processes import ROOT, AppServer, clean_environment
from tests.servers import leash

GRACE = 2_000
"""ms."""


BRISK = "--brisk"


class HastyServer(AppServer):
    """A server process in which absence is told of soon."""

    arguments: tuple[str, ...] = ()

    def launch(self) -> None:
        command = [*leash("TERM"), sys.executable, "-m", "tests.browser.hasty", *self.arguments, "serve"]
        self.process.spawn(command, cwd=ROOT, env=clean_environment(**self.settings))


class BriskServer(HastyServer):
    """One in which bots do not even seem to think."""

    arguments = (BRISK,)


def run() -> None:
    """The server in this process."""
    with contextlib.ExitStack() as patches:
        patches.enter_context(mock.patch("app.tables.absence.GRACE", GRACE))
        patches.enter_context(mock.patch("app.tables.hub.NUDGE_AFTER", 0))
        if BRISK in sys.argv:
            sys.argv.remove(BRISK)
            patches.enter_context(mock.patch("app.engine.table.due.FAST", 5))
            patches.enter_context(mock.patch("app.jobs.timers.POLL", 20))
        main()


if __name__ == "__main__":
    run()
