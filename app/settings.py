"""Every environment variable the server reads: its name (CARDS_ and the field in capitals), default and meaning.

No database and no Redis named: the embedded default, one process that keeps everything in `data_dir`.
Both named: any number of workers. One without the other is refused: a live table must not outlive its archive.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any, ClassVar, Literal
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

PREFIX = "CARDS_"
TEST_PREFIX = "CARDS_TEST_"
"""Variables of the tests (CARDS_TEST_POSTGRES, CARDS_TEST_REDIS); the server does not read them."""

ROOT = Path(__file__).resolve().parent.parent
"""Where `static/` and `migrations/` lie, beside the package."""

_POSTGRES = ("postgresql+asyncpg", "postgresql", "postgres")
_PORTS = {"http": 80, "https": 443}


class SettingsError(Exception):
    """The configuration cannot be used; the message is one line that names the variable and says why."""


class Settings(BaseSettings):
    """The configuration of one process. Frozen; made by `load`."""

    model_config: ClassVar[SettingsConfigDict] = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    database_url: str | None = Field(
        default=None,
        repr=False,
        description="PostgreSQL for users and finished games, postgresql://user@host/name; absent: SQLite in data_dir.",
    )
    redis_url: str | None = Field(
        default=None,
        repr=False,
        description="Redis or Valkey for live tables: redis, rediss, unix or redis+sentinel address; absent: SQLite.",
    )
    data_dir: Path = Field(
        default=Path("data"), description="Directory of the embedded default's files; made if it is missing."
    )
    host: str = Field(default="127.0.0.1", description="Address to listen on; 0.0.0.0 for all networks.")
    port: int = Field(default=8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    workers: int = Field(
        default=1, ge=1, le=64, description="Worker processes; more than one needs Redis and PostgreSQL."
    )
    public_url: str | None = Field(
        default=None,
        description="Address that players open, the only origin allowed; https makes cookies Secure; absent: any host.",
    )
    trusted_proxies: str = Field(
        default="127.0.0.1",
        description="Addresses of reverse proxies, comma separated, whose X-Forwarded headers are believed.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least level that is logged: debug, info, warning or error."
    )
    bot_processes: int | None = Field(
        default=None,
        ge=1,
        le=64,
        description="Processes of each worker that compute the bots' moves; absent: the cores but one, shared by all.",
    )
    bot_ms: int = Field(
        default=100, ge=5, le=2000, description="ms of one core that a bot may think about a move; less when many do."
    )
    sessions_per_minute: int = Field(
        default=60,
        ge=0,
        description="New guests one address may make, and codes of other devices it may try, in a minute; 0: no limit.",
    )
    tables_per_minute: int = Field(
        default=20, ge=0, description="New tables one user may open in a minute; 0 for no limit."
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Only what `load` passes: it has read the environment."""
        return (init_settings,)

    @field_validator("data_dir")
    @classmethod
    def _home(cls, path: Path) -> Path:
        try:
            return path.expanduser()
        except RuntimeError:
            raise ValueError("there is no such home directory") from None

    @field_validator("database_url")
    @classmethod
    def _postgres(cls, url: str | None) -> str | None:
        if url is None:
            return None
        scheme, sep, rest = url.partition("://")
        if not sep or scheme not in _POSTGRES or not rest:
            raise ValueError("must begin with postgresql://")
        _port(url)
        parts = urlsplit(url)
        if not parts.path.strip("/") or not (parts.hostname or "host=" in parts.query):
            raise ValueError("must name a host and a database: postgresql://user@host/name")
        return f"postgresql+asyncpg://{rest}"

    @field_validator("redis_url")
    @classmethod
    def _redis(cls, url: str | None) -> str | None:
        if url is not None and not url.startswith(("redis://", "rediss://", "unix://", "redis+sentinel://")):
            raise ValueError("must begin with redis://, rediss://, unix:// or redis+sentinel://")
        if url is not None and url.startswith(("redis://", "rediss://")):
            _port(url)
        return url

    @field_validator("trusted_proxies")
    @classmethod
    def _proxies(cls, proxies: str) -> str:
        for proxy in proxies.split(","):
            try:
                if proxy.strip() != "*":
                    ip_network(proxy.strip(), strict=False)
            except ValueError:
                raise ValueError("must be IP addresses or networks like 10.0.0.0/8 with commas between, or *") from None
        return proxies

    @field_validator("log_level", mode="before")
    @classmethod
    def _level(cls, level: object) -> object:
        return level.lower() if isinstance(level, str) else level

    @field_validator("public_url")
    @classmethod
    def _public(cls, url: str | None) -> str | None:
        if url is None:
            return None
        port, parts = _port(url), urlsplit(url)
        more = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
        if parts.scheme not in ("http", "https") or not parts.hostname or more:
            raise ValueError("must be http://host or https://host, with a port if need be and nothing behind it")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        usual = port in (None, _PORTS[parts.scheme])
        # as browsers write an origin: in ASCII, without the usual port
        return f"{parts.scheme}://{host.encode('idna').decode()}" + ("" if usual else f":{port}")

    @model_validator(mode="after")
    def _together(self) -> Settings:
        if (self.database_url is None) != (self.redis_url is None):
            there, missing = ("REDIS", "DATABASE") if self.database_url is None else ("DATABASE", "REDIS")
            raise ValueError(
                f"{PREFIX}{missing}_URL: needed beside {PREFIX}{there}_URL (set both, or none for the embedded store)"
            )
        if self.embedded and self.workers > 1:
            raise ValueError(
                f"{PREFIX}WORKERS: the embedded store serves one; "
                f"{self.workers} need {PREFIX}DATABASE_URL and {PREFIX}REDIS_URL"
            )
        return self

    @property
    def embedded(self) -> bool:
        """Whether everything is kept in this machine's data directory by one process."""
        return self.redis_url is None

    @property
    def thinkers(self) -> int:
        """How many processes of one worker compute the bots' moves: unless it is said, one core stays free of them."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return self.bot_processes or min(64, max(1, (cores - 1) // self.workers))

    @property
    def sql_url(self) -> str:
        """The database for SQLAlchemy, whichever it is."""
        return self.database_url or f"sqlite+aiosqlite:///{self.data_dir / 'cards.db'}"

    @property
    def live_path(self) -> Path:
        """The embedded live store's file."""
        return self.data_dir / "live.db"

    @property
    def everywhere(self) -> bool:
        """Whether the server listens on all addresses of the machine."""
        return self.host in ("0.0.0.0", "::")  # noqa: S104

    @property
    def address(self) -> str:
        """The address to show to the person who starts the server."""
        host = "localhost" if self.everywhere or self.host in ("127.0.0.1", "::1", "localhost") else self.host
        return self.public_url or f"http://{host}:{self.port}"

    @property
    def secure(self) -> bool:
        """Whether players come over TLS."""
        return self.public_url is not None and self.public_url.startswith("https://")

    @property
    def cookie(self) -> str:
        """Name of the session cookie. The prefix makes browsers insist on Secure, no Domain and Path=/."""
        return "__Host-session" if self.secure else "session"

    def allows_origin(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of `origin` may act here; `host` is the request's Host header.

        Without a public URL pages of the same host and port are ours. Without an origin it is no cross-site request
        of a browser.
        """
        if origin is None:
            return True
        if self.public_url is not None:
            return origin.lower() == self.public_url
        scheme, _, netloc = origin.lower().partition("://")
        return scheme in ("http", "https") and host is not None and netloc == host.lower()


def _port(url: str) -> int | None:
    """The port in an address. Raises ValueError without repeating any part of it: it may hold a password."""
    try:
        return urlsplit(url).port
    except ValueError:
        raise ValueError("its host or port cannot be understood") from None


def load(environ: Mapping[str, str] | None = None, **overrides: Any) -> Settings:
    """The settings: `overrides` by field (None: not given), then the environment. Raises SettingsError."""
    environ = os.environ if environ is None else environ
    given: dict[str, Any] = {}
    for name, value in environ.items():
        if not name.startswith(PREFIX) or name.startswith(TEST_PREFIX):
            continue
        field = name.removeprefix(PREFIX).lower()
        if field not in Settings.model_fields or name != name.upper():
            raise SettingsError(f"{name}: there is no such setting")
        if value != "":  # an empty variable is how compose files say "not set"
            given[field] = value
    given |= {field: value for field, value in overrides.items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        raise SettingsError(_first(error)) from None


def _first(error: ValidationError) -> str:
    """The first thing that is wrong, without the value: it may hold a password."""
    detail = error.errors(include_url=False, include_input=False)[0]
    why = detail["msg"].removeprefix("Value error, ")
    if not detail["loc"]:
        return why
    return f"{PREFIX}{str(detail['loc'][0]).upper()}: {why[0].lower()}{why[1:]}"
