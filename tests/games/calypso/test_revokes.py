"""Revokes that may happen and be claimed (R5.3 to R5.11)."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from app.engine.basics import Card, Command, Event, Millis, Refusal, Seat
from app.games.calypso import GAME, revokes
from app.games.calypso import rules as r
from app.games.calypso.decide import led_suit, on_turn
from app.games.calypso.options import OPTIONS
from app.games.calypso.types import Claim, Claimed, Gather, Play, Scored, State, TakeBack
from tests.games.calypso.builders import LETTERS, at_random, dice, fold, game
from tests.games.calypso.test_vectors import rows

OFFERED: dict[str, Any] = {"revoke_mode": "claim", "partnerships": "as_seated"}


class Unfit(Exception):
    """These hands cannot tell the story."""


class Story:
    """A game in which somebody revokes when it is told."""

    def __init__(self, seed: int, **options: Any) -> None:
        complete = OPTIONS.complete({**OFFERED, **options})
        self.state: State = fold(GAME.begin(complete), GAME.start(complete, dice(seed)))
        self.refused: list[str] = []

    def do(self, chair: int, command: Command) -> list[Event]:
        events = GAME.decide(self.state, Seat(self.state.chairs.index(chair)), command)
        self.state = fold(self.state, events)
        return events

    def attempt(self, chair: int, command: Command) -> None:
        try:
            self.do(chair, command)
        except Refusal as refusal:
            self.refused.append(refusal.code)

    def fair(self) -> list[Card]:
        """What the one on turn may play by the rules."""
        state, chair = self.state, on_turn(self.state)
        suits = r.legal_suits(state.hands[chair], led_suit(state), state.trumps[chair], state.rules)
        return [card for card in state.hands[chair] if r.may_play(card, suits)]

    def play_on(self, until: int = -1, trick: int = 14) -> None:
        """Everybody follows suit, until it is a chair's turn in a trick; or the hand's end."""
        while self.state.phase in ("play", "gather"):
            chair = on_turn(self.state)
            if self.state.phase == "play" and (chair, self.state.no + 1) == (until, trick):
                return
            self.do(chair, Gather() if self.state.phase == "gather" else Play(self.fair()[0]))

    def revoke(self, chair: int, trick: int) -> Card:
        self.play_on(chair, trick)
        wrong = [card for card in self.state.hands[chair] if card not in self.fair()]
        if not led_suit(self.state) or not wrong:
            raise Unfit
        self.do(chair, Play(wrong[0]))
        return wrong[0]

    def finish_trick(self) -> None:
        while self.state.phase == "play" and led_suit(self.state):
            self.do(on_turn(self.state), Play(self.fair()[0]))


def told(tell: Any, **options: Any) -> Story:
    """The first game whose cards allow the story."""
    for seed in count():
        story = Story(seed, **options)
        try:
            tell(story)
        except Unfit:
            continue
        return story
    raise AssertionError


@rows("revoke_timeline")
def test_revoke_timeline(row: dict[str, Any]) -> None:
    def tell(story: Story) -> None:
        for kind, *what in row["events"]:
            chairs = [LETTERS.index(word) for word in what if isinstance(word, str)]
            match kind:
                case "revoke":
                    story.revoke(chairs[0], what[1])
                    if story.state.phase == "gather" and ["next_plays", what[1]] in row["events"]:
                        raise Unfit  # nobody plays after him
                case "next_plays":
                    story.finish_trick()
                case "gather":
                    story.state = fold(story.state, GAME.lapse(story.state, None))  # type: ignore[arg-type]
                case "take_back":
                    story.attempt(chairs[0], TakeBack())
                case "claim":
                    story.attempt(chairs[0], Claim(chairs[1], what[2]))
                case "hand_end":
                    story.play_on()
                case "review_closed":
                    story.state = fold(story.state, GAME.resume(story.state, dice(0)))

    state = told(tell).state
    sides = {"NS": (0, 2), "EW": (1, 3)}
    penalties = {name: sum(revokes.penalty(state.claims, 0, chair) for chair in side) for name, side in sides.items()}
    assert penalties == row["penalty"]
    if state.hand == 0:
        assert len([one for one in state.revokes if one.trick <= state.no]) == row["established"]


@pytest.mark.parametrize("last", [False, True])
def test_a_card_is_taken_back_without_a_trace(last: bool) -> None:
    """R5.4: also the lamp that it lit; then the turn is the offender's again."""

    def tell(story: Story) -> None:
        story.play_on(until=1, trick=3)
        before = story.state
        story.revoke(1, 3)
        if (story.state.phase == "gather") is not last:
            raise Unfit
        assert GAME.private(story.state, Seat(1))["back"] is True
        assert story.state.voids != before.voids
        story.do(1, TakeBack())
        assert story.state == before

    told(tell)


def test_only_a_revoke_is_taken_back_and_only_in_time() -> None:
    story = told(lambda story: story.revoke(1, 2))
    story.attempt(0, TakeBack())
    story.do(on_turn(story.state), Play(story.fair()[0])) if story.state.phase == "play" else None
    story.attempt(1, TakeBack())
    story.play_on(until=1, trick=4)
    story.do(1, Play(story.fair()[0]))
    story.attempt(1, TakeBack())
    assert set(story.refused) <= {"rule.no_take_back"}
    assert len(story.refused) >= 2


def test_a_trick_lies_for_three_seconds_or_until_its_last_player_lets_it_go() -> None:
    story = Story(1)
    story.finish_trick() if led_suit(story.state) else story.do(on_turn(story.state), Play(story.fair()[0]))
    story.finish_trick()
    state = story.state
    assert state.phase == "gather"
    (due,) = GAME.due(state, Millis(500))
    assert (due.at, due.kind, due.hurry) == (3500, "gather", False)
    last = on_turn(state)
    for chair in range(4):
        if chair != last:
            with pytest.raises(Refusal):
                GAME.decide(state, Seat(state.chairs.index(chair)), Gather())
    with pytest.raises(Refusal) as refused:
        story.do(last, Play(state.hands[last][0]))
    assert refused.value.code == "rule.gathering"
    story.do(last, Gather())
    assert (story.state.phase, story.state.no) == ("play", 1)
    assert GAME.private(story.state, Seat(0))["mistakes"] == 2


def claims(story: Story) -> list[tuple[int, int, bool]]:
    return [(claim.offender, claim.trick, claim.upheld) for claim in story.state.claims]


def test_a_true_claim_costs_260_a_false_one_counts() -> None:
    """R5.8, R5.9: two wrong claims a side and hand; every revoke costs once."""

    def tell(story: Story) -> None:
        story.revoke(1, 2)
        story.finish_trick()
        story.do(on_turn(story.state), Gather())

    story = told(tell)
    story.do(0, Claim(1, 2))
    story.attempt(2, Claim(1, 2))
    story.do(2, Claim(3, 1))
    story.do(0, Claim(3, 2))
    story.attempt(2, Claim(1, 1))
    story.attempt(0, Claim(2, 1))
    story.attempt(0, Claim(0, 1))
    story.attempt(0, Claim(9, 1))
    assert claims(story) == [(1, 2, True), (3, 1, False), (3, 2, False)]
    opponent = "rule.claim_opponent"
    assert story.refused == ["rule.claimed", "rule.claims_spent", opponent, opponent, opponent]
    assert GAME.public(story.state)["penalties"] == {"0": 0, "1": 260, "2": 0, "3": 0}
    assert GAME.private(story.state, Seat(2))["mistakes"] == 0
    assert GAME.private(story.state, Seat(1))["mistakes"] == 2
    at_table = GAME.standing(story.state)
    assert sum(side.score for side in at_table.sides) < 0


def test_only_what_was_proved_is_told() -> None:
    """R5.10: a false claim tells nothing; a true one the cards that are public anyway."""

    def tell(story: Story) -> None:
        card = story.revoke(1, 2)
        led = story.state.trick[0][1]
        story.play_on()
        story.do(2, Claim(1, 2))
        story.do(0, Claim(1, 1))
        true, false = GAME.public(story.state)["claims"].values()
        shown = dict(true)
        proof = shown.pop("proof")
        assert proof[1] == led
        assert any(proof in trick.cards for trick in story.state.tricks[2:])
        assert shown == {
            **{"round": 0, "hand": 0, "trick": 2, "by": 2, "offender": 1, "upheld": True},
            **{"led": led, "card": card},
        }
        assert false == {"round": 0, "hand": 0, "trick": 1, "by": 0, "offender": 1, "upheld": False}
        assert "revoke" not in str(GAME.public(story.state))

    told(tell)


def test_nobody_but_the_offender_sees_a_revoke() -> None:
    story = told(lambda story: story.revoke(1, 2))
    for seat in (0, 2, 3):
        assert GAME.memory(story.state, Seat(seat))["revokes"] == []
        assert "back" not in GAME.private(story.state, Seat(seat))
    assert len(GAME.memory(story.state, Seat(1))["revokes"]) == 1


def test_the_last_hand_is_scored_when_claims_are_closed() -> None:
    """R5.7: first the pause for claims, then the sheet with its line."""
    story = Story(3)
    while story.state.hand < 3:
        story.play_on()
        story.state = fold(story.state, GAME.resume(story.state, dice(0)))

    def first_wrong() -> bool:
        wrong = [card for card in story.state.hands[on_turn(story.state)] if card not in story.fair()]
        return bool(led_suit(story.state) and wrong and story.state.phase == "play")

    while not first_wrong():
        chair = on_turn(story.state)
        story.do(chair, Gather() if story.state.phase == "gather" else Play(story.fair()[0]))
    offender = on_turn(story.state)
    trick = story.state.no + 1
    story.revoke(offender, trick)
    story.play_on()
    assert (story.state.phase, story.state.sheet, GAME.result(story.state)) == ("between", (), None)
    assert GAME.settled(story.state) == 0
    decision = GAME.decision(story.state)
    by = (offender + 1) % 4
    story.do(by, Claim(offender, trick))
    events = GAME.resume(story.state, dice(0))
    assert isinstance(events[0], Scored)
    line = events[0].lines[offender]
    assert line.penalty == 260
    assert line.points == r.line(line.done, line.row, line.pile).points - 260
    story.state = fold(story.state, events)
    assert GAME.decision(story.state) != decision
    assert GAME.result(story.state) is not None
    assert GAME.public(story.state)["sheet"]["0"][str(offender)]["penalty"] == 260


def test_bots_claim_what_the_cards_prove_and_nothing_else() -> None:
    """R5.11: at the end of a hand everything is proved; in the middle only what has been played since."""
    found = true = 0
    for seed in range(40):
        for before, events, after in game(("bots", seed), (at_random,), **OFFERED):
            if after.phase == "between" and not after.sheet and before.phase != "between":
                for seat in range(4):
                    state = after
                    for event in GAME.parting(state, Seat(seat)):
                        assert isinstance(event, Claimed)
                        assert event.upheld
                        assert event.proof
                        state = fold(state, [event])
                        found += 1
                    if revokes.mistaken(after, after.chairs[seat]) < revokes.FALSE_CLAIMS:
                        rivals = [c for c in range(4) if c not in r.allies(after.chairs[seat], after.rules)]
                        left = [one for one in after.revokes if one.chair in rivals]
                        taken = {(c.offender, c.trick) for c in revokes.of_hand(state) if c.upheld}
                        assert {(one.chair, one.trick) for one in left} <= taken
                        true += len(left)
            assert not any(isinstance(event, Claimed) for event in events) or before.phase in ("play", "gather")
    assert found > 100
    assert true > 100


def test_all_fours_ruffs_are_no_revokes() -> None:
    """R5.3, R2.10."""
    found = 0
    for seed in range(5):
        for before, events, after in game(seed, (at_random,), **OFFERED, ruleset="all_fours"):
            for new in after.revokes[len(before.revokes) :]:
                assert new.card[1] not in (new.led, after.trumps[new.chair])
                found += 1
            assert len(events) < 6
    assert found > 20


def test_where_revokes_are_prevented_nothing_is_claimed() -> None:
    story = Story(5, revoke_mode="prevent")
    story.attempt(0, Claim(1, 1))
    story.attempt(0, TakeBack())
    assert story.refused == ["rule.no_claims", "rule.no_take_back"]
    public = GAME.public(story.state)
    assert "claims" not in public
    assert "penalties" not in public
    assert "mistakes" not in GAME.private(story.state, Seat(0))


def test_such_games_are_not_rated() -> None:
    """R5.3."""
    assert GAME.seats(OPTIONS.complete(OFFERED)).unrated == "revoke_mode"
    assert GAME.seats(OPTIONS.complete({})).unrated == ""
