"""The Redis twin's one connection for all that it hears: lost, quiet, silent."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Mapping

import pytest
import redis.asyncio as redis

from app.live.contracts import Published, StoreUnavailable
from app.live.redis import subscriptions
from tests.live.conftest import begin, extend, new_id, until
from tests.live.test_redis import Start, opened


async def test_a_lost_subscription_comes_back_and_says_so(redis_url: str) -> None:
    async with opened(redis_url) as store, redis.Redis.from_url(redis_url) as client:
        ears: dict[str, list[Published]] = {new_id(): [] for _ in range(1200)}
        renewed: list[bool] = []
        await asyncio.gather(*[store.fanout.listen(table, ear.append) for table, ear in ears.items()])
        store.fanout.on_reconnect(lambda: renewed.append(True))
        mine = str(client.connection_pool.connection_kwargs["db"])
        for turn in range(1, 4):
            for one in await client.client_list(_type="pubsub"):  # of other tests there are some, too
                if one["db"] == mine:
                    await client.client_kill_filter(_id=one["id"])
            await until(lambda turn=turn: len(renewed) >= turn)
        assert len(renewed) == 3
        await asyncio.gather(*[begin(store, table) for table in ears])
        await until(lambda: all(ears.values()))
        assert all(len(ear) == 1 for ear in ears.values())


async def test_a_subscription_that_is_quiet_and_answers_is_kept(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "PING_S", 0.05)
    async with opened(redis_url) as store:
        pubsub = store._subscriptions._pubsub
        asked: list[str] = []
        answered: list[object] = []
        ping, hear = pubsub.ping, store._subscriptions._on_message

        async def patiently() -> None:
            asked.append("ping")
            monkeypatch.setattr(subscriptions, "PING_S", 60)  # for the answer, however busy the machine is
            await ping()

        def quick(message: Mapping[str, object]) -> None:
            hear(message)
            answered.append(message["type"])
            monkeypatch.setattr(subscriptions, "PING_S", 0.05)

        monkeypatch.setattr(pubsub, "ping", patiently)
        monkeypatch.setattr(store._subscriptions, "_on_message", quick)
        await until(lambda: len(answered) >= 3)
        assert {*answered} == {"pong"}
        assert len(asked) >= 3
        assert store._subscriptions._pubsub is pubsub


async def test_a_silent_subscription_is_given_up(
    valkey: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = valkey()
    async with opened(server.url) as store:
        table, heard, renewed = new_id(), list[Published](), list[bool]()
        await store.fanout.listen(table, heard.append)
        store.fanout.on_reconnect(lambda: renewed.append(True))
        with monkeypatch.context() as short:
            for name, seconds in (("PING_S", 0.4), ("CONNECT_S", 0.4), ("CONFIRM_S", 0.4)):
                short.setattr(subscriptions, name, seconds)
            at = await begin(store, table)
            await until(lambda: heard)  # from now on it waits for so long
            server.process.popen.send_signal(signal.SIGSTOP)
            await until(lambda: "does not answer" in caplog.text)
            with pytest.raises(StoreUnavailable):
                await store.fanout.listen("another", heard.append)
        server.process.popen.send_signal(signal.SIGCONT)
        await until(lambda: renewed)
        await extend(store, table, at)
        await until(lambda: len(heard) > 1)
        await store.fanout.listen("another", heard.append)
