"""Browsers that cannot run the pages: one polite sentence, in the reader's language, and never a blank page."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Route, expect

from tests.browser.conftest import PersonFactory
from tests.browser.test_pages import PHONE, sound
from tests.browser.words import word

OLD = "delete HTMLScriptElement.supports"
LOCALES = {"en": "de-DE", "ru": "ru-RU", "ja": "ja-JP"}
"""German is not there: English stands in."""


async def without_import_maps(route: Route) -> None:
    """The page as a browser of 2020 reads it: a script of an unknown kind is none."""
    answer = await route.fetch()
    await route.fulfill(response=answer, body=(await answer.text()).replace('type="importmap"', 'type="unknown"'))


@pytest.mark.parametrize("lang", LOCALES)
async def test_a_browser_without_import_maps_reads_a_sentence(person: PersonFactory, lang: str) -> None:
    ann = await person("ann", locale=LOCALES[lang], **PHONE)
    await ann.page.add_init_script(OLD)
    await ann.page.route(re.compile(r"/$"), without_import_maps)
    with ann.pardon():
        await ann.page.goto("/")
        await expect(ann.page.locator("#unfit")).to_have_text(re.compile(re.escape(word(lang, "page.old"))))
    shown = [await line.is_visible() for line in await ann.page.locator("#unfit p").all()]
    assert sorted(shown) == [False, False, True]
    await sound(ann.page)


async def test_a_browser_that_only_cannot_say_so_runs_the_pages(person: PersonFactory) -> None:
    """Import maps are older than the question whether there are any."""
    ann = await person("ann")
    await ann.page.add_init_script(OLD)
    await ann.page.goto("/")
    await expect(ann.page.locator("#app h1")).to_be_visible()
    await expect(ann.page.locator("#unfit")).to_have_count(0)


async def test_without_script_every_language_says_so(person: PersonFactory) -> None:
    ann = await person("ann", java_script_enabled=False)
    with ann.pardon():  # hints at modules are refused as well
        await ann.page.goto("/")
    for lang in LOCALES:
        line = ann.page.locator(f"noscript p[lang={lang}]")
        await expect(line).to_have_text(word(lang, "page.noscript"))
        await expect(line).to_be_visible()
    await expect(ann.page.locator("#unfit")).to_be_hidden()
