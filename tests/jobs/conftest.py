"""The workers of tests/tables, for what runs without being asked."""

from __future__ import annotations

from tests.live.conftest import place
from tests.quiet import *  # noqa: F403
from tests.tables.conftest import clock, faults, make_worker, other, pytest_collection_modifyitems, worker

__all__ = ["clock", "faults", "make_worker", "other", "place", "pytest_collection_modifyitems", "worker"]
