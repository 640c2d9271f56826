"""Where Redis is, and redis-py's client with limits that do not outlast a player's patience."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import unquote, urlsplit

import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, AuthorizationError, BusyLoadingError, ResponseError

from app.live.contracts import StoreUnavailable

CONNECT_S = 1.0
"""How long a connection may take to be made."""
SENTINEL_S = 0.5
"""How long a sentinel may take to answer before the next is asked."""
_REFUSALS = (ResponseError, AuthenticationError, AuthorizationError, BusyLoadingError)


class Address:
    """Where Redis is: redis://user:password@host:port/db, rediss:// (TLS; ?ssl_ca_certs=FILE), unix:///path?db=0, or
    redis+sentinel://user:password@host:port,host:port/service/db."""

    def __init__(self, url: str) -> None:
        try:
            self._read(url)
        except ValueError:  # whose words may repeat a part of the password
            raise ValueError(
                "a Redis address is redis://host:port/db, rediss://host:port/db, unix:///path?db=0 or "
                "redis+sentinel://host:port,host:port/service/db"
            ) from None

    def _read(self, url: str) -> None:
        """Raises ValueError."""
        parts = urlsplit(url)
        if parts.scheme not in {"redis", "rediss", "unix", "redis+sentinel"}:
            raise ValueError(parts.scheme)
        self._url, path = url, parts.path.strip("/")
        credentials, _, self.name = parts.netloc.rpartition("@")
        self._service = ""
        if parts.scheme == "redis+sentinel":
            self._service, _, path = path.partition("/")
            if not self._service:
                raise ValueError("service")
            user, _, password = (unquote(word) for word in credentials.partition(":"))
            self._login: dict[str, Any] = {"username": user or None, "password": password or None, "db": int(path or 0)}
            hosts = [urlsplit(f"//{host}") for host in self.name.split(",")]
            self._sentinels = [(host.hostname, host.port or 26379) for host in hosts]
        elif parts.scheme == "unix":
            self.name = parts.path
        elif path:
            int(path)  # redis-py would pass over a database that is no number
        if not self._service:
            redis.Redis.from_url(url)  # connects to nothing

    def client(self, *, again: bool) -> redis.Redis:
        """A client without time limits of its own for answers, whose callers set theirs.

        With `again` a command is sent once more over a new connection if its connection is lost.
        """
        retry = Retry(NoBackoff(), 1, (redis.ConnectionError,)) if again else Retry(NoBackoff(), 0, ())
        limits: dict[str, Any] = {"protocol": 2, "socket_timeout": None, "socket_connect_timeout": CONNECT_S}
        if not self._service:
            return redis.Redis.from_url(self._url, retry=retry, **limits)
        quick = {"socket_timeout": SENTINEL_S, "socket_connect_timeout": SENTINEL_S, "retry": Retry(NoBackoff(), 0)}
        options: dict[str, Any] = {"sentinel_kwargs": quick, "retry": retry, **limits, **self._login}
        sentinel = Sentinel(self._sentinels, **options)  # type: ignore[no-untyped-call]
        return cast(redis.Redis, sentinel.master_for(self._service))

    def unavailable(self, error: BaseException) -> StoreUnavailable:
        """What redis-py raises, in one line for the operator."""
        if isinstance(error, TimeoutError | redis.TimeoutError):
            return StoreUnavailable(f"Redis at {self.name} does not answer.")
        what = "refuses" if isinstance(error, _REFUSALS) else "cannot be reached"
        why = getattr(error.__context__, "strerror", None) or str(error).partition(" : ")[0]
        return StoreUnavailable(f"Redis at {self.name} {what}: {why.rstrip('.')}.")


async def disconnect(client: redis.Redis) -> None:
    """End all connections of a client. It makes new ones when it is used again."""
    await client.aclose()
    if isinstance(client.connection_pool, SentinelConnectionPool):
        await client.connection_pool.sentinel_manager.aclose()
