"""At every size the cards of a trick have room of their own, and the numbers of the hand are read whole."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PersonFactory
from tests.browser.laid import CALM, lay, turn_of
from tests.browser.players import Player

SIZES = [(360, 640), (640, 360), (820, 1180), (1024, 700), (1280, 800)]
LONG = "Александра Константиновна"[:24]

_COVERED = """() => {
  const laid = document.querySelector(".laid");
  if (!laid) return null; // a finished trick has gone, and the next has not begun
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const plates = boxes(".mat > .plate");
  const places = ["north", "east", "south", "west"].map((at) => {
    const card = laid.cloneNode(true); // as if everybody had played
    card.className = `laid at-${at}`;
    document.querySelector(".trick").append(card);
    const box = card.getBoundingClientRect();
    card.remove();
    return [at, box];
  });
  const facts = document.querySelector(".facts");
  return {
    covered: places.filter(([, box]) => plates.some((plate) => meet(box, plate))).map(([at]) => at),
    cut: facts.scrollWidth > facts.clientWidth + 1,
  };
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_nothing_lies_over_a_plate_and_no_number_is_cut(person: PersonFactory, size: tuple[int, int]) -> None:
    width, height = size
    options = {"viewport": {"width": width, "height": height}, **CALM}
    player = Player(await person(LONG, locale="ru-RU", **options), LONG, "ru")
    await lay([player])
    await turn_of([player])
    await player.page.locator(".hand .held-legal").first.press("Enter")
    found = await player.page.wait_for_function(_COVERED)
    assert await found.json_value() == {"covered": [], "cut": False}
