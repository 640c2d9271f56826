"""What thinking bots do to the moves of people, and how long they let people wait.

    python -m bench.bots [--bots 50] [--tables 12] [--cycles 3] [--seconds 8] [--level NAME | --busy] [--ms 100]

Two kinds of tables at one server of its own: at some, four people each make a move now and then; at the others, one
person plays with three bots, so that one bot thinks at each nearly all the time. In each cycle the second kind is
still, plays, and is still again: the ratio of a cycle's quiet parts is the noise, the floor beneath which no figure
means anything. A bot's answer time is what passes beyond the time that it only seems to think, by the server's clock.
JSON on standard output, a summary on the other. `--busy`: bots of a game for the bench that use all of their budget.
All traffic is on the loopback. The server with its bots, and this program, use whatever cores there are.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import json
import sys
import tempfile
import time
from typing import Any

import uvloop

from bench.load import median, percentile
from bench.players import GameTable, Seat, Wire
from bench.servers import free_port, started

FAST = 250
"""ms that bots seem to think at a fast table (app/engine/table/due.py)."""
PACE = 0.25
"""Seconds between two moves of people at a table, on average."""

ANSWERS, RATIO = 2500.0, 1.5
"""The targets: ms of the bots' p99 at most, people's p99 with bots against that without."""


class PacedTable(GameTable):
    """Four people who take their time."""

    async def move(self, seat: Seat) -> None:
        await asyncio.sleep(self.dice.uniform(0, 2 * PACE))
        await super().move(seat)


class BotTable(GameTable):
    """One person, who plays at once, with bots in all other seats."""

    game, level, pace = "calypso", "", "natural"

    @classmethod
    async def open(cls, port: int, wire: Wire) -> BotTable:
        table = cls(port, "", [await cls.socket(port, await cls.guest(port))], wire)
        await table.begin()
        return table

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.answers: list[float] = []
        self.playing = True

    async def begin(self) -> None:
        (seat,) = self.seats
        wish = {"game": self.game, "options": {"rounds": 4}, "table": {"clock": "untimed", "pace": self.pace}}
        answer = await seat.http.post("/api/v1/tables", json=wish)
        answer.raise_for_status()
        self.table = answer.json()["id"]
        for at in range(1, 4):
            await self.post(seat, {"type": "bot.add", "seat": at, "level": self.level})
        seat.seq, seat.public = 0, {}
        await seat.socket.send(json.dumps({"t": "table.join", "table": self.table, "ch": 1}))
        await self.hear(lambda: "phase" in seat.public)
        await self.post(seat, {"type": "start"})
        await self.hear(lambda: seat.public["phase"] != "waiting")

    async def hear(self, until: Any) -> None:
        """Listen, and note how long bots have taken."""
        (seat,) = self.seats
        while not until():
            thinker, turn = self.thinker(), seat.public.get("turn", 0)
            frame = await seat.socket.recv()
            message = json.loads(frame)
            seat.apply(message)
            if thinker and isinstance(message, list) and not isinstance(message[0], str):
                self.answers.append(message[3] - self.seeming(turn))

    def thinker(self) -> bool:
        """Whether a bot has to move."""
        public = self.seats[0].public
        return public.get("phase") == "playing" and public.get("act", "0") != "0"

    def seeming(self, turn: int) -> int:
        """How long a bot seems to think (ms)."""
        if self.pace == "fast":
            return FAST
        roll = hashlib.sha256(f"{self.table}:{turn}".encode()).digest()
        return 600 + int.from_bytes(roll[:2], "big") % 601

    async def play(self, end: float) -> None:
        (seat,) = self.seats
        while time.perf_counter() < end:
            public = seat.public
            if public["phase"] == "over":
                await self.begin()
            elif "0" in public["act"]:
                seq = seat.seq
                between = public["phase"] == "between"
                card = None if between else self.dice.choice(seat.legal())
                await seat.do(self.table, {"type": "next"} if card is None else {"type": "play", "card": card})
                await self.hear(lambda seq=seq: seat.seq > seq)
            else:
                seq = seat.seq
                await self.hear(lambda seq=seq: seat.seq > seq)


Sides = tuple[list[PacedTable], list[BotTable]]


async def opened(kind: Any, port: int, wire: Wire, number: int, open_: list[Any]) -> list[Any]:
    """So many tables, a few at a time."""
    few = asyncio.Semaphore(8)

    async def one() -> Any:
        async with few:
            table = await kind.open(port, wire)
        open_.append(table)
        return table

    return await asyncio.gather(*(one() for _ in range(number)))


async def alive(tables: list[Any]) -> None:
    """Who says nothing for 30 s would be put out."""
    while True:
        for seat in [seat for table in tables for seat in table.seats]:
            await seat.socket.send('{"t":"ping"}')
        await asyncio.sleep(8)


async def part(sides: Sides, seconds: float, thinking: bool) -> dict[str, float]:
    """Some seconds of play; ms of the people's moves and of the bots' answers."""
    people, bots = sides
    wire = people[0].wire
    wire.reset()
    for table in bots:
        table.answers.clear()
    end = time.perf_counter() + seconds
    playing = [table.play(end) for table in people] + ([table.play(end) for table in bots] if thinking else [])
    await asyncio.gather(*playing)
    answers = [answer for table in bots for answer in table.answers]
    return {
        "moves": wire.moves,
        "p50": percentile(wire.latencies, 0.5) * 1e3,
        "p99": percentile(wire.latencies, 0.99) * 1e3,
        "answers": len(answers),
        "answer p50": percentile(answers, 0.5),
        "answer p99": percentile(answers, 0.99),
    }


async def measure(sides: Sides, cycles: int, seconds: float) -> list[dict[str, dict[str, float]]]:
    """The parts of each cycle."""
    found = []
    await part(sides, seconds / 2, thinking=True)  # warms up
    for _ in range(cycles):
        cycle = {}
        for name in ("quiet", "thinking", "quiet again"):
            await asyncio.sleep(1.0)  # what bots were asked last is answered
            cycle[name] = await part(sides, seconds, thinking=name == "thinking")
        found.append(cycle)
    return found


def summary(cycles: list[dict[str, dict[str, float]]]) -> dict[str, Any]:
    """Medians over the cycles; ratios are taken within a cycle."""

    def of(name: str, key: str) -> float:
        return round(median([cycle[name][key] for cycle in cycles]), 2)

    ratios = [2 * c["thinking"]["p99"] / (c["quiet"]["p99"] + c["quiet again"]["p99"]) for c in cycles]
    noise = [c["quiet again"]["p99"] / c["quiet"]["p99"] for c in cycles]
    told = {
        "people": {
            name: {"moves": of(name, "moves"), "p50": of(name, "p50"), "p99": of(name, "p99")} for name in cycles[0]
        },
        "ratio": round(median(ratios), 2),
        "noise": round(median(noise), 2),
        "bots": {"answers": of("thinking", "answers"), "p50": of("thinking", "answer p50")},
    }
    told["bots"]["p99"] = of("thinking", "answer p99")
    told["met"] = {"ratio": told["ratio"] <= RATIO, "answers": told["bots"]["p99"] <= ANSWERS}
    return told


async def main(options: argparse.Namespace) -> None:
    port = free_port()
    module = ["-m", "bench.busy"] if options.busy else ["-m", "app", "serve"]
    with tempfile.TemporaryDirectory() as data:
        environment = {
            "CARDS_DATA_DIR": data,
            "CARDS_PORT": str(port),
            "CARDS_BOT_MS": str(options.ms),
            "CARDS_SESSIONS_PER_MINUTE": "0",
            "CARDS_TABLES_PER_MINUTE": "0",
            "CARDS_LOG_LEVEL": "error",
        }
        if options.processes:
            environment["CARDS_BOT_PROCESSES"] = str(options.processes)
        with started(module, port, core=None, **environment) as server:
            BotTable.game, BotTable.pace = "busy" if options.busy else "calypso", options.pace
            games = (await (await BotTable.guest(port)).get("/api/v1/games")).json()["games"]
            levels = next(game["levels"] for game in games if game["key"] == BotTable.game)
            BotTable.level = options.level or levels[-1]
            wire = Wire()
            tables: list[Any] = []
            living = asyncio.create_task(alive(tables))
            people = await opened(PacedTable, port, wire, options.tables, tables)
            bots = await opened(BotTable, port, wire, options.bots, tables)
            before, begun = server.cpu(), time.perf_counter()
            told = summary(await measure((people, bots), options.cycles, options.seconds))
            told["cores used"] = round((server.cpu() - before) / (time.perf_counter() - begun), 2)
            told |= {"level": BotTable.level, "tables with bots": options.bots, "ms": options.ms, "pace": options.pace}
            print(json.dumps(told, indent=1))
            print(
                f"people p99 {told['people']['quiet']['p99']} ms, with bots {told['people']['thinking']['p99']} ms: "
                f"x{told['ratio']} (noise x{told['noise']}); bots answer in {told['bots']['p50']} ms, "
                f"p99 {told['bots']['p99']} ms",
                file=sys.stderr,
            )
            living.cancel()
            for table in tables:
                with contextlib.suppress(Exception):
                    await table.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", type=int, default=50, help="tables at which a bot thinks")
    parser.add_argument("--tables", type=int, default=12, help="tables of four people")
    parser.add_argument("--cycles", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8.0, help="of each part of a cycle")
    parser.add_argument("--level", default="", help="of the bots; the strongest if it is not said")
    parser.add_argument("--busy", action="store_true", help="bots that use all of their budget")
    parser.add_argument("--ms", type=int, default=100, help="CARDS_BOT_MS")
    parser.add_argument("--processes", type=int, default=0, help="CARDS_BOT_PROCESSES")
    parser.add_argument("--pace", choices=("natural", "fast"), default="natural")
    uvloop.run(main(parser.parse_args()))
