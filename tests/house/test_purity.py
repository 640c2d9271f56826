"""What the import contracts cannot see in app/engine and app/games: the same log must give the same state on every
machine for ever, so nothing may hang on the order of a set, on hash(), on an object's address or on a float."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

import pytest

from tests.house.tree import files, tree_of

OUTSIDE = {"msgspec"}
BOTS_TOO = {"numpy", "numba"}
ORDERED = {"list", "tuple", "iter", "enumerate", "next", "zip", "map", "filter", "reversed"}
SETS = {"set", "frozenset"}


def pure_files() -> list[str]:
    return files(".py", under=("app/engine/", "app/games/"))


def is_bot(name: str) -> bool:
    return "/bot/" in name or name.endswith("/bot.py")


def is_set(node: ast.AST | None, known: set[str]) -> bool:
    """Whether an expression is a set as far as one can see without types."""
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in SETS
        case ast.Name(id=name):
            return name in known
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
            return is_set(left, known) or is_set(right, known)
        case ast.IfExp(body=body, orelse=orelse):
            return is_set(body, known) or is_set(orelse, known)
    return False


def is_set_type(node: ast.AST | None) -> bool:
    match node:
        case ast.Subscript(value=ast.Name(id=name)) | ast.Name(id=name):
            return name in {*SETS, "AbstractSet"}
    return False


def set_names(function: ast.AST) -> set[str]:
    """Parameters and local names that hold sets."""
    names = {n.arg for n in ast.walk(function) if isinstance(n, ast.arg) and is_set_type(n.annotation)}
    for node in ast.walk(function):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if is_set_type(kind):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_set(value, names):
                names.add(name)
    return names


def set_iterations(tree: ast.AST) -> Iterator[int]:
    scopes = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)]
    for scope in [tree, *scopes]:
        known = set_names(scope) if scope is not tree else set()
        for node in ast.walk(scope):
            match node:
                case ast.For(iter=source) if is_set(source, known):
                    yield source.lineno
                case ast.ListComp(generators=gs) | ast.DictComp(generators=gs):
                    yield from (g.iter.lineno for g in gs if is_set(g.iter, known))
                case ast.Call(func=ast.Name(id=name), args=args) if name in ORDERED:
                    yield from (a.lineno for a in args if is_set(a, known))
                case ast.Starred(value=value) if is_set(value, known):
                    yield value.lineno
                case ast.Call(func=ast.Attribute(attr="pop"), args=[]) if is_set(node.func.value, known):  # type: ignore[attr-defined]
                    yield node.lineno


def impurities(tree: ast.AST, *, bot: bool) -> Iterator[str]:
    for line in set_iterations(tree):
        yield f"{line}: the order of a set"
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="hash" | "id" as name)):
                yield f"{node.lineno}: {name}()"
            case ast.Constant(value=float() | complex()) if not bot:
                yield f"{node.lineno}: a float"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()) if not bot:
                yield f"{node.lineno}: division gives a float, use //"
            case ast.Name(id="float") if not bot:
                yield f"{node.lineno}: float"
            case ast.Global():
                yield f"{node.lineno}: a global that changes"


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]


@pytest.mark.parametrize("name", pure_files())
def test_engine_and_games_are_pure(name: str) -> None:
    assert not sorted(set(impurities(tree_of(name), bot=is_bot(name))))


@pytest.mark.parametrize("name", pure_files())
def test_engine_and_games_import_only_the_standard_library_and_msgspec(name: str) -> None:
    allowed = {"app", *OUTSIDE, *sys.stdlib_module_names, *(BOTS_TOO if is_bot(name) else ())}
    assert not set(imported(tree_of(name))) - allowed


@pytest.mark.parametrize(
    "code",
    [
        "for x in {1, 2}: pass",
        "y = [x for x in set(z)]",
        "def f(s: frozenset[int]):\n  return list(s)",
        "def f(a):\n  s = set(a) | {1}\n  for x in s: pass",
        "def f(a):\n  s = {1}\n  return (*s, 2)",
        "x = hash('a')",
        "x = 0.5",
        "x = a / b",
        "def f():\n  global n",
    ],
)
def test_impurities_are_seen(code: str) -> None:
    assert list(impurities(ast.parse(code), bot=False))


@pytest.mark.parametrize(
    "code",
    [
        "for x in sorted({1, 2}): pass",
        "x = a // b",
        "n = len(set(a))",
        "ok = all(x in s for x in b)",
        "m = max({1, 2})",
    ],
)
def test_what_is_harmless_passes(code: str) -> None:
    assert not list(impurities(ast.parse(code), bot=False))
