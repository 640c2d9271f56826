"""The table aggregate, scene by scene: seats, host, bots, readiness, start, play, absence, pauses, end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.actor import SERVER, TIMER, Actor
from app.engine.basics import Command, Refusal
from app.engine.kernel import Kernel
from app.engine.table import commands as cmd
from app.engine.table import due as dues
from tests.engine.tables import BEGIN, Table, person, tags
from tests.toy import catalogue
from tests.toy.games.highcard.types import Draw, Lay

GAME = catalogue().get("highcard")
THREE = {"players": 3}
UNTIMED = {"clock": "untimed"}


def table(options: dict[str, Any] | None = None, settings: dict[str, Any] | None = None) -> Table:
    return Table(GAME, THREE if options is None else options, UNTIMED if settings is None else settings)


def holders(at: Table) -> list[str]:
    return [seat.user or seat.level or "-" for seat in at.state.seats]


# before the start


def test_the_maker_is_host_and_sits_in_seat_0() -> None:
    at = table()
    assert tags(at.commits[0]) == ["opened", "sat"]
    assert (at.state.host, holders(at), at.state.phase) == ("ann", ["ann", "-", "-"], "waiting")
    assert at.state.options == {"players": 3, "deals": 2, "drawing": "on", "draws": 1, "hurry": "off"}
    assert (at.state.opened, at.state.turn, at.state.seq) == (BEGIN, 0, 1)


def test_sit_and_move() -> None:
    at = table()
    assert at.do("bea", cmd.Sit(2)) == ["sat"]
    assert at.do("bea", cmd.Sit(1)) == ["left", "sat"]
    assert at.do("ann", cmd.Sit(2)) == ["left", "sat"]
    assert holders(at) == ["-", "bea", "ann"]
    assert at.state.host == "ann"
    assert [note.wire() for note in at.frames[-1].notes] == [["left", 0, "Ann"], ["sat", 2, "Ann"]]


def test_who_moves_has_to_be_ready_again() -> None:
    at = table()
    at.do("bea", cmd.Sit(1))
    at.do("bea", cmd.Ready(True))
    at.do("bea", cmd.Sit(2))
    assert not at.state.seats[2].ready


@pytest.mark.parametrize(
    ("user", "command", "code"),
    [
        ("cay", cmd.Sit(0), "rule.seat_taken"),
        ("cay", cmd.Sit(2), "rule.seat_taken"),  # by a bot
        ("cay", cmd.Sit(3), "bad.seat"),
        ("cay", cmd.Sit(-1), "bad.seat"),
        ("bea", cmd.Sit(1), "rule.seated_there"),
        ("bea", cmd.Sit(0), "rule.seat_taken"),
        ("cay", cmd.Leave(), "bad.not_seated"),
        ("cay", cmd.Back(), "bad.not_seated"),
        ("bea", cmd.Back(), "rule.not_away"),
        ("cay", cmd.Ready(True), "bad.not_seated"),
        ("bea", cmd.Ready(False), "rule.ready_already"),
        ("bea", cmd.AddBot(1, "bold"), "bad.not_host"),
        ("cay", cmd.AddBot(1, "bold"), "bad.not_host"),
        ("ann", cmd.AddBot(3, "bold"), "bad.seat"),
        ("ann", cmd.AddBot(1, "bold"), "rule.seat_taken"),
        ("ann", cmd.AddBot(1, "genius"), "bad.level"),
        ("bea", cmd.RemoveBot(2), "bad.not_host"),
        ("ann", cmd.RemoveBot(1), "rule.no_bot"),
        ("ann", cmd.RemoveBot(7), "bad.seat"),
        ("bea", cmd.Start(), "bad.not_host"),
        ("ann", cmd.Start(), "rule.not_ready"),
        ("bea", cmd.Next(), "rule.no_pause"),
        ("cay", cmd.Next(), "bad.not_seated"),
        ("bea", Lay("2S"), "rule.not_started"),
        ("cay", Lay("2S"), "bad.not_seated"),
        ("ann", cmd.Open("T", "highcard", {}, {}, "Ann", ""), "bad.command"),
        ("ann", cmd.TimeUp(), "bad.command"),
        ("ann", cmd.Restore(3), "bad.command"),
    ],
)
def test_refused_while_waiting(user: str, command: Command, code: str) -> None:
    """Ann is host, Bea sits beside her, a bot in the third seat."""
    at = table()
    at.do("bea", cmd.Sit(1))
    at.do("ann", cmd.AddBot(2, "bold"))
    assert at.refused(user, command) == code


def test_start_waits_for_all_seats_and_all_persons_but_the_host() -> None:
    at = table()
    refusal = at.refusal(person("ann"), cmd.Start())
    assert (refusal.code, refusal.params) == ("rule.seats_open", {"open": 2})
    at.do("bea", cmd.Sit(1))
    at.do("ann", cmd.AddBot(2, "careful"))
    refusal = at.refusal(person("ann"), cmd.Start())
    assert (refusal.code, refusal.params) == ("rule.not_ready", {"waiting": 1})
    at.do("bea", cmd.Ready(True))
    assert at.do("ann", cmd.Start())[0] == "started"
    assert (at.state.phase, at.state.turn > 0) == ("playing", True)
    assert not any(seat.ready for seat in at.state.seats)


@pytest.mark.parametrize("command", [cmd.Sit(1), cmd.AddBot(1, "bold"), cmd.RemoveBot(1), cmd.Ready(True), cmd.Start()])
def test_seats_are_fixed_in_play(command: Command) -> None:
    at = table().begin("bea")
    assert at.refused("ann", command) == "rule.started"


def test_host_passes_on() -> None:
    at = table()
    at.do("cay", cmd.Sit(2))
    at.do("bea", cmd.Sit(1))
    assert at.do("ann", cmd.Leave()) == ["left", "host"]
    assert (at.state.host, holders(at)) == ("bea", ["-", "bea", "cay"])
    assert at.do("ann", cmd.Sit(0)) == ["sat"]
    assert at.do("cay", cmd.Leave()) == ["left"]
    assert at.refused("ann", cmd.AddBot(2, "bold")) == "bad.not_host"
    assert at.do("bea", cmd.AddBot(2, "bold")) == ["bot"]


def test_when_the_last_person_leaves_the_table_is_closed() -> None:
    at = table()
    at.do("ann", cmd.AddBot(1, "bold"))
    assert at.do("ann", cmd.Leave()) == ["left", "closed"]
    assert at.state.phase == "closed"
    assert at.deadline is None
    for command in (cmd.Sit(0), cmd.Leave(), cmd.Ready(True), cmd.Start(), Lay("2S"), cmd.Next()):
        assert at.refused("bea", command) == "rule.closed"
    assert at.refusal(TIMER, cmd.TimeUp()).code == "rule.closed"
    assert at.refusal(SERVER, cmd.Restore(9)).code == "rule.closed"


def test_a_table_that_nobody_comes_to_is_closed() -> None:
    at = table()
    at.do("bea", cmd.Sit(1))
    assert at.deadline == at.state.at + dues.IDLE
    at.now = at.state.at + dues.IDLE - at.step - 1
    assert at.refusal(TIMER, cmd.TimeUp()).code == "stale.timer"
    assert at.internal(cmd.TimeUp(), at.state.at + dues.IDLE) == ["closed"]


def test_every_commit_puts_the_closing_off() -> None:
    at = table()
    first = at.deadline
    at.now += 1_000_000
    at.do("ann", cmd.Ready(True))
    assert first is not None
    assert at.deadline == first + 1_000_000 + at.step


# who may command


@pytest.mark.parametrize("actor", [TIMER, SERVER, Actor("bot", seat=0), Actor("bot", seat=9), Actor("bot")])
@pytest.mark.parametrize(
    "command",
    [cmd.Sit(1), cmd.Leave(), cmd.Back(), cmd.Ready(True), cmd.Start(), cmd.Next(), cmd.AddBot(1, "bold"), Lay("2S")],
)
def test_only_persons_command_the_table(actor: Actor, command: Command) -> None:
    assert table().refusal(actor, command).code in ("bad.command", "bad.not_seated", "bad.not_host", "stale.person")


def test_a_person_without_a_name_is_nobody() -> None:
    """The empty user of bots and open seats is no person's."""
    at = table()
    assert at.refusal(Actor("person"), cmd.Leave()).code == "bad.not_seated"


def test_the_server_does_not_open_a_table_twice() -> None:
    assert table().refusal(SERVER, cmd.Open("T", "highcard", {}, {}, "A", "")).code == "bad.command"


def test_bots_play_for_bots_only() -> None:
    at = table().begin("bea")
    human = at.mover()
    while not at.state.seats[human].human:
        at.move()
        human = at.mover()
    refusal = at.refusal(Actor("bot", seat=human), at.choice(human))
    assert (refusal.code, refusal.params) == ("stale.person", {"seat": human})
    for actor in (TIMER, SERVER, Actor("bot", seat=7), Actor("bot", seat=-1)):
        assert at.refusal(actor, at.choice(human)).code == "bad.command"


def test_malformed_commands() -> None:
    kernel = Kernel(GAME)
    for raw in (b"", b"{", b'{"type":"sit"}', b'{"type":"lay","card":5}', b'{"type":"lay","card":"2S","x":1}'):
        with pytest.raises(Refusal) as raised:
            kernel.command(raw)
        assert raised.value.code == "bad.command"
        assert len(str(raised.value.params["reason"])) <= 200
    assert kernel.command(b'{"card":"2S","type":"lay"}') == Lay("2S")
    assert kernel.command(msgspec.Raw(b'{"type":"draw"}')) == Draw()


@pytest.mark.parametrize("depth", [900, 5_000, 100_000])
def test_a_command_nested_too_deeply_is_malformed(depth: int) -> None:
    raw = b'{"type":"draw","x":' + b"[" * depth + b"]" * depth + b"}"
    with pytest.raises(Refusal) as raised:
        Kernel(GAME).command(raw)
    assert raised.value.code == "bad.command"


def test_options_that_there_are_not() -> None:
    for options, settings, owner in (({"deals": 9}, {}, "highcard"), ({}, {"clock": "hourglass"}, "table")):
        with pytest.raises(Refusal) as raised:
            Table(GAME, options, settings)
        assert (raised.value.code, raised.value.params["owner"]) == ("bad.option", owner)
