"""What app/ imports is declared, and what is declared is used."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import sys
import tomllib

from tests.house.tree import files, text_of, tree_of

CHOSEN_BY_NAME = {"asyncpg", "aiosqlite", "uvloop", "httptools", "websockets"}
"""Taken up by others: by a database URL, by uvicorn's options."""


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> set[str]:
    lines = tomllib.loads(text_of("pyproject.toml"))["project"]["dependencies"]
    return {canonical(re.split(r"[\[>=<;~! ]", line)[0]) for line in lines}


def imported() -> set[str]:
    modules = {
        name.partition(".")[0]
        for file in files(".py", under=("app/", "migrations/"))
        for node in ast.walk(tree_of(file))
        for name in names(node)
    }
    homes = importlib.metadata.packages_distributions()
    outside = modules - set(sys.stdlib_module_names) - {"app"}
    return {canonical(home) for module in outside for home in homes.get(module, [module])}


def names(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=aliases):
            return [alias.name for alias in aliases]
        case ast.ImportFrom(module=str(module), level=0):
            return [module]
    return []


def test_what_is_imported_is_declared() -> None:
    assert imported() - declared() <= {"starlette"}  # FastAPI's own ground, in every version of it


def test_what_is_declared_is_used() -> None:
    assert declared() - imported() == CHOSEN_BY_NAME
