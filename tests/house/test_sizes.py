"""Sizes to keep: a file 400 lines, a function 50, a function of the rules 30 (its docstring not counted).

EXCEPTIONS is a ratchet: each entry is the present size of something larger. Growth fails; so does an entry that is
larger than need be or no longer needed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.house.tree import files, text_of, tree_of

FILE, FUNCTION, RULE = 400, 50, 30
CODE = (".py", ".js", ".mjs", ".css", ".lua", ".sh", ".html")
RULES = ("app/engine/", "app/games/")

EXCEPTIONS: dict[str, int] = {}


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = function.body
    documented = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    docstring = (body[0].end_lineno or 0) - body[0].lineno + 1 if documented and ast.get_docstring(function) else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def functions(tree: ast.AST, path: str) -> Iterator[tuple[str, int]]:
    for node in ast.iter_child_nodes(tree):
        inner = path
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{path}{'.' if ':' in path else ':'}{node.name}"
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield inner, length(node)
        yield from functions(node, inner)


def too_large() -> dict[str, int]:
    found = {name: text_of(name).count("\n") for name in files(*CODE)}
    large = {name: lines for name, lines in found.items() if lines > FILE}
    for name in files(".py"):
        if name.startswith("migrations/versions/"):
            continue  # written once, read top to bottom
        limit = RULE if name.startswith(RULES) else FUNCTION
        large |= {where: lines for where, lines in functions(tree_of(name), name) if lines > limit}
    return large


def test_nothing_is_larger_than_agreed() -> None:
    grown = {what: size for what, size in too_large().items() if size > EXCEPTIONS.get(what, 0)}
    assert not grown, f"too large: {grown}"


def test_the_exceptions_shrink() -> None:
    large = too_large()
    slack = {what: large.get(what, 0) for what, size in EXCEPTIONS.items() if large.get(what, 0) < size}
    assert not slack, f"smaller by now, lower or remove the exception: {slack}"


def test_lengths_are_counted_without_docstrings() -> None:
    tree = ast.parse('class A:\n  def f(self):\n    """One.\n\n    Two."""\n    def g():\n      pass\n    return g\n')
    assert dict(functions(tree, "a.py")) == {"a.py:A.f": 4, "a.py:A.f.g": 2}
