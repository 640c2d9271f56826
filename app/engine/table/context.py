"""What decisions need from outside, and the checks that many of them begin with."""

from __future__ import annotations

from typing import Protocol

import msgspec

from app.engine.actor import Actor
from app.engine.basics import Command, Millis, Refusal, Seat
from app.engine.dice import Dice
from app.engine.table.state import TableState


class Links(Protocol):
    """Where packs come from: a secret chain, or the links that a finished game has revealed."""

    def link(self, k: int) -> str:
        """s_k in hex."""

    def dice(self, table: str, k: int) -> Dice:
        """The dice of pack k."""


class Context(msgspec.Struct, frozen=True):
    """The time, the table's secret chain, the sender's display name.

    `served`: what the server chose for a seat when this was decided before; None: it has to choose now.
    `lag`: how long the sender's messages were on their way (ms), as the server measured it.
    `invited`: the seat that is kept for the sender, by the key that he showed.
    """

    now: Millis
    chain: Links
    name: str = ""
    served: Command | None = None
    lag: int = 0
    invited: int | None = None


def own_seat(state: TableState, actor: Actor) -> Seat:
    """The seat of a person. Raises Refusal `bad.not_seated`."""
    seat = state.seat_of(actor.user)
    if seat is None:
        raise Refusal("bad.not_seated")
    return seat


def must_wait(state: TableState) -> None:
    """Raises Refusal `rule.started` once the game has begun."""
    if state.phase != "waiting":
        raise Refusal("rule.started")


def must_run(state: TableState) -> None:
    """Raises Refusal unless the game has begun and is not over."""
    if state.phase == "waiting":
        raise Refusal("rule.not_started")
    if state.phase == "over":
        raise Refusal("rule.over")


def must_host(state: TableState, actor: Actor) -> None:
    """Raises Refusal `bad.not_host`."""
    if actor.kind != "person" or actor.user != state.host:
        raise Refusal("bad.not_host")


def must_exist(state: TableState, seat: int) -> None:
    """Raises Refusal `bad.seat`."""
    if not 0 <= seat < len(state.seats):
        raise Refusal("bad.seat", seat=seat)


def must_hold(state: TableState, seat: int, user: str = "") -> None:
    """Raises Refusal if no person has the seat, or not the one who is meant."""
    must_exist(state, seat)
    holder = state.seats[seat]
    if holder.kind != "person" or user not in ("", holder.user):
        raise Refusal("rule.nobody", seat=seat)
