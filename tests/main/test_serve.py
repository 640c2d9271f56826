"""The server as a process: what it says, what it refuses, how it ends; one worker and two."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from app import serve
from app.http import address
from app.settings import ROOT, load
from app.ws.protocol import SUBPROTOCOL, Close
from tests.processes import IN_VAIN, AppServer, clean_environment
from tests.servers import free_port

PATIENCE = 60
"""Seconds for what takes none on a machine with nothing else to do."""


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def ready(server: AppServer) -> Any:
    """What it says when it is ready, which it is not while the machine holds something up."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return json.loads(get(f"{server.url}/readyz"))
        except urllib.error.HTTPError as answer:
            assert answer.code == 503
            assert time.monotonic() < end, answer.read()
            answer.close()
        time.sleep(0.1)


def fails(seconds: float = 2 * PATIENCE, **settings: str) -> list[str]:
    """What a server that cannot start says."""
    done = subprocess.run(
        [sys.executable, "-m", "app", "serve"],
        cwd=ROOT,
        env=clean_environment(**settings),
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )
    assert done.returncode in (2, 3)
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()


def refused(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def test_it_says_where_it_is_keeps_what_it_knows_and_goes_in_time(tmp_path: Path) -> None:
    server = AppServer(tmp_path).start()
    try:
        assert f"Calypso Tables is at http://localhost:{server.port}" in server.log
        assert ready(server)["ready"]
        ask = urllib.request.Request(
            f"{server.url}/api/v1/session",
            b'{"name":"Anna"}',
            {"content-type": "application/json", "origin": server.url},
        )
        with urllib.request.urlopen(ask, timeout=PATIENCE) as answer:
            cookie = answer.headers["set-cookie"].split(";")[0]
        how = {"subprotocols": [SUBPROTOCOL], "additional_headers": {"Cookie": cookie}, "open_timeout": PATIENCE}
        with connect(f"{server.ws_url}/ws", **how) as page:
            assert json.loads(page.recv(timeout=PATIENCE))["user"]["name"] == "Anna"
            server.stop()
            assert IN_VAIN not in server.log
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    page.recv(timeout=PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == Close.RESTART
        server.start()
        me = urllib.request.Request(f"{server.url}/api/v1/me", headers={"cookie": cookie})
        with urllib.request.urlopen(me, timeout=PATIENCE) as answer:
            assert json.load(answer)["user"]["name"] == "Anna"

        # a second process on the same directory, and one on the same port
        (line,) = fails(CARDS_DATA_DIR=str(tmp_path / "data"), CARDS_PORT=str(free_port()))
        assert line.startswith(f"CARDS_DATA_DIR: {tmp_path}")
        (line,) = fails(CARDS_DATA_DIR=str(tmp_path / "other"), CARDS_PORT=str(server.port))
        assert line.startswith(f"CARDS_PORT: {server.port} ")
        assert ready(server)["ready"]
    finally:
        server.close()


def test_it_says_where_others_find_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "network_address", lambda _host: "192.168.1.5")
    serve.welcome(load({"CARDS_HOST": "0.0.0.0"}))
    assert capsys.readouterr().out.splitlines() == [
        "Calypso Tables is at http://localhost:8000 (Ctrl+C ends it)",
        "http://192.168.1.5:8000 for others in this network",
    ]
    serve.welcome(load({"CARDS_HOST": "0.0.0.0", "CARDS_PUBLIC_URL": "https://cards.test"}))
    assert capsys.readouterr().out.splitlines() == ["Calypso Tables is at https://cards.test (Ctrl+C ends it)"]
    monkeypatch.setattr(address, "network_address", lambda _host: None)
    serve.welcome(load({"CARDS_HOST": "0.0.0.0"}))
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_stores_that_are_away_stop_the_start_with_a_clear_line() -> None:
    (line,) = fails(
        CARDS_DATABASE_URL="postgresql://nobody@127.0.0.1:1/none",
        CARDS_REDIS_URL="redis://127.0.0.1:1/0",
        CARDS_PORT=str(free_port()),
    )
    assert line.startswith("CARDS_REDIS_URL: Redis at 127.0.0.1:1 ")


def test_stores_that_cannot_be_named_so_stop_it_too(tmp_path: Path) -> None:
    postgres = {"CARDS_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}
    (line,) = fails(CARDS_REDIS_URL="redis+sentinel://one:26379", CARDS_PORT=str(free_port()), **postgres)
    assert line.startswith("CARDS_REDIS_URL: a Redis address is ")
    (tmp_path / "file").touch()
    (line,) = fails(CARDS_DATA_DIR=str(tmp_path / "file"), CARDS_PORT=str(free_port()))
    assert line.startswith("CARDS_DATA_DIR: ")
    (line,) = fails(CARDS_DATA_DIR=str(tmp_path), CARDS_HOST="192.0.2.1", CARDS_PORT=str(free_port()))
    assert line.startswith("CARDS_HOST: 192.0.2.1 ")


def test_a_database_without_schema_names_the_command(redis_url: str, servers: object, bare_postgres: str) -> None:
    (line,) = fails(CARDS_DATABASE_URL=bare_postgres, CARDS_REDIS_URL=redis_url, CARDS_PORT=str(free_port()))
    assert "python -m app migrate" in line


def counted(metrics: str) -> float:
    """How often it was asked whether the server lives."""
    (line,) = [one for one in metrics.splitlines() if one.startswith("cards_http_requests_total") and "healthz" in one]
    return float(line.rpartition(" ")[2])


def test_two_workers_share_everything(tmp_path: Path, redis_url: str, pg_fresh_url: str) -> None:
    server = AppServer(tmp_path, CARDS_WORKERS="2", CARDS_DATABASE_URL=pg_fresh_url, CARDS_REDIS_URL=redis_url).start()
    try:
        assert ready(server) == {
            "ready": True,
            "checks": {"live": "ok", "database": "ok", "clock": "ok"},
        }
        for _ in range(20):
            get(f"{server.url}/healthz")
        # counted by both, read from either; the last of them perhaps after its answer has come
        end = time.monotonic() + PATIENCE
        while counted(get(f"{server.url}/metrics")) < 20:
            assert time.monotonic() < end
            time.sleep(0.05)
        with pytest.raises(urllib.error.HTTPError) as caught:
            get(f"{server.url}/api/v1/nowhere")
        assert caught.value.code == 404
        caught.value.close()

        # workers do not outlive a parent that was killed: the port is free again
        server.kill()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not refused(server.port):
            time.sleep(0.1)
        server.start()
        assert ready(server)["ready"]
    finally:
        server.close()
