"""The servers of the tests: real, private, and gone with the run."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import redis.asyncio as redis
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.conftest import ROOT, of_database
from tests.servers import Servers, Valkey, alive, free_port


async def test_postgres_is_the_version_of_the_compose_file(servers: Servers) -> None:
    engine = create_async_engine(of_database(servers.postgres(), "postgres"))
    async with engine.connect() as connection:
        number = int((await connection.execute(text("show server_version_num"))).scalar_one())
    await engine.dispose()
    if "CARDS_TEST_POSTGRES" in servers.own:
        image = re.search(r"image: postgres:(\d+)", (ROOT / "docker-compose.yml").read_text())
        assert image
        assert number // 10000 == int(image[1])


async def test_each_test_gets_an_empty_redis_database(redis_url: str, redis_databases: Callable[[], str]) -> None:
    other = redis_databases()
    assert other != redis_url
    async with redis.Redis.from_url(redis_url) as one, redis.Redis.from_url(other) as two:
        assert await one.dbsize() == 0
        await one.set("k", 1)
        assert await two.dbsize() == 0


async def test_a_private_valkey_comes_back_with_its_data_or_with_an_older_copy(valkey: Callable[..., Valkey]) -> None:
    store = valkey(aof=True, flags=("--appendfsync", "always"))
    async with redis.Redis.from_url(store.url) as client:
        await client.set("k", "old")
    older = store.copy()
    async with redis.Redis.from_url(store.url) as client:
        await client.set("k", "new")
    store.kill()
    store.start()
    async with redis.Redis.from_url(store.url) as client:
        assert await client.get("k") == b"new"
    store.stop()
    store.restore(older)
    store.start()
    async with redis.Redis.from_url(store.url) as client:
        assert await client.get("k") == b"old"


TWO = """
import secrets
from tests.servers import free_port
drawn = iter(range(1000))
secrets.randbelow = lambda _: next(drawn)
print(*[free_port() for _ in range(2)])
"""


def test_a_port_is_given_to_one_only_though_nobody_listens_there(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([n for n in range(1000) for _ in range(2)])
    monkeypatch.setattr("secrets.randbelow", lambda _: next(drawn))
    mine = [free_port() for _ in range(3)]
    assert len(set(mine)) == 3
    told = subprocess.run([sys.executable, "-c", TWO], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not set(mine) & {int(word) for word in told.stdout.split()}


KILLED = """
import os, sys, time
from tests.servers import Servers
s = Servers()
s.postgres(), s.redis()
print(*[x.process.popen.pid for x in s.own.values()], flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the leash is Linux's")
def test_a_killed_run_leaves_no_server() -> None:
    env = {k: v for k, v in os.environ.items() if not k.startswith("CARDS_TEST_")}
    run = subprocess.Popen([sys.executable, "-c", KILLED], cwd=ROOT, stdout=subprocess.PIPE, text=True, env=env)
    assert run.stdout
    pids = [int(word) for word in run.stdout.readline().split()]
    run.send_signal(signal.SIGKILL)
    run.wait()
    run.stdout.close()
    assert len(pids) == 2
    end = time.monotonic() + 60
    while any(alive(pid) and not zombie(pid) for pid in pids):
        assert time.monotonic() < end, "a server outlived its run"
        time.sleep(0.05)


def zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
