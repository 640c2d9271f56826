"""A fixture that lets no unexpected log line pass: `from tests.quiet import *` in a folder's conftest.py."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from structlog.testing import capture_logs

__all__ = ["logged"]

SERIOUS = {"warning", "error", "critical"}


class Logged:
    """What was logged. Warnings and errors that a test does not `take` make it fail."""

    def __init__(self, entries: list[Any], caplog: pytest.LogCaptureFixture) -> None:
        self._entries = entries
        self._caplog = caplog
        self._overlooked: list[str] = []

    def take(self, event: str) -> list[dict[str, Any]]:
        """Take out the entries of this event: they were expected, and there was one at least."""
        taken = [entry for entry in self._entries if entry["event"] == event]
        assert taken, f"{event} was not logged"
        self._entries[:] = [entry for entry in self._entries if entry["event"] != event]
        return taken

    def may(self, event: str) -> None:
        """Such entries may be there."""
        self._entries[:] = [entry for entry in self._entries if entry["event"] != event]

    def overlook(self, part: str) -> None:
        """A line of the standard library's loggers with this in it may be there."""
        self._overlooked.append(part)

    @property
    def serious(self) -> list[Any]:
        lines = [entry for entry in self._entries if entry["log_level"] in SERIOUS]
        records = self._caplog.get_records("call")
        said = [record.getMessage() for record in records if record.levelno >= logging.WARNING]
        return lines + [line for line in said if not any(part in line for part in self._overlooked)]


@pytest.fixture(autouse=True)
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[Logged]:
    with capture_logs() as entries:
        log = Logged(entries, caplog)
        yield log
        assert not log.serious, log.serious
