"""Exactly once: a command is known by its id, as long as its sender can still send it again."""

from __future__ import annotations

import pytest

from app.engine.actor import SERVER, TIMER, Actor
from app.engine.basics import Refusal
from app.engine.table import commands as cmd
from app.engine.table.answers import SENDERS, WINDOW, answered, remember, sender
from app.engine.table.state import Answers, TableState
from tests.engine.tables import Table, person
from tests.toy import catalogue

ANN, BEA = person("ann"), person("bea")


def table() -> Table:
    return Table(catalogue().get("highcard"), {"players": 3}, {"clock": "untimed"})


def known(*accepted: tuple[str, int], actor: Actor = ANN) -> TableState:
    """A table that has accepted commands under these ids."""
    answers: dict[str, Answers] = {}
    for id_, seq in accepted:
        answers = remember(answers, actor, id_, seq)
    state = table().state
    return TableState(**{name: getattr(state, name) for name in state.__struct_fields__} | {"answers": answers})


def refused(state: TableState, id_: str) -> bool:
    try:
        return answered(state, ANN, id_) is None and False
    except Refusal as refusal:
        return refusal.code == "stale.id"


@pytest.mark.parametrize(
    "id_",
    [
        "",
        "n",
        "n.",
        ".1",
        "n.x",
        "n.-1",
        "n.1.2",
        "n n.1",
        "n.1\n",
        "ä.1",
        "a" * 25 + ".1",
        "n.1234567890",
        "n:.1",
        "n.+1",
    ],
)
def test_what_is_no_id(id_: str) -> None:
    with pytest.raises(Refusal) as raised:
        sender(ANN, id_)
    assert raised.value.code == "bad.id"
    assert table().refusal(ANN, cmd.Ready(True), id_=id_ or "?").code == "bad.id"


@pytest.mark.parametrize("id_", ["n.0", "n.1", "a" * 24 + ".999999999", "A-z_0.007"])
def test_what_is_one(id_: str) -> None:
    assert sender(ANN, id_)[1] == int(id_.partition(".")[2])


def test_an_accepted_command_gets_its_first_answer_again() -> None:
    at = table()
    commit = at.submit(ANN, cmd.Ready(True), id_="n.1")
    assert answered(at.state, ANN, "n.1") == commit.seq
    later = at.submit(ANN, cmd.Ready(False), id_="n.2")
    assert answered(at.state, ANN, "n.1") == commit.seq
    assert answered(at.state, ANN, "n.2") == later.seq
    assert answered(at.state, ANN, "n.3") is None


def test_refusals_are_not_remembered() -> None:
    at = table()
    with pytest.raises(Refusal):
        at.submit(ANN, cmd.Start(), id_="n.1")
    assert answered(at.state, ANN, "n.1") is None


def test_the_servers_own_commits_have_no_id() -> None:
    at = table()
    before = at.state.answers
    at.internal(cmd.Restore(5))
    assert at.state.answers == before == {}


def test_two_persons_may_have_the_same_nonce() -> None:
    at = table()
    first = at.submit(ANN, cmd.Ready(True), id_="n.1")
    assert answered(at.state, BEA, "n.1") is None
    second = at.submit(BEA, cmd.Sit(1), id_="n.1")
    assert (answered(at.state, ANN, "n.1"), answered(at.state, BEA, "n.1")) == (first.seq, second.seq)


def test_senders_of_all_kinds_are_told_apart() -> None:
    actors = [ANN, person("bot"), person("timer"), Actor("bot", seat=0), TIMER, SERVER]
    assert len({sender(actor, "n.1")[0] for actor in actors}) == len(actors)


def test_commands_may_arrive_in_any_order() -> None:
    state = known(("n.5", 2), ("n.3", 3), ("n.9", 4))
    assert [answered(state, ANN, f"n.{n}") for n in (3, 5, 9)] == [3, 2, 4]
    assert [answered(state, ANN, f"n.{n}") for n in (1, 4, 10)] == [None] * 3


def test_below_a_full_window_nobody_knows() -> None:
    state = known(*((f"n.{n}", n + 10) for n in range(WINDOW)))
    assert [answered(state, ANN, f"n.{n}") for n in (0, WINDOW - 1)] == [10, WINDOW + 9]
    state = known(*((f"n.{n}", n + 10) for n in range(WINDOW + 3)))
    assert [refused(state, f"n.{n}") for n in range(5)] == [True, True, True, False, False]
    assert answered(state, ANN, f"n.{WINDOW + 3}") is None


def test_no_accepted_id_is_ever_taken_for_new() -> None:
    """In any order of arrival, with gaps: known, or too old, but never None."""
    order = [7 * n % 64 for n in range(64)]
    accepted: list[tuple[str, int]] = []
    for seq, n in enumerate(order, 2):
        state = known(*accepted)
        if not refused(state, f"n.{n}"):
            accepted.append((f"n.{n}", seq))
            state = known(*accepted)
        for id_, first in accepted:
            assert refused(state, id_) or answered(state, ANN, id_) == first


def test_the_sender_silent_longest_is_forgotten_first() -> None:
    ids = [(f"n{n}.1", n + 2) for n in range(SENDERS)]
    state = known(*ids, ("n0.2", 100), ("new.1", 101))
    assert len(state.answers) == SENDERS
    assert answered(state, ANN, "n0.1") == 2
    assert answered(state, ANN, "n1.1") is None
    assert answered(state, ANN, "n2.1") == 4


def test_the_state_stays_small_in_a_long_game() -> None:
    state = known(*((f"n{n % 3}.{n}", n) for n in range(500)))
    assert len(state.answers) == 3
    assert all(len(one.recent) == WINDOW for one in state.answers.values())
    assert state.answers["ann:n1"].high == 499
