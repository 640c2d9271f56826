"""Where others reach this server."""

from __future__ import annotations

import errno
import ipaddress
import socket
from pathlib import Path
from typing import Any

import pytest

from app.http import address
from app.http.assets import Assets
from app.settings import Settings, load
from tests.http.conftest import browser, started

OURS = "192.168.1.5"


async def told(tmp_path: Path, assets: Assets, host: str, headers: dict[str, str] | None = None, **more: str) -> str:
    async with started(tmp_path, assets, **more) as app, browser(app, host) as client:
        answer = await client.get("/api/v1/address", headers=headers)
        assert answer.status_code == 200
        url: str = answer.json()["url"]
        return url


@pytest.fixture(autouse=True)
def networked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "network_address", lambda host: "fd00::5" if ":" in host else OURS)


@pytest.mark.parametrize(
    ("host", "settings", "url"),
    [
        ("http://localhost:8000", {}, "http://localhost:8000"),
        ("http://cards.test", {}, "http://cards.test"),
        ("http://localhost:8000", {"CARDS_HOST": "0.0.0.0"}, f"http://{OURS}:8000"),
        ("http://127.0.0.1:8000", {"CARDS_HOST": "0.0.0.0"}, f"http://{OURS}:8000"),
        ("http://calypso.localhost:8000", {"CARDS_HOST": "0.0.0.0"}, f"http://{OURS}:8000"),
        ("http://0.0.0.0:8000", {"CARDS_HOST": "0.0.0.0"}, f"http://{OURS}:8000"),
        ("http://[::1]:8000", {"CARDS_HOST": "::"}, "http://[fd00::5]:8000"),
        ("http://192.168.1.9:8000", {"CARDS_HOST": "0.0.0.0"}, "http://192.168.1.9:8000"),
        ("http://club.lan", {"CARDS_HOST": "0.0.0.0"}, "http://club.lan"),
        ("http://localhost:8000", {"CARDS_PUBLIC_URL": "https://cards.test"}, "https://cards.test"),
        ("http://localhost:8000", {"CARDS_HOST": "0.0.0.0", "CARDS_PUBLIC_URL": "http://a.test"}, "http://a.test"),
    ],
)
async def test_the_address_for_others(
    tmp_path: Path, assets: Assets, host: str, settings: dict[str, str], url: str
) -> None:
    """A name that works for somebody is kept; only what means another machine on every machine is replaced."""
    assert await told(tmp_path, assets, host, **settings) == url


@pytest.mark.parametrize("host", ["localhost:8000", "", "a b", "[::1", 'x"><script>', "localhost:8000/t/x"])
async def test_a_host_that_makes_no_link_is_not_repeated(tmp_path: Path, assets: Assets, host: str) -> None:
    url = await told(tmp_path, assets, "http://any", {"host": host})
    assert url == "http://localhost:8000"


async def test_without_a_network_the_name_of_the_page_is_the_address(
    tmp_path: Path, assets: Assets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "network_address", lambda _host: None)
    assert await told(tmp_path, assets, "http://localhost:8000", CARDS_HOST="0.0.0.0") == "http://localhost:8000"


async def test_behind_a_proxy_the_page_came_by_tls(tmp_path: Path, assets: Assets) -> None:
    """As uvicorn leaves it when it believes the proxy."""
    assert await told(tmp_path, assets, "https://cards.test") == "https://cards.test"


class Fake:
    """A datagram socket that finds `own`, or no way."""

    def __init__(self, own: str | None) -> None:
        self.own = own

    def __enter__(self) -> Fake:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, _to: tuple[str, int]) -> None:
        if self.own is None:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    def getsockname(self) -> tuple[Any, ...]:
        return (self.own, 40000)


@pytest.mark.parametrize(
    ("own", "found"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("fd00::5", "fd00::5"),
        ("169.254.3.4", "169.254.3.4"),
        ("fe80::1%eth0", None),
        ("127.0.0.1", None),
        ("0.0.0.0", None),
        ("::", None),
        (None, None),
    ],
)
def test_the_way_out_names_the_machine(monkeypatch: pytest.MonkeyPatch, own: str | None, found: str | None) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(socket, "socket", lambda *_args: Fake(own))
    assert address.network_address("0.0.0.0") == found


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_any_machine_has_one_or_none(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.undo()
    found = address.network_address(host)
    assert found is None or ipaddress.ip_address(found).version == (6 if ":" in host else 4)


def test_others_are_told_only_what_they_can_use() -> None:
    def others(**environ: str) -> str | None:
        settings: Settings = load(environ)
        return address.for_others(settings, 8000)

    assert others() is None
    assert others(CARDS_HOST="192.168.1.5") is None
    assert others(CARDS_HOST="0.0.0.0", CARDS_PUBLIC_URL="https://cards.test") is None
    assert others(CARDS_HOST="0.0.0.0") == f"http://{OURS}:8000"
