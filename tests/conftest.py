"""What every test may ask for. The servers start at the first use of a fixture that needs them, so that tests of the
rules do not pay for them; under xdist the controller starts them and the workers find them in the environment."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import os
import secrets
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import hypothesis
import pytest
import pytest_asyncio
import redis
from redis.asyncio.connection import AbstractConnection
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.tables.limits import Limit
from tests.servers import Servers, Valkey

ROOT = Path(__file__).parent.parent
SERVERS = pytest.StashKey[Servers]()
SLOW = ("browser", "chaos", "main")
"""Folders whose tests mostly wait for processes of their own."""
WAITS = (
    "app.db.sessions._WAIT_S",
    "app.http.health._PATIENCE",
    "app.live.redis.client.CONNECT_S",
    "app.live.redis.client.SENTINEL_S",
    "app.live.redis.commands.ANSWER_S",
    "app.live.redis.subscriptions.CONFIRM_S",
    "app.live.redis.subscriptions.CONNECT_S",
    "app.live.redis.subscriptions.PING_S",
)
"""Seconds after which the application gives up on somebody else."""

# the same examples in every run, each of which may take its time: a machine that is busy is no fault of the code's
hypothesis.settings.register_profile(
    "even", derandomize=True, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("even")


def pytest_configure(config: pytest.Config) -> None:
    servers = config.stash[SERVERS] = Servers()
    is_controller = not hasattr(config, "workerinput") and bool(getattr(config.option, "numprocesses", None))
    if is_controller:
        servers.postgres()
        servers.redis()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slowest files first, so that no worker is left with one of them at the end."""
    items.sort(key=lambda item: item.path.parent.name not in SLOW)


def pytest_unconfigure(config: pytest.Config) -> None:
    if servers := config.stash.get(SERVERS, None):
        servers.close()


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """A server is not given up because the machine holds it up, or this process. Tests of what happens to one that does
    not answer set a patience of their own."""
    with pytest.MonkeyPatch.context() as patient:
        for name in WAITS:
            patient.setattr(name, 60)
        of_clients = inspect.unwrap(AbstractConnection.__init__).__kwdefaults__  # those that tests have themselves
        for name in ("socket_timeout", "socket_connect_timeout"):
            patient.setitem(of_clients, name, 60)
        yield


@pytest.fixture
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """All is within one minute for what is limited by the minute, however long the machine takes for it."""
    monkeypatch.setattr(Limit.__init__, "__defaults__", (lambda: 0.0,))


@pytest.fixture(scope="session")
def servers(pytestconfig: pytest.Config) -> Servers:
    return pytestconfig.stash[SERVERS]


async def upgrade(url: str) -> None:
    """Bring a database to the newest migration, in a process of its own as an operator does."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "alembic", "upgrade", "head"),
        cwd=ROOT,
        env={**os.environ, "CARDS_DATABASE_URL": url},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await process.communicate()
    assert process.returncode == 0, out.decode(errors="replace")


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


async def in_postgres(admin_url: str, *statements: str) -> None:
    engine = create_async_engine(admin_url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    async with engine.connect() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await engine.dispose()


def of_database(admin_url: str, name: str) -> str:
    return f"{admin_url.rpartition('/')[0]}/{name}"


@pytest_asyncio.fixture(scope="session")
async def pg_template(servers: Servers, worker_id: str) -> AsyncIterator[str]:
    """The name of a migrated database that nobody connects to: others are copied from it."""
    admin, name = servers.postgres(), f"cards_{os.getpid()}_{worker_id}_template"
    await in_postgres(admin, f'create database "{name}"')
    await upgrade(of_database(admin, name))
    yield name
    await in_postgres(admin, f'drop database "{name}" with (force)')


@pytest_asyncio.fixture(scope="session")
async def pg_url(servers: Servers, pg_template: str) -> AsyncIterator[str]:
    """One migrated database for the run (for each worker, under xdist)."""
    admin, name = servers.postgres(), pg_template.replace("template", "shared")
    await in_postgres(admin, f'create database "{name}" template "{pg_template}"')
    yield of_database(admin, name)
    await in_postgres(admin, f'drop database "{name}" with (force)')


@pytest_asyncio.fixture
async def pg_fresh_url(servers: Servers, pg_template: str) -> AsyncIterator[str]:
    """A migrated, empty database for one test (some 30 ms)."""
    admin, name = servers.postgres(), pg_template.replace("template", secrets.token_hex(4))
    await in_postgres(admin, f'create database "{name}" template "{pg_template}"')
    yield of_database(admin, name)
    await in_postgres(admin, f'drop database "{name}" with (force)')


# --- SQLite -----------------------------------------------------------------------------------------------------------


@pytest_asyncio.fixture(scope="session")
async def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sqlite") / "cards.db"
    await upgrade(f"sqlite+aiosqlite:///{path}")
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """A migrated, empty SQLite database for one test."""
    return f"sqlite+aiosqlite:///{shutil.copy(sqlite_template, tmp_path / 'cards.db')}"


# --- Redis ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def redis_databases(servers: Servers, worker_id: str) -> Iterator[Callable[[], str]]:
    """Hands out empty databases of the shared server. One named by CARDS_TEST_REDIS is emptied, too."""
    base = servers.redis().rpartition("/")[0]
    worker = int(worker_id.removeprefix("gw")) if worker_id.startswith("gw") else 0
    with redis.Redis.from_url(f"{base}/0", decode_responses=True, socket_timeout=60) as client:
        total = int(client.config_get("databases")["databases"])
    numbers = itertools.count(worker * total // 8)

    def take() -> str:
        url = f"{base}/{next(numbers) % total}"
        with redis.Redis.from_url(url, socket_timeout=60) as client:
            client.flushdb()
        return url

    yield take


@pytest.fixture
def redis_url(redis_databases: Callable[[], str]) -> str:
    """An empty database of the shared server for one test. Channels are not kept apart: use ids of your own."""
    return redis_databases()


@pytest.fixture
def redis_prefix() -> str:
    return f"t{secrets.token_hex(4)}"


@pytest.fixture
def valkey() -> Iterator[Callable[..., Valkey]]:
    """Starts private servers for one test, to be stopped, killed and started again: `store = valkey(aof=True)`."""
    started: list[Valkey] = []

    def start(**options: object) -> Valkey:
        started.append(Valkey(**options).start())  # type: ignore[arg-type]
        return started[-1]

    yield start
    for server in started:
        server.close()
