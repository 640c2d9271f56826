"""What a client holds of a table, and what its person may do with that."""

from __future__ import annotations

from typing import Any

from tests.promises import Viewer


class Mirror(Viewer):
    """A viewer at the end of a socket. `faults` are breaches of the protocol; there must be none."""

    def __init__(self, user: str) -> None:
        super().__init__(user)
        self.fresh = False
        """A current state has been applied on the present socket."""
        self.faults: list[str] = []

    def hear(self, frame: str) -> Any:
        try:
            message = self.message(frame)
        except AssertionError as fault:
            self.faults.append(str(fault))
            return {"t": "fault"}
        if isinstance(message, dict) and message["t"] in ("table.snap", "table.current"):
            self.fresh = True
        return message

    @property
    def seq(self) -> int:
        return self.pos.seq if self.pos else 0

    @property
    def phase(self) -> str:
        return str(self.public.get("phase", ""))

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def act(self) -> str:
        """Seats that have to do something, as digits."""
        return str(self.public.get("act", ""))

    @property
    def to_act(self) -> bool:
        return self.fresh and self.seat is not None and str(self.seat) in self.act

    @property
    def midway(self) -> bool:
        """In the middle of a trick or a turn."""
        g = self.public["g"]
        return 0 < len(g["trick"]) // 2 < 4 if "trick" in g else g["phase"] == "play"

    def holds(self, kind: str) -> bool:
        """Whether everybody that has to act is of this kind: person or bot."""
        return all(self.public["seats"][seat]["kind"] == kind for seat in self.act)
