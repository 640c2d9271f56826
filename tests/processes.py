"""The product as its own process: `python -m app serve` on a free port, as an operator would run it."""

from __future__ import annotations

import os
import signal
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.servers import Process, free_port, leash

ROOT = Path(__file__).parent.parent
IN_VAIN = "timeout graceful shutdown exceeded"
"""What uvicorn logs when it has waited for somebody until it had to end."""


def clean_environment(**settings: str) -> dict[str, str]:
    """This environment without any CARDS_ setting that the developer may have, plus those given.

    Bytecode is kept even where this run was told not to write it: else each process compiles everything anew, for
    seconds.
    """
    unwanted = ("CARDS_", "PYTHONDONTWRITEBYTECODE")
    return {k: v for k, v in os.environ.items() if not k.startswith(unwanted)} | settings


class AppServer:
    """Settings are given as CARDS_ variables; without a database and a Redis URL it runs embedded in its own folder.

    server = AppServer(tmp_path, CARDS_REDIS_URL=redis_url, CARDS_DATABASE_URL=pg_url).start()
    server.kill(); server.start()      # SIGKILL, then again on the same port and folder
    server.close()                     # SIGTERM; fails if it does not end
    """

    def __init__(self, folder: Path, **settings: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.port = int(settings.pop("CARDS_PORT", free_port()))
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws_url = f"ws://127.0.0.1:{self.port}"
        defaults = {"CARDS_HOST": "127.0.0.1", "CARDS_DATA_DIR": str(folder / "data")}
        self.settings = {**defaults, "CARDS_PORT": str(self.port), **settings}
        self.process = Process(folder / f"app-{self.port}.log")

    def launch(self) -> None:
        """Start it and do not wait until it answers."""
        command = [*leash("TERM"), sys.executable, "-m", "app", "serve"]
        self.process.spawn(command, cwd=ROOT, env=clean_environment(**self.settings))

    def start(self, seconds: float = 120) -> AppServer:
        self.launch()
        end = time.monotonic() + seconds
        while (self.process.running or self.relaunched()) and time.monotonic() < end:
            if self._answers():
                return self
            time.sleep(0.05)
        raise RuntimeError(f"the server did not come up:\n{self.process.tail()}")

    def relaunched(self) -> bool:
        """Whether it has ended because Redis did not answer in time, which is short, and was started once more: one of
        the two had been held up."""
        held_up = self.process.tail(300).rstrip().endswith("does not answer.")
        if held_up:
            self.launch()
        return held_up

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=30) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    @property
    def log(self) -> str:
        return self.process.tail(200_000)

    @property
    def pid(self) -> int:
        assert self.process.popen
        return self.process.popen.pid

    def kill(self) -> None:
        self.process.end(signal.SIGKILL)

    def stop(self, seconds: float = 60) -> None:
        began = time.monotonic()
        self.process.end(signal.SIGTERM, seconds)
        took = time.monotonic() - began
        assert took < seconds, f"the server took {took:.1f} s to end:\n{self.process.tail()}"

    def close(self) -> None:
        """Stop, and fail on a traceback in the log."""
        self.stop()
        assert "Traceback (most recent call last)" not in self.log, self.log[-5000:]
