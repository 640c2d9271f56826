"""Logging: one line an event, readable on a terminal, JSON elsewhere. Unexpected errors get an incident id."""

from __future__ import annotations

import logging
import secrets
import sys

import structlog
from structlog.types import Processor

_QUIET = ("asyncio", "aiosqlite", "alembic", "sqlalchemy.engine", "httpx2", "httpcore2")
"""Loggers whose information is of no use to an operator."""


def configure(level: str = "info", *, json: bool | None = None) -> None:
    """Set up structlog and send the standard library's loggers (uvicorn's too) the same way.

    `json` None: JSON unless standard error is a terminal.
    """
    if json is None:
        json = not sys.stderr.isatty()
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    shape: list[Processor] = (
        # plain tracebacks: local variables may hold tokens and hands
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if json
        else [
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
        ]
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *shape],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
    logging.getLogger("uvicorn").setLevel(logging.WARNING if level != "debug" else logging.DEBUG)
    # on this logger the socket library would tell every header and frame: session tokens, invitations, cards
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING if level != "debug" else logging.INFO)
    logging.getLogger("uvicorn.error").addFilter(_news)
    logging.getLogger("uvicorn.access").addFilter(_without_query)


def _news(record: logging.LogRecord) -> bool:
    """Why the server does not start has been said."""
    return record.msg != "Application startup failed. Exiting."


def _without_query(record: logging.LogRecord) -> bool:
    """A request is told without what follows its path: it may be an invitation."""
    if isinstance(record.args, tuple):
        record.args = tuple(arg.partition("?")[0] if isinstance(arg, str) else arg for arg in record.args)
    return True


def logger(name: str) -> structlog.stdlib.BoundLogger:
    """The logger of a module."""
    bound: structlog.stdlib.BoundLogger = structlog.get_logger(name)
    return bound


def incident(name: str, error: BaseException, **context: str | int) -> str:
    """Log an unexpected error in module `name` and give the id under which the operator finds it."""
    ident = secrets.token_hex(4)
    logger(name).error("incident", incident=ident, exc_info=error, **context)
    return ident
