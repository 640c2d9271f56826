"""The workers of tests/tables, for what runs without being asked."""

from __future__ import annotations

from tests.live.conftest import place
from tests.quiet import *  # noqa: F403
from tests.tables.conftest import (
    clock,
    faults,
    lot,
    make_worker,
    other,
    parking_lot,
    pytest_collection_modifyitems,
    worker,
)

__all__ = [
    "clock",
    "faults",
    "lot",
    "make_worker",
    "other",
    "parking_lot",
    "place",
    "pytest_collection_modifyitems",
    "worker",
]
