"""The Lua scripts, each an atomic step; `scripts/<name>.lua` says what it takes and gives."""

from __future__ import annotations

import hashlib
from pathlib import Path

FOLDER = Path(__file__).parent / "scripts"


class Script:
    """A script and the digest under which Redis knows it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.source = (FOLDER / f"{name}.lua").read_bytes()
        # Redis names scripts by SHA-1; nothing secret hangs on it.
        self.digest = hashlib.sha1(self.source, usedforsecurity=False).hexdigest()


APPEND = Script("append")
SINCE = Script("since")
DROP = Script("drop")
PARK = Script("park")
WAKE = Script("wake")
CLAIM = Script("claim")
SETTLE = Script("settle")
NEXT_DUE = Script("next_due")
ENTER = Script("enter")
LEAVE = Script("leave")
SAY = Script("say")
