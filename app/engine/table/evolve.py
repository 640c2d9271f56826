"""The fold: what each event makes of the table. Total: never refuses, never rolls dice, reads no clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.engine.basics import Event
from app.engine.commit import AnyCommit
from app.engine.game import Game
from app.engine.table import events as ev
from app.engine.table.answers import remember
from app.engine.table.due import acting, timed
from app.engine.table.history import counted, decider, spent
from app.engine.table.settings import RETURNING, Clock, clock_of, setting
from app.engine.table.state import Offer, Phase, SeatState, TableState

OPEN = SeatState()


def opening(event: ev.Opened, at: int) -> TableState:
    """The table as its first event makes it."""
    return TableState(
        table=event.table,
        game=event.game,
        rules=event.rules,
        options=event.options,
        settings=event.settings,
        host=event.host,
        seats=(OPEN,) * event.seats,
        anchor=event.anchor,
        opened=at,
        barred=event.barred,
    )


def evolve_commit(game: Game, state: TableState | None, commit: AnyCommit) -> TableState:
    """The state after a commit. Raises ValueError if it does not follow on the state."""
    if commit.seq != (state.seq + 1 if state else 1):
        raise ValueError(f"commit {commit.seq} does not follow on {state.seq if state else 0}")
    before = state
    for event in commit.events:
        state = evolve(game, state, event, commit.at)
    if state is None:
        raise ValueError("a log begins with its table being opened")
    state = replace(state, seq=commit.seq, at=commit.at)
    if commit.id:
        state = replace(state, answers=remember(state.answers, commit.actor, commit.id, commit.seq))
    if before is None:
        return state if state.play is None else replace(state, turn=state.seq, since=state.at)
    return _turned(game, before, counted(game, before, state, commit), commit)


def evolve(game: Game, state: TableState | None, event: Event, at: int) -> TableState:
    """The state after one event, but for what a whole commit moves (turn, clocks, position, what may be taken back)."""
    if isinstance(event, ev.Opened):
        return opening(event, at)
    if state is None:
        raise ValueError("a log begins with its table being opened")
    if isinstance(event, ev.TableEvent):
        return _TABLE[type(event)](game, state, event, at)
    return _phased(game, replace(state, play=game.evolve(state.play, event)))


def _phased(game: Game, state: TableState) -> TableState:
    phase: Phase = "playing" if game.turn(state.play) else "between"
    return state if state.phase in (phase, "over") else replace(state, phase=phase)


def _turned(game: Game, before: TableState, after: TableState, commit: AnyCommit) -> TableState:
    """Count the decision and charge the clocks if this commit ended one."""
    if _decision(game, before) == _decision(game, after):
        return after
    told = any(isinstance(event, ev.Restored) and event.told for event in commit.events)
    after = replace(after, turn=after.seq + after.lead, since=before.since if told else after.at)
    clock = clock_of(after.settings)
    if clock is None or before.phase != "playing":
        return after
    rewound = next((event for event in commit.events if isinstance(event, ev.Rewound)), None)
    if not before.paused and before.restored == after.restored:
        after = _charged(game, before, after, clock, commit, rewound is not None)
    return after if rewound is None else _unearned(game, before, after, rewound)


def _unearned(game: Game, before: TableState, after: TableState, event: ev.Rewound) -> TableState:
    """A decision that was taken back has cost its time and earned nothing. There is time to decide again, and for who
    was interrupted."""
    again = [*acting(game, before), *acting(game, replace(after, paused=False))]
    held = before.seats[event.seat].bank
    earned = sum(max(0, held - past.bank) for past in before.past if past.seq == event.to_seq)
    banks = [seat.bank - (earned if i == event.seat else 0) for i, seat in enumerate(after.seats)]
    banks = [max(bank, RETURNING if i in again else 0) for i, bank in enumerate(banks)]
    return replace(after, seats=tuple(replace(s, bank=bank) for s, bank in zip(after.seats, banks, strict=True)))


def _charged(
    game: Game, before: TableState, after: TableState, clock: Clock, commit: AnyCommit, rewound: bool
) -> TableState:
    """Who had to decide pays for the time, and who has decided earns the increment; if nobody has, all of them."""
    taken, (by, _) = spent(clock, before, commit), decider(before, commit)
    back = game.decision(after.play) < game.decision(before.play)
    decided = not rewound and not back and game.decision(before.play) != game.decision(after.play)
    seats = list(after.seats)
    for i in timed(game, before):
        if before.seats[i].human:
            left = max(0, before.seats[i].bank - taken)
            earned = clock.increment if decided and by in (i, -1) else 0
            seats[i] = replace(seats[i], bank=min(clock.bank, left + earned) if decided else left)
    if back and not rewound:
        # what the card had earned goes back with it
        for i in acting(game, after):
            seats[i] = replace(seats[i], bank=min(seats[i].bank, max(RETURNING, seats[i].bank - clock.increment)))
    return replace(after, seats=tuple(seats))


def _decision(game: Game, state: TableState) -> tuple[Any, ...]:
    return state.phase, state.restored, state.paused, None if state.play is None else game.decision(state.play)


def _seat(state: TableState, seat: int, **change: Any) -> TableState:
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **change)
    return replace(state, seats=tuple(seats))


def _put(state: TableState, seat: int, holder: SeatState) -> TableState:
    return replace(state, seats=(*state.seats[:seat], holder, *state.seats[seat + 1 :]))


def _newly(state: TableState, holder: SeatState) -> SeatState:
    """Who comes into a seat while the game runs has a full clock."""
    clock = clock_of(state.settings) if state.play is not None else None
    return replace(holder, bank=clock.bank) if clock else holder


def _without(state: TableState, what: str) -> dict[str, Offer]:
    return {key: offer for key, offer in state.offers.items() if key != what}


def _sat(_: Game, state: TableState, event: ev.Sat, __: int) -> TableState:
    old = state.seats[event.seat]
    person = SeatState(kind="person", user=event.user, name=event.name, reserved=old.reserved, kept=old.kept)
    # what the seat has agreed to, somebody else has
    asked = {what: replace(o, yes=tuple(at for at in o.yes if at != event.seat)) for what, o in state.offers.items()}
    return _put(replace(state, offers=asked), event.seat, _newly(state, person))


def _left(_: Game, state: TableState, event: ev.Left | ev.BotRemoved, __: int) -> TableState:
    old = state.seats[event.seat]
    return _put(state, event.seat, _newly(state, SeatState(reserved=old.reserved, kept=old.kept)))


def _host(_: Game, state: TableState, event: ev.HostChanged, __: int) -> TableState:
    return replace(state, host=event.user)


def _bot(_: Game, state: TableState, event: ev.BotAdded, __: int) -> TableState:
    old = state.seats[event.seat]
    bot = SeatState(kind="bot", level=event.level, booked=old.booked, booker=old.booker)
    return _put(state, event.seat, _newly(state, bot))


def _readied(_: Game, state: TableState, event: ev.Readied, __: int) -> TableState:
    return _seat(state, event.seat, ready=event.ready)


def _started(game: Game, state: TableState, _: ev.Started, __: int) -> TableState:
    clock = clock_of(state.settings)
    bank = clock.bank if clock else 0
    seats = tuple(replace(s, ready=False, bank=bank, reserved="", kept=0) for s in state.seats)
    return replace(state, phase="playing", seats=seats, play=game.begin(state.options))


def _stood_in(_: Game, state: TableState, event: ev.StoodIn, __: int) -> TableState:
    return _seat(state, event.seat, standin=True, left=event.left)


def _served(_: Game, state: TableState, __: ev.Served, ___: int) -> TableState:
    return state


def _returned(_: Game, state: TableState, event: ev.Returned, __: int) -> TableState:
    bank = max(state.seats[event.seat].bank, event.bank)
    return _seat(state, event.seat, standin=False, left=False, bank=bank)


def _confirmed(_: Game, state: TableState, event: ev.Confirmed, __: int) -> TableState:
    return _seat(state, event.seat, confirmed=True)


def _resumed(_: Game, state: TableState, __: ev.Resumed, ___: int) -> TableState:
    return replace(state, seats=tuple(replace(s, confirmed=False) if s.confirmed else s for s in state.seats))


def _revealed(_: Game, state: TableState, event: ev.Revealed, __: int) -> TableState:
    return replace(state, links=(*state.links, event.link))


def _ended(_: Game, state: TableState, event: ev.Ended, __: int) -> TableState:
    seats = tuple(replace(s, booked="", booker="") if s.booked else s for s in state.seats)
    return replace(state, phase="over", seats=seats, result=event.result, paused=False, offers={}, past=())


def _kicked(_: Game, state: TableState, event: ev.Kicked, __: int) -> TableState:
    old = state.seats[event.seat]
    state = replace(state, barred=(*state.barred, event.user), keys=state.keys + 1)
    return _put(state, event.seat, SeatState(booked=old.booked, booker=old.booker))


def _barred(_: Game, state: TableState, event: ev.Barred, __: int) -> TableState:
    state = replace(state, barred=(*state.barred, event.user), keys=state.keys + 1)
    return _seat(state, event.seat, booked="", booker="")


def _locked(_: Game, state: TableState, event: ev.Locked, __: int) -> TableState:
    return replace(state, locked=event.locked)


def _changed(_: Game, state: TableState, event: ev.Changed, __: int) -> TableState:
    seats = [replace(s, ready=False) for s in state.seats[: event.seats]]
    seats += [OPEN] * (event.seats - len(seats))
    free = [at for at, seat in enumerate(seats) if seat.kind == "open" and not seat.reserved]
    moving = [seat for seat in state.seats[event.seats :] if seat.kind == "person"]
    for at, seat in zip(free, moving, strict=False):
        seats[at] = replace(seat, ready=False, reserved="", kept=0)
    return replace(state, options=event.options, settings=event.settings, seats=tuple(seats))


def _reserved(_: Game, state: TableState, event: ev.Reserved, __: int) -> TableState:
    return _seat(state, event.seat, reserved=event.name, kept=state.seq + 1 + state.lead)


def _released(_: Game, state: TableState, event: ev.Released, __: int) -> TableState:
    return _seat(state, event.seat, reserved="", kept=0)


def _booked(_: Game, state: TableState, event: ev.Booked, __: int) -> TableState:
    return _seat(state, event.seat, booked=event.user, booker=event.name)


def _unbooked(_: Game, state: TableState, event: ev.Unbooked, __: int) -> TableState:
    return _seat(state, event.seat, booked="", booker="")


def _offered(_: Game, state: TableState, event: ev.Offered, at: int) -> TableState:
    offer = Offer(event.seat, at, (event.seat,), event.to)
    state = replace(state, offers={**state.offers, event.what: offer})
    if event.what != "undo":
        return _seat(state, event.seat, proposed=state.seats[event.seat].proposed + 1)
    if setting(state.settings, "undo") != "ask":
        return state
    return _seat(state, event.seat, asked=state.seats[event.seat].asked + 1)


def _agreed(_: Game, state: TableState, event: ev.Agreed, __: int) -> TableState:
    offer = state.offers[event.what]
    return replace(state, offers={**state.offers, event.what: replace(offer, yes=(*offer.yes, event.seat))})


def _declined(_: Game, state: TableState, event: ev.Declined | ev.Lapsed, at: int) -> TableState:
    woken = at if event.what == "undo" else state.woken
    return replace(state, offers=_without(state, event.what), woken=woken)


def _paused(_: Game, state: TableState, __: ev.Paused, ___: int) -> TableState:
    if (offer := state.offers.get("pause")) is not None:
        state = _seat(state, offer.seat, proposed=max(0, state.seats[offer.seat].proposed - 1))
    return replace(state, paused=True, offers=_without(state, "pause"))


def _unpaused(_: Game, state: TableState, __: ev.Unpaused, at: int) -> TableState:
    # what was proposed before or in the pause has its time anew
    return replace(state, paused=False, offers={what: replace(offer, at=at) for what, offer in state.offers.items()})


def _rewound(game: Game, state: TableState, event: ev.Rewound, _: int) -> TableState:
    state = replace(state, offers=_without(state, "undo"))
    for at, past in enumerate(state.past):
        if past.seq == event.to_seq:
            return _phased(game, replace(state, play=past.play, past=state.past[:at]))
    return state


def _gone(_: Game, state: TableState, event: ev.Gone, __: int) -> TableState:
    return _seat(state, event.seat, gone=True)


def _came(_: Game, state: TableState, event: ev.Came, __: int) -> TableState:
    return _seat(state, event.seat, gone=False)


def _rematched(_: Game, state: TableState, event: ev.Rematched, __: int) -> TableState:
    return replace(state, rematch=event.table)


def _closed(_: Game, state: TableState, __: ev.Closed, ___: int) -> TableState:
    return replace(state, phase="closed")


def _restored(_: Game, state: TableState, event: ev.Restored, __: int) -> TableState:
    # decisions of the lost telling must not come again: a command meant for one of them might fit another
    lead = state.lead + max(0, event.lost - state.seq)
    return replace(state, restored=state.restored + 1, lead=lead)


_TABLE: dict[type[ev.TableEvent], Callable[[Game, TableState, Any, int], TableState]] = {
    ev.Sat: _sat,
    ev.Left: _left,
    ev.HostChanged: _host,
    ev.BotAdded: _bot,
    ev.BotRemoved: _left,
    ev.Readied: _readied,
    ev.Started: _started,
    ev.StoodIn: _stood_in,
    ev.Served: _served,
    ev.Returned: _returned,
    ev.Confirmed: _confirmed,
    ev.Resumed: _resumed,
    ev.Revealed: _revealed,
    ev.Ended: _ended,
    ev.Kicked: _kicked,
    ev.Barred: _barred,
    ev.Locked: _locked,
    ev.Changed: _changed,
    ev.Reserved: _reserved,
    ev.Released: _released,
    ev.Booked: _booked,
    ev.Unbooked: _unbooked,
    ev.Offered: _offered,
    ev.Agreed: _agreed,
    ev.Declined: _declined,
    ev.Lapsed: _declined,
    ev.Paused: _paused,
    ev.Unpaused: _unpaused,
    ev.Rewound: _rewound,
    ev.Gone: _gone,
    ev.Came: _came,
    ev.Rematched: _rematched,
    ev.Closed: _closed,
    ev.Restored: _restored,
}
