"""docs/protocol.md names the requests and statuses that there are."""

from __future__ import annotations

import re
from pathlib import Path

from app import errors
from app.main import App
from app.settings import ROOT

HTTP = Path(ROOT / "docs" / "protocol.md").read_text().split("## HTTP", 1)[1].split("\n## ", 1)[0]


async def test_every_request_is_described(app: App) -> None:
    there = {
        (method.upper(), re.sub(r"\{\w+\}", "{id}", path.removeprefix("/api/v1")))
        for path, methods in app.openapi()["paths"].items()
        for method in methods
    }
    told = re.findall(r"^\| `(GET|POST) (/[^`?]*)[^`]*` \|", HTTP, re.M)
    assert set(told) == there


def test_every_status_is_told() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.*) \|$", HTTP, re.M)
    told = {code: int(status) for status, codes in rows for code in re.findall(r"`(bad\.\w+)`", codes)}
    assert told == errors._STATUS
