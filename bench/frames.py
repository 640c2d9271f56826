"""Bytes that a commit sends to one client, by command, in games of bots: python -m bench.frames --game canasta

No server: the kernel's frames in the encoding of app/tables/frames.py, with the two bytes of a WebSocket header. For
each command the mean, the middle, the 99th percentile and the largest delta, over all seats and a watcher.
"""

from __future__ import annotations

import argparse
import json
import secrets
from collections import defaultdict
from statistics import mean, median
from typing import Any

from app.engine.actor import Actor
from app.engine.basics import Command, Millis, Seat
from app.engine.dice import Chain, Dice
from app.engine.game import Game
from app.engine.kernel import Kernel
from app.engine.table import commands as cmd
from app.engine.table.decide import Context
from app.games import catalogue
from app.live.contracts import Position
from app.tables.frames import delta, encode

HEADER = 2
LIMIT = 250
"""Bytes that a frame of play should not pass."""


class Bench:
    """A table without a server whose every commit is measured."""

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        self.game, self.kernel = game, Kernel(game)
        self.chain, self.dice, self.now = Chain(secrets.token_bytes(32)), Dice(secrets.token_bytes(32)), 0
        self.sizes: dict[str, list[int]] = defaultdict(list)
        self.largest: list[tuple[int, str, bytes]] = []
        host = Actor("person", user="h")
        opening = cmd.Open("T1", game.key, options, {"clock": "untimed"}, "Host", self.chain.anchor)
        self.looks = self.kernel.look(self.kernel.evolve(None, self.kernel.open(host, opening, self.context())))
        for seat in range(1, len(self.looks.state.seats)):
            self.commit(host, cmd.AddBot(seat, game.standin))
        self.commit(host, cmd.Start())

    def id(self) -> str:
        """Never the same twice."""
        return f"abcd1234.{self.now}"

    def context(self) -> Context:
        self.now += 700
        return Context(Millis(1_800_000_000_000 + self.now), self.chain, "Host")

    def commit(self, actor: Actor, command: Command) -> None:
        before = self.looks
        commit = self.kernel.commit(before.state, actor, command, before.state.turn, self.id(), self.context())
        after = self.kernel.look(self.kernel.evolve(before.state, commit), before)
        frame = self.kernel.frame(before, commit, after)
        encoded = encode(Position("ab12", commit.seq, "ab12cd34"), before, frame, after, moved=False)
        tag = str(type(command).__struct_config__.tag)
        for seat in (None, *range(len(after.state.seats))):
            sent = delta(1, encoded.core(None if seat is None else Seat(seat)))
            self.sizes[tag].append(len(sent) + HEADER)
            self.largest.append((len(sent), tag, sent))
        self.looks = after

    def play(self) -> None:
        """To the end, all seats by the stand-in's choice."""
        while (state := self.looks.state).phase != "over":
            if state.phase == "between":
                self.commit(Actor("person", user="h"), cmd.Next())
                continue
            seat = min(self.game.turn(state.play))
            parts = (
                self.game.public(state.play),
                self.game.private(state.play, seat),
                self.game.memory(state.play, seat),
            )
            choice = self.game.choose(*parts, seat, self.game.standin, self.dice)
            person = state.seats[seat].human
            self.commit(Actor("person", user="h") if person else Actor("bot", seat=seat), choice)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="canasta")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--options", type=json.loads, default={})
    parser.add_argument("--show", type=int, default=0, help="print so many of the largest frames of play")
    given = parser.parse_args()
    game = catalogue.get(given.game)
    sizes: dict[str, list[int]] = defaultdict(list)
    largest: list[tuple[int, str, bytes]] = []
    for _ in range(given.games):
        bench = Bench(game, given.options)
        bench.play()
        largest += bench.largest
        for tag, found in bench.sizes.items():
            sizes[tag] += found
    print(f"{'command':12} {'frames':>8} {'mean':>7} {'median':>7} {'p99':>6} {'largest':>8} {f'up to {LIMIT}':>10}")
    for tag, found in sorted(sizes.items()):
        found.sort()
        within = sum(size <= LIMIT for size in found) / len(found)
        p99 = found[len(found) * 99 // 100]
        print(f"{tag:12} {len(found):8} {mean(found):7.1f} {median(found):7.0f} {p99:6} {found[-1]:8} {within:10.1%}")
    played = [one for one in largest if one[1] in {str(c.__struct_config__.tag) for c in game.commands}]
    for size, tag, sent in sorted(played, reverse=True)[: given.show]:
        print(size, tag, sent.decode())


if __name__ == "__main__":
    main()
