"""What people at a table agree on: a pause, giving up, breaking off, taking a move back."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from app.engine.actor import Actor
from app.engine.basics import Event, Refusal, Seat
from app.engine.game import Game, Result
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.context import Context, must_run, own_seat
from app.engine.table.due import patience
from app.engine.table.settings import live, setting
from app.engine.table.state import Offer, TableState

ASKED: Final = 2
"""How often in a deal a seat may ask to take something back."""
PROPOSED: Final = 5
"""How often in a deal a seat may propose something else that is not agreed to."""


def propose(game: Game, state: TableState, actor: Actor, command: cmd.Propose, _: Context) -> list[Event]:
    """Propose something to those who have to agree."""
    seat, what = own_seat(state, actor), command.what
    must_run(state)
    if what == "undo":
        return [ev.Offered(what, seat, undo_to(state, seat))]
    _may_propose(state, seat, what)
    if state.seats[seat].proposed >= PROPOSED:
        raise Refusal("rule.offers_most", most=PROPOSED)
    if what == "pause" and not live(state.settings):
        raise Refusal("rule.pause_untimed")
    if what == "pause" and state.paused:
        raise Refusal("rule.paused")
    # before the first deal it may not yet be known who plays with whom
    if what == "concede" and (game.seats(state.options).sides != 2 or not game.deal(state.play)):
        raise Refusal("rule.concede_sides")
    return [ev.Offered(what, seat)]


def _may_propose(state: TableState, seat: Seat, what: str) -> None:
    if not state.seats[seat].human:
        raise Refusal("rule.away")
    if what in state.offers:
        raise Refusal("rule.offered_already")


def undo_to(state: TableState, seat: Seat) -> int:
    """The commit after which the game stands again if this seat takes back its last decision now. Raises Refusal.

    Where it has to be asked for, that decision must be the last thing that happened in the game; where it is free, no
    other person may have decided anything since.
    """
    mode = setting(state.settings, "undo")
    if mode == "off":
        raise Refusal("rule.undo_off")
    if state.paused:
        raise Refusal("rule.paused")
    _may_propose(state, seat, "undo")
    if not state.past:
        raise Refusal("rule.undo_deal")
    for past in reversed(state.past):
        if past.own and past.seat == seat:
            if mode == "ask" and state.seats[seat].asked >= ASKED:
                raise Refusal("rule.undo_most", most=ASKED)
            return past.seq
        if past.own or mode == "ask":
            raise Refusal("rule.undo_late")
    raise Refusal("rule.undo_deal")


def may_undo(state: TableState, seat: Seat) -> bool:
    """Whether a seat may take its last decision back, or ask for it, now."""
    if state.phase != "playing" or not state.past:
        return False
    try:
        undo_to(state, seat)
    except Refusal:
        return False
    return True


def required(game: Game, state: TableState, what: str, seat: int) -> list[Seat]:
    """Who has to agree to what a seat proposes: all who are present, or its own side; to what is free, nobody else."""
    if what == "undo" and setting(state.settings, "undo") == "free":
        return [Seat(seat)]
    here = state.present()
    return [at for at in here if at in _side(game, state, seat)] if what == "concede" else here


def _side(game: Game, state: TableState, seat: int) -> tuple[int, ...]:
    sides = [side.seats for side in game.standing(state.play).sides]
    return next((seats for seats in sides if seat in seats), (seat,))


def _offer(state: TableState, what: str) -> Offer:
    must_run(state)
    if what not in state.offers:
        raise Refusal("rule.not_offered")
    return state.offers[what]


def agree(game: Game, state: TableState, actor: Actor, command: cmd.Agree, _: Context) -> list[Event]:
    """Agree to what is proposed."""
    seat = own_seat(state, actor)
    offer = _offer(state, command.what)
    if seat in offer.yes:
        raise Refusal("rule.confirmed_already")
    _asked(game, state, seat, command.what, offer)
    return [ev.Agreed(command.what, seat)]


def decline(game: Game, state: TableState, actor: Actor, command: cmd.Decline, _: Context) -> list[Event]:
    """Not agree, or take back what one has proposed."""
    seat = own_seat(state, actor)
    offer = _offer(state, command.what)
    if seat != offer.seat:
        _asked(game, state, seat, command.what, offer)
    return [ev.Declined(command.what, seat)]


def _asked(game: Game, state: TableState, seat: Seat, what: str, offer: Offer) -> None:
    if not state.seats[seat].human:
        raise Refusal("rule.away")
    if seat not in required(game, state, what, offer.seat):
        raise Refusal("rule.not_asked")


def unpause(_: Game, state: TableState, actor: Actor, __: cmd.Unpause, ___: Context) -> list[Event]:
    """Play on."""
    seat = own_seat(state, actor)
    must_run(state)
    if not state.paused:
        raise Refusal("rule.not_paused")
    if not state.seats[seat].human:
        raise Refusal("rule.away")
    return [ev.Unpaused(seat)]


def overdue(state: TableState, now: int) -> list[Event]:
    """What nobody has answered in time."""
    ms = patience(state)
    return [ev.Lapsed(what) for what, offer in state.offers.items() if ms is not None and offer.at + ms <= now]


def effects(game: Game, state: TableState, context: Context) -> list[Event]:
    """What happens because all have agreed who have to; one thing at a time. While nobody is there nothing does."""
    for what in ("abandon", "concede", "undo", "pause"):
        offer = state.offers.get(what)
        asked = required(game, state, what, offer.seat) if offer else []
        if offer and asked and all(seat in offer.yes for seat in asked):
            return _effect(game, state, what, offer, context)
    return []


def _effect(game: Game, state: TableState, what: str, offer: Offer, context: Context) -> list[Event]:
    if what == "pause":
        return [ev.Paused()]
    if what == "undo":
        return [ev.Rewound(offer.to, offer.seat)]
    if what == "abandon":
        return broken_off(game, state, context)
    result = _conceded(game.standing(state.play), offer.seat)
    return [*_open(game, state, context), ev.Ended(result, offer.seat)]


def broken_off(game: Game, state: TableState, context: Context) -> list[Event]:
    """The game ends, and nobody wins."""
    return [*_open(game, state, context), ev.Ended(replace(game.standing(state.play), how="abandoned"))]


def _open(game: Game, state: TableState, context: Context) -> list[Event]:
    """No card is played any more: the packs may be checked."""
    return [ev.Revealed(k, context.chain.link(k)) for k in range(len(state.links), game.packs(state.play))]


def _conceded(standing: Result, seat: int) -> Result:
    """The side of the seat comes last, whatever it has scored."""
    first = [replace(side, place=1) for side in standing.sides if seat not in side.seats]
    last = [replace(side, place=2) for side in standing.sides if seat in side.seats]
    return Result((*first, *last), how="conceded")
