"""What an append to the live store costs, in both twins, with one and with many writers.

    python -m bench.live [--cycles 5] [--appends 2000] [--folder DIR]

Within each cycle every row is run once, floors among them, so that a slow spell of the machine meets all; figures are
medians over the cycles and ratios are taken within a cycle. Floors: for Redis (Valkey with AOF everysec) PINGs over a
blocking socket, as many at once as there are writers; for SQLite bare inserts, as many to a transaction as there are
writers, each transaction synced. The row `redis` is the live store, which batches commands into redis-py's pipelines;
`redis-py` is the same script by single calls over a pool of connections.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import socket
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import redis.asyncio as redis
import uvloop

from app.live.contracts import Append, LiveStore, Position, Secrets
from app.live.embedded import EmbeddedStore
from app.live.keys import Keys
from app.live.redis import RedisStore
from app.live.redis.scripts import APPEND
from tests.servers import Valkey

BODY = b'{"a":"s1","c":"b7e1.12","e":[{"type":"played","seat":2,"card":"TH"}],"pad":"' + b"x" * 60 + b'"}'
WRITERS = (1, 64)
DEADLINE = 1_796_000_000_000
Row = Callable[[int, int], Awaitable[None]]


def with_store(store: LiveStore) -> Row:
    async def writer(count: int) -> None:
        table = secrets.token_hex(6)
        at = await store.log.create(
            table, "e", Secrets(""), Append(table=table, expected=Position("", 0, ""), body=BODY)
        )
        for n in range(count):
            assert at is not None
            at = await store.log.append(Append(table=table, expected=at, body=BODY, deadline=DEADLINE + n))

    async def row(writers: int, appends: int) -> None:
        await asyncio.gather(*[writer(appends // writers) for _ in range(writers)])

    return row


def with_redis_py(client: redis.Redis, keys: Keys) -> Row:
    script = client.register_script(APPEND.source)

    async def writer(count: int) -> None:
        table = secrets.token_hex(6)
        touched, channel = keys.of_append(table), keys.commits(table)
        at = Position("e", 0, "00000000")
        for _ in range(count):
            before = f"{at.seq} {at.chain} {at.epoch}" if at.seq else ""
            at = at.after(BODY)
            after = f"{at.seq} {at.chain} {at.epoch}"
            args = [table, before, after, f"{at.seq}-0", BODY, DEADLINE, "", "", b"", channel, "{}", "nonce"]
            assert await script(touched, args) == 1

    async def row(writers: int, appends: int) -> None:
        await asyncio.gather(*[writer(appends // writers) for _ in range(writers)])

    return row


def ping_floor(port: int) -> Row:
    wire = socket.create_connection(("127.0.0.1", port))

    def ping(writers: int, appends: int) -> None:
        for _ in range(appends // writers):
            wire.sendall(b"PING\r\n" * writers)
            missing = 7 * writers
            while missing:
                missing -= len(wire.recv(missing))

    return lambda *sizes: asyncio.to_thread(ping, *sizes)


def insert_floor(folder: Path) -> Row:
    db = sqlite3.connect(folder / "floor.db", isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE commits (seq INTEGER PRIMARY KEY, body BLOB)")

    def insert(writers: int, appends: int) -> None:
        for _ in range(appends // writers):
            db.execute("BEGIN")
            for _ in range(writers):
                db.execute("INSERT INTO commits (body) VALUES (?)", (BODY,))
            db.execute("COMMIT")

    return lambda *sizes: asyncio.to_thread(insert, *sizes)


def cpu_of(process: int) -> float:
    """Seconds of processor time a process has used (0 where there is no /proc)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(row: Row, writers: int, appends: int, server: int) -> tuple[float, float, float]:
    """Wall time, own processor time and the server's, in microseconds an append."""
    theirs, own, wall = cpu_of(server), time.process_time(), time.perf_counter()
    await row(writers, appends)
    scale = 1e6 / (appends // writers * writers)
    spent = time.perf_counter() - wall, time.process_time() - own, cpu_of(server) - theirs
    return spent[0] * scale, spent[1] * scale, spent[2] * scale


async def run(cycles: int, appends: int, valkey: Valkey, folder: Path) -> None:
    client = redis.Redis(
        connection_pool=redis.BlockingConnectionPool.from_url(valkey.url, max_connections=64, timeout=20)
    )
    stores = EmbeddedStore(folder / "live.db"), RedisStore(valkey.url, prefix="bench")
    for store in stores:
        await store.open()
    rows = {
        "PING": (ping_floor(valkey.port), "PING"),
        "redis": (with_store(stores[1]), "PING"),
        "redis-py": (with_redis_py(client, Keys("other")), "PING"),
        "insert": (insert_floor(folder), "insert"),
        "embedded": (with_store(stores[0]), "insert"),
    }
    assert valkey.process.popen is not None
    server = valkey.process.popen.pid
    found: dict[tuple[str, int], list[tuple[float, float, float]]] = {}
    for _ in range(cycles):
        for writers in WRITERS:
            for name, (row, _) in rows.items():
                found.setdefault((name, writers), []).append(await measure(row, writers, appends, server))
    print("          writers  appends/s  us each  own CPU us  server us  x floor: wall    CPU")
    for (name, writers), figures in found.items():
        floor = found[rows[name][1], writers]
        wall, own, theirs = (statistics.median(column) for column in zip(*figures, strict=True))
        ratios = [
            statistics.median(mine[n] / base[n] for mine, base in zip(figures, floor, strict=True)) for n in (0, 1)
        ]
        served = f"{theirs:11.1f}" if rows[name][1] == "PING" else " " * 11
        print(f"{name:10}{writers:7}{1e6 / wall:11.0f}{wall:9.1f}{own:12.1f}{served}{ratios[0]:15.2f}{ratios[1]:7.2f}")
    for store in stores:
        await store.close()
    await client.aclose()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cycles", type=int, default=5)
    parser.add_argument("--appends", type=int, default=2000)
    parser.add_argument("--folder", type=Path, help="where the SQLite files are made: the disk is what is measured")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder, Valkey(aof=True) as valkey:
        uvloop.run(run(options.cycles, options.appends, valkey, Path(folder)))


if __name__ == "__main__":
    main()
