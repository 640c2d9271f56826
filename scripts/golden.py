"""Writes golden records of the games: whole games that every later version must fold and decide alike.

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
from app.engine.game import RANDOM  # noqa: E402
from app.engine.record import build, encode  # noqa: E402
from app.games.calypso.types import Play  # noqa: E402
from tests.played import Player  # noqa: E402

GAMES = {
    "calypso": {
        "standard": ({"rounds": 1}, {"clock": "normal"}),
        "purist": ({"rounds": 2, "trump_lead_rule": "beat_leader", "renounce_indicators": "off"}, {"clock": "untimed"}),
        "no-carry": ({"rounds": 1, "completion_carry": "off", "partnerships": "12v34", "tie_break": "calypsos"}, {}),
        "solo": ({"variant": "solo", "rounds": 2, "ruleset": "all_fours"}, {"clock": "fast"}),
        "three-draw": ({"variant": "three_handed", "suit_choice": "draw", "rounds": 3}, {"clock": "normal"}),
        "claims": ({"revoke_mode": "claim", "partnerships": "draw", "rounds": 2}, {"clock": "untimed"}),
    },
    "canasta": {
        "standard": ({"target": "2500"}, {"clock": "normal"}),
        "two": ({"mode": "2p", "target": "1000", "open_pile": "on", "always_frozen": "on"}, {"clock": "fast"}),
        "three": ({"mode": "3p", "target": "one_deal", "red_threes_at_deal": "on", "take_onto_canasta": "off"}, {}),
        "lone": ({"mode": "3p_cutthroat", "target": "one_deal", "canastas_to_go_out": "1"}, {"clock": "untimed"}),
        "five": ({"mode": "5p", "target": "2500", "seating": "draw", "open_pile": "on"}, {"clock": "untimed"}),
        "six": ({"mode": "6p", "target": "one_deal", "permission": "required", "strict": "on"}, {"clock": "normal"}),
        "pairs": ({"mode": "6p_three_pairs", "target": "one_deal", "black_three_freezes": "on"}, {}),
    },
}


PEOPLE = ["ann", "bea"]
ANYHOW = ("six", "lone", "three")


class Careless(Player):
    """One of whose people does not follow suit now and then, where the table lets him; his opponent bots notice."""

    def person(self, user: str, command: Command) -> None:
        if isinstance(command, Play) and user == self.users[0] and self.state.play.no % 4 == 2:
            seat = self.state.seat_of(user)
            hand = self.kernel.game.private(self.state.play, seat)["hand"]
            command = Play(next((card for card in hand if card[1] != command.card[1]), command.card))
        super().person(user, command)


class Anyhow(Player):
    """Everybody does anything that is legal: much that nobody who thinks would do."""

    level = RANDOM


def player_of(game: str, name: str) -> type[Player]:
    """How the people of a table play."""
    if GAMES[game][name][0].get("revoke_mode"):
        return Careless
    return Anyhow if name in ANYHOW else Player


def main() -> None:
    for game, tables in GAMES.items():
        folder = ROOT / "app" / "games" / game / "golden"
        folder.mkdir(exist_ok=True)
        for name, (options, settings) in tables.items():
            path = folder / f"{name}.json.gz"
            if not path.exists():
                player = player_of(game, name)(name, PEOPLE, settings, options, game)
                player.begin()
                player.finish()
                record = encode(build(player.kernel, player.bodies))
                path.write_bytes(gzip.compress(record, 9, mtime=0))


if __name__ == "__main__":
    main()
