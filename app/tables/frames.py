"""Commits as bytes on the wire: encoded once for each kind of viewer, not once for each socket."""

from __future__ import annotations

import msgspec

from app.engine.basics import Seat, View
from app.engine.kernel import Frame, Looks
from app.live.contracts import Position

_ENCODER = msgspec.json.Encoder()
_EMPTY = b"{}"


class Encoded(msgspec.Struct, frozen=True):
    """One commit ready to be sent; a few hundred bytes."""

    position: Position
    at: int
    """ms since the commit before."""
    public: bytes
    privates: dict[int, bytes]
    notes: bytes
    moved: bool
    """Somebody took or left a seat: who saw what cannot be told afterwards, a resume across it is a snapshot."""

    def core(self, seat: Seat | None) -> bytes:
        """The delta for a seat (None: a watcher) without its channel: `seq,"chain",at,public,private,notes]`."""
        return self.core_with(_EMPTY if seat is None else self.privates.get(seat, _EMPTY))

    def core_with(self, private: bytes) -> bytes:
        """The delta with a private patch of its own. Empty parts at the end are left out."""
        head = b'%d,"%s",%d' % (self.position.seq, self.position.chain.encode(), self.at)
        if self.notes:
            return b"%s,%s,%s,%s]" % (head, self.public, private, self.notes)
        if private != _EMPTY:
            return b"%s,%s,%s]" % (head, self.public, private)
        if self.public != _EMPTY:
            return b"%s,%s]" % (head, self.public)
        return head + b"]"


def encode(position: Position, before: Looks, frame: Frame, after: Looks, moved: bool) -> Encoded:
    """A frame in bytes. `turn` is left to the rule that a commit begins a decision of its own number."""
    public = {key: value for key, value in frame.public.items() if key != "turn"}
    if after.state.turn != position.seq:
        public["turn"] = after.state.turn
    notes = [note.wire() for note in frame.notes if not note.evident]
    return Encoded(
        position=position,
        at=frame.at - before.state.at if before.state.at else 0,
        public=_ENCODER.encode(public),
        privates={
            seat: _ENCODER.encode(private)
            for seat, view in enumerate(after.privates)
            if (private := briefly(frame.privates.get(seat, {}), view))
        },
        notes=_ENCODER.encode(notes) if notes else b"",
        moved=moved,
    )


def briefly(patch: View, after: View) -> View:
    """A private patch by the rule that whatever happens ends `undo`, unless the patch says it again."""
    if "undo" in after:
        return {**patch, "undo": after["undo"]}
    return {key: value for key, value in patch.items() if key != "undo"}


def delta(ch: int, core: bytes) -> bytes:
    """A whole delta for a channel."""
    return b"[%d,%s" % (ch, core)
