"""Players for load: they speak the protocol, hold their own view and play legal cards of it."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from app.engine import patch
from app.ws.protocol import SUBPROTOCOL

_NO_EXTRAS: dict[str, Any] = {"compression": None, "ping_interval": None, "max_size": None}
_ENCODE = msgspec.json.encode
_DECODE = msgspec.json.decode


class Wire:
    """What went over the wire in a slice."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.moves = 0
        self.bytes = 0
        self.largest: list[int] = []
        self.latencies: list[float] = []

    def heard(self, frame: str | bytes) -> None:
        """Count a frame, its WebSocket header of 2 or 4 bytes too."""
        size = len(frame) + (2 if len(frame) < 126 else 4)
        self.bytes += size
        self.largest.append(size)


class Seat:
    """One socket with its view."""

    def __init__(self, socket: ClientConnection, http: httpx2.AsyncClient) -> None:
        self.socket = socket
        self.http = http
        self.public: dict[str, Any] = {}
        self.private: dict[str, Any] = {}
        self.seq = 0
        self.ids = itertools.count(1)

    async def hear(self, wire: Wire) -> None:
        """The next frame, applied."""
        frame = await self.socket.recv()
        wire.heard(frame)
        self.apply(_DECODE(frame))

    def apply(self, message: Any) -> None:
        if isinstance(message, list):
            if isinstance(message[0], str):
                return  # an ack
            if message[1] != self.seq + 1:
                raise RuntimeError(f"a hole: {self.seq} then {message[1]}")
            self.seq = message[1]
            self.public = patch.apply(self.public, {"turn": message[1], **(message[4] if len(message) > 4 else {})})
            if len(message) > 5:
                self.private = patch.apply(self.private, {"undo": None, **message[5]})
        elif message["t"] == "table.snap":
            self.seq, self.public, self.private = message["pos"]["seq"], message["public"], message["private"]
        elif message["t"] in ("nack", "bye", "table.gone"):
            raise RuntimeError(str(message))

    async def until(self, seq: int, wire: Wire) -> None:
        while self.seq < seq:
            await self.hear(wire)

    def legal(self) -> list[str]:
        hand, rule = self.private["hand"], self.private["legal"]
        return [card for card in hand if rule in ("any", card[1])]

    async def do(self, table: str, command: dict[str, Any]) -> None:
        message = {
            "t": "table.do",
            "table": table,
            "id": f"load.{next(self.ids)}",
            "turn": self.public["turn"],
            "cmd": command,
        }
        await self.socket.send(_ENCODE(message).decode())


class GameTable:
    """A Calypso table with four load players."""

    def __init__(self, port: int, table: str, seats: list[Seat], wire: Wire) -> None:
        self.port = port
        self.table = table
        self.seats = seats
        self.wire = wire
        self.dice = random.Random(table)

    @classmethod
    async def open(cls, port: int, wire: Wire) -> GameTable:
        """Four guests with sockets at a table that has begun."""
        guests = [await cls.guest(port) for _ in range(4)]
        seats = [await cls.socket(port, guest) for guest in guests]
        table = cls(port, "", seats, wire)
        await table.begin()
        return table

    @staticmethod
    async def guest(port: int) -> httpx2.AsyncClient:
        http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers={"Origin": f"http://127.0.0.1:{port}"})
        (await http.post("/api/v1/session", json={"name": "Load", "lang": "en"})).raise_for_status()
        return http

    @staticmethod
    async def socket(port: int, http: httpx2.AsyncClient) -> Seat:
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        socket = await connect(
            f"ws://127.0.0.1:{port}/ws",
            origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
            subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
            additional_headers={"Cookie": cookie},
            **_NO_EXTRAS,
        )
        return Seat(socket, http)

    async def begin(self) -> None:
        """A new game for these four."""
        body = {"game": "calypso", "options": {"rounds": 4}, "table": {"clock": "untimed"}}
        answer = await self.seats[0].http.post("/api/v1/tables", json=body)
        answer.raise_for_status()
        self.table = answer.json()["id"]
        for n, seat in enumerate(self.seats):
            if n:
                await self.post(seat, {"type": "sit", "seat": n})
                await self.post(seat, {"type": "ready", "ready": True})
        for seat in self.seats:
            seat.seq, seat.public = 0, {}
            await seat.socket.send(_ENCODE({"t": "table.join", "table": self.table, "ch": 1}).decode())
            while "phase" not in seat.public:
                await seat.hear(self.wire)
        await self.post(self.seats[0], {"type": "start"})
        for seat in self.seats:
            while seat.public["phase"] == "waiting":
                await seat.hear(self.wire)

    async def post(self, seat: Seat, command: dict[str, Any]) -> None:
        body = {"id": f"http.{next(seat.ids)}", "turn": seat.public.get("turn", 0), "cmd": command}
        (await seat.http.post(f"/api/v1/tables/{self.table}/commands", json=body)).raise_for_status()

    async def play(self, end: float) -> None:
        """Play until a time of the performance counter."""
        while time.perf_counter() < end:
            public = self.seats[0].public
            if public["phase"] == "over":
                await self.begin()
                continue
            if public["phase"] == "between":
                await self.next()
                continue
            seat = self.seats[int(public["act"])]
            await self.move(seat)

    async def move(self, seat: Seat) -> None:
        seq = self.seats[0].seq + 1
        sent = time.perf_counter()
        await seat.do(self.table, {"type": "play", "card": self.dice.choice(seat.legal())})
        await asyncio.gather(*(one.until(seq, self.wire) for one in self.seats))
        self.wire.latencies.append(time.perf_counter() - sent)
        self.wire.moves += 1

    async def next(self) -> None:
        for seat in self.seats:
            seq = self.seats[0].seq + 1
            await seat.do(self.table, {"type": "next"})
            for one in self.seats:
                await one.until(seq, self.wire)

    async def close(self) -> None:
        for seat in self.seats:
            await seat.socket.close()
            await seat.http.aclose()


class FloorTable:
    """Four sockets at the floor's server: one sends, all are sent to."""

    def __init__(self, sockets: list[ClientConnection], wire: Wire) -> None:
        self.sockets = sockets
        self.wire = wire

    @classmethod
    async def open(cls, port: int, wire: Wire) -> FloorTable:
        name = random.randbytes(6).hex()
        url = f"ws://127.0.0.1:{port}/ws/{name}"
        return cls([await connect(url, **_NO_EXTRAS) for _ in range(4)], wire)

    async def play(self, end: float) -> None:
        for turn in itertools.count():
            if time.perf_counter() >= end:
                return
            sent = time.perf_counter()
            await self.sockets[turn % 4].send('{"t":"move","table":"k3J9x2aQpL","id":"load.17","card":"TH"}')
            await asyncio.gather(*(self.hear(socket) for socket in self.sockets))
            self.wire.latencies.append(time.perf_counter() - sent)
            self.wire.moves += 1

    async def hear(self, socket: ClientConnection) -> None:
        frame = await socket.recv()
        self.wire.heard(frame)
        _DECODE(frame)

    async def close(self) -> None:
        for socket in self.sockets:
            await socket.close()
