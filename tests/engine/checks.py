"""What must hold of every commit of every table, whatever is played at it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from app.engine import patch
from app.engine.basics import Millis, Seat
from app.engine.commit import AnyCommit
from app.engine.dice import Dice
from app.engine.game import Result
from app.engine.kernel import Frame, Kernel, Looks
from app.engine.record import digest
from app.engine.table import events as ev
from app.engine.table.decide import RETURNING
from app.engine.table.due import acting, deadline, due
from app.engine.table.settings import clock_of, live
from app.engine.table.state import TableState

TABLE_KINDS = ("idle", "fill", "rest", "clock", "bot", "pause", "offer")
"""Deadlines of the table; a game's own have other names."""


def same(a: object, b: object, what: str) -> None:
    assert patch.same(a, b), f"{what}: {msgspec.json.encode(a)!r} is not {msgspec.json.encode(b)!r}"


def same_bytes(a: object, b: object, what: str) -> None:
    """The order of keys is sent, too."""
    one, other = msgspec.json.encode(a), msgspec.json.encode(b)
    assert one == other, f"{what}: {one!r} is not {other!r}"


def unfit(value: Any, path: str = "") -> Iterator[str]:
    """Where a view holds something else than objects, arrays, strings, whole numbers and booleans."""
    if type(value) is dict:
        for key, inner in value.items():
            if type(key) is not str:
                yield f"{path}: key {key!r}"
            yield from unfit(inner, f"{path}.{key}")
    elif type(value) is list:
        for at, inner in enumerate(value):
            yield from unfit(inner, f"{path}[{at}]")
    elif type(value) not in (str, int, bool):
        yield f"{path}: {value!r}"


def wire(value: Any) -> Any:
    """As a page gets it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def views_are_plain(looks: Looks) -> None:
    assert not [*unfit(looks.public, "public")]
    for seat, view in enumerate(looks.privates):
        assert not [*unfit(view, f"private {seat}")]
        assert view["seat"] == seat


def patches_lead_on(before: Looks, frame: Frame, after: Looks) -> None:
    """Every viewer's patches, as sent, turn the view he had into the one he has to have."""
    public = patch.apply(wire(before.public), wire(frame.public))
    same(public, wire(after.public), "public view")
    assert all(frame.privates.values()), "an empty private patch"
    for seat, view in enumerate(after.privates):
        held = before.privates[seat] if seat < len(before.privates) else {}
        own = patch.apply(wire(held), wire(frame.privates.get(seat, {})))
        same(own, wire(view), f"private view of seat {seat}")


def notes_are_plain(frame: Frame) -> None:
    for note in frame.notes:
        assert not [*unfit(note.wire(), note.kind)]


def time_and_turn_go_on(before: TableState, after: TableState, commit: AnyCommit) -> None:
    assert after.seq == before.seq + 1
    assert after.at >= before.at
    assert after.since <= after.at
    assert after.turn >= before.turn
    told = any(isinstance(event, ev.Restored) and event.told for event in commit.events)  # which gives nobody time
    assert after.since == (after.at if after.turn > before.turn and not told else before.since)


def on_the_clock(kernel: Kernel, state: TableState) -> list[Seat]:
    """Who has to act, but for whom the game has set a time of its own instead."""
    game = kernel.game
    dues = [one for one in game.due(state.play, Millis(0)) if live(state.settings) or not one.hurry]
    dues = [one for one in dues if one.instead or one.seat < 0]
    if any(one.seat < 0 for one in dues):
        return []
    return [seat for seat in acting(game, state) if seat not in [one.seat for one in dues]]


def decider_of(before: TableState, commit: AnyCommit) -> int | None:
    """Whose decision a commit is, None if nobody's."""
    served = [event.seat for event in commit.events if isinstance(event, ev.Served)]
    if served:
        return served[0]
    if commit.actor.kind == "person":
        return before.seat_of(commit.actor.user)
    return commit.actor.seat if commit.actor.kind == "bot" else None


def clocks_charge_the_mover(kernel: Kernel, before: TableState, after: TableState, commit: AnyCommit) -> None:
    """Only seats that had to act pay, for the time of their decision, and only when it ends; who made it earns; who
    returns has time, and what a decision earned goes with it when it is taken back."""
    clock = clock_of(after.settings)
    if before.phase == "waiting":
        assert all(s.bank == (clock.bank if clock and after.play else 0) for s in after.seats)
        return
    told = {type(event) for event in commit.events}
    ended = before.phase == "playing" and after.turn > before.turn and ev.Restored not in told and not before.paused
    movers = on_the_clock(kernel, before) if ended else []
    rewound = next((event.seat for event in commit.events if isinstance(event, ev.Rewound)), None)
    back = ended and rewound is None and kernel.game.decision(after.play) < kernel.game.decision(before.play)
    decided = before.play is not after.play and rewound is None and not back
    again = [*acting(kernel.game, before), *kernel.game.turn(after.play)] if rewound is not None else []
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if clock is None:
            assert new.bank == 0
            continue
        if (old.user, old.kind, old.level) != (new.user, new.kind, new.level):
            assert new.bank in (clock.bank, old.bank)
            continue
        wanted = old.bank
        if seat in movers and old.human:
            wanted = max(0, old.bank - max(0, after.at - before.since - commit.lag - clock.free))
            earned = clock.increment if decided and decider_of(before, commit) in (seat, None) else 0
            wanted = min(clock.bank, wanted + earned) if decided else wanted
        elif old.standin and not new.standin:
            wanted = max(old.bank, RETURNING)
        if seat == rewound or (back and seat in kernel.game.turn(after.play)):
            assert min(wanted, max(RETURNING, wanted - clock.increment)) <= new.bank <= max(wanted, RETURNING)
        else:
            assert new.bank == (max(wanted, RETURNING) if seat in again else wanted)


def deadlines_are_sane(kernel: Kernel, state: TableState) -> None:
    running = due(kernel.game, state)
    assert running == sorted(running)
    assert deadline(kernel.game, state) == (running[0].at if running else None)
    assert all(one.at >= (state.since or state.opened) for one in running if one.kind != "offer")
    kinds = [(one.kind, one.seat) for one in running]
    if state.paused:
        assert kinds == [("pause", -1)]
        assert state.phase in ("playing", "between")
        return
    asked = sorted(("offer", offer.seat) for offer in state.offers.values())
    assert sorted(kind for kind in kinds if kind[0] == "offer") == (asked if clock_of(state.settings) else [])
    left = state.phase in ("playing", "between") and clock_of(state.settings) is None
    assert [kind for kind in kinds if kind[0] == "forgotten"] == [("forgotten", -1)] * left
    kinds = [kind for kind in kinds if kind[0] not in ("offer", "forgotten")]
    match state.phase:
        case "waiting":
            assert kinds in ([("idle", -1)], [("fill", -1), ("idle", -1)])
        case "playing":
            timed = on_the_clock(kernel, state) if clock_of(state.settings) else []
            wanted = [
                ("clock" if state.seats[seat].human else "bot", seat)
                for seat in acting(kernel.game, state)
                if (seat in timed if state.seats[seat].human else "undo" not in state.offers)
            ]
            assert sorted(kind for kind in kinds if kind[0] in TABLE_KINDS) == sorted(wanted)
        case "between":
            assert kinds in ([], [("rest", -1)])
            assert kinds or acting(kernel.game, state), "a pause that nobody ends"
        case _:
            assert not kinds


def phases_fit(kernel: Kernel, state: TableState) -> None:
    game = kernel.game
    if state.play is None:
        assert state.phase in ("waiting", "closed")
        return
    turn, result = game.turn(state.play), game.result(state.play)
    early = state.result is not None and state.result.how != "played"
    assert state.phase == ("over" if result or early else "playing" if turn else "between")
    if state.result is None or not early:
        assert state.result == result
        assert len(state.links) == game.settled(state.play) <= game.packs(state.play)
    else:
        result = state.result
        assert len(state.links) == game.packs(state.play)
    standing = game.standing(state.play)
    _all_have_places(state, standing)
    if result and not early:
        assert standing == result
    done, total = game.progress(state.play)
    assert done >= 0
    assert total == 0 or done <= total
    if result:
        _all_have_places(state, result)


def _all_have_places(state: TableState, result: Result) -> None:
    assert sorted(seat for side in result.sides for seat in side.seats) == [*range(len(state.seats))]
    assert result.sides[0].place == 1
    assert [side.place for side in result.sides] == sorted(side.place for side in result.sides)


def deals_are_counted(kernel: Kernel, before: TableState, after: TableState, commit: AnyCommit) -> None:
    """A new deal, and no other commit, has the next number; not every game begins or goes on with a deal."""
    if after.play is None:
        return
    dealt = any(isinstance(event, ev.Started | ev.Resumed) for event in commit.events)
    number = 0 if before.play is None else kernel.game.deal(before.play)
    assert number <= kernel.game.deal(after.play) <= number + dealt


def log_is_the_state(kernel: Kernel, folded: TableState | None, commit: AnyCommit, state: TableState) -> TableState:
    """The commit read back from its bytes is the commit, and leads to the same state. Gives the state folded so far."""
    read = kernel.read(kernel.codec.encode(commit), 1, kernel.game.rules)
    assert read == commit
    again = kernel.evolve(folded, read)
    assert again == state
    assert digest(again) == digest(state)
    return again


def imagined_agrees(kernel: Kernel, looks: Looks, seat: Seat, dice: Dice) -> Any:
    """A game state imagined from what a seat knows; it shows the seat, and lets it remember, just that."""
    game, play = kernel.game, looks.state.play
    public, private, memory = game.public(play), game.private(play, seat), game.memory(play, seat)
    other = game.imagine(wire(public), wire(private), wire(memory), seat, dice)
    same_bytes(game.public(other), public, f"public view imagined by seat {seat}")
    same_bytes(game.private(other, seat), private, f"private view imagined by seat {seat}")
    same(game.memory(other, seat), memory, f"memory imagined by seat {seat}")
    assert game.turn(other) == game.turn(play)
    assert game.decision(other) == game.decision(play)
    assert game.packs(other) == game.packs(play)
    assert game.settled(other) == game.settled(play)
    return other


def shared_parts_are_right(kernel: Kernel, looks: Looks) -> None:
    """Views made with the help of the views before are those made from nothing."""
    fresh = kernel.look(looks.state)
    same(looks.public, fresh.public, "public view")
    for view, again in zip(looks.privates, fresh.privates, strict=True):
        same(view, again, "private view")
