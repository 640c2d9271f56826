"""No unexpected log line passes here."""

from __future__ import annotations

from tests.quiet import *  # noqa: F403
