"""What the server writes into the start page: words for those who cannot run it, hints for those who can.

Two marks stand in static/index.html. `<!--say KEY-->` becomes the sentence in every language there is: who sees it has
no script to choose one. `<!--modules FILE-->` becomes a hint for each module that this one needs, and those that the
address needs: found only while others are read, they would be asked for one after the other.
"""

from __future__ import annotations

import html
import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

_SAY: Final = re.compile(rb"<!--say ([\w.]+)-->")
_MODULES: Final = re.compile(rb"<!--modules ([\w./-]+)-->")
_CATALOG: Final = re.compile(r"i18n/([a-z]+)\.json")
_IMPORT_MAP: Final = re.compile(rb'<script type="importmap">(.*?)</script>', re.DOTALL)
_BUILD: Final = re.compile(r"^/static/[^/]+/")
_IMPORT: Final = re.compile(
    r"""(?:^|[;}])\s*(?:import|export)\b(?:[^"'();]*?\bfrom)?\s*["']([^"'\n]+)["']""", re.MULTILINE
)
"""Imports that are part of a module. Those asked for while it runs have brackets, and so have those of types."""


def fill(page: bytes, files: Mapping[str, bytes], more: Sequence[str] = ()) -> bytes:
    """The page with its marks filled in; `files` by their paths below static/, `more` modules that it will need."""

    def say(mark: re.Match[bytes]) -> bytes:
        return "\n".join(_in_every_language(mark[1].decode(), files)).encode()

    def modules(mark: re.Match[bytes]) -> bytes:
        entry = mark[1].decode()
        hints = [path for path in needed([entry, *more], page, files) if path != entry]
        return "\n".join(f'<link rel="modulepreload" href="/static/__BUILD__/{path}">' for path in hints).encode()

    return _MODULES.sub(modules, _SAY.sub(say, page))


def needed(entries: Sequence[str], page: bytes, files: Mapping[str, bytes]) -> list[str]:
    """These modules and those that they cannot begin without, the nearest first."""
    found = _IMPORT_MAP.search(page)
    names: dict[str, str] = json.loads(found[1])["imports"] if found else {}
    waiting = [entry for entry in entries if entry in files]
    seen = dict.fromkeys(waiting)
    for module in waiting:  # it grows meanwhile
        for specifier in _IMPORT.findall(files[module].decode()):
            path = _resolve(specifier, module, names)
            if path in files and path not in seen:
                seen[path] = None
                waiting.append(path)
    return waiting


def _resolve(specifier: str, module: str, names: Mapping[str, str]) -> str:
    if specifier.startswith("."):
        return posixpath.normpath(posixpath.join(posixpath.dirname(module), specifier))
    if specifier in names:
        return _BUILD.sub("", names[specifier])
    folders = [name for name in names if name.endswith("/") and specifier.startswith(name)]
    longest = max(folders, key=len, default="")
    return _BUILD.sub("", names[longest] + specifier.removeprefix(longest)) if longest else ""


def _in_every_language(key: str, files: Mapping[str, bytes]) -> Iterator[str]:
    for path in sorted(files):
        if found := _CATALOG.fullmatch(path):
            catalog: dict[str, Any] = json.loads(files[path])
            yield f'<p lang="{found[1]}">{html.escape(catalog[key])}</p>'
