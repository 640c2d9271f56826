"""What is told at a table besides its commits: JSON, the kind first. It may get lost; what matters is read again."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from app.engine.basics import Seat
from app.tables.chat import Words


class Here(msgspec.Struct, frozen=True, tag="here", tag_field="k"):
    """Somebody has come or gone."""


class Said(msgspec.Struct, frozen=True, tag="said", tag_field="k"):
    """A line of the chat."""

    n: int
    line: Words


class Nudged(msgspec.Struct, frozen=True, tag="nudge", tag_field="k"):
    """A person in seat `by` reminds the one in `seat` that it is their turn."""

    user: str
    by: Seat
    seat: Seat
    at: int


Announcement: TypeAlias = Here | Said | Nudged

_DECODER = msgspec.json.Decoder(Announcement)
_ENCODER = msgspec.json.Encoder()


def encode(announcement: Announcement) -> bytes:
    """As it is announced."""
    return _ENCODER.encode(announcement)


def decode(body: bytes) -> Announcement:
    """What was announced. Workers of other versions may say more kinds, or nothing but that somebody is here."""
    try:
        return _DECODER.decode(body)
    except msgspec.DecodeError:
        return Here()
