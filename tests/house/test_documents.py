"""What the documents point at is there, and the three maps of the front end's own names agree."""

from __future__ import annotations

import json
import re
from pathlib import PurePosixPath

import pytest

from tests.house.tree import ROOT, files, text_of


@pytest.mark.parametrize("name", files(".md"))
def test_links_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", text_of(name))
    assert not [link for link in links if not (ROOT / PurePosixPath(name).parent / link).exists()]


@pytest.mark.parametrize("name", ["README.md", "docs/operations.md"])
def test_make_targets_exist(name: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.M))
    assert set(re.findall(r"(?m)(?:^ {4}|`)make ([a-z]+)", text_of(name))) <= targets


def test_specifiers_resolve_alike_in_node_and_in_the_pages() -> None:
    tests = json.loads(text_of("package.json"))["imports"]
    files = json.loads(text_of("static/package.json"))["imports"]
    assert tests == {name: target.replace("./", "./static/", 1) for name, target in files.items()}
    inline = re.search(r'<script type="importmap">(.+?)</script>', text_of("static/index.html"), re.S)
    assert inline
    pages = json.loads(inline[1])["imports"]
    assert {re.sub(r"^/static/\w+/", "./", target) for target in pages.values()} == {
        target.removesuffix("*") for target in files.values()
    }
    assert set(pages) == {name.removesuffix("*") for name in files}
