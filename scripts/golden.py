"""Writes golden records of a game: whole games that every later version must fold and decide alike.

    python scripts/golden.py

adds those that are missing and leaves those that are there alone: a record is only ever replaced together with a
raised rules number or a step of upcasts, and a line in CHANGELOG.md that says why.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.engine.basics import Command  # noqa: E402
from app.engine.record import build, encode  # noqa: E402
from app.games.calypso.types import Play  # noqa: E402
from tests.played import Player  # noqa: E402

FOLDER = ROOT / "app" / "games" / "calypso" / "golden"
GAMES = {
    "standard": ({"rounds": 1}, {"clock": "normal"}),
    "purist": ({"rounds": 2, "trump_lead_rule": "beat_leader", "renounce_indicators": "off"}, {"clock": "untimed"}),
    "no-carry": ({"rounds": 1, "completion_carry": "off", "partnerships": "12v34", "tie_break": "calypsos"}, {}),
    "solo": ({"variant": "solo", "rounds": 2, "ruleset": "all_fours"}, {"clock": "fast"}),
    "three-draw": ({"variant": "three_handed", "suit_choice": "draw", "rounds": 3}, {"clock": "normal"}),
    "claims": ({"revoke_mode": "claim", "partnerships": "draw", "rounds": 2}, {"clock": "untimed"}),
}


class Careless(Player):
    """One of whose people does not follow suit now and then, where the table lets him; his opponent bots notice."""

    def person(self, user: str, command: Command) -> None:
        if isinstance(command, Play) and user == self.users[0] and self.state.play.no % 4 == 2:
            seat = self.state.seat_of(user)
            hand = self.kernel.game.private(self.state.play, seat)["hand"]
            command = Play(next((card for card in hand if card[1] != command.card[1]), command.card))
        super().person(user, command)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (options, settings) in GAMES.items():
        path = FOLDER / f"{name}.json.gz"
        if path.exists():
            continue
        player = (Careless if options.get("revoke_mode") else Player)(name, ["ann", "bea"], settings, options)
        player.begin()
        player.finish()
        record = encode(build(player.kernel, player.bodies))
        path.write_bytes(gzip.compress(record, 9, mtime=0))


if __name__ == "__main__":
    main()
