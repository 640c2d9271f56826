"""The files of scripted games: reads them, prints traces and differences. Nothing else of the server is involved.

A .json file holds one script; a .jsonl or .jsonl.gz file one {"id", "script", "trace"} a line (docs/script.md).
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec

from app.engine import script as engine
from app.engine.game import ScriptError
from app.engine.script import Find

DIFFERS: Final = 1
UNREADABLE: Final = 2


def run(files: Sequence[str], out: TextIO, err: TextIO, find: Find) -> int:
    """Prints the trace of every script; exit status 2 if one cannot be read, else 0."""
    status = 0
    for name in files:
        try:
            if name.endswith(".json"):
                _print(engine.run(_json(Path(name).read_bytes()), find), out)
            else:
                status = max(status, _run_lines(name, out, find))
        except BrokenPipeError:
            raise
        except (ScriptError, OSError, EOFError, zlib.error) as error:
            err.write(f"{name}: {_reason(error)}\n")
            status = UNREADABLE
    return status


def _run_lines(name: str, out: TextIO, find: Find) -> int:
    status = 0
    for at, raw in _lines(name):
        ident: Any = f"line {at}"
        try:
            entry = _entry(raw)
            ident = entry.get("id", ident)
            lines = engine.run(entry.get("script"), find)
        except ScriptError as error:
            _print([msgspec.json.encode({"id": ident, "error": str(error)})], out)
            status = UNREADABLE
        else:
            _print([msgspec.json.encode({"id": ident}), *lines], out)
    return status


def check(files: Sequence[str], out: TextIO, err: TextIO, find: Find) -> int:
    """Prints each script's first difference from its trace, and a summary.

    Exit status: 2 if something cannot be read, 1 if something differs, else 0.
    """
    scripts = differing = unreadable = 0
    for name in files:
        try:
            for at, raw in _lines(name):
                scripts += 1
                ident, fault, broken = _compare(at, raw, find)
                differing += bool(fault) and not broken
                unreadable += broken
                if fault:
                    out.write(f"{ident}: {fault}\n")
        except BrokenPipeError:
            raise
        except (OSError, EOFError, zlib.error) as error:
            err.write(f"{name}: {_reason(error)}\n")
            unreadable += 1
    out.write(f"scripts: {scripts}, differing: {differing}, unreadable: {unreadable}\n")
    return UNREADABLE if unreadable else DIFFERS if differing else 0


def _compare(at: int, raw: bytes, find: Find) -> tuple[Any, str, bool]:
    """A line's id, what is wrong with it (or ""), and whether it could not be read."""
    ident: Any = f"line {at}"
    try:
        entry = _entry(raw)
        ident = entry.get("id", ident)
        trace = entry.get("trace")
        if not isinstance(trace, list) or not all(isinstance(step, dict) for step in trace):
            raise ScriptError("the trace is missing")
        return ident, engine.difference(entry.get("script"), trace, find), False
    except ScriptError as error:
        return ident, str(error), True


def _lines(name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that hold something, numbered from 1."""
    with gzip.open(name, "rb") if name.endswith(".gz") else Path(name).open("rb") as file:
        for at, raw in enumerate(file, 1):
            if raw.strip():
                yield at, raw


def _entry(raw: bytes) -> dict[str, Any]:
    entry = _json(raw)
    if not isinstance(entry, dict):
        raise ScriptError("a line holds a JSON object")
    return entry


def _json(raw: bytes) -> Any:
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ScriptError(f"not JSON: {error}") from None


def _print(lines: Iterable[bytes], out: TextIO) -> None:
    out.writelines(f"{line.decode()}\n" for line in lines)


def _reason(error: Exception) -> str:
    """One line of text."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(text.split())
