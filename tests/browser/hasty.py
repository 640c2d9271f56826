"""The whole server with another sense of time, so that no test has to wait for it or to keep up with it.

server = HastyServer(tmp_path).start()     # who is not connected is gone after two seconds, reminders come at once
server = BriskServer(tmp_path).start()     # fast bots play at once
server = PatientServer(tmp_path).start()   # a quick table waits for people as long as they take
"""

from __future__ import annotations

import contextlib
import sys
from unittest import mock

from app.cli import main
from tests.processes import ROOT, AppServer, clean_environment
from tests.servers import leash

HASTY, BRISK, PATIENT = "--hasty", "--brisk", "--patient"
TIMES = {
    HASTY: {"app.tables.absence.GRACE": 2_000, "app.tables.hub.NUDGE_AFTER": 0},
    BRISK: {"app.engine.table.due.FAST": 5, "app.jobs.timers.POLL": 20},
    PATIENT: {"app.engine.table.due.FILL": 600_000},
}
"""ms, by what is said on the command line."""


class HastyServer(AppServer):
    """A server process in which absence is told of soon."""

    module = __name__
    arguments: tuple[str, ...] = (HASTY,)

    def launch(self) -> None:
        command = [*leash("TERM"), sys.executable, "-m", self.module, *self.arguments, "serve"]
        self.process.spawn(command, cwd=ROOT, env=clean_environment(**self.settings))


class BriskServer(HastyServer):
    """One in which bots do not even seem to think."""

    arguments = (BRISK,)


class PatientServer(HastyServer):
    """One in which bots leave free seats to people who are slow to come."""

    arguments = (PATIENT,)


def run() -> None:
    """The server in this process."""
    with contextlib.ExitStack() as patches:
        for said in {*sys.argv} & {*TIMES}:
            sys.argv.remove(said)
            for what, ms in TIMES[said].items():
                patches.enter_context(mock.patch(what, ms))
        main()


if __name__ == "__main__":
    run()
