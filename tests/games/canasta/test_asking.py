"""The question to a partner at a live table: its time, the clocks, two who answer at once; a minimum that is raised."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.actor import TIMER
from app.engine.table import commands as cmd
from app.games.canasta import GAME
from app.games.canasta.game import PATIENCE
from app.games.canasta.types import Answer, Ask, Group, LayDown
from tests.engine.tables import Table
from tests.games.canasta.builders import hand_of, melds_of

USERS = ("ann", "bea", "cay", "dan", "eve", "fay")
LITTLE = 4_000
"""ms that everybody has left, far less than a question gives."""


def table(mode: str = "4p", **settings: str | int) -> Table:
    """The first seat has drawn and could go out; everybody has little time."""
    people = int(mode[0])
    at = Table(GAME, {"mode": mode, "canastas_to_go_out": "1"}, {"clock": "fast", **settings}).begin(*USERS[1:people])
    play = at.state.play
    hands = tuple(hand_of(text) for text in ("KH KD KS 4S", "7H 7D", "9H 9D", "8H 8D", "TH TD", "JH JD")[:people])
    lying = melds_of("QH QD QS QC QH QD QS")
    play = replace(play, hands=hands, turn=0, phase="play", source="stock", melds=(lying, ()))
    play = replace(play, begun=(True,) * people, melded=(True,) * people)
    seats = tuple(replace(seat, bank=min(seat.bank, LITTLE)) for seat in at.state.seats)
    at.looks = at.kernel.look(replace(at.state, play=play, seats=seats))
    return at


def banks(at: Table) -> list[int]:
    return [seat.bank for seat in at.state.seats]


def test_a_partner_with_little_time_has_the_time_of_the_question() -> None:
    """R3.6.5: it lapses, and nobody answers for him."""
    at = table()
    at.do("ann", Ask())
    assert at.looks.public["until"] == at.deadline == at.state.since + PATIENCE
    assert at.looks.public["still"]
    at.now = at.state.since + PATIENCE - at.step - 1
    assert at.refusal(TIMER, cmd.TimeUp()).code == "stale.timer"
    before = banks(at)
    assert at.internal(cmd.TimeUp(), at.state.since + PATIENCE) == ["unanswered"]
    assert at.looks.public["g"]["asked"]["state"] == "lapsed"
    assert not any(seat.standin for seat in at.state.seats)
    assert banks(at) == before
    assert "still" not in at.looks.public


def test_where_a_move_may_take_days_a_question_has_no_time_of_its_own() -> None:
    at = table(clock="days")
    at.do("ann", Ask())
    assert "until" not in at.looks.public
    assert "still" not in at.looks.public
    assert at.deadline is not None and at.deadline > at.state.since + PATIENCE


def test_two_partners_answer_the_same_question() -> None:
    """R1.8, S8: in any order, the second with the turn that the question came with; who has not answered earns
    nothing."""
    at = table("6p")
    at.do("ann", Ask())
    turn, since, before = at.state.turn, at.state.since, banks(at)
    assert at.looks.public["act"] == "24"
    assert at.do("eve", Answer(True), turn) == ["answered"]
    assert (at.state.turn, at.state.since, at.looks.public["act"]) == (turn, since, "2")
    assert banks(at) == before
    assert at.refused("eve", Answer(False), turn) == "rule.not_yours_to_answer"
    assert at.do("cay", Answer(True), turn) == ["answered"]
    assert at.looks.public["g"]["asked"]["state"] == "yes"
    assert at.state.turn > turn
    assert banks(at) == before


def test_a_raised_minimum_is_another_decision() -> None:
    """R5.3: what was meant for the lower minimum, a command sent twice or a hint, does not count for the higher one."""
    at = Table(GAME, {"strict": "on"}).begin("bea", "cay", "dan")
    play = at.state.play
    play = replace(play, hands=(hand_of("4H 4D 4S 5D"), *play.hands[1:]), turn=0, phase="play", source="stock")
    at.looks = at.kernel.look(replace(at.state, play=play))
    low = LayDown((Group("4", ("4H", "4D", "4S")),))
    turn = at.state.turn
    assert at.do("ann", low, turn) == ["raised"]
    assert at.refused("ann", low, turn) == "stale.turn"
    assert at.state.play.raised == (10, 0)


@pytest.mark.parametrize("raises", [9, 10])
def test_raises_come_to_an_end(raises: int) -> None:
    at = Table(GAME, {"strict": "on"}).begin("bea", "cay", "dan")
    play = at.state.play
    play = replace(play, hands=(hand_of("4H 4D 4S 5D"), *play.hands[1:]), turn=0, phase="play", source="stock")
    at.looks = at.kernel.look(replace(at.state, play=replace(play, raised=(10 * raises, 0))))
    low = LayDown((Group("4", ("4H", "4D", "4S")),))
    if raises < 10:
        assert at.do("ann", low) == ["raised"]
    assert at.refused("ann", low) == "rule.below_minimum"
