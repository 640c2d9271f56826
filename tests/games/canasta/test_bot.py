"""The bots' levels: legal in every mode, the same for the same knowledge, sensible where it is plain what is so."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from app.engine.basics import Command, Seat
from app.engine.dice import Dice
from app.engine.game import RANDOM
from app.games.canasta import GAME
from app.games.canasta.bot.sight import Sight
from app.games.canasta.options import MODES
from app.games.canasta.types import Answer, Ask, Discard, DrawStock, GoOut, LayDown, State, TakePile
from tests.games.canasta.builders import FILLER, dice, position

QUICK = 2
"""ms that the strong level gets: a few worlds."""
LEVELS = ("easy", "normal", "strong")


def bot(state: State, level: str = "normal", seed: object = 0, budget: int = 20) -> Command:
    """What a level does where one seat has to act."""
    seat = min(GAME.turn(state))
    views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
    return GAME.choose(*views, seat, level, dice(seed), budget)


def after(state: State, done: Command) -> State:
    for event in GAME.decide(state, min(GAME.turn(state)), done):
        state = GAME.evolve(state, event)
    return state


def deal(levels: tuple[str, ...], seed: object, **options: Any) -> list[tuple[State, Command]]:
    """The moments of a deal that levels play in turn, chair by chair, with what they did; refusals are raised."""
    complete = GAME.options.complete({"target": "one_deal", **options})
    state = GAME.begin(complete)
    for event in GAME.start(complete, dice(seed)):
        state = GAME.evolve(state, event)
    moments = []
    while GAME.result(state) is None:
        chair = state.chairs[min(GAME.turn(state))]
        done = bot(state, levels[chair % len(levels)], (seed, len(moments)), QUICK)
        moments.append((state, done))
        state = after(state, done)
    return moments


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("levels", [("normal", "easy"), ("strong", "normal", RANDOM)], ids="-".join)
def test_they_play_whole_deals_legally(mode: str, levels: tuple[str, ...]) -> None:
    """A game refuses what is not legal."""
    assert deal(levels, "legal", mode=mode)


@pytest.mark.parametrize(
    "options",
    [
        {"permission": "required", "strict": "on"},
        {"take_onto_canasta": "off", "always_frozen": "on"},
        {"black_three_freezes": "on", "canastas_to_go_out": "2", "red_threes_at_deal": "on"},
    ],
    ids=str,
)
def test_they_know_the_table_options(options: dict[str, Any]) -> None:
    for levels in (("normal", "easy"), ("strong", "normal")):
        assert deal(levels, "options", **options)


def test_a_turn_never_loops() -> None:
    """Every command of a turn leaves less to do."""
    for state, _ in deal(("normal", "easy"), "loop")[-1:]:
        assert state.step < 400


@pytest.mark.parametrize("level", LEVELS)
def test_they_know_nothing_but_their_views_and_do_not_touch_them(level: str) -> None:
    for at, (state, _) in enumerate(deal(("normal",), "same")):
        if at % (25 if level == "strong" else 5) == 0:
            seat = min(GAME.turn(state))
            views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
            before = copy.deepcopy(views)
            first = GAME.choose(*views, seat, level, dice(at), QUICK)
            other = GAME.imagine(*views, seat, dice(("other", at)))
            assert bot(other, level, at, QUICK) == first
            assert views == before


def test_normal_rolls_no_dice() -> None:
    class NoDice(Dice):
        def below(self, n: int) -> int:
            raise AssertionError("rolled")

    for state, done in deal(("normal",), "dice")[:40]:
        seat = min(GAME.turn(state))
        views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
        assert GAME.choose(*views, seat, "normal", NoDice(b"")) == done


RICH = {
    "hands": ["9S KH KD QS 7D 4C 5C 6S", "4S", "4H 4D", "5S 5H 5D"],
    "pile": "JS JH QD QH KC KS AH AD 9H",
    "melds": [["9D 9C 9C"], ["8S 8H 8D"]],
}


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_it_takes_a_rich_pile(level: str) -> None:
    assert isinstance(bot(position(**RICH), level), TakePile)


def test_it_opens_by_the_pile() -> None:
    state = position(["9S 9D AH AD AS 4C 5C 6S 7H 8D TC", *["4S 5S 6S 7S 8S"] * 3], pile="KH QD 7C JC 5H 9H")
    done = bot(state)
    assert isinstance(done, TakePile)
    assert GAME.decide(state, Seat(0), done)


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_it_does_not_give_the_pile_away(level: str) -> None:
    """R10.7: the others' kings lie open and the pile is not frozen."""
    state = position(
        ["KH 4C 3S 6H 6D 7H 7S", "5H 5D 8C 9D", "4S 5S 6S 7S", "5S 8S 9S TS"],
        pile="JS JH QD QH TC 9H",
        melds=[["AS AH AD"], ["KS KD KC"]],
        stock=" ".join([FILLER] * 8),
        phase="play",
        source="stock",
    )
    assert bot(state, level) in (Discard("3S"), Discard("4C"))


@pytest.mark.parametrize("level", LEVELS)
def test_it_goes_out_on_red_threes_that_count_against_the_others(level: str) -> None:
    """R10.10: the others have all four and no meld."""
    state = position(
        ["9S 4C", "KS KD KC QS QD QC JS", "5S 5H", "TS TH TD AS AH AD JH"],
        melds=[["9H 9D 9C 9S 9H 9D", "AS AC AD"], []],
        threes=["", "3H 3D", "", "3H 3D"],
        phase="play",
        source="stock",
    )
    assert isinstance(bot(state, level), GoOut)


def test_it_lays_the_canasta_that_lets_it_go_out() -> None:
    state = position(
        ["9S 2S 4C 5D 6H", "KS KD", "5S 5H", "TS TH"],
        melds=[["9H 9D 9C 9S 9H"], ["8S 8H 8D"]],
        phase="play",
        source="stock",
    )
    done = bot(state)
    assert isinstance(done, LayDown)
    assert {card[0] for group in done.melds for card in group.cards} == {"9", "2"}


def asked(hand: str) -> State:
    return position(
        ["9S 4C", "KS KD KC", hand, "TS TH TD"],
        melds=[["9H 9D 9C 9S 9H 9D", "AS AC AD"], ["8S 8H 8D"]],
        phase="ask",
        asked="pending",
        source="stock",
        stock="4D 5D 6D 8D 9D 4D 5D 6D 8D 9D",
    )


def test_it_refuses_a_partner_whose_going_out_costs_its_hand() -> None:
    """R10.10: aces and jokers, and a canasta of them next turn."""
    assert bot(asked("JK JK AS AH AH AD 2S 2H KS KH KH QS QD QH")) == Answer(False)


def test_it_lets_a_partner_go_out_with_a_small_hand() -> None:
    assert bot(asked("4S 5S")) == Answer(True)


@pytest.mark.parametrize("level", LEVELS)
def test_it_does_not_ask_for_what_it_could_not_do(level: str) -> None:
    for phase, source in (("draw", ""), ("play", "stock")):
        state = position(["KS QS JD 4C 5D"], melds=[["9H 9D 9C"]], phase=phase, source=source)
        assert not isinstance(bot(state, level), Ask)


def test_it_asks_a_partner_with_many_cards() -> None:
    state = position(
        ["9S 4C", "KS KD KC", "4S 5S 6S 7S 8S TS JS QS", "TS TH TD"],
        melds=[["9H 9D 9C 9S 9H 9D"], ["8S 8H 8D"]],
        phase="play",
        source="stock",
    )
    assert bot(state) == Ask()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("permission", ["optional", "required"])
def test_who_needs_a_yes_asks_for_it(level: str, permission: str) -> None:
    """R3.6.1, S2: with few cards in the partner's hand nobody asks for fun, but where it is required."""
    state = position(
        ["KS QS", "4S 5S 6S", "7S 8S 9C", "TS JS QC"],
        melds=[["KH KD KC KH KD KC KS", "QH QD QC"], ["4H 4D 4C"]],
        phase="play",
        source="stock",
        permission=permission,
    )
    wanted = Ask if permission == "required" else GoOut
    assert isinstance(bot(state, level), wanted)
    seat = Seat(0)
    views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
    assert isinstance(GAME.advise(*views, seat, dice("advice"), 30)[0].command, wanted)


def test_it_freezes_the_pile() -> None:
    """R10.6: the others have melded, it has not, and all it could throw fits their melds."""
    state = position(
        ["2S 2H KS KH QS QD 8H 8C 6S 6D", "5H 5D 9C 9D", "4S 5S 6S 7S", "5S 8S 9S TS"],
        pile="JS JH 4D 7H TC 9H",
        melds=[[], ["KD KC KC", "QH QC QC", "8S 8D 8D", "6H 6C 6C"]],
        scores=(3000, 0),
        phase="play",
        source="stock",
    )
    assert bot(state) in (Discard("2S"), Discard("2H"))


def test_a_beginner_does_not_freeze() -> None:
    for state, done in deal(("easy",), "warm"):
        if isinstance(done, Discard) and len(state.hands[state.turn]) > 3:
            naturals = [card for card in state.hands[state.turn] if card != "JK" and card[0] != "2"]
            assert (done.card != "JK" and done.card[0] != "2") or not naturals


def test_it_draws_where_nothing_can_be_taken() -> None:
    assert bot(position(["KS QS JD 4C 5D"])) == DrawStock()


def test_the_way_out_is_kept_for_who_may_not_use_it() -> None:
    """Where permission is required a bot that can go out asks first."""
    state = position(
        ["9S 4C", "KS KD KC", "4S 5S 6S 7S 8S TS JS QS", "TS TH TD"],
        melds=[["9H 9D 9C 9S 9H 9D"], ["8S 8H 8D"]],
        phase="play",
        source="stock",
        permission="required",
    )
    seat = Seat(0)
    sight = Sight(GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat), seat)
    assert sight.out and not sight.may_do(sight.out)
    assert bot(state) == Ask()
