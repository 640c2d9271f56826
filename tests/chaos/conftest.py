"""One cluster for all scenarios, brought back to health before each; servers of its own, which others do not share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.chaos.cluster import Cluster
from tests.chaos.player import stop_all
from tests.conftest import in_postgres, of_database, upgrade
from tests.servers import Postgres, Valkey

HERE = Path(__file__).parent
PATIENCE = 400
"""Seconds for a scenario on a machine that has much else to do; by itself none takes more than fifteen."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.timeout(PATIENCE))


@pytest.fixture(scope="session")
def chaos_postgres() -> Iterator[Postgres]:
    server = Postgres().start()
    yield server
    server.close()


@pytest.fixture(scope="session")
def chaos_valkey() -> Iterator[Valkey]:
    server = Valkey(aof=True).start()
    yield server
    server.close()


@pytest_asyncio.fixture(scope="session")
async def chaos_cluster(
    chaos_postgres: Postgres, chaos_valkey: Valkey, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Cluster]:
    await in_postgres(chaos_postgres.url, "create database chaos")
    database = of_database(chaos_postgres.url, "chaos")
    await upgrade(database)
    cluster = Cluster(tmp_path_factory.mktemp("chaos"), chaos_valkey, chaos_postgres, database)
    yield cluster
    await cluster.close()


@pytest_asyncio.fixture(autouse=True)
async def nobody_stays() -> AsyncIterator[None]:
    yield
    await stop_all()


@pytest_asyncio.fixture
async def cluster(chaos_cluster: Cluster) -> Cluster:
    return await chaos_cluster.whole()
