"""The browser's files, read once at the start: their build id, the start page and its content security policy."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from app.http import startpage

_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_PACKED: Final = frozenset({".mp3", ".ogg", ".png", ".woff2"})
_HIDDEN: Final = re.compile(r"(^|/)\.|\.d\.ts$|^(package|tsconfig)\.json$|^index\.html$")
"""What is for tools and not for browsers; the start page has an address of its own."""
_INLINE: Final = re.compile(rb"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)
_BUILD_MARK: Final = b"__BUILD__"
_GZIP_FROM: Final = 512
"""Bytes under which compression does not pay."""


class Asset(msgspec.Struct, frozen=True):
    """A file ready to be sent."""

    body: bytes
    zipped: bytes | None
    type: str
    etag: str


class Assets:
    """The files below `root`. Raises FileNotFoundError if the start page is missing."""

    def __init__(self, root: Path) -> None:
        start = root / "index.html"
        if not start.is_file():
            raise FileNotFoundError(f"{start} is missing: the browser's files belong beside the package")
        self._files = {path: _asset(path, body) for path, body in _read(root)}
        page = start.read_bytes()
        every = hashlib.sha256(page)
        for path in sorted(self._files):
            every.update(f"{path}\n{self._files[path].etag}\n".encode())
        self.build: str = every.hexdigest()[:12]
        """Changes whenever a file does."""
        self._page = page
        self.page: Asset = self.page_with()
        self.policy: str = _policy(self.page.body)
        """The Content-Security-Policy of the start page."""

    def page_with(self, *modules: str) -> Asset:
        """The start page for an address that needs these modules besides."""
        page = startpage.fill(self._page, {path: file.body for path, file in self._files.items()}, modules)
        return _asset("index.html", page.replace(_BUILD_MARK, self.build.encode()))

    def get(self, path: str) -> Asset | None:
        """The file at a path below `root`."""
        return self._files.get(path)


def _read(root: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(root.rglob("*")):
        path = file.relative_to(root).as_posix()
        if file.suffix in _TYPES and not _HIDDEN.search(path) and file.is_file():
            yield path, file.read_bytes()


def _asset(path: str, body: bytes) -> Asset:
    suffix = Path(path).suffix
    zipped = gzip.compress(body, 6, mtime=0) if len(body) >= _GZIP_FROM and suffix not in _PACKED else None
    return Asset(body, zipped, _TYPES[suffix], f'"{hashlib.sha256(body).hexdigest()[:20]}"')


def _policy(page: bytes) -> str:
    digests = [hashlib.sha256(script).digest() for script in _INLINE.findall(page)]
    scripts = " ".join(["'self'", *(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)])
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {scripts}",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )
