"""A WebSocket client of a few lines, for many sockets and for rude ones."""

from __future__ import annotations

import asyncio
import json
import socket

from app.ws.protocol import SUBPROTOCOL


def joining(table: str, ch: int = 1) -> str:
    """The message that asks for a table."""
    return json.dumps({"t": "table.join", "table": table, "ch": ch})


class RawSocket:
    """Opens, says, hears bytes, and drops the line without a word."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int, user: str = "", room: int = 0) -> RawSocket:
        """`room`: bytes that the kernel keeps for a reader who does not read."""
        line = socket.socket()
        if room:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
        reader, writer = await asyncio.open_connection(sock=line, limit=2048)
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
            b"Sec-WebSocket-Protocol: %s\r\nCookie: user=%s\r\n\r\n" % (SUBPROTOCOL.encode(), user.encode())
        )
        answer = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in answer, answer
        return cls(reader, writer)

    def say(self, text: str) -> None:
        """A text frame, masked with zeros."""
        data = text.encode()
        assert len(data) < 1 << 16
        head = b"\x81" + (bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2))
        self.writer.write(head + bytes(4) + data)

    async def hear(self, mark: bytes) -> None:
        """Read until the bytes come."""
        heard = b""
        while mark not in heard:
            more = await self.reader.read(65536)
            assert more, "the line was dropped"
            heard = heard[-len(mark) :] + more

    async def ended(self) -> None:
        """Read until the line is dropped."""
        try:
            while await self.reader.read(65536):
                pass
        except ConnectionError:
            pass

    def drop(self) -> None:
        self.writer.transport.abort()
