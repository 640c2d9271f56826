"""R4.8: what always holds, over 2,200 random games, step by step."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.engine.cards import RANKS, pack
from app.games.calypso import GAME
from app.games.calypso import rules as r
from app.games.calypso.types import Concluded, Event, Played, Scored, Shuffled, State, TrickTaken
from tests.games.calypso.builders import at_random, bot, fold, game

GAMES = 200
OPTIONS: list[dict[str, Any]] = [
    {},
    {"trump_lead_rule": "beat_leader"},
    {"completion_carry": "off"},
    {"variant": "solo"},
    {"variant": "three_handed"},
    {"ruleset": "all_fours"},
    {"tie_break": "calypsos", "renounce_indicators": "off"},
    {"log_detail": "trick_winners", "pile_counts": "hidden", "last_trick": "hidden"},
    {"partnerships": "draw", "revoke_mode": "claim"},
    {"variant": "three_handed", "suit_choice": "draw", "ruleset": "all_fours"},
    {"variant": "solo", "suit_choice": "draw", "ruleset": "all_fours", "revoke_mode": "claim"},
]
BONUS_OVER_PILE = (0, 370, 990, 1860, 2730)


class Watch:
    """Follows one game and checks every step."""

    def __init__(self, start: State) -> None:
        self.rules = start.rules
        self.tricks = Counter[int]()
        self.begin(start)

    def begin(self, state: State) -> None:
        """The pack is known when trumps are."""
        self.whole = Counter(pack(self.rules.copies, suits=state.trumps))
        self.total = self.whole.total() if state.round >= 0 else 0

    def step(self, before: State, events: list[Event], after: State) -> None:
        for event in events:
            if isinstance(event, Played):
                self.played(before, event)
            elif isinstance(event, TrickTaken):
                self.trick(before, event)
            elif isinstance(event, Shuffled):
                self.begin(after)
        self.counts(after)
        if any(isinstance(event, Scored) for event in events):
            assert GAME.settled(after) == GAME.packs(after)
            self.round_end(after)

    def played(self, before: State, event: Played) -> None:
        """I8."""
        suits = before.voids[event.chair]
        own = before.trumps[event.chair]
        forgiven = (self.rules.ruffs_freely and event.card[1] == own) or self.rules.claims
        assert event.card[1] not in suits or forgiven

    def trick(self, before: State, event: TrickTaken) -> None:
        """I3 counted, I6."""
        self.tricks[event.winner % self.rules.sides] += 1
        for chair in r.allies(event.winner, self.rules):
            own = before.trumps[chair]
            ranks = Counter(card[0] for card in event.cards if card[1] == own)
            buried = Counter(card[0] for card in event.pile if card[1] == own)
            assert all(n < ranks[rank] or rank in before.rows[chair] for rank, n in buried.items())

    def counts(self, state: State) -> None:
        """I1, I5, I7."""
        rules = self.rules
        running = len(state.trick) if state.phase == "gather" else len(state.trick) % rules.seats
        held = [len(hand) for hand in state.hands]
        taken = sum(13 * d + len(u) + len(p) for d, u, p in zip(state.done, state.rows, state.piles, strict=True))
        assert sum(held) + running + len(state.stock) + taken == self.total
        assert max(held) - min(held) <= (1 if running % rules.seats else 0)
        assert max(map(len, state.rows)) <= 12
        assert max(state.done) <= rules.copies
        assert 0 <= state.no <= rules.cards

    def round_end(self, state: State) -> None:
        """I2, I3, I4, I5 by card."""
        rules, lines = self.rules, state.sheet[state.round]
        everything = Counter(card for pile in state.piles for card in pile)
        for own, row, done in zip(state.trumps, state.rows, state.done, strict=True):
            everything.update(rank + own for rank in row + RANKS * done)
        assert everything == self.whole
        for side in range(rules.sides):
            ours = [lines[chair] for chair in r.allies(side, rules)]
            assert sum(13 * x.done + x.row + x.pile for x in ours) == rules.seats * self.tricks[side]
            rows, over = sum(x.row for x in ours), sum(BONUS_OVER_PILE[x.done] for x in ours)
            charged = sum(x.penalty for x in ours)
            assert charged == 260 * sum(c.upheld and c.offender in r.allies(side, rules) for c in state.claims)
            assert sum(x.points for x in ours) + charged == 10 * rules.seats * self.tricks[side] + 10 * rows + over
        assert sum(self.tricks.values()) == rules.hands * rules.cards
        self.tricks.clear()


@pytest.mark.parametrize("batch", range(len(OPTIONS)))
def test_identities_hold_at_every_step(batch: int) -> None:
    options = OPTIONS[batch]
    totals = []
    for number in range(GAMES):
        steps = list(game((batch, number), **options))
        watch = Watch(steps[0][2])
        for step in steps:
            watch.step(*step)
        state, end = steps[0][0], steps[-1][2]
        assert isinstance(steps[-1][1][-1], Concluded)
        totals.append(sum(end.scores) + 260 * sum(claim.upheld for claim in end.claims))
        if number % 10 == 0:  # I9
            for _, events, after in steps:
                state = fold(state, events)
                assert state == after
    mean = sum(totals) / GAMES
    assert min(totals) >= 1170
    assert 1300 < mean < 3700  # R4.10: 3386 with partners


def test_scores_stay_in_bounds() -> None:
    """R4.9, with players who try."""
    for seed in range(30):
        *_, (_, _, end) = game(seed, (bot,))
        assert all(0 <= score <= 4290 and score % 10 == 0 for score in end.scores)
        assert 2080 <= sum(end.scores) <= 13000


def test_a_game_is_the_same_whatever_the_hash_seed() -> None:
    """I9: no order of a set, no hash() in what is decided or folded."""
    root = Path(__file__).parents[3]
    digests = set()
    for hash_seed in ("1", "2", "77"):
        env = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)}
        done = subprocess.run([sys.executable, __file__], env=env, capture_output=True, text=True, check=True, cwd=root)
        digests.add(done.stdout)
    assert len(digests) == 1
    assert len(done.stdout) == 65


def _digest() -> str:
    total = hashlib.sha256()
    for seed, players in enumerate(((bot,), (bot, at_random), (at_random,))):
        for _, _, after in game(seed, players):
            total.update(msgspec.json.encode(after))
            total.update(msgspec.json.encode(GAME.public(after)))
            total.update(msgspec.json.encode([GAME.memory(after, seat) for seat in range(4)]))
    return total.hexdigest()


if __name__ == "__main__":
    print(_digest())
