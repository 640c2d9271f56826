"""Records: complete, replayed, decided anew; and what is wrong with a forged one is said in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.engine import record as records
from app.engine.kernel import Kernel
from app.engine.record import Record, RecordError
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.state import TableState
from tests.engine.tables import Table
from tests.toy import catalogue
from tests.toy.games.highcard.game import HighCard
from tests.toy.games.highcard.types import Lay

GAME = catalogue().get("highcard")
KERNEL = Kernel(GAME)


def played() -> Table:
    """Three seats, two deals; Bea runs out of time once and comes back."""
    at = Table(GAME, {"players": 3}, {"clock": "fast"}).begin("bea")
    while at.mover() != 1:
        at.move()
    assert at.deadline is not None
    at.internal(cmd.TimeUp(), at.deadline)
    at.do("bea", cmd.Back())
    return at.play(("over",))


@pytest.fixture(scope="module")
def table() -> Table:
    return played()


@pytest.fixture(scope="module")
def record(table: Table) -> Record:
    return records.build(KERNEL, table.bodies)


def test_a_record_says_what_it_is(table: Table, record: Record) -> None:
    assert (record.format, record.table, record.game) == ("record/1", "T1", "highcard")
    assert (record.rules, record.codec) == (2, 1)
    assert record.options == table.state.options
    assert record.settings == table.state.settings
    assert record.result == table.state.result
    assert [(s.seat, s.kind, s.user, s.name, s.level) for s in record.seats] == [
        (0, "person", "ann", "Ann", ""),
        (1, "person", "bea", "Bea", ""),
        (2, "bot", "", "", "careful"),
    ]
    assert record.opened == table.commits[0].at
    assert record.started == next(c.at for c in table.commits if isinstance(c.command, cmd.Start))
    assert record.finished == table.commits[-1].at
    assert [bytes(raw) for raw in record.commits] == table.bodies
    assert len(record.digests) == len(table.bodies)


def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    raw = records.encode(record)
    again = records.decode(raw)
    assert records.encode(again) == raw
    assert records.audit(KERNEL, again) == len(record.commits)


def test_replaying_gives_every_state(table: Table, record: Record) -> None:
    steps = list(records.replay(KERNEL, record))
    assert [commit for commit, _ in steps] == table.commits
    assert steps[-1][1] == table.state


def test_a_game_that_runs_has_no_record() -> None:
    at = Table(GAME).begin()
    with pytest.raises(RecordError, match="not over"):
        records.build(KERNEL, at.bodies)


def test_what_comes_after_the_end_does_not_move_it(table: Table, record: Record) -> None:
    later = played()
    later.now += 10**6
    later.internal(cmd.Restore(later.state.seq))
    again = records.build(KERNEL, later.bodies)
    assert again.finished == record.finished
    assert records.audit(KERNEL, again) == len(record.commits) + 1


# reading what is none


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "not a record"),
        (b"{", "not a record"),
        (b"[]", "not a record"),
        (b'{"format":"record/1"}', "not a record"),
        (b"\xff", "not a record"),
        (b'{"x":' * 9000, "not a record"),
    ],
)
def test_what_is_no_record(raw: bytes, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        records.decode(raw)


def test_a_later_format(record: Record) -> None:
    with pytest.raises(RecordError, match="unknown format record/2"):
        records.decode(records.encode(replace(record, format="record/2")))


# forgeries

Change = Callable[[list[dict[str, Any]]], None]


def bodies(record: Record) -> list[dict[str, Any]]:
    return [msgspec.json.decode(bytes(raw)) for raw in record.commits]


def sealed(record: Record, commits: list[dict[str, Any]]) -> Record:
    """A record of these commits whose digests fit."""
    return records.build(KERNEL, [msgspec.json.encode(commit) for commit in commits])


def event(commits: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(one for commit in commits for one in commit["events"] if one["type"] == kind)


def other_hands(commits: list[dict[str, Any]]) -> None:
    """The dealer gives Ann the better cards; the cards played are the same."""
    dealt = event(commits, "dealt")
    dealt["stock"][-2], dealt["stock"][-1] = dealt["stock"][-1], dealt["stock"][-2]


def other_link(commits: list[dict[str, Any]]) -> None:
    event(commits, "revealed")["link"] = "00" * 32


def no_link_at_all(commits: list[dict[str, Any]]) -> None:
    event(commits, "revealed")["link"] = "hello"


def other_anchor(commits: list[dict[str, Any]]) -> None:
    commits[0]["events"][0]["anchor"] = commits[0]["command"]["anchor"] = "00" * 32


def hidden_anchor(commits: list[dict[str, Any]]) -> None:
    """The anchor of the command is not the one that was shown."""
    commits[0]["command"]["anchor"] = "00" * 32


def other_options(commits: list[dict[str, Any]]) -> None:
    commits[0]["events"][0]["options"]["draws"] = 2


def other_winner(commits: list[dict[str, Any]]) -> None:
    taken = event(commits, "taken")
    taken["winner"] = (taken["winner"] + 1) % 3


def other_actor(commits: list[dict[str, Any]]) -> None:
    mover = next(commit for commit in commits if commit["command"]["type"] == "lay")
    mover["actor"] = {"kind": "person", "user": "eve"}


def time_back(commits: list[dict[str, Any]]) -> None:
    commits[-1]["at"] -= 10**6


def other_turn(commits: list[dict[str, Any]]) -> None:
    next(commit for commit in commits if commit["command"]["type"] == "lay")["turn"] += 1


def other_choice(commits: list[dict[str, Any]]) -> None:
    """The server is said to have chosen another card than the one that fell."""
    served = event(commits, "served")
    served["command"] = {"type": "draw"} if served["command"]["type"] == "lay" else {"type": "lay", "card": "2S"}


def no_choice(commits: list[dict[str, Any]]) -> None:
    event(commits, "served")["command"] = {"type": "cheat"}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (other_hands, "do not follow"),
        (other_link, "link 0 does not follow"),
        (no_link_at_all, "link 0 does not follow"),
        (other_anchor, "link 0 does not follow"),
        (hidden_anchor, "commit 1 do not follow"),
        (other_options, "commit 1 do not follow"),
        (other_winner, "do not follow|is refused"),
        (other_actor, "is refused: bad.not_seated"),
        (time_back, "do not follow"),
        (other_turn, "is refused: stale.turn"),
        (other_choice, "do not follow|is refused"),
        (no_choice, "is refused: bad.command"),
    ],
)
def test_an_audit_finds_what_was_changed(record: Record, change: Change, why: str) -> None:
    """Even when all digests were made anew."""
    commits = bodies(record)
    change(commits)
    try:
        forged = sealed(record, commits)
    except LookupError:
        pytest.fail("the forgery does not even fold: make it better")
    with pytest.raises(RecordError, match=why):
        records.audit(KERNEL, forged)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"digests": ()}, "differ in number"),
        ({"finished": 5}, "head"),
        ({"started": 5}, "head"),
        ({"opened": 5}, "head"),
        ({"table": "T2"}, "head"),
        ({"options": {}}, "head"),
        ({"settings": {}}, "head"),
        ({"seats": ()}, "head"),
        ({"rules": 3}, "commit 1 cannot be read"),
        ({"codec": 9}, "commit 1 cannot be read"),
        ({"codec": 0}, "commit 1 cannot be read"),
    ],
)
def test_a_false_head_is_found(record: Record, change: dict[str, Any], why: str) -> None:
    with pytest.raises(RecordError, match=why):
        records.audit(KERNEL, replace(record, **change))


def test_another_result_is_found(record: Record) -> None:
    with pytest.raises(RecordError, match="result differs"):
        list(records.replay(KERNEL, replace(record, result=replace(record.result, sides=()))))


def test_another_state_is_found(record: Record) -> None:
    digests = (*record.digests[:5], "0" * 16, *record.digests[6:])
    with pytest.raises(RecordError, match="after commit 6 differs"):
        list(records.replay(KERNEL, replace(record, digests=digests)))


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b'{"seq":1}', b'{"seq":4,"at":1,"actor":{"kind":"server"},"command":{"type":"draw"}}']
)
def test_commits_that_cannot_be_read(record: Record, body: bytes) -> None:
    commits = (*record.commits[:4], msgspec.Raw(body), *record.commits[5:])
    with pytest.raises(RecordError, match="commit 5 cannot be read"):
        list(records.replay(KERNEL, replace(record, commits=commits)))


def test_a_hole_is_found(record: Record) -> None:
    commits, digests = record.commits[:4] + record.commits[5:], record.digests[:4] + record.digests[5:]
    with pytest.raises(RecordError, match="commit 5 cannot be read: commit 6 does not follow on 4"):
        list(records.replay(KERNEL, replace(record, commits=commits, digests=digests)))


def test_an_empty_record(record: Record) -> None:
    with pytest.raises(RecordError):
        records.audit(KERNEL, replace(record, commits=(), digests=()))


# what must not spoil old records


def test_a_better_stand_in_leaves_old_records_whole(record: Record) -> None:
    """What the server chose for Bea is in the log; audits do not ask today's stand-in."""

    class Wiser(HighCard):
        @staticmethod
        def choose(*_: Any) -> Any:
            return Lay("XX")

    wiser: Any = Wiser()
    assert records.audit(Kernel(wiser), record) == len(record.commits)


def test_fields_that_come_later_leave_digests_alone(table: Table) -> None:
    class Play(msgspec.Struct, frozen=True):
        hands: tuple[str, ...]
        count: int = 0

    class LaterPlay(Play, frozen=True):
        fouls: tuple[int, ...] = ()
        notes: dict[str, int] = msgspec.field(default_factory=dict)

    class LaterTable(TableState, frozen=True):
        flags: tuple[int, ...] = ()
        dimmed: bool = False

    values = {name: getattr(table.state, name) for name in table.state.__struct_fields__}
    now = TableState(**values | {"play": Play(("2S",), 1)})
    later = LaterTable(**values | {"play": LaterPlay(("2S",), 1)})
    assert records.digest(later) == records.digest(now)
    assert records.digest(replace(later, dimmed=True)) != records.digest(now)
    assert records.digest(replace(later, play=LaterPlay(("2S",), 2))) != records.digest(now)


def test_dice_of_packs_never_shuffled_cannot_be_rolled(record: Record) -> None:
    revealed = records.Revealed(record, KERNEL)
    assert revealed.dice("T1", 1).below(6) >= 0
    dice = revealed.dice("T1", 2)
    with pytest.raises(RecordError, match="link 2 was never revealed"):
        dice.below(6)
    with pytest.raises(RecordError, match="link 2 was never revealed"):
        revealed.link(2)


# tables from before some settings


OLD = ("access", "clock", "bank", "increment", "pace")


def aged(settings: dict[str, Any], keep: tuple[str, ...]) -> Record:
    """The record of a game whose log knows only these settings."""
    at = Table(GAME, {"players": 2}, settings).begin("bea").play(("over",))
    opened = at.commits[0].events[0]
    assert isinstance(opened, ev.Opened)
    opened = replace(opened, settings={key: opened.settings[key] for key in keep})
    first = replace(at.commits[0], events=(opened, *at.commits[0].events[1:]))
    return records.build(KERNEL, [KERNEL.codec.encode(first), *at.bodies[1:]])


def test_settings_that_came_later_are_not_missed() -> None:
    record = aged({"clock": "untimed"}, OLD)
    assert tuple(record.settings) == OLD
    assert records.audit(KERNEL, record) == len(record.commits)


def test_a_setting_that_was_chosen_cannot_be_left_out() -> None:
    with pytest.raises(RecordError, match="commit 1 do not follow"):
        records.audit(KERNEL, aged({"clock": "untimed", "undo": "off"}, OLD))


def test_what_a_command_was_on_its_way_cannot_be_stretched(table: Table) -> None:
    at = next(commit.seq for commit in table.commits[10:] if commit.actor.kind == "person")
    late = [replace(commit, lag=501) if commit.seq == at else commit for commit in table.commits]
    record = records.build(KERNEL, [KERNEL.codec.encode(commit) for commit in late])
    with pytest.raises(RecordError, match=f"commit {at} do not follow"):
        records.audit(KERNEL, record)


def test_a_game_of_everything_is_checked() -> None:
    """A kept seat, a change, a booking, a pause, a card taken back, a game conceded: with lag, from the log alone."""
    at = Table(GAME, {"players": 3, "drawing": "off"}, {"clock": "fast", "autostart": "full", "access": "private"})
    at.lag = 120
    at.do("ann", cmd.Reserve(1, "Bea"))
    at.invited = 1
    at.do("bea", cmd.Sit(1))
    at.invited = None
    at.do("ann", cmd.Change({"deals": 3}, {}))
    at.do("ann", cmd.AddBot(2, "bold"))
    at.do("ann", cmd.Ready(True))
    at.do("bea", cmd.Ready(True))
    at.do("eve", cmd.Sit(2))
    for what in ("pause", "undo"):
        while what == "undo" and not (at.state.past and at.state.past[-1].own):
            at.move()
        mover = at.state.seats[at.state.past[-1].seat].user if what == "undo" else "ann"
        at.do(mover, cmd.Propose(what))
        at.do("bea" if mover == "ann" else "ann", cmd.Agree(what))
        if what == "pause":
            at.do("ann", cmd.Unpause())
    at.play(("between",))
    assert at.state.seats[2].user == "eve"
    at.do("eve", cmd.Propose("abandon"))
    for user in ("ann", "bea"):
        at.do(user, cmd.Agree("abandon"))
    record = records.decode(records.encode(records.build(KERNEL, at.bodies)))
    assert records.audit(KERNEL, record) == len(at.bodies)
    assert record.result.how == "abandoned"
    assert [seat.user for seat in record.seats] == ["ann", "bea", "eve"]
