"""Tables × 4 sockets that play legal cards as fast as they are answered, against the floor in the same run.

    python -m bench.load [--tables 16] [--cycles 8] [--seconds 1.5] [--redis URL --database URL]

Both servers are up all the time on core 0, this program runs on core 1. The load changes sides every slice, so that a
slow spell of the machine meets both; figures are medians over the cycles, ratios are taken within a cycle. A second
copy
of the floor shows the noise: its ratio to the first would be 1.00 on a quiet machine. All traffic is on the loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time

import uvloop

from bench.players import FloorTable, GameTable, Wire
from bench.servers import Server, free_port, started

SETTLED = 4.0
"""Seconds after which a server has started its first thinking process, which is no table's memory."""

Sides = dict[str, tuple[Server, list[GameTable] | list[FloorTable], Wire]]


def median(values: list[float]) -> float:
    return statistics.median(values) if values else float("nan")


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


async def run_slice(
    server: Server, tables: list[GameTable] | list[FloorTable], wire: Wire, seconds: float
) -> dict[str, float]:
    """Play for some seconds; what one move cost."""
    wire.reset()
    before, begun = server.cpu(), time.perf_counter()
    end = begun + seconds
    await asyncio.gather(*(table.play(end) for table in tables))
    elapsed, used = time.perf_counter() - begun, server.cpu() - before
    moves = max(1, wire.moves)
    return {
        "cpu": used / moves * 1e6,
        "rate": moves / elapsed,
        "p50": percentile(wire.latencies, 0.5) * 1e3,
        "p99": percentile(wire.latencies, 0.99) * 1e3,
        "bytes": wire.bytes / moves / 4,
        "largest": max(wire.largest, default=0),
    }


async def measure(sides: Sides, cycles: int, seconds: float) -> dict[str, list[dict[str, float]]]:
    results: dict[str, list[dict[str, float]]] = {name: [] for name in sides}
    names = list(sides)
    for cycle in range(cycles + 1):
        for name in names[cycle % len(names) :] + names[: cycle % len(names)]:
            server, tables, wire = sides[name]
            result = await run_slice(server, tables, wire, seconds)
            if cycle:  # the first cycle warms up
                results[name].append(result)
    return results


def report(results: dict[str, list[dict[str, float]]], memory: dict[str, float], tables: int) -> None:
    print(f"\n{tables} tables x 4 sockets, {len(results['floor'])} cycles, medians")
    print(
        f"{'':12}{'CPU us/move':>12}{'moves/s':>10}{'p50 ms':>8}{'p99 ms':>8}"
        f"{'B/move/client':>15}{'largest B':>11}{'KiB/table':>11}"
    )
    for name, rows in results.items():
        column = {key: median([row[key] for row in rows]) for key in rows[0]}
        print(
            f"{name:12}{column['cpu']:12.1f}{column['rate']:10.0f}{column['p50']:8.2f}{column['p99']:8.2f}"
            f"{column['bytes']:15.1f}{max(row['largest'] for row in rows):11.0f}{memory[name] / 1024:11.1f}"
        )
    print("\nratios to the floor, median of the cycles (quartiles)")
    for name, rows in results.items():
        if name == "floor":
            continue
        for key, label in (("cpu", "CPU per move"), ("p50", "p50"), ("p99", "p99")):
            ratios = [row[key] / base[key] for row, base in zip(rows, results["floor"], strict=True)]
            quartiles = f"{percentile(ratios, 0.25):.2f}..{percentile(ratios, 0.75):.2f}"
            print(f"{name:12}{label:14}x{median(ratios):.2f} ({quartiles})")
    mean = median([row["bytes"] for row in results["ours"]])
    print(f"\nwire target 120 B/move/client: {'met' if mean <= 120 else 'MISSED'} ({mean:.1f})")


async def main(options: argparse.Namespace) -> None:
    if 1 in os.sched_getaffinity(0):
        os.sched_setaffinity(0, {1})
    ports = [free_port() for _ in range(3)]
    with tempfile.TemporaryDirectory() as data:
        environment = {
            "CARDS_DATA_DIR": data,
            "CARDS_PORT": str(ports[0]),
            "CARDS_SESSIONS_PER_MINUTE": "0",
            "CARDS_TABLES_PER_MINUTE": "0",
            "CARDS_LOG_LEVEL": "error",
        }
        if options.redis:
            environment |= {"CARDS_REDIS_URL": options.redis, "CARDS_DATABASE_URL": options.database}
        with (
            started(["-m", "app", "serve"], ports[0], **environment) as ours,
            started(["-m", "bench.floor", str(ports[1])], ports[1]) as floor,
            started(["-m", "bench.floor", str(ports[2])], ports[2]) as again,
        ):
            await asyncio.sleep(SETTLED)
            idle = {name: server.rss() for name, server in (("ours", ours), ("floor", floor), ("floor again", again))}
            sides: Sides = {}
            for name, server, kind in (
                ("ours", ours, GameTable),
                ("floor", floor, FloorTable),
                ("floor again", again, FloorTable),
            ):
                wire = Wire()
                sides[name] = (server, [await kind.open(server.port, wire) for _ in range(options.tables)], wire)
            memory = {name: (side[0].rss() - idle[name]) / options.tables for name, side in sides.items()}
            report(await measure(sides, options.cycles, options.seconds), memory, options.tables)
            for _, tables, _ in sides.values():
                await asyncio.gather(*(table.close() for table in tables))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--cycles", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--redis", default="", help="with --database: measure the Redis twin")
    parser.add_argument("--database", default="")
    uvloop.run(main(parser.parse_args()))
