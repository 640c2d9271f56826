"""The live store for any number of processes, in Redis or Valkey."""

from app.live.redis.store import RedisStore

__all__ = ["RedisStore"]
