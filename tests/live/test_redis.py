"""What the Redis twin promises besides: it survives the troubles of Redis, and every key is in its partition."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import redis.asyncio as redis

from app.live.contracts import Append, Page, Position, Published, Secrets, StoreUnavailable, link
from app.live.keys import Keys, partition
from app.live.redis import RedisStore, commands
from app.live.redis.client import CONNECT_S, SENTINEL_S
from app.live.redis.commands import ANSWER_S
from app.live.redis.subscriptions import CONFIRM_S
from tests.laps import Laps
from tests.live.conftest import begin, commit, extend, new_id, until
from tests.servers import Valkey, free_port

Start = Callable[..., Valkey]


@asynccontextmanager
async def opened(url: str, prefix: str = "test") -> AsyncIterator[RedisStore]:
    store = RedisStore(url, prefix=prefix)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def refused_soon(store: RedisStore, append: Append) -> str:
    async with Laps() as laps:
        with pytest.raises(StoreUnavailable) as refusal:
            await store.log.append(append)
    assert laps.seconds < 2.5
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


async def answers(store: RedisStore, seconds: float = 60) -> None:
    """Wait for a store that comes back by itself."""
    end = time.monotonic() + seconds
    while True:
        try:
            return await store.ping()
        except StoreUnavailable:
            assert time.monotonic() < end
            await asyncio.sleep(0.01)


# --- scripts ----------------------------------------------------------------------------------------------------------


async def test_forgotten_scripts_are_told_again(redis_url: str) -> None:
    async with opened(redis_url) as store, redis.Redis.from_url(redis_url) as client:
        heads = {f"t{n}": await begin(store, f"t{n}") for n in range(40)}
        for _ in range(3):
            await client.script_flush()
            moved = await asyncio.gather(*[extend(store, table, at) for table, at in heads.items()])
            heads = dict(zip(heads, moved, strict=True))
        await client.script_flush()
        assert await store.log.since("t0", 3) == Page(heads["t0"], [b"commit 4"])


@asynccontextmanager
async def answers_lost(store: RedisStore) -> AsyncIterator[None]:
    """Every call is sent twice: its connection was lost before the answer came. Another call is another."""
    send = store._commands.run

    async def twice(script: object, keys: object, *args: object) -> object:
        await send(script, keys, *args)
        return await send(script, keys, *args)

    store._commands.run = twice
    yield
    store._commands.run = send


async def test_an_answer_of_a_lost_creation_is_given_again(redis_url: str) -> None:
    async with opened(redis_url) as store:
        table = new_id()
        async with answers_lost(store):
            assert (await begin(store, table)).seq == 1
        assert await store.log.create(table, "e1", (await store.log.secrets(table)), commit(table)) is None


async def test_answers_of_lost_parking_and_waking_are_given_again(redis_url: str) -> None:
    async with opened(redis_url) as store:
        table = new_id()
        at = await begin(store, table, deadline=7)
        async with answers_lost(store):
            assert await store.log.park(table, at)
            assert not await store.log.park(table, at)
            woken = await store.log.wake(table, "e2", Secrets(""), [b"first"], 7, [(3, b"line")])
            assert woken == Position("e2", 1, at.chain)
            assert await store.log.wake(table, "e3", Secrets(""), [b"first"], 7) is None
        assert await store.log.since(table, 0) == Page(woken, [b"first"])
        assert await store.chat.said(table) == [(3, b"line")]
        assert not await store.log.park(table, at)


async def test_a_line_that_is_sent_again_is_one_line(redis_url: str) -> None:
    async with opened(redis_url) as store:
        table = new_id()
        await begin(store, table)
        async with answers_lost(store):
            assert [await store.chat.say(table, b"hello", 2) for _ in range(3)] == [1, 2, 3]
        assert await store.chat.said(table) == [(2, b"hello"), (3, b"hello")]


# --- trouble ----------------------------------------------------------------------------------------------------------


async def test_redis_down_and_back(valkey: Start) -> None:
    server = valkey(aof=True, flags=("--appendfsync", "always"))
    async with opened(server.url) as store:
        table, heard, renewed = new_id(), list[Published](), list[bool]()
        await store.fanout.listen(table, heard.append)
        store.fanout.on_reconnect(lambda: renewed.append(True))
        at = await extend(store, table, await begin(store, table), 5)
        await until(lambda: len(heard) == 6)
        server.kill()
        assert "cannot be reached" in await refused_soon(store, commit(table, at))
        for refused in (store.ping(), store.log.head(table), store.presence.present(table, 0)):
            with pytest.raises(StoreUnavailable):
                await refused
        server.start()
        await answers(store)
        assert (await store.log.since(table, 4)) == Page(at, [b"commit 5", b"commit 6"])
        await until(lambda: renewed)
        await extend(store, table, at)
        await until(lambda: len(heard) == 7)
        assert [published.position.seq for published in heard] == [1, 2, 3, 4, 5, 6, 7]


async def test_a_kill_in_the_middle_of_appends_loses_nothing_acknowledged(valkey: Start) -> None:
    server = valkey(aof=True, flags=("--appendfsync", "always"))
    async with opened(server.url) as store:

        async def write(table: str, at: Position) -> tuple[str, Position]:
            try:
                while True:
                    at = await extend(store, table, at)
            except StoreUnavailable:
                return table, at

        heads = {f"t{n}": await begin(store, f"t{n}") for n in range(16)}
        writers = [asyncio.create_task(write(*one)) for one in heads.items()]
        await asyncio.sleep(0.3)
        server.kill()
        acknowledged = await asyncio.gather(*writers)
        server.start()
        await answers(store)
        for table, at in acknowledged:
            page = await store.log.since(table, 0)
            assert page.head.seq in {at.seq, at.seq + 1}  # the last was not answered
            assert len(page.bodies) == page.head.seq
            chain = "00000000"
            for body in page.bodies[: at.seq]:
                chain = link(chain, body)
            assert chain == at.chain
            await extend(store, table, page.head)


async def test_a_redis_restored_from_an_older_copy_is_noticed(valkey: Start) -> None:
    server = valkey(aof=True, flags=("--appendfsync", "always"))
    async with opened(server.url) as store:
        table = new_id()
        old = await extend(store, table, await begin(store, table), 3)
        copy = server.copy()
        lost = await extend(store, table, old, 2)
        server.kill()
        server.restore(copy)
        server.start()
        await answers(store)
        assert await store.log.append(commit(table, lost, b"on what is lost")) is None
        page = await store.log.since(table, lost.seq)
        assert page == Page(old, [])
        # Another history of the same length is told apart by the chain.
        other = await store.log.append(commit(table, old, b"another 5"))
        other = await store.log.append(commit(table, other, b"another 6"))
        assert (other.epoch, other.seq) == (lost.epoch, lost.seq)
        assert await store.log.append(commit(table, lost, b"on what is lost")) is None
        renewed = await store.log.append(commit(table, other, b"told", renew="e2"))
        assert renewed.epoch == "e2"


def test_nobody_waits_long_for_redis() -> None:
    assert SENTINEL_S < CONNECT_S < ANSWER_S <= 2 >= CONFIRM_S


async def test_a_redis_that_hangs_is_given_up_and_its_late_answers_too(
    valkey: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = valkey()
    async with opened(server.url) as store:
        table = new_id()
        at = await begin(store, table)
        assert server.process.popen is not None
        server.process.popen.send_signal(signal.SIGSTOP)
        monkeypatch.setattr(commands, "ANSWER_S", 0.5)
        try:
            assert "does not answer" in await refused_soon(store, commit(table, at, b"unknown outcome"))
            assert "does not answer" in await refused_soon(store, commit(table, at, b"never sent"))
        finally:
            server.process.popen.send_signal(signal.SIGCONT)
        monkeypatch.setattr(commands, "ANSWER_S", 60)
        await answers(store)
        head = await store.log.head(table)
        assert head in {at, at.after(b"unknown outcome")}
        await extend(store, table, head, 3)


async def test_appends_over_a_connection_that_keeps_breaking_count_once(redis_url: str) -> None:
    async with opened(redis_url) as store, redis.Redis.from_url(redis_url) as client:
        table, mine = new_id(), 0
        await begin(store, table)
        numbers = [c["id"] for c in await client.client_list() if c["cmd"] != "client|list"]
        breaking = True

        async def break_it() -> None:
            while breaking:
                for found in await client.client_list():
                    if found["db"] == str(client.connection_pool.connection_kwargs["db"]) and (
                        found["cmd"] != "client|list"
                    ):
                        await client.client_kill_filter(_id=found["id"])
                await asyncio.sleep(0.003)

        breaker = asyncio.create_task(break_it())
        while mine < 200:
            body = b"%d" % mine
            try:
                page = await store.log.since(table, 0)
                if body not in page.bodies:
                    await store.log.append(commit(table, page.head, body))
                    continue
                mine += 1
            except StoreUnavailable:
                continue
        breaking = False
        await breaker
        assert numbers
        await answers(store)
        page = await store.log.since(table, 1)
        assert page.bodies == [b"%d" % n for n in range(200)]


async def test_a_replica_refuses_and_its_promotion_is_noticed(valkey: Start) -> None:
    server = valkey()
    async with opened(server.url) as store, redis.Redis.from_url(server.url) as client:
        at = await begin(store, "t")
        await client.execute_command("REPLICAOF", "127.0.0.1", str(free_port()))
        assert "read only replica" in await refused_soon(store, commit("t", at))
        await client.execute_command("REPLICAOF", "NO", "ONE")
        await extend(store, "t", at)


async def test_a_redis_out_of_memory_refuses_and_changes_nothing(valkey: Start) -> None:
    server = valkey(flags=("--maxmemory-policy", "noeviction"))
    async with opened(server.url) as store, redis.Redis.from_url(server.url) as client:
        at = await begin(store, "t")
        await client.config_set("maxmemory", "1")
        assert "'maxmemory'" in await refused_soon(store, commit("t", at))
        assert await store.log.head("t") == at
        for full in (store.chat.say("t", b"line", 5), store.log.wake("u", "e2", Secrets(""), [b"first", b"2"], None)):
            with pytest.raises(StoreUnavailable):
                await full
        await client.config_set("maxmemory", "0")
        assert await store.chat.said("t") == []
        assert await store.log.since("u", 0) is None
        await extend(store, "t", at)


async def test_a_log_that_is_not_where_its_head_says_changes_nothing(redis_url: str) -> None:
    async with opened(redis_url) as store, redis.Redis.from_url(redis_url) as client:
        at = await begin(store, "t", deadline=7)
        await client.xadd(Keys("test").log("t"), {"c": "by a stranger"}, id="9-0")
        assert "XADD" in await refused_soon(store, commit("t", at, deadline=8))
        assert await store.log.head("t") == at
        assert await store.timers.sleep_until(0, 100) == 7


# --- keys -------------------------------------------------------------------------------------------------------------


async def test_every_key_is_in_the_partition_of_its_table_and_only_the_living_have_no_end(redis_url: str) -> None:
    async with opened(redis_url, "room") as store, redis.Redis.from_url(redis_url, decode_responses=True) as client:
        for n in range(50):
            await extend(store, f"t{n}", await begin(store, f"t{n}"), deadline=5, listing=b"l", finished=True)
            await store.presence.enter(f"t{n}", "ann", "c", 0, 1000)
            await store.chat.say(f"t{n}", b"line", 5)
        await store.log.park("p", await begin(store, "p", listing=b"l", deadline=5))
        await store.chat.say("@lobby", b"line", 5, 60_000)
        await store.directory.remember("ann", "t1", 1)
        keys = [key async for key in client.scan_iter(count=1000)]
        for key in keys:
            lives = await client.pttl(key)
            if found := re.fullmatch(r"room:\{p(\d\d)\}:t:(.*):(log|head|chat|present|parked)", key):
                assert int(found[1]) == partition(found[2])
                assert found[2] != "p" or found[3] == "parked"
                ends = found[3] in ("present", "parked") or found[2] == "@lobby"
                assert (lives == -1) != ends, key
            elif re.fullmatch(r"room:\{p\d\d\}:(timers|outbox|listings)", key):
                assert lives == -1
            else:
                assert key == "room:u:ann:tables"
                assert lives > 0
        for n in range(50):
            await store.presence.leave(f"t{n}", "ann", "c", 0)
            await store.outbox.done(f"t{n}")
            await store.log.drop(f"t{n}", after_ms=1 if n % 2 else 0)
        await store.log.drop("p")
        await store.chat.forget("@lobby")
        await asyncio.sleep(0.05)
        left = {key async for key in client.scan_iter(count=1000)}
        assert left == {"room:u:ann:tables", Keys("room").parked("p")}


def test_the_partition_of_a_table_is_for_ever() -> None:
    assert [partition(table) for table in ("a", "t1", "Ж")] == [3, 55, 17]
    for prefix in ("", "a b", "{x}", "é"):
        with pytest.raises(ValueError, match="not a prefix"):
            Keys(prefix)


async def test_rooms_on_one_server_do_not_meet(redis_url: str) -> None:
    async with opened(redis_url, "one") as one, opened(redis_url, "two") as two:
        heard: list[Published] = []
        await two.fanout.listen("t", heard.append)
        await begin(one, "t", deadline=1, listing=b"x", finished=True)
        assert await two.log.head("t") is None
        assert await two.directory.listings() == {}
        assert await two.timers.claim(5, 5, 5) == []
        at = await begin(two, "t")
        await until(lambda: heard)
        assert heard == [Published(at, b"first")]
