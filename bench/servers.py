"""Servers under measurement: started on one core, asked for their CPU time and memory, ended by their own id."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def free_port() -> int:
    """A port of the loopback that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def family(pid: int) -> list[int]:
    """A process and its descendants."""
    found = [pid]
    for one in found:
        children = Path(f"/proc/{one}/task/{one}/children")
        if children.exists():
            found += [int(child) for child in children.read_text().split()]
    return found


class Server:
    """A server process."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port = port
        self.process = process

    def cpu(self) -> float:
        """Seconds of CPU used so far, user and system. Exact to the microsecond where the kernel keeps a schedstat."""
        total = 0.0
        for pid in family(self.process.pid):
            try:
                total += sum(
                    int(stat.read_text().split()[0]) / 1e9 for stat in Path(f"/proc/{pid}/task").glob("*/schedstat")
                )
            except (OSError, IndexError):
                continue
        return total

    def rss(self) -> int:
        """Resident memory in bytes."""
        return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE for pid in family(self.process.pid))


@contextmanager
def started(command: list[str], port: int, core: int | None = 0, **environment: str) -> Iterator[Server]:
    """A server that listens on `port`, pinned to a core; ended on leaving."""

    def pin() -> None:
        if core is not None and core in os.sched_getaffinity(0):
            os.sched_setaffinity(0, {core})

    process = subprocess.Popen(
        [sys.executable, *command],
        env={**os.environ, **environment},
        preexec_fn=pin,
        stdout=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if process.poll() is not None:
                raise RuntimeError(f"{command} ended with {process.returncode}")
            time.sleep(0.02)
        yield Server(port, process)
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
