"""What always holds in a game of Canasta: followed step by step, counted independently of the rules' own functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from app.engine.basics import Command, Event, Refusal, Seat
from app.engine.cards import pack
from app.games.canasta import GAME, decide
from app.games.canasta.types import (
    Ask,
    Dealt,
    Discard,
    DrawStock,
    GoOut,
    Group,
    LayDown,
    Meld,
    Melded,
    Pass,
    Passed,
    Scored,
    State,
    TakePile,
    WentOut,
)
from tests.games.canasta.brute import NATURALS, outs, takes

POINTS = {"J": 50} | dict.fromkeys("2A", 20) | dict.fromkeys("KQJT98", 10) | dict.fromkeys("76543", 5)
MOST = 1500
"""Commands in a deal that would be too many."""
SIMPLE = {"draw": DrawStock(), "pass": Pass(), "ask": Ask()}


def points(cards: Sequence[str]) -> int:
    """R1.3."""
    return sum(50 if card == "JK" else 0 if card in ("3H", "3D") else POINTS[card[0]] for card in cards)


def wild(cards: Sequence[str]) -> int:
    return sum(card == "JK" or card[0] == "2" for card in cards)


def accepted(state: State, chair: int, command: Command) -> bool:
    try:
        decide.act(state, chair, command)
    except Refusal:
        return False
    return True


class Watch:
    """Follows one game. `tries`: how many ways to take the pile are tried where a hint says that there is none;
    `hints`: hints are looked at in one step of so many."""

    def __init__(self, tries: int = 400, hints: int = 1) -> None:
        self.tries = tries
        self.hints = hints
        self.steps = 0
        self.commands = 0
        self.whole: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.before_turn: set[int] = set()
        self.laid: set[str] = set()
        self.lay = ""

    def step(self, before: State, events: Sequence[Event], after: State) -> None:
        """A step that was made."""
        self.steps += 1
        self.commands += 1
        assert self.commands < MOST, "an endless deal"
        for event in events:
            self.seen[str(event.__struct_config__.tag)] += 1
            self.follow(before, event, after)
        self.cards(after)
        self.melds(after)
        self.hands(after)
        if after.phase in ("draw", "ask", "play") and self.steps % self.hints == 0:
            self.offers(after)

    def follow(self, before: State, event: Event, after: State) -> None:
        """Who has melded when (R3.5.4)."""
        if isinstance(event, Dealt):
            self.commands, self.before_turn, self.laid = 0, set(), set()
            self.whole = Counter(pack(after.rules.packs, jokers=2 * after.rules.packs))
            self.lay = ""
        elif isinstance(event, Melded):
            self.laid.add(event.rank)
        elif isinstance(event, Passed):
            if self.laid:
                self.before_turn.add((event.chair - 1) % after.rules.chairs)
            self.laid = set()
            self.lay = "".join(meld.rank for meld in after.melds[after.sides[event.chair]])
        elif isinstance(event, WentOut):
            assert event.concealed is self.concealed(event.chair, after)
        elif isinstance(event, Scored):
            self.scores(before, event, after)

    def concealed(self, chair: int, after: State) -> bool:
        """The side's melds do not change between its own turns, but for what its partners lay."""
        own = [meld for meld in after.melds[after.sides[chair]] if meld.rank in self.laid and meld.rank != "3"]
        fresh = not self.laid & set(self.lay)
        return chair not in self.before_turn and fresh and any(len(meld.cards) >= 7 for meld in own)

    def cards(self, state: State) -> None:
        """Every card in one place."""
        laid = [meld.cards for melds in state.melds for meld in melds]
        parts = (*state.hands, *laid, *state.threes, state.stock, state.pile)
        assert Counter(card for part in parts for card in part) == self.whole

    def melds(self, state: State) -> None:
        """R3.1; melds that two had apart may have more wild cards once they are one side (R1.9)."""
        for melds in state.melds:
            assert len({meld.rank for meld in melds}) == len(melds)
            for meld in melds:
                self.meld(meld, 3 if state.lone < 0 else 6, state)

    def meld(self, meld: Meld, most: int, state: State) -> None:
        naturals = [card for card in meld.cards if not wild([card])]
        if meld.rank == "3":
            assert len(meld.cards) >= 3
            assert all(card in ("3S", "3C") for card in meld.cards)
            assert state.went_out >= 0
        else:
            assert meld.rank in NATURALS
            assert all(card[0] == meld.rank for card in naturals)
            assert len(naturals) >= 2
            assert len(meld.cards) >= 3
            assert len(meld.cards) - len(naturals) <= most

    def hands(self, state: State) -> None:
        """R2.7; nobody is without cards in a deal; what is known of a hand is in it."""
        for chair, hand in enumerate(state.hands):
            if state.begun[chair]:
                assert not {"3H", "3D"} & set(hand)
            if state.phase in ("draw", "ask", "play"):
                assert hand
            assert not Counter(state.known[chair]) - Counter(hand)

    def scores(self, before: State, event: Scored, after: State) -> None:
        """R4, from what lies on the table."""
        rules = after.rules
        for account, line in enumerate(event.lines):
            own = [c for c in range(rules.chairs) if (c if rules.cutthroat else after.sides[c]) == account]
            side = after.sides[own[0]]
            team = [c for c in range(rules.chairs) if after.sides[c] == side]
            big = [meld for meld in after.melds[side] if len(meld.cards) >= 7 and meld.rank != "3"]
            mixed = sum(wild(meld.cards) > 0 for meld in big)
            kept = sum(card in ("3H", "3D") for c in own for card in after.hands[c])
            reds = sum(len(after.threes[c]) for c in own) + (kept if after.melds[side] else 0)
            worth = {(2, 4): 800, (3, 5): 1000, (3, 6): 1200}.get((rules.packs, reds), 100 * reds)
            worth = worth if after.melds[side] else -worth - 100 * kept
            out = 100 * (after.went_out in team)
            laid = sum(points(meld.cards) for meld in after.melds[side])
            held = -sum(points(after.hands[c]) for c in team)
            total = (
                500 * (len(big) - mixed) + 300 * mixed + worth + out + 100 * (out > 0 and after.hidden) + laid + held
            )
            assert (line.natural, line.mixed, line.red3, line.out) == (len(big) - mixed, mixed, worth, out)
            assert (line.melded, line.hand, line.total) == (laid, held, total)
            assert after.scores[account] == before.scores[account] + total
            assert total % 5 == 0
        assert (event.how == "out") is (after.went_out >= 0)
        assert [after.left[after.chairs.index(chair)] for chair in range(rules.chairs)] == list(event.hands)
        assert all((hand is None) == (chair < 0) for hand, chair in zip(after.left, after.chairs, strict=True))

    # what a seat is told

    def offers(self, state: State) -> None:
        """The hints of whoever may do something agree with what is accepted."""
        for seat, chair in enumerate(state.chairs):
            private = GAME.private(state, Seat(seat))
            may = private.get("may", "").split()
            if chair < 0:
                assert private == {}
            elif state.phase == "ask" or chair != state.turn:
                assert may in ([], ["answer"])
                assert (may == ["answer"]) is (seat in GAME.turn(state) and state.phase == "ask")
                assert not accepted(state, chair, DrawStock())
                assert {"pile", "take", "out", "must"} & set(private) <= ({"pile"} if chair == state.turn else set())
            else:
                self.on_turn(state, chair, private, may)

    def on_turn(self, state: State, chair: int, private: dict[str, Any], may: list[str]) -> None:
        for word, command in SIMPLE.items():
            assert (word in may) is accepted(state, chair, command), word
        if state.phase == "draw":
            self.take(state, chair, private, may)
            assert private.get("must", False) is (state.chance == "must")
            assert not {"meld", "discard"} & set(may)
        else:
            assert "take" not in may
            assert "meld" in may
            thrown = any(accepted(state, chair, Discard(card)) for card in private["hand"])
            assert thrown <= ("discard" in may)
            assert ("discard" in may) is (state.asked != "yes" or len(state.hands[chair]) == 1)
            assert ("go_out" in may) is ("out" in private)
            assert "out" in private or state.asked != "yes"
            self.play(state, chair, private)

    def play(self, state: State, chair: int, private: dict[str, Any]) -> None:
        if out := private.get("out"):
            threes = [out["threes"][at : at + 2] for at in range(0, len(out["threes"]), 2)]
            assert accepted(state, chair, GoOut(_groups(out["melds"]), tuple(threes), out["discard"]))
        elif len(state.hands[chair]) < 9:
            for command in islice(outs(state.hands[chair], state.melds[state.sides[chair]]), self.tries):
                assert not accepted(state, chair, command), command
        ended = any(accepted(state, chair, Discard(card)) for card in dict.fromkeys(state.hands[chair]))
        singles = (
            LayDown((Group(meld.rank, (card,)),))
            for meld in state.melds[state.sides[chair]]
            for card in state.hands[chair]
        )
        assert ended or out or any(accepted(state, chair, one) for one in singles), "a turn that cannot end"

    def take(self, state: State, chair: int, private: dict[str, Any], may: list[str]) -> None:
        hint = private.get("take", {})
        assert ("take" in may) is ("with" in hint)
        if "with" in hint:
            cards = [hint["with"][at : at + 2] for at in range(0, len(hint["with"]), 2)]
            assert accepted(state, chair, TakePile(tuple(cards), _groups(hint["melds"])))
            self.seen["take: way"] += 1
        elif state.pile:
            self.seen[f"take: {hint.get('code')}"] += 1
            for command in islice(takes(state, chair), self.tries):
                assert not accepted(state, chair, command), command


def _groups(groups: Sequence[dict[str, Any]]) -> tuple[Group, ...]:
    return tuple(Group(group["rank"], tuple(group["cards"])) for group in groups)
