"""How much stronger a game's levels are than each other, on the same packs with the sides changed.

    python -m bench.levels canasta [--deals 200] [--strong 40] [--ms 100] [--option mode=2p] [--seed levels]

Each pairing is `app.bots.match.play_match` of one deal a game: the two levels below the strongest against each other
and against random, and the strongest, which takes time, against all three on `--strong` deals. A line each: points a
deal between the sides' means, ± half of the 95 % interval, games won; then ms of CPU a command.
"""

from __future__ import annotations

import argparse
import sys

from app.bots.contest import options_of
from app.bots.match import MatchResult, play_match
from app.engine.game import RANDOM
from app.games.catalogue import get

ONE_DEAL = {"canasta": ("target=one_deal",), "calypso": ("rounds=1",)}
"""Options that make a game one deal."""


def told(result: MatchResult, name: str) -> str:
    """A row of the table."""
    margin, wins = result.margin, result.wins
    return (
        f"| {name}: {result.a} v {result.b} | {result.deals} | {margin.mean:+.0f} ± {margin.margin:.0f} "
        f"| {100 * wins.mean:.0f} % | {result.pace_a.mean:.2f} ({result.pace_a.p99:.2f}) "
        f"| {result.pace_b.mean:.2f} ({result.pace_b.p99:.2f}) |"
    )


def main(given: argparse.Namespace) -> None:
    game = get(given.game)
    options = options_of(game, [*ONE_DEAL.get(given.game, ()), *given.option])
    *_, weaker, strongest = game.levels
    pairings = [(a, b) for a in (weaker, game.levels[0]) for b in (game.levels[0], RANDOM) if a != b]
    pairings += [(strongest, other) for other in (weaker, game.levels[0], RANDOM)]
    name = ", ".join(given.option) or "standard"
    print("| match | deals | difference | games won | ms a command (99 %) | of the other |", "|---" * 6 + "|", sep="\n")
    for a, b in pairings:
        deals = given.strong if strongest in (a, b) else given.deals
        if deals:
            print(told(play_match(game, options, a, b, deals, given.seed, given.ms, given.ms), name), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--strong", type=int, default=40, help="deals of the strongest level")
    parser.add_argument("--ms", type=int, default=100, help="that a bot may think")
    parser.add_argument("--option", action="append", default=[], help="key=value")
    parser.add_argument("--seed", default="levels")
    sys.exit(main(parser.parse_args()))
