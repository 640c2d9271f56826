"""Logs in Redis streams, and the fan-out of their appends."""

from __future__ import annotations

import secrets as random
from collections.abc import Callable, Sequence

import msgspec

from app.live.contracts import NO_CHAIN, Append, Line, Listener, Page, Position, Published, Secrets
from app.live.keys import RESENT_MS, Keys
from app.live.redis import scripts
from app.live.redis.chat import line_id
from app.live.redis.commands import Arg, Commands
from app.live.redis.subscriptions import Subscriptions

_secrets = msgspec.json.Decoder(Secrets)


def write_position(position: Position) -> str:
    """The position as Redis keeps it. The epoch may hold spaces, but no line break."""
    return f"{position.seq} {position.chain} {position.epoch}"


def read_position(text: bytes) -> Position:
    """The reverse."""
    seq, chain, epoch = text.decode().split(" ", 2)
    return Position(epoch, int(seq), chain)


class RedisEventLog:
    """The logs: a stream with a commit at `<seq>-0` and a hash with the head."""

    def __init__(self, commands: Commands, keys: Keys) -> None:
        self._commands = commands
        self._keys = keys

    async def create(self, table: str, epoch: str, secrets: Secrets, append: Append) -> Position | None:
        position = Position(epoch, 0, NO_CHAIN).after(append.body)
        nonce = random.token_hex(8)
        return await self._append(table, "", position, append, msgspec.json.encode(secrets), nonce)

    async def append(self, append: Append) -> Position | None:
        position = append.expected.after(append.body)
        if append.renew is not None:
            position = msgspec.structs.replace(position, epoch=append.renew)
        return await self._append(append.table, write_position(append.expected), position, append)

    async def head(self, table: str) -> Position | None:
        found = await self._commands.call("HGET", self._keys.head(table), "pos")
        return None if found is None else read_position(found)

    async def since(self, table: str, seq: int) -> Page | None:
        keys = (self._keys.log(table), self._keys.head(table))
        found = await self._commands.run(scripts.SINCE, keys, max(seq, 0) + 1)
        if found is None:
            return None
        return Page(read_position(found[0]), [fields[1] for _, fields in found[1]])

    async def secrets(self, table: str) -> Secrets | None:
        found = await self._commands.call("HGET", self._keys.head(table), "secrets")
        return None if found is None else _secrets.decode(found)

    async def drop(self, table: str, after_ms: int = 0) -> None:
        of = self._keys
        own = (of.log(table), of.head(table), of.timers(table), of.listings(table), of.present(table), of.chat(table))
        await self._commands.run(scripts.DROP, own, table, after_ms)

    async def park(self, table: str, expected: Position, said: int | None = None) -> bool:
        of = self._keys
        own = (of.log(table), of.head(table), of.outbox(table), of.chat(table), of.present(table), of.parked(table))
        last = "" if said is None else said
        nonce = random.token_hex(8)
        done = await self._commands.run(scripts.PARK, own, table, write_position(expected), last, nonce, RESENT_MS)
        return bool(done == 1)

    async def wake(
        self,
        table: str,
        epoch: str,
        secrets: Secrets,
        bodies: Sequence[bytes],
        deadline: int | None,
        chat: Sequence[Line] = (),
    ) -> Position | None:
        of = self._keys
        position = Position(epoch, 0, NO_CHAIN)
        for body in bodies:
            position = position.after(body)
        done = await self._commands.run(
            scripts.WAKE,
            (of.log(table), of.head(table), of.timers(table), of.chat(table)),
            table,
            write_position(position),
            msgspec.json.encode(secrets),
            random.token_hex(8),
            "" if deadline is None else deadline,
            len(bodies),
            *bodies,
            *(part for number, body in chat for part in (line_id(number), body)),
        )
        return position if done == 1 else None

    async def _append(self, table: str, expected: str, new: Position, append: Append, *more: Arg) -> Position | None:
        done = await self._commands.run(
            scripts.APPEND,
            self._keys.of_append(table),
            table,
            expected,
            write_position(new),
            f"{new.seq}-0",
            append.body,
            "" if append.deadline is None else append.deadline,
            "1" if append.finished else "",
            "" if append.listing is None else "1" if append.listing else "0",
            append.listing or b"",
            self._keys.commits(table),
            *more,
        )
        return new if done == 1 else None


class RedisFanout:
    """Appends heard through Redis' publications, which carry them whole."""

    def __init__(self, subscriptions: Subscriptions, keys: Keys) -> None:
        self._subscriptions = subscriptions
        self._keys = keys

    async def listen(self, table: str, listener: Listener) -> None:
        def hear(message: bytes) -> None:
            position, _, body = message.partition(b"\n")
            listener(Published(read_position(position), body))

        await self._subscriptions.subscribe(self._keys.commits(table), hear)

    async def unlisten(self, table: str) -> None:
        await self._subscriptions.unsubscribe(self._keys.commits(table))

    def on_reconnect(self, callback: Callable[[], None]) -> None:
        self._subscriptions.on_reconnect = callback
