"""What must not stand in the repository: left-over marks, addresses of package registries, locks of one index."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.house.tree import ROOT, files, text_of, tracked

# each with a bracket, so that this file does not find itself
MARKS = re.compile(r"\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b")
REGISTRIES = re.compile(r"pypi[.]org|python[h]osted|registry[.]npm[j]s|registry[.]yarn[p]kg|--(extra-)?index[-]url")
TEXT = (".py", ".js", ".mjs", ".ts", ".css", ".html", ".md", ".toml", ".lua", ".sh", ".yml", ".json", ".lock", ".ini")


def hits(pattern: re.Pattern[str], names: list[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name in names
        for number, line in enumerate(text_of(name).splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_marks_are_left() -> None:
    assert not hits(MARKS, [*files(*TEXT), *files(under=("Makefile", "Dockerfile", ".ci/"))])


def test_no_registry_is_named() -> None:
    assert not hits(REGISTRIES, [*files(*TEXT), *files(under=("Makefile", "Dockerfile", ".ci/", ".npmrc"))])


def test_the_npm_lock_names_no_address() -> None:
    assert '"resolved"' not in text_of("package-lock.json")


def test_only_our_locks_are_kept() -> None:
    others = {"uv.lock", "yarn.lock", "pnpm-lock.yaml", "Pipfile.lock", "poetry.lock"}
    assert not [name for name in tracked() if Path(name).name in others]


def test_versions_of_both_locks_agree() -> None:
    def pins(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([a-z0-9._-]+)==([^\s;\\]+)", text_of(name), re.M))

    runtime, development = pins("requirements.lock"), pins("requirements-dev.lock")
    assert runtime.items() <= development.items()


def test_javascript_versions_are_exact() -> None:
    package = json.loads((ROOT / "package.json").read_text())
    wanted = {**package["dependencies"], **package["devDependencies"]}
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())
