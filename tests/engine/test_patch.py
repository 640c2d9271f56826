"""Merge patches: what RFC 7396 says, and that a patch leads exactly from one view to the other."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.patch import apply, diff, same

relaxed = settings(max_examples=80)

LEAVES = st.one_of(st.booleans(), st.integers(-3, 3), st.sampled_from(["", "a", "b"]))
KEYS = st.sampled_from("abcd")
ARRAYS = st.lists(
    st.one_of(LEAVES, st.lists(LEAVES, max_size=2), st.dictionaries(KEYS, LEAVES, max_size=2)), max_size=3
)
VALUES = st.recursive(st.one_of(LEAVES, ARRAYS), lambda inner: st.dictionaries(KEYS, inner, max_size=4), max_leaves=12)
VIEWS = st.dictionaries(KEYS, VALUES, max_size=4)


def is_same(a: Any, b: Any) -> bool:
    """The same JSON, keys in any order."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


@relaxed
@given(VIEWS, VIEWS)
def test_a_patch_leads_from_one_view_to_the_other(a: dict[str, Any], b: dict[str, Any]) -> None:
    before = json.dumps([a, b])
    patch = json.loads(json.dumps(diff(a, b)))
    assert is_same(apply(a, patch), b)
    assert json.dumps([a, b]) == before


@relaxed
@given(VIEWS, VIEWS)
def test_only_equal_views_have_an_empty_patch(a: dict[str, Any], b: dict[str, Any]) -> None:
    assert (diff(a, b) == {}) == is_same(a, b) == same(a, b)


@relaxed
@given(VIEWS)
def test_a_copy_needs_no_patch(a: dict[str, Any]) -> None:
    assert diff(a, json.loads(json.dumps(a))) == {}


@relaxed
@given(VIEWS, VIEWS)
def test_a_patch_says_nothing_twice(a: dict[str, Any], b: dict[str, Any]) -> None:
    """Without any one of its members it leads elsewhere."""
    patch = diff(a, b)
    for path in paths(patch):
        assert not is_same(apply(a, without(patch, path)), b)


@relaxed
@given(VIEWS, VIEWS, VIEWS)
def test_patches_after_one_another(a: dict[str, Any], b: dict[str, Any], c: dict[str, Any]) -> None:
    assert is_same(apply(apply(a, diff(a, b)), diff(b, c)), c)


def paths(patch: dict[str, Any], way: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for key, value in patch.items():
        found += paths(value, (*way, key)) if isinstance(value, dict) and value else [(*way, key)]
    return found


def without(patch: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    key, *rest = path
    if not rest:
        return {k: v for k, v in patch.items() if k != key}
    return {**patch, key: without(patch[key], tuple(rest))}


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
        ({"a": "text"}, {"a": {"b": 1, "c": None}}, {"a": {"b": 1}}),
    ],
)
def test_examples_of_rfc_7396(target: dict[str, Any], patch: dict[str, Any], result: dict[str, Any]) -> None:
    assert apply(target, patch) == result


@pytest.mark.parametrize(
    ("a", "b", "patch"),
    [
        ({"x": 1}, {"x": True}, {"x": True}),
        ({"x": [1, 0]}, {"x": [True, 0]}, {"x": [True, 0]}),
        ({"x": [{"y": 1}]}, {"x": [{"y": True}]}, {"x": [{"y": True}]}),
        ({"x": {"y": 1}}, {"x": {}}, {"x": {"y": None}}),
        ({"x": 1}, {"x": {}}, {"x": {}}),
        ({}, {"x": {}}, {"x": {}}),
        ({"x": {}}, {}, {"x": None}),
    ],
)
def test_what_python_takes_for_equal_or_for_nothing(a: Any, b: Any, patch: Any) -> None:
    assert is_same(diff(a, b), patch)
    assert is_same(apply(a, patch), b)


def test_unchanged_parts_are_not_looked_into() -> None:
    class Never(dict[str, Any]):
        def items(self) -> Any:
            raise AssertionError("looked into")

    part = Never(a=1)
    assert diff({"x": part, "y": 1}, {"x": part, "y": 2}) == {"y": 2}
    view = {"x": part, "y": 1}
    assert apply(view, {"y": 2})["x"] is part
