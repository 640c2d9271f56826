"""What the environment may say, and the one line that answers what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import SettingsError, load

PG, REDIS = "postgresql://cards:secret@db/cards", "redis://live:6379/0"


def test_nothing_said_is_the_embedded_default() -> None:
    settings = load({})
    assert settings.embedded
    assert settings.sql_url == "sqlite+aiosqlite:///data/cards.db"
    assert settings.live_path == Path("data/live.db")
    assert settings.address == "http://localhost:8000"
    assert not settings.secure


def test_both_urls_are_the_large_one() -> None:
    settings = load({"CARDS_DATABASE_URL": PG, "CARDS_REDIS_URL": REDIS, "CARDS_WORKERS": "4"})
    assert not settings.embedded
    assert settings.sql_url == "postgresql+asyncpg://cards:secret@db/cards"
    assert settings.workers == 4
    assert "secret" not in repr(settings)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg"])
def test_any_usual_name_of_postgresql_will_do(scheme: str) -> None:
    settings = load({"CARDS_DATABASE_URL": f"{scheme}://db/cards", "CARDS_REDIS_URL": REDIS})
    assert settings.sql_url == "postgresql+asyncpg://db/cards"


@pytest.mark.parametrize(
    ("environ", "names", "says"),
    [
        ({"CARDS_PORT": "x"}, "CARDS_PORT: ", "integer"),
        ({"CARDS_PORT": "70000"}, "CARDS_PORT: ", "65535"),
        ({"CARDS_WORKERS": "0"}, "CARDS_WORKERS: ", "greater"),
        ({"CARDS_WORKERS": "2"}, "CARDS_WORKERS: ", "embedded"),
        ({"CARDS_DATABASE_URL": PG}, "CARDS_REDIS_URL: ", "needed beside CARDS_DATABASE_URL"),
        ({"CARDS_REDIS_URL": REDIS}, "CARDS_DATABASE_URL: ", "needed beside CARDS_REDIS_URL"),
        (
            {"CARDS_DATABASE_URL": "mysql://a:secret@b/c", "CARDS_REDIS_URL": REDIS},
            "CARDS_DATABASE_URL: ",
            "postgresql",
        ),
        ({"CARDS_DATABASE_URL": "db", "CARDS_REDIS_URL": REDIS}, "CARDS_DATABASE_URL: ", "postgresql"),
        ({"CARDS_DATABASE_URL": PG, "CARDS_REDIS_URL": "live:secret"}, "CARDS_REDIS_URL: ", "redis://"),
        ({"CARDS_PUBLIC_URL": "cards.example"}, "CARDS_PUBLIC_URL: ", "https://"),
        ({"CARDS_PUBLIC_URL": "https://cards.example/sub"}, "CARDS_PUBLIC_URL: ", "nothing behind it"),
        ({"CARDS_PUBLIC_URL": "https://cards.example/#top"}, "CARDS_PUBLIC_URL: ", "nothing behind it"),
        ({"CARDS_PUBLIC_URL": "https://me:secret@cards.example"}, "CARDS_PUBLIC_URL: ", "https://host"),
        ({"CARDS_PUBLIC_URL": "https://cards.example:99999"}, "CARDS_PUBLIC_URL: ", "port"),
        ({"CARDS_PUBLIC_URL": "https://:443"}, "CARDS_PUBLIC_URL: ", "https://host"),
        ({"CARDS_PUBLIC_URL": "https://a..b"}, "CARDS_PUBLIC_URL: ", "empty"),
        ({"CARDS_DATABASE_URL": "postgresql://a:secret/1@b/c"}, "CARDS_DATABASE_URL: ", "host or port"),
        ({"CARDS_DATABASE_URL": "postgresql://a:secret@b:99999/c"}, "CARDS_DATABASE_URL: ", "host or port"),
        ({"CARDS_DATA_DIR": "~nobody-of-that-name/x"}, "CARDS_DATA_DIR: ", "no such home"),
        ({"CARDS_DATABASE_URL": "postgresql://", "CARDS_REDIS_URL": REDIS}, "CARDS_DATABASE_URL: ", "postgresql://"),
        ({"CARDS_DATABASE_URL": "postgresql://db", "CARDS_REDIS_URL": REDIS}, "CARDS_DATABASE_URL: ", "a database"),
        ({"CARDS_DATABASE_URL": PG, "CARDS_REDIS_URL": "redis://a:secret@b:c"}, "CARDS_REDIS_URL: ", "host or port"),
        ({"CARDS_TRUSTED_PROXIES": "not-an-address"}, "CARDS_TRUSTED_PROXIES: ", "10.0.0.0/8"),
        ({"CARDS_TRUSTED_PROXIES": "10.0.0.0/99"}, "CARDS_TRUSTED_PROXIES: ", "10.0.0.0/8"),
        ({"CARDS_TRUSTED_PROXIES": "127.0.0.1;10.0.0.1"}, "CARDS_TRUSTED_PROXIES: ", "commas"),
        ({"CARDS_LOG_LEVEL": "loud"}, "CARDS_LOG_LEVEL: ", "debug"),
        ({"CARDS_PROT": "8000"}, "CARDS_PROT: ", "no such setting"),
        ({"cards_x": "1", "CARDS_port": "1"}, "CARDS_port: ", "no such setting"),
        ({"CARDS_MODEL_CONFIG": "1"}, "CARDS_MODEL_CONFIG: ", "no such setting"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(environ: dict[str, str], names: str, says: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(environ)
    line = str(caught.value)
    assert line.startswith(names)
    assert says in line
    assert "\n" not in line
    assert "secret" not in line


@pytest.mark.parametrize("proxies", ["*", "10.0.0.1", "::1, 10.1.0.0/16"])
def test_proxies_are_addresses_or_networks(proxies: str) -> None:
    assert load({"CARDS_TRUSTED_PROXIES": proxies, "CARDS_LOG_LEVEL": "INFO"}).trusted_proxies == proxies


def test_empty_means_not_given_and_the_tests_have_their_own() -> None:
    settings = load({"CARDS_PORT": "", "CARDS_REDIS_URL": "", "CARDS_TEST_REDIS": "redis://x", "HOME": "/root"})
    assert settings == load({})


def test_what_is_given_by_hand_goes_before_the_environment() -> None:
    settings = load({"CARDS_PORT": "1", "CARDS_HOST": "10.0.0.1"}, port=2, host=None)
    assert (settings.port, settings.host) == (2, "10.0.0.1")


@pytest.mark.parametrize(
    ("environ", "address"),
    [
        ({"CARDS_HOST": "0.0.0.0", "CARDS_PORT": "80"}, "http://localhost:80"),
        ({"CARDS_HOST": "192.168.1.2"}, "http://192.168.1.2:8000"),
        ({"CARDS_PUBLIC_URL": "HTTPS://Cards.Example/"}, "https://cards.example"),
        ({"CARDS_PUBLIC_URL": "https://cards.example:443"}, "https://cards.example"),
        ({"CARDS_PUBLIC_URL": "http://cards.example:443"}, "http://cards.example:443"),
        ({"CARDS_PUBLIC_URL": "http://[::1]:8000/"}, "http://[::1]:8000"),
        ({"CARDS_PUBLIC_URL": "https://Карты.example"}, "https://xn--80atti9b.example"),
    ],
)
def test_the_address_that_people_are_told(environ: dict[str, str], address: str) -> None:
    assert load(environ).address == address


def test_bots_think_on_all_cores_but_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(9)))
    stores = {"CARDS_DATABASE_URL": "postgresql://db/cards", "CARDS_REDIS_URL": "redis://live"}
    assert load({}).thinkers == 8
    assert load({**stores, "CARDS_WORKERS": "3"}).thinkers == 2
    assert load({**stores, "CARDS_WORKERS": "20"}).thinkers == 1
    assert load({"CARDS_BOT_PROCESSES": "5"}).thinkers == 5
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {3})
    assert load({}).thinkers == 1
