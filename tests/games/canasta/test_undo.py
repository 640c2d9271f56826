"""What may be taken back at a table of Canasta: lay-downs and a discard, nothing from before somebody saw a card."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.table import commands as cmd
from app.games.canasta import GAME
from app.games.canasta.types import Answer, Ask, Discard, DrawStock, Group, LayDown
from tests.engine.tables import Table
from tests.games.canasta.builders import hand_of, melds_of

HANDS = ("KH KD KS 4S 5D", "7H 7D 4C 5C", "9H 9D 4H 5H", "8H 8D 4D 5S")


def table() -> Table:
    """Four persons, undo by consent; the first seat has drawn, its side has melded."""
    at = Table(GAME, {}, {"undo": "ask"}).begin("bea", "cay", "dan")
    play = at.state.play
    hands = tuple(hand_of(text) for text in HANDS)
    play = replace(play, hands=hands, turn=0, phase="draw", source="", melds=(melds_of("QH QD QS"), ()))
    play = replace(play, begun=(True,) * 4, melded=(True,) * 4, stock=hand_of("6H 6D 6S 6C TH"))
    at.looks = at.kernel.look(replace(at.state, play=play))
    at.do("ann", DrawStock())
    return at


def may(at: Table, user: str) -> bool:
    seat = at.state.seat_of(user)
    assert seat is not None
    return bool(at.looks.privates[seat].get("undo"))


def test_a_lay_down_is_taken_back_a_draw_is_not() -> None:
    at = table()
    assert not may(at, "ann"), "she has seen the card"
    drawn = at.state.play
    at.do("ann", LayDown((Group("K", ("KH", "KD", "KS")),)))
    assert may(at, "ann")
    at.do("ann", cmd.Propose("undo"))
    for user in ("bea", "cay", "dan"):
        at.do(user, cmd.Agree("undo"))
    assert at.state.play.hands == drawn.hands
    assert at.state.play.melds == drawn.melds
    assert not may(at, "ann")


def test_a_discard_is_taken_back_until_the_next_one_draws() -> None:
    at = table()
    at.do("ann", Discard("4S"))
    assert may(at, "ann")
    at.do("bea", DrawStock())
    assert not may(at, "ann")
    assert not may(at, "bea")
    assert at.refused("ann", cmd.Propose("undo")) == "rule.undo_deal"


def test_a_question_is_never_taken_back() -> None:
    at = table()
    # a canasta lies, so that she could go out
    play = at.state.play
    lying = melds_of("QH QD QS QC QH QD QS")
    at.looks = at.kernel.look(
        replace(at.state, play=replace(play, melds=(lying, ()), hands=(hand_of("KH KD KS 4S"), *play.hands[1:])))
    )
    at.do("ann", Ask())
    assert not may(at, "ann"), "all have heard that she could go out"
    at.do("cay", Answer(False))
    assert not may(at, "ann")
    assert not may(at, "cay")


def test_a_discard_that_told_something_of_the_next_hand_stays() -> None:
    at = table()
    play = at.state.play
    empty = replace(play, stock=(), pile=hand_of("6H"), hands=(play.hands[0], hand_of("KC KD 7H 7D"), *play.hands[2:]))
    at.looks = at.kernel.look(replace(at.state, play=replace(empty, melds=(play.melds[0], melds_of("9H 9D 9S", by=1)))))
    at.do("ann", Discard("KS"))
    assert at.state.play.chance == "may"
    assert not may(at, "ann")


def test_a_raised_minimum_stays_raised() -> None:
    at = Table(GAME, {"strict": "on"}, {"undo": "free"}).begin("bea", "cay", "dan")
    play = at.state.play
    play = replace(play, hands=(hand_of("4H 4D 4S 5D"), *play.hands[1:]), turn=0, phase="play", source="stock")
    at.looks = at.kernel.look(replace(at.state, play=play))
    at.do("ann", LayDown((Group("4", ("4H", "4D", "4S")),)))
    assert at.state.play.raised == (10, 0)
    assert not may(at, "ann")
