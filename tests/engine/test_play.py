"""The table in play, scene by scene: turns, absence, deadlines, pauses, the end, a store that lost commits."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.actor import TIMER, Actor
from app.engine.basics import Command
from app.engine.table import commands as cmd
from app.engine.table import due as dues
from app.engine.table.decide import OVERDUE
from tests.engine.tables import Table, person, tags
from tests.toy import catalogue
from tests.toy.games.highcard.types import HURRY, Lay

GAME = catalogue().get("highcard")
THREE = {"players": 3}
UNTIMED = {"clock": "untimed"}


def table(options: dict[str, Any] | None = None, settings: dict[str, Any] | None = None) -> Table:
    return Table(GAME, THREE if options is None else options, UNTIMED if settings is None else settings)


def holders(at: Table) -> list[str]:
    return [seat.user or seat.level or "-" for seat in at.state.seats]


def away(at: Table) -> tuple[str, int, Command]:
    """Who has to move, in which seat, and a legal move."""
    seat = at.mover()
    return at.state.seats[seat].user, seat, at.choice(seat)


def test_not_your_turn() -> None:
    at = table().begin("bea", "cay")
    user, _, move = away(at)
    for other in {"ann", "bea", "cay"} - {user}:
        assert at.refused(other, move) == "rule.not_your_turn"
    assert at.refused("eve", move) == "bad.not_seated"
    at.do(user, move)


@pytest.mark.parametrize("off", [-1, 1, 99, -99])
def test_a_command_for_another_decision_is_stale(off: int) -> None:
    at = table().begin("bea", "cay")
    user, _, move = away(at)
    refusal = at.refusal(person(user), move, at.state.turn + off)
    assert (refusal.code, refusal.params) == ("stale.turn", {"turn": at.state.turn})
    at.do(user, move)


def test_a_card_sent_again_cannot_become_legal_later() -> None:
    """Refused now, it stays refused when the player is on turn again."""
    at = table({"players": 2, "drawing": "off"}).begin("bea")
    user, seat, _ = away(at)
    turn = at.state.turn
    other = "bea" if user == "ann" else "ann"
    card = Lay(next(iter(at.looks.privates[1 - seat]["hand"])))
    assert at.refused(other, card, turn) == "rule.not_your_turn"
    at.move()
    assert at.refused(other, card, turn) == "stale.turn"


def test_commands_that_mean_the_same_at_any_time_have_no_turn() -> None:
    at = table()
    at.do("bea", cmd.Sit(1), turn=77)
    at.do("bea", cmd.Ready(True), turn=-1)
    at.do("ann", cmd.AddBot(2, "bold"), turn=5)
    assert at.refused("ann", cmd.Start(), 1) == "stale.turn"
    at.do("ann", cmd.Start(), turn=0)
    at.do("bea", cmd.Leave(), turn=0)
    at.do("bea", cmd.Back(), turn=0)


def test_it_ends() -> None:
    at = table().begin("bea").play(("over",))
    assert at.state.result is not None
    assert at.looks.public["result"]["sides"][0]["place"] == 1
    assert at.looks.public["act"] == ""
    assert at.deadline is None
    for command, code in (
        (Lay("2S"), "rule.over"),
        (cmd.Leave(), "rule.over"),
        (cmd.Back(), "rule.over"),
        (cmd.Next(), "rule.no_pause"),
        (cmd.Sit(1), "rule.started"),
        (cmd.Ready(True), "rule.started"),
    ):
        assert at.refused("ann", command) == code
    assert at.refusal(Actor("bot", seat=2), Lay("2S")).code == "rule.over"
    assert at.refusal(TIMER, cmd.TimeUp()).code == "stale.timer"


def test_who_is_away_when_it_ends_cannot_come_back() -> None:
    at = table().begin("bea")
    at.do("bea", cmd.Leave())
    at.play(("over",))
    assert at.refused("bea", cmd.Back()) == "rule.over"


def test_links_are_revealed_when_no_card_is_secret() -> None:
    at = table({"deals": 2}).begin("bea")
    assert not at.state.links
    at.play()
    assert at.state.links == (at.chain.link(0),)
    assert tags(at.commits[-1])[-1] == "revealed"
    at.play(("over",))
    assert at.looks.public["dice"] == {
        "anchor": at.chain.anchor,
        "links": {"0": at.chain.link(0), "1": at.chain.link(1)},
    }


# absence


def test_leave_in_play_and_come_back() -> None:
    at = table().begin("bea")
    assert at.do("bea", cmd.Leave()) == ["stoodin"]
    assert at.looks.public["seats"]["1"]["left"] is True
    assert at.looks.public["seats"]["1"]["standin"] is True
    assert at.refused("bea", cmd.Leave()) == "rule.left_already"
    while at.mover() != 1:
        at.move()
    assert at.deadline == at.state.since + dues.think(at.state) - dues.HEAD
    assert at.bot(1)[0] in ("laid", "drew")
    assert at.do("bea", cmd.Back()) == ["returned"]
    assert "standin" not in at.looks.public["seats"]["1"]
    assert "left" not in at.looks.public["seats"]["1"]
    assert at.refused("bea", cmd.Back()) == "rule.not_away"


def test_who_was_stood_in_for_takes_over_by_moving() -> None:
    at = table().begin("bea", "cay")
    user, seat, move = away(at)
    at.do(user, cmd.Leave())
    assert at.do(user, move)[0] == "returned"
    assert at.state.seats[seat].human


def test_a_move_refused_does_not_bring_anybody_back() -> None:
    at = table().begin("bea", "cay")
    user, seat, _ = away(at)
    at.do(user, cmd.Leave())
    assert at.refused(user, Lay("ZZ")) == "bad.card"
    assert not at.state.seats[seat].human


def test_when_all_have_left_bots_play_to_the_end() -> None:
    at = table().begin("bea")
    at.do("ann", cmd.Leave())
    at.do("bea", cmd.Leave())
    while at.state.phase != "over":
        assert at.deadline is not None
        if at.state.phase == "between":
            assert at.deadline == at.state.since + dues.REST_BOTS
            at.internal(cmd.TimeUp(), at.deadline)
        else:
            at.move()


def test_a_bot_that_does_not_answer_is_played_for() -> None:
    at = table({"players": 2}).begin()
    while at.mover() != 1:
        at.move()
    due = at.deadline
    assert due is not None
    at.now = due + OVERDUE - at.step - 1
    assert at.refusal(TIMER, cmd.TimeUp()).code == "stale.timer"
    choice = at.choice(1)
    assert at.internal(cmd.TimeUp(), due + OVERDUE)[0] == "served"
    served = at.commits[-1].events[0]
    assert served.command == msgspec.to_builtins(choice)  # type: ignore[attr-defined]
    assert at.state.seats[1].kind == "bot"
    assert not at.state.seats[1].standin


def test_what_the_server_chose_is_not_told() -> None:
    """The log knows it, nobody else: a game may let one choose in secret."""
    at = table({"players": 2}).begin()
    while at.mover() != 1:
        at.move()
    assert at.deadline is not None
    at.internal(cmd.TimeUp(), at.deadline + OVERDUE)
    assert all("served" not in note.wire() for note in at.frames[-1].notes)


def test_thinking_takes_the_same_time_for_every_card() -> None:
    at = table({"players": 2}, {"clock": "untimed", "pace": "natural"}).begin()
    times = set()
    while at.state.phase == "playing":
        times.add(dues.think(at.state))
        at.move()
    assert all(600 <= ms <= 1200 for ms in times)
    assert len(times) > 3
    assert dues.think(table({}, {"pace": "fast"}).begin().state) == dues.FAST


# deadlines of a game's own


def test_a_games_own_deadline_runs_beside_the_clocks() -> None:
    at = table({"players": 2, "hurry": "on"}).begin("bea")
    seat = at.mover()
    assert [(one.kind, one.seat, one.at) for one in dues.due(GAME, at.state)] == [
        ("hurry", seat, at.state.since + HURRY),
        ("forgotten", -1, at.state.at + dues.FORGOTTEN),
    ]
    lowest = next(iter(at.looks.privates[seat]["hand"]))
    at.now = at.state.since + HURRY - at.step - 1
    assert at.refusal(TIMER, cmd.TimeUp()).code == "stale.timer"
    assert at.internal(cmd.TimeUp(), at.state.since + HURRY) == ["laid"]
    assert at.looks.public["g"]["trick"] == lowest
    assert [note.wire() for note in at.frames[-1].notes] == [["lay", at.state.play.chairs[seat], lowest]]
    assert at.state.seats[seat].human


def test_whichever_deadline_is_first_counts() -> None:
    at = table({"players": 2, "hurry": "on"}, {"clock": "custom", "bank": 5, "increment": 0}).begin("bea")
    kinds = [one.kind for one in dues.due(GAME, at.state)]
    assert kinds == ["clock", "hurry"]
    assert at.internal(cmd.TimeUp(), at.state.since + 20_000)[:2] == ["stoodin", "served"]


# pauses


def test_a_pause_ends_when_all_persons_have_seen_enough() -> None:
    at = table().begin("bea").play()
    assert at.looks.public["act"] == "01"
    assert "rest" not in at.looks.public
    assert at.deadline == at.state.at + dues.FORGOTTEN
    assert at.refused("ann", Lay("2S")) == "rule.between"
    turn = at.state.turn
    assert at.do("bea", cmd.Next(), turn) == ["confirmed"]
    assert at.looks.public["act"] == "0"
    assert at.state.turn == turn
    assert at.refused("bea", cmd.Next()) == "rule.confirmed_already"
    assert at.refused("ann", cmd.Next(), turn - 1) == "stale.turn"
    assert at.refusal(Actor("bot", seat=2), cmd.Next()).code == "bad.not_seated"
    assert at.do("ann", cmd.Next(), turn)[:2] == ["confirmed", "resumed"]
    assert at.state.phase == "playing"
    assert not any(seat.confirmed for seat in at.state.seats)


def test_a_pause_of_a_timed_table_ends_by_itself() -> None:
    at = table(settings={"clock": "normal"}).begin("bea").play()
    assert at.looks.public["rest"] == dues.REST
    assert at.deadline == at.state.since + dues.REST
    at.do("bea", cmd.Next())
    assert at.deadline == at.state.since + dues.REST
    assert at.internal(cmd.TimeUp(), at.state.since + dues.REST)[0] == "resumed"
    assert not any(seat.confirmed for seat in at.state.seats)


def test_a_pause_that_no_person_waits_in_is_short() -> None:
    at = table().begin("bea").play()
    at.do("bea", cmd.Leave())
    at.do("ann", cmd.Leave())
    assert at.looks.public["rest"] == dues.REST_BOTS
    assert at.internal(cmd.TimeUp(), at.state.since + dues.REST_BOTS)[0] == "resumed"


def test_who_leaves_holds_up_no_pause() -> None:
    at = table().begin("bea").play()
    at.do("bea", cmd.Leave())
    assert at.do("ann", cmd.Next())[:2] == ["confirmed", "resumed"]


def test_who_comes_back_in_a_pause_may_end_it() -> None:
    at = table().begin("bea").play()
    at.do("bea", cmd.Leave())
    assert at.do("bea", cmd.Next()) == ["returned", "confirmed"]
    assert at.state.seats[1].human


# a store that lost commits


def test_restoring_begins_the_decision_anew_and_charges_nobody() -> None:
    at = table(settings={"clock": "normal"}).begin("bea", "cay")
    banks, turn, (user, _, move) = [s.bank for s in at.state.seats], at.state.turn, away(at)
    at.now += 50_000
    assert at.internal(cmd.Restore(40)) == ["restored"]
    assert [s.bank for s in at.state.seats] == banks
    assert at.state.turn > turn
    assert at.state.since == at.state.at
    assert at.looks.public["restored"] == 1
    assert at.refused(user, move, turn) == "stale.turn"
    at.do(user, move)
    at.internal(cmd.Restore(50))
    assert at.looks.public["restored"] == 2


def test_no_decision_of_a_lost_telling_gets_its_number_again() -> None:
    at = table(settings={"clock": "untimed"}).begin("bea", "cay")
    lost = at.state.seq + 7
    at.internal(cmd.Restore(lost))
    assert at.state.turn == lost + 1
    user, _, move = away(at)
    at.do(user, move)
    assert at.state.turn == lost + 2
    at.internal(cmd.Restore(at.state.seq))
    assert at.state.turn == lost + 3
