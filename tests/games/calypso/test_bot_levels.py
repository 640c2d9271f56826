"""The three levels: none peeks, all keep to dice and budget, each is better than the one below; advice has words."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from app.bots.match import play_match
from app.engine.basics import Seat
from app.games.calypso import GAME
from app.games.calypso.bot.search import FEWEST, rounds, search
from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.worlds import Worlds
from app.games.calypso.types import Play, State
from tests.games.calypso.builders import at_random, bot, dice, game, legal, plays, position
from tests.house.tree import text_of

SMALL = 25
"""A budget in ms that does for a search in the second half of a hand."""
advising = importlib.import_module("app.games.calypso.bot.advise")

MIXES: tuple[dict[str, Any], ...] = (
    {},
    {"variant": "solo"},
    {"variant": "three_handed"},
    {"ruleset": "all_fours"},
    {"trump_lead_rule": "beat_leader", "renounce_indicators": "off", "completion_carry": "off"},
)


def positions(options: dict[str, Any], every: int = 1, start: int = 0) -> Iterator[tuple[State, Seat]]:
    """Moments of a game at which somebody has to play."""
    states = (after for _, _, after in game(("levels", str(options)), (at_random, bot), **options))
    moments = [state for state in states if state.phase == "play"]
    for state in moments[start::every]:
        (seat,) = GAME.turn(state)
        yield state, seat


def chosen(state: State, seat: Seat, level: str, seed: object, budget: int = SMALL) -> str:
    views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
    command = GAME.choose(*views, seat, level, dice(seed), budget)
    assert isinstance(command, Play)
    assert command.card in legal(views[1])
    return command.card


def other(state: State, seat: Seat, seed: object) -> State:
    """Another state that this seat cannot tell from the given one."""
    views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
    imagined: State = GAME.imagine(*views, seat, dice(("other", seed)))
    return imagined


@pytest.mark.parametrize("options", MIXES, ids=str)
def test_hidden_cards_never_change_a_choice(options: dict[str, Any]) -> None:
    """Two hundred positions each by the quick levels, some by the strong one."""
    for at, (state, seat) in enumerate(positions(options, every=1)):
        hidden = other(state, seat, at)
        for level in ("easy", "normal") if at % 15 else ("strong",):
            assert chosen(state, seat, level, at) == chosen(hidden, seat, level, at)
        if at >= 200:
            break


def test_the_same_dice_and_budget_give_the_same_card() -> None:
    differ = 0
    for state, seat in positions({}, every=29, start=30):
        first = chosen(state, seat, "strong", 1, 40)
        assert first == chosen(state, seat, "strong", 1, 40)
        differ += any(chosen(state, seat, "easy", 1) != chosen(state, seat, "easy", seed) for seed in range(2, 6))
    assert differ


@pytest.mark.parametrize("options", MIXES, ids=str)
def test_worlds_agree_with_what_the_seat_knows(options: dict[str, Any]) -> None:
    for at, (state, seat) in enumerate(positions(options, every=9, start=4)):
        sight = Sight(GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat), seat)
        worlds = Worlds(sight, dice(at))
        hands = worlds.sample(5)
        for world in range(5):
            unseen = sight.unseen
            for chair, hand in zip(worlds.others, hands, strict=True):
                assert len(hand) == len(state.hands[chair])
                for code in hand[:, world]:
                    unseen[code] -= 1
                    assert not sight.voids[chair][code // 13]
            assert min(unseen) >= 0
            assert sum(unseen) == len(state.stock)


def test_worlds_differ_and_fit_where_there_is_hardly_a_choice() -> None:
    """The last hand: each void shown leaves others with all of that suit."""
    state = position(
        ["2S 3S", "4C 5C", "6H 7D", "8D 9H"],
        voids=["HCD", "SHD", "SC", "SC"],
        hand=3,
        piles=["", "", "", ""],
    )
    seen = [f"{face}{suit}" for face in "23456789TJQKA" for suit in "SCHD" for _ in range(4)]
    for card in ["2S", "3S", "4C", "5C", "6H", "7D", "8D", "9H"]:
        seen.remove(card)
    state = plays(position(["2S 3S", "4C 5C", "6H 7D", "8D 9H"], hand=3, piles=[" ".join(seen), "", "", ""]), "")
    state = plays(state, "2S 4C 6H 8D")
    (seat,) = GAME.turn(state)
    sight = Sight(GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat), seat)
    hands = Worlds(sight, dice(1)).sample(40)
    deals = {tuple(int(hand[0, world]) for hand in hands) for world in range(40)}
    assert len(deals) == 2  # the three of spades can only lie with who led spades


def test_a_forced_card_is_played_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Worlds, "sample", lambda *_: pytest.fail("there is nothing to choose"))
    state = plays(position(["AC 3C", "2D 2D", "KC 3S", "9S 9S"]), "AC 2D KC")
    assert chosen(state, Seat(3), "strong", 1) == "9S"
    with pytest.raises(pytest.fail.Exception):
        chosen(position(["AC 3C", "2D 2D", "KC 3S", "9S 9S"]), Seat(0), "strong", 1)


def test_the_work_follows_the_budget() -> None:
    """More budget, more worlds; one that does not do for a few leaves the choice to the quick policy."""
    state, seat = next(positions({}))
    sight = Sight(GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat), seat)
    amounts = [sum(many for many, _ in rounds(sight, 13, ms * 1000)) for ms in (5, 50, 100, 400, 1600)]
    assert amounts[0] == 0
    assert amounts == sorted(amounts)
    assert amounts[1] >= FEWEST
    assert search(sight, dice(1), 5) == []
    assert chosen(state, seat, "strong", 1, 5) == chosen(state, seat, "normal", 2)


def test_the_search_takes_a_completion_that_the_others_threaten() -> None:
    """R9.5: a sure trick with the last rank of one's own calypso."""
    state = position(["2C 3C", "2H 2S", "KC 3S", "9D 5S 5H"], rows=["", "", "", "2345678TJQKA"])
    assert chosen(plays(state, "2C 2H KC"), Seat(3), "strong", 1) == "9D"


@pytest.mark.parametrize("variant", ["partnership", "solo", "three_handed"])
def test_each_level_is_better_than_chance_and_normal_than_easy(variant: str) -> None:
    for a, b, deals in (("easy", "random", 2), ("normal", "easy", 3)):
        result = play_match(GAME, {"variant": variant}, a, b, deals)
        assert result.margin.mean > 0


@pytest.mark.parametrize("options", MIXES, ids=str)
def test_advice_ranks_every_card_and_gives_reasons(options: dict[str, Any]) -> None:
    said = set()
    for state, seat in positions(options, every=11, start=3):
        views = GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat)
        advice = GAME.advise(*views, seat, dice(2), SMALL)
        assert sorted(opinion.command.card for opinion in advice) == sorted(legal(views[1]))  # type: ignore[attr-defined]
        assert advice[0].points == 0
        assert [opinion.points for opinion in advice] == sorted((o.points for o in advice), reverse=True)
        for opinion in advice:
            assert 1 <= len(opinion.reasons) <= advising.MOST
            said.update(reason.code for reason in opinion.reasons)
    assert len(said) >= 10


@pytest.mark.parametrize("lang", ["en", "ru", "ja"])
def test_every_reason_and_level_has_its_words(lang: str) -> None:
    words = json.loads(text_of(f"static/games/calypso/i18n/{lang}.json"))
    codes = re.findall(r"^\| ([a-z_]+) \| ([a-z, ]*) \|", advising.__doc__ or "", re.M)[1:]
    assert len(codes) == 18
    for code, params in codes:
        sentence = json.dumps(words[f"opinion.{code}"])
        assert set(re.findall(r"{(\w+)}", sentence)) <= set(params.split(", "))
    assert set(re.findall(r'Reason\(\s*"([a-z_]+)"', text_of("app/games/calypso/bot/advise.py"))) <= {
        c for c, _ in codes
    }
    assert all(f"level.calypso.{level}" in words for level in GAME.levels)
