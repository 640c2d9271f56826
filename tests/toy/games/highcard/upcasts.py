"""Logs of older rules numbers in today's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def from_1(commit: dict[str, Any]) -> dict[str, Any]:
    """Nobody was hurried, and the stock was called `rest`."""
    for event in commit["events"]:
        if event["type"] == "opened":
            event["options"].setdefault("hurry", "off")
        if event["type"] == "dealt" and "rest" in event:
            event["stock"] = event.pop("rest")
    return commit


UPCASTS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: from_1}
