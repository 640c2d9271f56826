"""Connections to Redis: where it is, and one connection that writes once a tick of the event loop."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Callable, Sequence
from typing import Any, cast
from urllib.parse import parse_qs, unquote, urlsplit

import hiredis

from app.live.contracts import StoreUnavailable

CONNECT_S = 1.0
"""How long a connection may take to be made, greeting included."""

Arg = str | bytes | int
_NOTHING = object()
log = logging.getLogger(__name__)


class Link(asyncio.Protocol):
    """One connection. Replies go to `on_reply` in order; `on_lost` is called once, when it has ended."""

    def __init__(self, on_reply: Callable[[Any], None], on_lost: Callable[[], None]) -> None:
        self.on_reply = on_reply
        self.on_lost = on_lost
        self.lost = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader(notEnoughData=_NOTHING)
        self._transport: asyncio.Transport | None = None
        self._unsent: list[bytes] = []

    def send(self, *command: Arg) -> None:
        """Send a command; those of one tick of the loop leave together."""
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(hiredis.pack_command(command))  # type: ignore[arg-type]  # its stub allows one item only

    def abort(self) -> None:
        """End the connection now, if it was made."""
        if self._transport is not None:
            self._transport.abort()

    async def close(self) -> None:
        """End the connection and wait for its end."""
        self.abort()
        if self._transport is not None:
            await self.lost.wait()

    def _flush(self) -> None:
        data = b"".join(self._unsent)
        self._unsent.clear()
        if self._transport is not None and not self.lost.is_set():
            self._transport.write(data)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by inheritance

    def data_received(self, data: bytes) -> None:
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not _NOTHING:
                self.on_reply(reply)
        except hiredis.HiredisError:
            log.exception("what Redis sends cannot be read")
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set()
        self.on_lost()


class Endpoint:
    """Where Redis is: redis://user:password@host:port/db, rediss:// (TLS; ?ssl_ca_certs=FILE) or unix:///path?db=0."""

    def __init__(self, url: str) -> None:
        parts, query = urlsplit(url), {key: values[-1] for key, values in parse_qs(urlsplit(url).query).items()}
        if parts.scheme not in {"redis", "rediss", "unix"}:
            raise ValueError("a Redis address begins with redis://, rediss:// or unix://")
        self._path = unquote(parts.path) if parts.scheme == "unix" else None
        self._host, self._port = parts.hostname or "localhost", parts.port or 6379
        self._tls = ssl.create_default_context(cafile=query.get("ssl_ca_certs")) if parts.scheme == "rediss" else None
        self.name = self._path or f"{self._host}:{self._port}"
        database = query.get("db") or ("0" if self._path else parts.path.strip("/") or "0")
        self._greeting: list[tuple[str, ...]] = []
        if parts.password:
            self._greeting.append(("AUTH", *filter(None, (unquote(parts.username or ""), unquote(parts.password)))))
        if database != "0":
            self._greeting.append(("SELECT", str(int(database))))
        self._greeting.append(("PING",))  # says so while the server still loads its data

    async def connect(self, on_reply: Callable[[Any], None], on_lost: Callable[[], None]) -> Link:
        """A connection ready for use. Raises StoreUnavailable within CONNECT_S."""
        greeted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        replies: list[Any] = []

        def give_up() -> None:
            greeted.cancel()

        def greet(reply: Any) -> None:
            replies.append(reply)
            if len(replies) == len(self._greeting) and not greeted.done():
                greeted.set_result(None)

        link = Link(greet, give_up)
        try:
            async with asyncio.timeout(CONNECT_S):
                await self._dial(link)
                for command in self._greeting:
                    link.send(*command)
                await asyncio.wait([greeted])
            self._check(link, replies)
        except TimeoutError as error:
            link.abort()
            raise StoreUnavailable(f"Redis at {self.name} does not answer.") from error
        except StoreUnavailable:
            link.abort()
            raise
        except Exception as error:  # of the network, of TLS, of the name
            reason = getattr(error, "strerror", None) or error
            raise StoreUnavailable(f"Redis at {self.name} cannot be reached: {reason}.") from error
        except BaseException:
            link.abort()
            raise
        link.on_reply, link.on_lost = on_reply, on_lost
        return link

    async def _dial(self, link: Link) -> None:
        loop = asyncio.get_running_loop()
        if self._path is not None:
            await loop.create_unix_connection(lambda: link, self._path)
        else:
            await loop.create_connection(lambda: link, self._host, self._port, ssl=self._tls)

    def _check(self, link: Link, replies: Sequence[Any]) -> None:
        for reply in replies:
            if isinstance(reply, hiredis.ReplyError):
                raise StoreUnavailable(f"Redis at {self.name} refuses: {reply}.")
        if link.lost.is_set():
            raise StoreUnavailable(f"Redis at {self.name} closed the connection.")
