"""The Dockerfile and the compose file, as far as they can be tried without a Docker engine: the real linter, the real
compose parser, our settings fed with the variables, the real server binary started with the flags."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml

from app.settings import load
from tests.house.tree import ROOT, text_of, tracked
from tests.servers import Valkey, in_package


def compose_parser() -> list[str] | None:
    if binary := in_package("compose", "docker-compose"):
        return [binary]
    if shutil.which("docker"):
        found = subprocess.run(["docker", "compose", "version"], capture_output=True, check=False)
        return ["docker", "compose"] if found.returncode == 0 else None
    return None


@functools.cache
def compose() -> dict[str, Any]:
    """The file as compose understands it; merged as YAML where compose has no binary."""
    if parser := compose_parser():
        command = [*parser, "-f", str(ROOT / "docker-compose.yml"), "config", "--format", "json"]
        env = {k: v for k, v in os.environ.items() if k in {"PATH", "HOME"}}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))
    loaded = yaml.safe_load(re.sub(r"\$\{\w+:-((?:[^{}]|\$\{[^}]*\})*)\}", r"\1", text_of("docker-compose.yml")))
    return dict(loaded)


def environment(service: str) -> dict[str, str]:
    return {k: v for k, v in compose()["services"][service].get("environment", {}).items() if k.startswith("CARDS_")}


def image_environment() -> dict[str, str]:
    return dict(re.findall(r"(CARDS_\w+)=(\S+)", text_of("Dockerfile")))


def test_the_compose_file_is_read_by_compose_itself() -> None:
    if compose_parser() is None:
        pytest.skip("no compose binary for this machine: the file was read as plain YAML")
    assert set(compose()["services"]) == {"migrate", "web", "postgres", "valkey"}


@pytest.mark.skipif(sys.platform == "win32", reason="no hadolint wheel")
def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    done = subprocess.run([hadolint, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("service", ["web", "migrate"])
def test_settings_take_what_the_services_are_given(service: str) -> None:
    settings = load({**image_environment(), **environment(service)})
    assert not settings.embedded
    assert settings.workers == (2 if service == "web" else 1)
    assert settings.host == "0.0.0.0"


def test_services_wait_for_what_they_need() -> None:
    needs = {name: one["condition"] for name, one in compose()["services"]["web"]["depends_on"].items()}
    assert needs == {
        "migrate": "service_completed_successfully",
        "postgres": "service_healthy",
        "valkey": "service_healthy",
    }
    services = compose()["services"]
    assert all("healthcheck" in services[name] for name, how in needs.items() if how == "service_healthy")


def test_postgres_18_keeps_its_data_in_a_volume() -> None:
    postgres = compose()["services"]["postgres"]
    assert postgres["image"].startswith("postgres:18")
    mounts = [m["target"] if isinstance(m, dict) else m.partition(":")[2] for m in postgres["volumes"]]
    assert mounts == ["/var/lib/postgresql"]  # up to 17 it was one folder deeper


def test_the_flags_start_a_real_valkey_that_never_evicts(valkey: Callable[..., Valkey]) -> None:
    program, *flags = compose()["services"]["valkey"]["command"]
    assert program == "valkey-server"
    server = valkey(flags=tuple(flags))
    with redis.Redis.from_url(server.url, decode_responses=True) as client:
        found = {key: client.config_get(key)[key] for key in ("appendonly", "appendfsync", "maxmemory-policy")}
    assert found == {"appendonly": "yes", "appendfsync": "everysec", "maxmemory-policy": "noeviction"}


def copied() -> list[str]:
    """What the Dockerfile copies out of the context."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", text_of("Dockerfile"), re.M)
    return [source for line in lines for source in line.split()[:-1]]


def test_what_the_image_copies_exists_and_passes_dockerignore() -> None:
    admitted = re.findall(r"^!(.+)$", text_of(".dockerignore"), re.M)
    for source in copied():
        assert source in admitted, f".dockerignore keeps {source} out"
        assert any(name == source or name.startswith(f"{source}/") for name in tracked()), f"{source} is not there"
    assert set(admitted) <= {*copied(), "scripts/vendor.mjs"}


def test_the_image_serves_on_the_port_that_compose_publishes() -> None:
    port = image_environment()["CARDS_PORT"]
    published = [
        str(p["target"]) if isinstance(p, dict) else p.rpartition(":")[2] for p in compose()["services"]["web"]["ports"]
    ]
    assert published == [port]
    assert f"EXPOSE {port}" in text_of("Dockerfile")
    assert f"127.0.0.1:{port}/readyz" in text_of("Dockerfile")
