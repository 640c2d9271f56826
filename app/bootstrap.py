"""The composition root: settings in, services out. The only place that knows which live store is used."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from app import logs
from app.accounts.service import Accounts
from app.archive.service import Archive
from app.archive.suggestions import Suggestions
from app.bots.runner import BotPool
from app.db import migrate
from app.db.sessions import Database, DatabaseUnavailable
from app.games.catalogue import CATALOGUE, BrokenGame, Catalogue
from app.jobs.janitor import Janitor
from app.jobs.outbox import OutboxLoop
from app.jobs.timers import TimerLoop
from app.jobs.waiting import WaitingRooms
from app.live.contracts import LiveStore, StoreUnavailable
from app.services import Services
from app.settings import Settings
from app.tables.hints import Hints
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.parking import Parking
from app.tables.rooms import Rooms
from app.tables.service import COMMANDS_PER_MINUTE, Tables
from app.tables.timeouts import Timeouts

_LOG = logs.logger(__name__)


class CannotStart(Exception):
    """The server cannot start; the message says why in one line."""


def live_store(settings: Settings) -> LiveStore:
    """The live store of these settings, not yet open. Raises CannotStart."""
    if settings.redis_url is None:
        from app.live.embedded.store import EmbeddedStore  # noqa: PLC0415 - the other twin is not even imported

        return EmbeddedStore(settings.live_path)
    from app.live.redis.store import RedisStore  # noqa: PLC0415

    try:
        return RedisStore(settings.redis_url)
    except ValueError as error:
        raise CannotStart(f"CARDS_REDIS_URL: {error}") from None


async def prepare(settings: Settings) -> None:
    """See that the database has the schema. Raises CannotStart, DatabaseUnavailable."""
    if settings.embedded:
        await migrate.upgrade(settings.sql_url)
        return
    schema = await migrate.compare(settings.sql_url)
    if schema == "behind":
        raise CannotStart("CARDS_DATABASE_URL: the database lacks the newest schema: run `python -m app migrate` first")
    if schema == "ahead":
        # a newer version is being rolled out; migrations keep the one before running
        _LOG.warning("schema.ahead")


@asynccontextmanager
async def running(settings: Settings, catalogue: Catalogue = CATALOGUE) -> AsyncIterator[Services]:
    """Everything open and every loop running; all is given back at the end, the last first. Raises CannotStart."""
    async with AsyncExitStack() as stack:
        try:
            services = await _open(settings, catalogue, stack)
        except StoreUnavailable as error:
            raise CannotStart(f"CARDS_{'DATA_DIR' if settings.embedded else 'REDIS_URL'}: {error}") from error
        except (DatabaseUnavailable, OSError) as error:
            raise CannotStart(f"CARDS_{'DATA_DIR' if settings.embedded else 'DATABASE_URL'}: {error}") from error
        yield services


async def _open(settings: Settings, catalogue: Catalogue, stack: AsyncExitStack) -> Services:
    if settings.embedded:
        try:
            settings.data_dir.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotStart(f"CARDS_DATA_DIR: {settings.data_dir} cannot be made: {error.strerror}") from error
    live = live_store(settings)
    # first of all: the embedded store refuses a second process on the same directory
    await live.open()
    stack.push_async_callback(live.close)
    await prepare(settings)
    db = Database(settings.sql_url)
    stack.push_async_callback(db.close)
    try:
        catalogue.games()
    except BrokenGame as error:
        raise CannotStart(str(error)) from error
    accounts, archive = Accounts(db), Archive(db, catalogue.get)
    await accounts.sweep()

    parking = Parking(live, db)
    rooms = Rooms(live, catalogue.get, parking)
    stack.push_async_callback(rooms.close)
    tables = Tables(live, rooms, commands_per_minute=COMMANDS_PER_MINUTE)
    hub, lobby = Hub(tables, rooms), Lobby(live)
    bots = BotPool(catalogue, settings.thinkers, settings.bot_ms)
    bots.open()
    stack.push_async_callback(bots.close)
    timers = TimerLoop(tables, Timeouts(tables, rooms, bots))
    outbox = OutboxLoop(tables, rooms, archive)
    hub.on_late = outbox.said_late
    janitor = Janitor(tables, rooms, parking)
    waiting = WaitingRooms(tables, lobby, janitor.leads)
    loops = (timers.run, outbox.run, janitor.run, waiting.run, hub.run, hub.absences.run)
    await stack.enter_async_context(_loops(*loops))
    return Services(
        settings=settings,
        db=db,
        live=live,
        catalogue=catalogue,
        tables=tables,
        hub=hub,
        lobby=lobby,
        accounts=accounts,
        archive=archive,
        hints=Hints(tables, bots),
        suggestions=Suggestions(archive, catalogue.get, bots),
    )


@asynccontextmanager
async def _loops(*runs: Callable[[], Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Tasks that run until the end; one that ends by itself is a fault."""
    tasks = [asyncio.create_task(run()) for run in runs]
    for task in tasks:
        task.add_done_callback(_ended)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _ended(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logs.incident(__name__, error)
