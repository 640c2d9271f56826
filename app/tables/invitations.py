"""Who may come to a table, and the keys that its links carry.

Every key follows from the table's secret and its log, so that any worker knows it and nothing need be kept of it.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from app.engine.basics import Refusal, Seat
from app.engine.table.settings import setting
from app.engine.table.state import TableState
from app.live.contracts import Secrets

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""Characters that are not mistaken for one another."""
LENGTH: Final = 22
"""Characters of a key: 128 bits."""


def spelled(digest: bytes, length: int) -> str:
    """The first characters of a number in our alphabet, at most 44 of one of 32 bytes."""
    number, out = int.from_bytes(digest), ""
    for _ in range(length):
        number, digit = divmod(number, len(ALPHABET))
        out += ALPHABET[digit]
    return out


def invitation(secrets: Secrets, state: TableState) -> str:
    """The table's present key, one or another for a public table, too: it may be private tomorrow."""
    return secrets.invite if secrets.invite and not state.keys else _key(secrets, state, f"invite:{state.keys}")


def seat_key(secrets: Secrets, state: TableState, seat: int) -> str:
    """The key of a seat that is kept for somebody. It is void once the seat is kept anew, and whenever the invitations
    are renewed: who was shown out may have been host and know it."""
    return _key(secrets, state, f"seat:{seat}:{state.seats[seat].kept}:{state.keys}")


def seat_keys(secrets: Secrets, state: TableState) -> dict[Seat, str]:
    """The keys of all seats that wait for somebody."""
    kept = [Seat(at) for at, seat in enumerate(state.seats) if seat.kind == "open" and seat.reserved]
    return {seat: seat_key(secrets, state, seat) for seat in kept}


def _key(secrets: Secrets, state: TableState, what: str) -> str:
    # not from the first invitation: then whoever has had that one could work out all the others
    text = f"{what}:{state.table}"
    return spelled(hmac.digest(bytes.fromhex(secrets.chain_end), text.encode(), hashlib.sha256), LENGTH)


def _same(true: str, shown: str) -> bool:
    return hmac.compare_digest(true.encode(), shown.encode())


def _kept_for(secrets: Secrets, state: TableState, key: str) -> Seat | None:
    """The seat whose key this is."""
    found = None
    for seat, holder in enumerate(state.seats):
        if holder.reserved and _same(seat_key(secrets, state, seat), key):
            found = Seat(seat)
    return found


def belongs(state: TableState, user: str) -> bool:
    """Whether a user has a seat, or will have one at the next pause."""
    return state.seat_of(user) is not None or state.booking_of(user) is not None


def enter(secrets: Secrets, state: TableState, user: str, key: str) -> Seat | None:
    """Let somebody ask for things at a table: the seat that is kept for him by the key that he shows.

    Everybody may ask at a public table; at a private one those who belong to it or hold its key, or a seat's. Raises
    Refusal `bad.kicked`; `bad.table`, the same as for a table that does not exist.
    """
    if user in state.barred:
        raise Refusal("bad.kicked")
    kept = _kept_for(secrets, state, key) if key else None
    if setting(state.settings, "access") == "public" or belongs(state, user) or kept is not None:
        return kept
    if not _same(invitation(secrets, state), key):
        raise Refusal("bad.table")
    return None


def hidden(state: TableState, user: str) -> bool:
    """Whether a game is only for those who play."""
    return setting(state.settings, "watch") == "none" and state.play is not None and state.seat_of(user) is None


def admit(secrets: Secrets, state: TableState, user: str, key: str) -> None:
    """Let somebody look at a table, or keep him out. Raises as above."""
    enter(secrets, state, user, key)
    if hidden(state, user):
        raise Refusal("bad.table")
