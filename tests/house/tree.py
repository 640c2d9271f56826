"""The files of the repository as git knows them, and their syntax trees."""

from __future__ import annotations

import ast
import functools
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@functools.cache
def tracked() -> tuple[str, ...]:
    """What git tracks or would track; without git (an unpacked archive) what lies there, without the installed."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        out = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True, text=True).stdout
        names = [name for name in out.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        skipped = {".venv", "node_modules", "vendor", "__pycache__", "data"}
        names = [str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if not skipped & set(p.parts)]
    return tuple(sorted(name for name in set(names) if (ROOT / name).is_file()))


def files(*suffixes: str, under: str | tuple[str, ...] = "") -> list[str]:
    return [name for name in tracked() if name.endswith(suffixes or "") and name.startswith(under)]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def tree_of(name: str) -> ast.Module:
    return ast.parse(text_of(name), name)
