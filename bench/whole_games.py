"""Whole games by the thousand, every step checked: to be run by hand when the rules of a game have changed.

    python -m bench.whole_games --game canasta --random 3000 --bots 500

The checks are those of the game's tests (tests/games/*/checks.py); options are drawn for each game. What fails is
printed with the number of its game, which `--from` repeats; the exit status is 1 then.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from importlib import import_module
from typing import Any

from app.engine.dice import Dice
from app.engine.options import Choice
from app.games.catalogue import CATALOGUE

TARGETS = ("one_deal", "one_deal", "1000", "2500")
"""Short games, so that there can be many."""


def options_of(key: str, rolls: Dice) -> dict[str, Any]:
    """Every option its default or, as often, any value that it can have; every mode as likely as the others."""
    drawn: dict[str, Any] = {}
    for item in CATALOGUE.get(key).options.items:
        if isinstance(item, Choice) and (item.key == "mode" or rolls.below(2)):
            drawn[item.key] = rolls.choice(item.values)
    return {**drawn, "target": rolls.choice(TARGETS)}


def play(key: str, number: int, bots: bool, seen: Counter[str]) -> dict[str, Any]:
    """One game to its end. Gives its options."""
    build = import_module(f"tests.games.{key}.builders")
    watch = import_module(f"tests.games.{key}.checks").Watch(tries=100, hints=2)
    options = options_of(key, build.dice(("options", number)))
    try:
        for step in build.game((key, number), options, build.bot if bots else build.at_random):
            watch.step(*step)
    finally:
        seen.update(watch.seen)
        seen["steps"] += watch.steps
    return options


def run(key: str, count: int, first: int, bots: bool) -> int:
    """So many games. Gives how many failed."""
    seen, modes, failed, begun = Counter[str](), Counter[str](), 0, time.perf_counter()
    for number in range(first, first + count):
        try:
            modes[str(play(key, number, bots, seen).get("mode", ""))] += 1
        except Exception:  # any fault of any game is what this looks for
            failed += 1
            print(f"game {number} failed:\n{traceback.format_exc(limit=-3)}", flush=True)
    taken = time.perf_counter() - begun
    who = "bots" if bots else "at random"
    print(
        f"{count} games {who}: {failed} failed; {seen['steps']} steps, {seen['dealt']} deals, {taken:.0f} s,", end=" "
    )
    print(f"{seen['steps'] / max(taken, 0.001):.0f} steps/s with all checks")
    print("  modes: ", dict(sorted(modes.items())))
    print("  events:", dict(sorted(seen.items())), flush=True)
    return failed


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="canasta")
    parser.add_argument("--random", type=int, default=300)
    parser.add_argument("--bots", type=int, default=50)
    parser.add_argument("--from", type=int, default=0, dest="first")
    args = parser.parse_args()
    failed = run(args.game, args.random, args.first, bots=False) + run(args.game, args.bots, args.first, bots=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
