"""What people agree on, scene by scene: a pause, conceding, breaking off, taking back."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine import record as records
from app.engine.actor import SERVER, TIMER, Actor
from app.engine.basics import Command
from app.engine.table import commands as cmd
from app.engine.table import due as dues
from app.engine.table.settings import DAY
from tests.engine.tables import Table, person, tags
from tests.toy import catalogue

GAME = catalogue().get("highcard")
PLAIN = {"players": 3, "drawing": "off", "deals": 2}
BANK = 60_000


def table(*users: str, **settings: Any) -> Table:
    """Ann, the users and bots, in play; every card is a decision."""
    return Table(GAME, PLAIN, {"clock": "fast"} | settings).begin(*users)


def duel(**settings: Any) -> Table:
    """Ann against Bea."""
    return Table(GAME, PLAIN | {"players": 2}, {"clock": "fast"} | settings).begin("bea")


def said(at: Table) -> list[list[Any]]:
    return [note.wire() for note in at.frames[-1].notes if note.kind not in ("lay", "trick")]


def kinds(at: Table) -> list[str]:
    return [one.kind for one in dues.due(GAME, at.state)]


def user_of(at: Table, seat: int) -> str:
    return at.state.seats[seat].user


# asking and answering


def test_all_who_are_present_have_to_agree() -> None:
    at = table("bea", "cay")
    assert at.do("ann", cmd.Propose("pause")) == ["offered"]
    assert said(at) == [["offered", "pause", 0]]
    until = at.state.at + dues.OFFER
    need = {"1": True, "2": True}
    assert at.looks.public["offers"] == {"pause": {"seat": 0, "yes": {"0": True}, "need": need, "until": until}}
    assert at.do("bea", cmd.Agree("pause")) == ["agreed"]
    assert at.looks.public["offers"]["pause"]["need"] == {"2": True}
    assert at.do("cay", cmd.Agree("pause")) == ["agreed", "paused"]
    assert "offers" not in at.looks.public


def test_bots_and_who_is_away_agree_to_everything() -> None:
    at = table("bea")
    at.do("bea", cmd.Leave())
    assert at.do("ann", cmd.Propose("pause")) == ["offered", "paused"]
    assert said(at) == [["paused"]]  # nobody was asked


@pytest.mark.parametrize("command", [cmd.Absent(2), cmd.Leave()], ids=str)
def test_who_goes_is_asked_no_longer(command: Command) -> None:
    at = table("bea", "cay")
    at.do("ann", cmd.Propose("pause"))
    at.do("bea", cmd.Agree("pause"))
    done = tags(at.submit(SERVER if isinstance(command, cmd.Absent) else person("cay"), command))
    assert done[-1] == "paused"


def test_who_returns_is_asked() -> None:
    at = table("bea", "cay")
    at.do("cay", cmd.Leave())
    at.do("ann", cmd.Propose("abandon"))
    at.do("cay", cmd.Back())
    assert at.looks.public["offers"]["abandon"]["need"] == {"1": True, "2": True}
    at.do("bea", cmd.Agree("abandon"))
    assert at.do("cay", cmd.Agree("abandon"))[-1] == "ended"


def test_who_takes_a_seat_has_agreed_to_nothing() -> None:
    at = table("bea", "cay")
    at.do("ann", cmd.Propose("abandon"))
    at.do("bea", cmd.Agree("abandon"))
    at.do("bea", cmd.Leave())
    at.do("eve", cmd.Sit(1))
    at.play(("between",))
    assert at.looks.public["offers"]["abandon"]["yes"] == {"0": True}
    assert at.do("cay", cmd.Agree("abandon")) == ["agreed"]
    assert at.do("eve", cmd.Agree("abandon"))[-1] == "ended"


@pytest.mark.parametrize("how", ["left", "stood in", "shown out"])
def test_what_somebody_proposed_goes_with_him(how: str) -> None:
    at = table("bea", "cay")
    at.do("bea", cmd.Propose("abandon"))
    if how == "left":
        assert at.do("bea", cmd.Leave()) == ["stoodin", "lapsed"]
    else:
        at.internal(cmd.Absent(1))
        done = at.do("ann", cmd.StandIn(1) if how == "stood in" else cmd.Kick(1))
        assert done == (["stoodin", "lapsed"] if how == "stood in" else ["kicked", "bot", "lapsed"])
    assert "offers" not in at.looks.public


@pytest.mark.parametrize("what", ["abandon", "undo"])
def test_nothing_happens_while_nobody_is_there(what: cmd.What) -> None:
    at = duel(clock="untimed")
    at.move()
    mover = at.commits[-1].actor.user
    other = "bea" if mover == "ann" else "ann"
    at.do(mover, cmd.Propose(what))
    for user in (mover, other):
        seat = at.state.seat_of(user)
        assert seat is not None
        assert at.internal(cmd.Absent(seat)) == ["gone"]
    seat = at.state.seat_of(other)
    assert seat is not None
    assert at.internal(cmd.Present(seat)) == ["came"]
    assert at.looks.public["offers"][what]["need"] == {str(seat): True}
    assert at.do(other, cmd.Decline(what)) == ["declined"]


@pytest.mark.parametrize(
    ("user", "command", "code"),
    [
        ("eve", cmd.Propose("pause"), "bad.not_seated"),
        ("ann", cmd.Propose("pause"), "rule.offered_already"),
        ("bea", cmd.Propose("pause"), "rule.offered_already"),
        ("cay", cmd.Propose("abandon"), "rule.away"),
        ("ann", cmd.Propose("concede"), "rule.concede_sides"),
        ("ann", cmd.Agree("pause"), "rule.confirmed_already"),
        ("cay", cmd.Agree("pause"), "rule.away"),
        ("cay", cmd.Decline("pause"), "rule.away"),
        ("ann", cmd.Agree("abandon"), "rule.not_offered"),
        ("ann", cmd.Decline("abandon"), "rule.not_offered"),
        ("eve", cmd.Agree("pause"), "bad.not_seated"),
        ("eve", cmd.Decline("pause"), "bad.not_seated"),
        ("ann", cmd.Unpause(), "rule.not_paused"),
    ],
    ids=str,
)
def test_refused_while_a_pause_is_proposed(user: str, command: Command, code: str) -> None:
    """By Ann; Bea is asked, Cay has left."""
    at = table("bea", "cay")
    at.do("cay", cmd.Leave())
    at.do("ann", cmd.Propose("pause"))
    assert at.refused(user, command) == code


def test_who_has_left_does_not_end_a_pause() -> None:
    at = table("bea", "cay")
    for user, command in (("ann", cmd.Propose("pause")), ("bea", cmd.Agree("pause")), ("cay", cmd.Agree("pause"))):
        at.do(user, command)
    at.do("cay", cmd.Leave())
    assert at.refused("cay", cmd.Unpause()) == "rule.away"
    assert at.do("bea", cmd.Unpause()) == ["unpaused"]


@pytest.mark.parametrize("actor", [TIMER, SERVER, Actor("bot", seat=2)], ids=str)
def test_only_persons_propose(actor: Actor) -> None:
    for command in (cmd.Propose("pause"), cmd.Agree("pause"), cmd.Decline("pause"), cmd.Unpause(), cmd.StandIn(1)):
        assert table("bea").refusal(actor, command).code == "bad.not_seated"


@pytest.mark.parametrize("user", ["ann", "bea"])
def test_one_no_is_enough(user: str) -> None:
    at = table("bea", "cay")
    at.do("ann", cmd.Propose("pause"))
    assert at.do(user, cmd.Decline("pause")) == ["declined"]
    assert said(at) == [["declined", "pause", ("ann", "bea").index(user)]]
    assert at.refused("cay", cmd.Agree("pause")) == "rule.not_offered"
    assert at.do("cay", cmd.Propose("pause")) == ["offered"]


def test_nobody_is_asked_without_end() -> None:
    at = table("bea", "cay")
    for what, user in (("pause", "bea"), ("abandon", "cay"), ("abandon", "ann"), ("pause", "ann"), ("pause", "bea")):
        at.do("ann", cmd.Propose(what))  # type: ignore[arg-type]
        at.do(user, cmd.Decline(what))  # type: ignore[arg-type]
    refusal = at.refusal(person("ann"), cmd.Propose("abandon"))
    assert (refusal.code, refusal.params) == ("rule.offers_most", {"most": 5})
    at.do("bea", cmd.Propose("abandon"))
    at.do("ann", cmd.Decline("abandon"))
    at.play(("between",))
    while at.state.phase == "between":
        at.do(user_of(at, int(at.looks.public["act"][0])), cmd.Next())
    at.do("ann", cmd.Propose("abandon"))


def test_what_is_agreed_to_may_be_proposed_ever_again() -> None:
    at = duel()
    for _ in range(9):
        at.do("ann", cmd.Propose("pause"))
        assert at.do("bea", cmd.Agree("pause")) == ["agreed", "paused"]
        at.do("ann", cmd.Unpause())


@pytest.mark.parametrize(
    ("settings", "ms"), [({"clock": "normal"}, dues.OFFER), ({"clock": "days"}, 3 * DAY), ({"clock": "untimed"}, None)]
)
def test_what_nobody_answers_lapses(settings: dict[str, Any], ms: int | None) -> None:
    at = duel(**settings)
    at.do("ann", cmd.Propose("abandon"))
    asked = at.state.at
    if ms is None:
        assert "offer" not in kinds(at)
        return
    running = next(one for one in dues.due(GAME, at.state) if one.kind == "offer")
    assert (running.at, running.seat) == (asked + ms, 0)
    if settings["clock"] == "days":
        at.move()  # the player to move has two days
        at.now = asked + ms - 2 * DAY
        at.move()
    at.now = asked + ms - at.step - 1
    assert at.refusal(TIMER, cmd.TimeUp()).code == "stale.timer"
    assert at.internal(cmd.TimeUp(), asked + ms) == ["lapsed"]
    assert said(at) == [["lapsed", "abandon"]]
    assert "offers" not in at.looks.public


def test_proposals_outlive_moves_and_pauses_between_deals() -> None:
    at = duel()
    at.do("ann", cmd.Propose("abandon"))
    at.play(("between",))
    assert "abandon" in at.state.offers
    assert at.do("bea", cmd.Agree("abandon"))[-1] == "ended"


# pauses


def test_in_a_pause_nothing_goes_on() -> None:
    at = duel()
    seat = at.mover()
    at.now = at.state.since + 20_000 - 3 * at.step
    at.do("ann", cmd.Propose("pause"))
    turn = at.state.turn
    assert at.do("bea", cmd.Agree("pause")) == ["agreed", "paused"]
    assert at.state.seats[seat].bank == BANK - 20_000 + at.step
    assert at.state.turn > turn
    assert (at.looks.public["paused"], at.looks.public["act"]) == (dues.PAUSE, "")
    assert at.refused(user_of(at, seat), at.choice(seat)) == "rule.paused"
    assert at.refused(user_of(at, seat), at.choice(seat), turn) == "stale.turn"
    assert at.refused("ann", cmd.Propose("pause")) == "rule.paused"
    assert at.refused("ann", cmd.Propose("undo")) == "rule.paused"
    assert kinds(at) == ["pause"]
    at.now += 500_000
    turn = at.state.turn
    assert at.do("bea", cmd.Unpause()) == ["unpaused"]
    assert said(at) == [["unpaused", 1]]
    assert at.state.turn > turn
    assert at.state.seats[seat].bank == BANK - 20_000 + at.step
    assert "paused" not in at.looks.public
    at.play(("over",))


def test_a_pause_does_not_last_for_ever() -> None:
    at = duel()
    at.do("ann", cmd.Propose("pause"))
    at.do("bea", cmd.Agree("pause"))
    assert at.deadline == at.state.at + dues.PAUSE
    assert at.internal(cmd.TimeUp(), at.deadline) == ["unpaused"]
    assert said(at) == [["unpaused", -1]]


def test_bots_rest_in_a_pause() -> None:
    at = table()
    while at.mover() == 0:
        at.move()
    seat = at.mover()
    choice = at.choice(seat)
    at.do("ann", cmd.Propose("pause"))
    assert at.refusal(Actor("bot", seat=seat), choice).code == "rule.paused"
    at.do("ann", cmd.Unpause())
    assert at.deadline == at.state.since + dues.think(at.state) - dues.HEAD


def test_a_pause_between_deals_stops_its_clock() -> None:
    at = duel().play(("between",))
    at.do("ann", cmd.Propose("pause"))
    at.do("bea", cmd.Agree("pause"))
    assert "rest" not in at.looks.public
    assert at.refused("ann", cmd.Next()) == "rule.paused"
    at.now += 100_000
    at.do("ann", cmd.Unpause())
    assert at.looks.public["rest"] == dues.REST
    assert at.deadline == at.state.at + dues.REST


def test_what_is_proposed_when_a_pause_ends_has_its_time_anew() -> None:
    at = duel()
    at.do("ann", cmd.Propose("abandon"))
    at.do("ann", cmd.Propose("pause"))
    at.do("bea", cmd.Agree("pause"))
    at.now += 600_000
    at.do("ann", cmd.Unpause())
    assert at.state.offers["abandon"].at == at.state.at


@pytest.mark.parametrize("clock", ["days", "untimed"])
def test_a_pause_needs_a_clock_to_stop(clock: str) -> None:
    assert duel(clock=clock).refused("ann", cmd.Propose("pause")) == "rule.pause_untimed"


def test_the_end_of_a_game_ends_its_pause() -> None:
    at = duel()
    at.do("ann", cmd.Propose("pause"))
    at.do("bea", cmd.Agree("pause"))
    at.do("ann", cmd.Propose("abandon"))
    at.do("bea", cmd.Agree("abandon"))
    assert "paused" not in at.looks.public
    assert at.deadline is None


# giving up, breaking off


def test_a_side_concedes() -> None:
    at = duel()
    while at.state.play.scores == (0, 0):
        at.move()
    at.do("ann", cmd.Propose("abandon"))
    assert at.do("ann", cmd.Propose("concede")) == ["offered", "revealed", "ended"]
    assert said(at) == [["conceded", 0], ["over"]]
    assert at.looks.public["result"]["how"] == "conceded"
    sides = at.looks.public["result"]["sides"]
    assert [(side["seats"], side["place"]) for side in sides] == [([1], 1), ([0], 2)]
    assert "offers" not in at.looks.public
    assert at.deadline is None
    record = records.build(at.kernel, at.bodies)
    assert record.result.how == "conceded"
    assert records.audit(at.kernel, record) == len(at.bodies)


def test_partners_concede_together() -> None:
    """And nobody else is asked."""
    game = catalogue().get("calypso")
    at = Table(game, {"partnerships": "as_seated"}, {"clock": "fast"}).begin("bea", "cay", "dan")
    at.do("ann", cmd.Propose("concede"))
    assert at.looks.public["offers"]["concede"]["need"] == {"2": True}
    assert at.refused("bea", cmd.Agree("concede")) == "rule.not_asked"
    assert at.refused("bea", cmd.Decline("concede")) == "rule.not_asked"
    assert at.do("cay", cmd.Agree("concede"))[-1] == "ended"
    assert [side.seats for side in at.state.result.sides] == [(1, 3), (0, 2)]  # type: ignore[union-attr]


def test_a_partner_who_is_away_has_no_say() -> None:
    game = catalogue().get("calypso")
    at = Table(game, {"partnerships": "as_seated"}, {"clock": "fast"}).begin("bea", "cay", "dan")
    at.internal(cmd.Absent(2))
    assert at.do("ann", cmd.Propose("concede"))[-1] == "ended"


def test_a_game_is_broken_off() -> None:
    at = table("bea")
    at.do("ann", cmd.Propose("abandon"))
    assert at.do("bea", cmd.Agree("abandon")) == ["agreed", "revealed", "ended"]
    assert said(at) == [["agreed", "abandon", 1], ["abandoned"], ["over"]]
    assert at.looks.public["result"]["how"] == "abandoned"
    assert at.state.links == (at.chain.link(0),)
    assert records.audit(at.kernel, records.build(at.kernel, at.bodies)) == len(at.bodies)


def test_a_game_played_to_its_end_says_nothing_of_how() -> None:
    assert "how" not in duel().play(("over",)).looks.public["result"]
