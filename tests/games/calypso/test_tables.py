"""Calypso at a table: what clocks, taking back and the archive make of tricks that lie and of claims."""

from __future__ import annotations

from typing import Any

import pytest

from app.archive.suggestions import unfold
from app.engine.record import build
from app.engine.table import commands as cmd
from app.engine.table import due as dues
from app.games.calypso import GAME
from app.games.calypso.revokes import GATHER
from app.games.calypso.types import Claim, Play, TakeBack
from tests.engine.tables import Table, tags

OFFERED = {"revoke_mode": "claim", "partnerships": "as_seated"}
USERS = ("bea", "cid", "dot")


def table(*users: str, **settings: Any) -> Table:
    return Table(GAME, OFFERED, {"pace": "fast"} | settings).begin(*users)


def test_nobodys_clock_runs_while_a_trick_lies() -> None:
    at = table(*USERS, clock="custom", bank=5, increment=0)
    at.step = 4000
    while at.state.play.phase == "play":
        at.move()
    last = at.mover()
    left = [seat.bank for seat in at.state.seats]
    assert left == [1000] * 4
    assert at.looks.public["still"]
    assert [(due.kind, due.at - at.state.since) for due in dues.due(GAME, at.state)] == [("gather", GATHER)]
    at.internal(cmd.TimeUp(), at.state.since + GATHER)
    assert tags(at.commits[-1]) == ["trick"]
    assert "still" not in at.looks.public
    assert [seat.bank for seat in at.state.seats] == left
    assert not at.state.seats[last].standin


def test_who_lets_a_trick_go_earns_nothing() -> None:
    at = table(*USERS, clock="custom", bank=30, increment=2)
    at.step = 4000
    while at.state.play.phase == "play":
        at.move()
    left = [seat.bank for seat in at.state.seats]
    at.move()
    assert at.state.play.no == 1
    assert [seat.bank for seat in at.state.seats] == left


def test_a_claim_is_not_taken_back() -> None:
    at = table(clock="untimed", undo="free")
    while at.state.play.no < 3 or at.mover():
        at.move()
    assert at.state.past
    at.do("ann", Claim(1, 1))
    assert at.refused("ann", cmd.Propose("undo")) == "rule.undo_deal"
    at.do("ann", Claim(1, 2))
    assert at.refused("ann", Claim(1, 3)) == "rule.claims_spent"


def test_a_trick_lies_while_it_is_asked_whether_its_last_card_is_taken_back() -> None:
    at = table(*USERS, clock="normal", undo="ask")
    while at.state.play.phase == "play":
        at.move()
    user = at.state.seats[at.mover()].user
    at.do(user, cmd.Propose("undo"))
    assert [due.kind for due in dues.due(GAME, at.state)] == ["offer"]
    assert "until" not in at.looks.public
    at.do(next(other for other in USERS if other != user), cmd.Decline("undo"))
    assert at.deadline == at.looks.public["until"] == at.now + GATHER
    at.do(user, cmd.Propose("undo"))
    for other in {"ann", *USERS} - {user}:
        at.do(other, cmd.Agree("undo"))
    play = at.state.play
    assert (play.phase, len(play.trick), at.state.seats[at.mover()].user) == ("play", 3, user)


def test_before_the_ceremony_is_over_nobody_has_a_partner() -> None:
    at = Table(GAME, {"partnerships": "draw"}, {"clock": "untimed"}).begin(*USERS)
    assert at.refused("ann", cmd.Propose("concede")) == "rule.concede_sides"
    assert GAME.again(at.state.options, at.state.play)[0]["partnerships"] == "draw"
    while at.state.phase == "playing":
        at.move()
    for user in ("ann", *USERS):
        at.do(user, cmd.Next())
    assert GAME.again(at.state.options, at.state.play)[0]["partnerships"] == "as_seated"
    at.do("ann", cmd.Propose("concede"))
    assert "concede" in at.state.offers


def test_claims_and_cards_taken_back_are_no_decisions_to_advise_on() -> None:
    at = table(*USERS, clock="untimed", undo="off")
    while not (wrong := revokes(at)) or at.state.play.no == 0:
        at.move()
    offender = at.mover()
    other = at.state.seats[(offender + 1) % 4].user
    user = at.state.seats[offender].user
    at.do(user, Play(wrong[0]))
    played = at.state.seq
    at.do(user, TakeBack())
    at.do(other, Claim(offender, 1))
    at.do(user, Claim((offender + 1) % 4, 1))
    told = at.state.seq
    at.play(until=("over",))
    found = unfold(at.kernel, build(at.kernel, at.bodies))
    assert [seq for seq in range(played, told + 2) if seq in found] == [played, told + 1]


def revokes(at: Table) -> list[str]:
    """The cards with which whoever has to play would revoke."""
    play, seat = at.state.play, at.mover()
    held = play.hands[play.chairs[seat]]
    suits = {card[1] for card in held}
    led = play.trick[0][1] if play.phase == "play" and 0 < len(play.trick) < 4 else ""
    return [card for card in held if card[1] != led] if led in suits else []


@pytest.mark.parametrize("last", [False, True])
def test_nobody_earns_time_by_a_card_taken_back(last: bool) -> None:
    at = table(*USERS, clock="custom", bank=60, increment=3)
    at.step = 4000
    while not (wrong := revokes(at)) or (len(at.state.play.trick) == 3) is not last:
        at.move()
    offender, left = at.mover(), [seat.bank for seat in at.state.seats]
    user = at.state.seats[offender].user
    for _ in range(3):
        at.do(user, Play(wrong[0]))
        at.do(user, TakeBack())
    banks = [seat.bank for seat in at.state.seats]
    assert banks[offender] == left[offender] - 3 * 4000
    after = (offender + 1) % 4
    assert banks[after] == left[after] - (0 if last else 3 * 4000)
