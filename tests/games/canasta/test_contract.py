"""What the table asks of the game: seats, whether a pause is still to come, when a pack is open to all."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.basics import Card
from app.games.canasta import GAME
from app.games.canasta.evolve import begin
from app.games.canasta.options import OPTIONS
from app.games.canasta.types import Melded
from tests.engine.tables import Table


def seats(**options: Any) -> tuple[int, int, str]:
    plan = GAME.seats(OPTIONS.complete(options))
    return plan.seats, plan.sides, plan.unrated


@pytest.mark.parametrize(
    ("mode", "persons", "sides"),
    [
        ("2p", 2, 2),
        ("3p", 3, 3),
        ("4p", 4, 2),
        ("5p", 5, 2),
        ("6p", 6, 2),
        ("3p_cutthroat", 3, 3),
        ("6p_three_pairs", 6, 3),
    ],
)
def test_seats_of_a_mode(mode: str, persons: int, sides: int) -> None:
    assert seats(mode=mode) == (persons, sides, "")


def test_who_would_never_play_is_not_rated() -> None:
    assert seats(mode="5p", target="one_deal") == (5, 2, "target")
    assert seats(mode="4p", target="one_deal") == (4, 2, "")


def test_one_deal_has_no_pause() -> None:
    one, more = (begin(OPTIONS.complete({"target": target})) for target in ("one_deal", "1000"))
    assert not GAME.pauses(replace(one, deal=0))
    assert GAME.pauses(replace(more, deal=0))
    assert GAME.pauses(replace(more, deal=9))


def test_packs_are_opened_at_the_end_only() -> None:
    """The order of a stock is told to nobody while the game runs, not even of a deal that is over (R6.2)."""
    at = Table(GAME, {"target": "2500"}).begin("bea", "cay", "dan").play()
    assert (at.state.phase, at.state.play.deal, at.state.links) == ("between", 0, ())
    at.play(until=("over",))
    assert len(at.state.links) == GAME.packs(at.state.play) == at.state.play.deal + 1 > 1


@pytest.mark.parametrize(("before", "evident"), [({}, False), ({"lone": 0}, True)])
def test_cards_laid_are_told_where_melds_become_one(before: dict[str, int], evident: bool) -> None:
    """The page tells them from the change of the view, but not where others' melds change places with it (R1.9)."""
    view = {"chairs": {"0": 0}, "counts": {"0": 5}}
    shown = GAME.shown(Melded(0, "K", (Card("KH"),), 4))
    (note,) = GAME.notes({**view, **before}, shown, {**view, "lone": 0})
    assert (note.kind, note.evident) == ("meld", evident)
