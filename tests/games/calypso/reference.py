"""Calypso once more, written down from RULES.md in the plainest way: what scripts of every variant are compared with.

It shares nothing with the game's own code, keeps everything in lists that change, and is as slow as it likes.
"""

from __future__ import annotations

from typing import Any

RANKS = "23456789TJQKA"
SUITS = "SHDC"
BONUS = (500, 750, 1000, 1000)


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1])))


class Reference:
    """One scripted game. `play` says whether the card was legal; `state` is what a trace says."""

    def __init__(self, script: dict[str, Any]) -> None:
        options = script["options"]
        self.n = script["seats"]
        self.partners = options.get("variant", "partnership") == "partnership"
        self.four = options.get("ruleset") == "all_fours"
        self.beat = self.four or options.get("trump_lead_rule") == "beat_leader"
        self.carry = options.get("completion_carry", "on") == "on"
        self.rounds = options.get("rounds", 1)
        self.trumps = script["setup"]["trumps"]
        self.packs = [list(pack) for pack in script["packs"]]
        self.dealer = script["setup"]["first_dealer"]
        self.scores = [0] * self.n
        self.round, self.hand, self.over = 0, 0, False
        self.new_round()

    def new_round(self) -> None:
        """R1.15."""
        self.rows: list[list[str]] = [[] for _ in range(self.n)]
        self.done = [0] * self.n
        self.piles = [0] * self.n
        self.hand = 0
        self.deal()

    def deal(self) -> None:
        """R1.11, R1.12."""
        self.hands: list[list[str]] = [[] for _ in range(self.n)]
        for k in range(13 * self.n):
            self.hands[(self.dealer + 1 + k) % self.n].append(self.packs[self.round].pop(0))
        self.turn = (self.dealer + 1) % self.n
        self.trick: list[tuple[int, str]] = []
        self.tricks = 0
        self.lamps: list[str] = [""] * self.n

    def legal(self, seat: int) -> list[str]:
        """R2.2, R2.10."""
        hand = self.hands[seat]
        if not self.trick:
            return hand
        led, own = self.trick[0][1][1], self.trumps[seat]
        if not any(card[1] == led for card in hand):
            return hand
        free = own if self.four and own != led else led
        return [card for card in hand if card[1] in (led, free)]

    def play(self, seat: int, card: str) -> bool:
        if self.over or seat != self.turn or card not in self.legal(seat):
            return False
        if self.trick:
            led = self.trick[0][1][1]
            ruffs = self.four and card[1] == self.trumps[seat]
            if card[1] != led and not ruffs and led not in self.lamps[seat]:
                self.lamps[seat] = "".join(s for s in SUITS if s in self.lamps[seat] + led)
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = (seat + 1) % self.n
        if len(self.trick) == self.n:
            self.gather()
        return True

    def winner(self) -> int:
        """R2.6: strictly higher beats, so that of equal cards the first wins."""
        leader, led = self.trick[0]
        suit, own_lead = led[1], self.trumps[leader] == led[1]
        best = -1
        for seat, card in self.trick[1:]:
            if card[1] != suit and card[1] == self.trumps[seat]:
                height = RANKS.index(card[0])
                to_beat = RANKS.index(dict(self.trick)[best][0]) if best >= 0 else -1
                if best < 0 and own_lead and self.beat:
                    to_beat = RANKS.index(led[0])
                if height > to_beat:
                    best = seat
        if best >= 0:
            return best
        if own_lead:
            return leader
        followers = [(seat, card) for seat, card in self.trick if card[1] == suit]
        top = max(RANKS.index(card[0]) for _, card in followers)
        return next(seat for seat, card in followers if RANKS.index(card[0]) == top)

    def gather(self) -> None:
        """R3.2, R3.6, R3.11."""
        taker = self.winner()
        side = [taker, (taker + 2) % 4] if self.partners else [taker]
        left = [card for _, card in self.trick]
        for seat in side:
            fits = [card[0] for card in left if card[1] == self.trumps[seat]]
            left = [card for card in left if card[1] != self.trumps[seat]]
            spare = self.collect(seat, fits)
            left += [rank + self.trumps[seat] for rank in spare]
        self.piles[taker] += len(left)
        self.trick, self.turn = [], taker
        self.tricks += 1
        if self.tricks == 13:
            self.end_hand()

    def collect(self, seat: int, ranks: list[str]) -> list[str]:
        """What is left over."""
        row, spare = self.rows[seat], []
        for rank in ranks:
            if rank in row:
                spare.append(rank)
            else:
                row.append(rank)
        if len(row) < 13:
            return spare
        self.done[seat] += 1
        self.rows[seat] = sorted(set(spare)) if self.carry else []
        for rank in self.rows[seat]:
            spare.remove(rank)
        return spare

    def end_hand(self) -> None:
        """R1.13, R4.1."""
        self.hand += 1
        if self.hand < self.n:
            self.dealer = (self.dealer + 1) % self.n
            self.deal()
            return
        for seat in range(self.n):
            calypsos = sum(BONUS[i] for i in range(self.done[seat]))
            self.scores[seat] += calypsos + 20 * len(self.rows[seat]) + 10 * self.piles[seat]
        if self.round + 1 == self.rounds:
            self.over, self.hand = True, self.hand - 1
            return
        self.round += 1
        self.new_round()

    def state(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "hand": self.hand,
            "trick_no": self.tricks,
            "dealer": self.dealer,
            "turn": None if self.over else self.turn,
            "trick": [[seat, card] for seat, card in self.trick],
            "hands": [in_order(hand) for hand in self.hands],
            "rows": ["".join(sorted(row, key=RANKS.index)) for row in self.rows],
            "completed": self.done,
            "piles": self.piles,
            "renounced": self.lamps,
            "scores": self.scores,
            "over": self.over,
        }
