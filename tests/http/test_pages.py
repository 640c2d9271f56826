"""The page, its files and everything that is not there."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from app.http import startpage
from app.http.assets import Assets
from app.http.pages import ADDRESSES
from app.settings import ROOT
from tests.http.conftest import put_page

Visit = Callable[..., httpx2.AsyncClient]
Guest = Callable[..., Any]


@pytest.mark.parametrize("path", [address.replace("{id}", "aB3") for address in ADDRESSES])
async def test_the_page_is_at_its_addresses(visit: Visit, assets: Assets, path: str) -> None:
    answer = await visit().get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert f"/static/{assets.build}/main.js" in answer.text
    assert "__BUILD__" not in answer.text
    assert "set-cookie" not in answer.headers
    head = await visit().head(path)
    assert (head.status_code, head.content) == (200, b"")


async def test_the_policy_lets_nothing_in_but_ours(visit: Visit) -> None:
    answer = await visit().get("/")
    policy = dict(rule.split(" ", 1) for rule in answer.headers["content-security-policy"].split("; "))
    (inline,) = re.findall(r"<script type=\"importmap\">(.*?)</script>", answer.text, re.S)
    digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
    assert policy["script-src"] == f"'self' 'sha256-{digest}'"
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["connect-src"] == policy["style-src"] == "'self'"
    assert policy["img-src"] == "'self' data:"
    assert "unsafe" not in answer.headers["content-security-policy"]


async def test_an_unchanged_page_is_not_sent_again(visit: Visit) -> None:
    client = visit()
    first = await client.get("/")
    again = await client.get("/new", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]


async def test_files_are_for_ever_under_their_build(visit: Visit, assets: Assets) -> None:
    answer = await visit().get(f"/static/{assets.build}/lib/a.js")
    assert answer.text == "export const a = 1;\n"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    older = await visit().get("/static/0123456789ab/lib/a.js")
    assert older.text == answer.text
    assert older.headers["cache-control"] == "no-cache"


async def test_what_is_compressed_is_the_same(visit: Visit, assets: Assets) -> None:
    path = f"/static/{assets.build}/base.css"
    async with visit().stream("GET", path, headers={"accept-encoding": "gzip"}) as packed:
        raw = b"".join([part async for part in packed.aiter_raw()])
    plain = await visit().get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(raw) == plain.content
    assert len(raw) < len(plain.content)


@pytest.mark.parametrize(
    "path",
    [
        "nothing.js",
        "package.json",
        ".stamp",
        "lib/a.d.ts",
        "index.html",
        "lib",
        "lib/..%2f..%2fmain.js",
        "..%2fmain.js",
        "",
    ],
)
async def test_only_files_for_browsers_are_there(visit: Visit, assets: Assets, path: str) -> None:
    assert (await visit().get(f"/static/{assets.build}/{path}")).status_code == 404


async def test_what_is_not_there_wears_the_page_or_json(visit: Visit, assets: Assets) -> None:
    for path in ("/nowhere", "/t/", "/t/a/b", "/game", "/new/", "/wp-login.php"):
        answer = await visit().get(path)
        assert answer.status_code == 404
        assert assets.build in answer.text
        assert "script-src 'self' 'sha256-" in answer.headers["content-security-policy"]
    answer = await visit().get("/api/v1/nowhere")
    assert (answer.status_code, answer.json()) == (404, {"code": "bad.path", "params": {}})
    assert (await visit().post("/nowhere")).status_code == 405


async def test_the_icon_that_browsers_look_for_is_no_failed_request(visit: Visit) -> None:
    assert (await visit().get("/favicon.ico")).status_code == 204


def test_the_build_changes_with_every_file(tmp_path: Path) -> None:
    root = put_page(tmp_path / "static")
    builds = [Assets(root).build, Assets(root).build]
    assert builds[0] == builds[1]
    for change in (
        lambda: (root / "lib" / "a.js").write_text("export const a = 2;\n"),
        lambda: (root / "lib" / "a.js").rename(root / "lib" / "b.js"),
        lambda: (root / "index.html").write_text("<title>x</title>"),
    ):
        change()
        builds.append(Assets(root).build)
    assert len(set(builds)) == 4


def test_a_front_end_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"index\.html is missing"):
        Assets(tmp_path)


def test_all_that_our_page_names_is_there() -> None:
    assets = Assets(ROOT / "static")
    page = assets.page.body.decode()
    named = re.findall(rf'"/static/{assets.build}/([^"]+[^/])"', page)
    assert named
    assert [path for path in named if assets.get(path) is None] == []


SOURCES = {
    "main.js": b"""import { a } from "#app/lib/a.js";
import {
  b,
  c,
} from "./lib/b.js";
/** @typedef {import("#app/lib/typed.js").T} T */
const later = () => import("#app/lib/later.js");
export * from '#one';
""",
    "lib/a.js": b'import{x as y}from"./b.js";import "../lib/c.js";const from = "lib/later.js";',
    "lib/b.js": b'import "#nowhere"; import "https://else.test/x.js";\nexport const b = 1, c = 2;',
    "lib/c.js": b'export { d } from "#app/lib/d/d.js"',
    "lib/d/d.js": b'import "../a.js";',
    "lib/later.js": b"",
    "lib/typed.js": b"",
    "vendor/one.js": b"",
    "i18n/ja.json": '{"no": "<だめ>"}'.encode(),
    "i18n/en.json": b'{"no": "No & no"}',
    "games/x/i18n/en.json": b"{}",
}
MAP = (
    b'<script type="importmap">{"imports":{'
    b'"#one":"/static/__BUILD__/vendor/one.js","#app/":"/static/__BUILD__/"}}</script>'
)


def test_the_page_hints_at_every_module_that_it_cannot_begin_without() -> None:
    needed = startpage.needed(["main.js"], MAP, SOURCES)
    assert needed == ["main.js", "lib/a.js", "lib/b.js", "vendor/one.js", "lib/c.js", "lib/d/d.js"]
    for more in ((), ("lib/later.js", "lib/none.js")):
        page = startpage.fill(MAP + b"<!--modules main.js-->", SOURCES, more).decode()
        hints = re.findall(r'<link rel="modulepreload" href="/static/__BUILD__/([^"]+)">', page)
        assert sorted(hints) == sorted([*needed[1:], *more[:1]])


def test_who_cannot_choose_a_language_reads_them_all() -> None:
    page = startpage.fill(b"<!--say no-->", SOURCES).decode()
    assert page == '<p lang="en">No &amp; no</p>\n<p lang="ja">&lt;だめ&gt;</p>'


def test_our_page_names_its_modules_and_says_what_it_must() -> None:
    page = Assets(ROOT / "static").page_with("pages/start.js").body.decode()
    hints = re.findall(r'<link rel="modulepreload" href="/static/\w+/([^"]+)">', page)
    assert {"vendor/preact.js", "ui/app.js", "pages/start.js"} <= set(hints)
    assert not {"vendor/lean-qr.js", "pages/go.js", "pages/table.js", "ui/handoff.js", "main.js"} & set(hints)
    assert len(hints) == len(set(hints))
    assert page.index("importmap") < page.index("modulepreload")  # a map that comes after modules is ignored by many
    assert "<!--" not in page
    for lang in ("en", "ru", "ja"):
        assert page.count(f'<p lang="{lang}">') == 2


async def test_a_preview_of_a_link_has_a_title_and_nothing_of_the_table(visit: Visit, guest: Guest) -> None:
    """Chat programs fetch what is sent in them. They see the same page for every table, and take no seat."""
    host = await guest("Anna")
    wish = {"game": "calypso", "table": {"access": "private"}}
    made = (await host.post("/api/v1/tables", json=wish)).json()
    before = (await host.get(f"/api/v1/tables/{made['id']}")).json()
    pages = set()
    for agent in (
        "TelegramBot (like TwitterBot)",
        "WhatsApp/2.23",
        "facebookexternalhit/1.1",
        "Slackbot-LinkExpanding",
    ):
        preview = visit(headers={"user-agent": agent})
        for path in (f"/t/{made['id']}", f"/t/{made['id']}?k={made['invite']}", "/t/nosuch"):
            assert (await preview.head(path)).status_code == 200
            answer = await preview.get(path)
            assert "set-cookie" not in answer.headers
            pages.add(answer.text)
    assert len(pages) == 1
    after = (await host.get(f"/api/v1/tables/{made['id']}")).json()
    assert (after["pos"], after["public"]) == (before["pos"], before["public"])


def test_our_page_has_a_title_for_previews() -> None:
    page = Assets(ROOT / "static").page.body.decode()
    told = dict(re.findall(r'<meta (?:name|property)="([a-z:_]+)" content="([^"]+)">', page))
    assert told["og:title"] == told["og:site_name"] == "Calypso Tables"
    assert len(told["og:description"]) > 20
    assert len(told["description"]) > 20


def test_every_address_names_the_module_of_its_page() -> None:
    fetched = set(re.findall(r'import\("#app/(pages/\w+\.js)"\)', (ROOT / "static/main.js").read_text()))
    assert set(ADDRESSES.values()) == fetched
