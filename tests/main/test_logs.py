"""Log lines: JSON for machines, plain for people, nothing that should not be there."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from app.settings import ROOT

SCRIPT = """
import logging, sys
from app import logs
logs.configure(sys.argv[1], json=sys.argv[2] == "json")
logs.logger("app.test").info("game.archived", table="T1", commits=3)
logs.logger("app.test").debug("detail")
logging.getLogger("uvicorn.error").info("Waiting for application startup.")
logging.getLogger("uvicorn.error").debug("< cookie: session=s3cr3t-token")
logging.getLogger("uvicorn.access").info('%s - "%s %s" %d', "::1", "GET", "/api/v1/tables/T1?key=s3cr3t-key", 200)
logging.getLogger("elsewhere").warning("old %s", "style")
def work(token):
    raise RuntimeError("broken")
try:
    work("s3cr3t-token")
except RuntimeError as error:
    print(logs.incident("app.test", error, path="/x"))
"""


def run(level: str, shape: str) -> tuple[str, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, level, shape], cwd=ROOT, capture_output=True, text=True, check=True, timeout=200
    )
    return done.stdout.strip(), done.stderr.splitlines()


def test_machines_get_one_json_object_a_line() -> None:
    incident, lines = run("info", "json")
    told = [json.loads(line) for line in lines]
    assert [entry["event"] for entry in told] == ["game.archived", "old style", "incident"]
    assert {"timestamp", "level", "logger", "table", "commits"} <= told[0].keys()
    assert told[2]["incident"] == incident
    assert "RuntimeError: broken" in told[2]["exception"]
    assert not any("s3cr3t" in line and "work(" not in line for line in lines)


@pytest.mark.parametrize(("level", "shown"), [("debug", True), ("info", False)])
def test_the_level_decides(level: str, shown: bool) -> None:
    _, lines = run(level, "plain")
    assert any("detail" in line for line in lines) is shown
    assert any("Waiting for application startup" in line for line in lines) is shown


def test_no_level_tells_what_requests_and_sockets_carry() -> None:
    _, lines = run("debug", "plain")
    assert any("/api/v1/tables/T1" in line for line in lines)
    assert not any("s3cr3t" in line and "work(" not in line for line in lines)
