"""Where the Redis twin finds its server: every kind of address, the wrong ones, and a primary that moves."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import redis.asyncio as redis

from app.live.contracts import Published, StoreUnavailable
from app.live.keys import Keys
from app.live.redis import RedisStore, commands
from app.live.redis import client as client_module
from tests.laps import Laps
from tests.live.conftest import begin, commit, extend, new_id, until
from tests.live.test_redis import answers, opened, refused_soon
from tests.servers import Process, Valkey, free_port, leash

Start = Callable[..., Valkey]


async def test_addresses_that_lead_nowhere_are_refused_in_one_sentence(
    valkey: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = valkey()
    async with redis.Redis.from_url(server.url) as client:
        await client.config_set("requirepass", "sésame/@:")
    where = f"127.0.0.1:{server.port}"
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        for url, says in (
            (f"redis://127.0.0.1:{free_port()}", "cannot be reached"),
            (f"redis://127.0.0.1:{silent.getsockname()[1]}", "does not answer"),
            ("unix:///nowhere/redis.sock", "cannot be reached"),
            (f"redis://{where}", "Authentication required"),
            (f"redis://:wrong@{where}", "invalid username-password pair"),
            (f"redis://:s%C3%A9same%2F%40%3A@{where}/99999", "out of range"),
            (f"rediss://{where}", "does not answer"),
        ):
            with monkeypatch.context() as short:
                if says == "does not answer":
                    short.setattr(client_module, "CONNECT_S", 0.3)
                    short.setattr(commands, "ANSWER_S", 0.6)
                async with Laps() as laps:
                    with pytest.raises(StoreUnavailable, match=says) as refusal:
                        await RedisStore(url).open()
            assert "\n" not in str(refusal.value)
            assert "wrong" not in str(refusal.value)
            assert laps.seconds < 2.5
    for url in (f"redis://:s%C3%A9same%2F%40%3A@{where}/3", f"redis://default:s%C3%A9same%2F%40%3A@{where}"):
        async with opened(url) as store:
            await begin(store, new_id())


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost",
        "localhost:6379",
        "redis://host/x",
        "redis://host:99999/0",
        "redis://me:secret/1@host",
        "redis://[::1",
        "unix:///socket?db=x",
        "redis+sentinel://one:26379,two:26379",
        "redis+sentinel://one:x/service",
        "redis+sentinel://one/service/x",
    ],
)
def test_what_is_no_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ValueError, match="a Redis address is") as refusal:
        RedisStore(url)
    assert "secret" not in str(refusal.value)


async def test_a_store_closed_while_it_connects_can_be_opened_again(valkey: Start) -> None:
    server = valkey()
    async with opened(server.url) as store:
        await store._commands._client.connection_pool.disconnect()
        server.process.popen.send_signal(signal.SIGSTOP)
        asked = asyncio.ensure_future(store.ping())
        await asyncio.sleep(0.05)
        await store.close()
        with pytest.raises(StoreUnavailable, match="closed"):
            await asked
        server.process.popen.send_signal(signal.SIGCONT)
        await store.open()
        await begin(store, "t")


async def test_a_server_that_is_not_set_up_for_live_tables_is_noticed(
    valkey: Start, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(StoreUnavailable, match="part of a cluster"):
        # else its bus listens 10000 above its port, which may be taken
        bus = ("--cluster-port", str(free_port()))
        await RedisStore(valkey(flags=("--cluster-enabled", "yes", *bus, "--databases", "1")).url).open()
    careless = valkey(flags=("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"))
    async with opened(careless.url):
        assert "may evict live tables" in caplog.text


async def test_a_socket_file_is_an_address(valkey: Start, tmp_path: object) -> None:
    valkey(flags=("--unixsocket", f"{tmp_path}/r.sock"))
    async with opened(f"unix://{tmp_path}/r.sock?db=2") as store:
        await begin(store, "t")


async def test_a_failover_by_sentinel_is_followed(valkey: Start, tmp_path: Path) -> None:
    primary = valkey()
    replica = valkey(flags=("--replicaof", f"127.0.0.1 {primary.port}"))
    config = tmp_path / "sentinel.conf"
    config.write_text(
        f"sentinel monitor room 127.0.0.1 {primary.port} 1\n"
        "sentinel down-after-milliseconds room 600000\nsentinel failover-timeout room 2000\n"
    )
    sentinel, port = Process(tmp_path / "sentinel.log"), free_port()
    sentinel.spawn([*leash(), Valkey.binary(), str(config), "--sentinel", "--port", str(port), "--bind", "127.0.0.1"])
    sentinel.wait_for_port(port)
    try:
        with pytest.raises(StoreUnavailable, match="No master found for 'another'") as refusal:
            await RedisStore(f"redis+sentinel://127.0.0.1:{port}/another/0").open()
        assert "\n" not in str(refusal.value)
        url = f"redis+sentinel://127.0.0.1:{free_port()},127.0.0.1:{port}/room/3"  # the first is down
        async with opened(url) as store, redis.Redis.from_url(replica.url.replace("/0", "/3")) as client:
            table, heard, renewed = new_id(), list[Published](), list[bool]()
            await store.fanout.listen(table, heard.append)
            store.fanout.on_reconnect(lambda: renewed.append(True))
            at = await begin(store, table)
            end = time.monotonic() + 60  # the replica has it, and the sentinel knows the replica
            while not (await client.exists(Keys("test").head(table)) and str(replica.port) in config.read_text()):
                assert time.monotonic() < end
                await asyncio.sleep(0.1)
            primary.kill()
            await refused_soon(store, commit(table, at))
            # until now the sentinel has taken nobody for dead; its replica may be behind by ten times as long
            async with redis.Redis(port=port) as watcher:
                await watcher.execute_command("SENTINEL", "SET", "room", "down-after-milliseconds", "3000")
            await answers(store)
            await until(lambda: renewed, seconds=60)
            await extend(store, table, at)
            await until(lambda: len(heard) == 2)
    finally:
        sentinel.end(signal.SIGTERM)
