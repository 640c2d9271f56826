"""The live store for one process: durable in one SQLite file, fan-out and presence in memory."""

from app.live.embedded.store import EmbeddedStore

__all__ = ["EmbeddedStore"]
