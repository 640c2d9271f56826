"""What docs/operations.md tells people to write into files means something here."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from app.settings import load
from tests.house.tree import ROOT, text_of

FENCED = dict(re.findall(r"^```(\w+)\n(.*?)^```$", text_of("docs/operations.md"), re.M | re.S))


def test_the_unit_starts_this_server() -> None:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment]
    unit.read_string(FENCED["ini"])
    service = unit["Service"]
    settings = load(dict(word.split("=", 1) for word in shlex.split(service["Environment"])))
    assert settings.everywhere
    program, *words = shlex.split(service["ExecStart"])
    assert Path(program).relative_to(service["WorkingDirectory"]) == Path(".venv/bin/python")
    assert words == ["-m", "app", "serve"]
    assert (ROOT / "app/__main__.py").exists()


def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd here")
    file = tmp_path / "calypso.service"
    file.write_text(FENCED["ini"].replace("/srv/calypso-tables", str(ROOT)).replace("User=cards\n", ""))
    done = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)
    assert not [line for line in done.stderr.splitlines() if file.name in line]


def test_compose_takes_what_env_says() -> None:
    given = dict(line.split("=", 1) for line in FENCED["sh"].splitlines() if not line.startswith("#"))
    compose = text_of("docker-compose.yml")
    assert not [name for name in given if f"${{{name}:-" not in compose]
    settings = load({"CARDS_PUBLIC_URL": given["PUBLIC_URL"], "CARDS_TRUSTED_PROXIES": given["TRUSTED_PROXIES"]})
    assert settings.public_url
    assert settings.secure
    for proxy in ("caddy", "nginx"):
        assert settings.public_url.removeprefix("https://") in FENCED[proxy]
        assert given["PORT"] in FENCED[proxy]


def test_nginx_hands_on_what_the_server_needs() -> None:
    handed = set(re.findall(r"proxy_set_header (\S+)", FENCED["nginx"]))
    assert handed == {"Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"}
