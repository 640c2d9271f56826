"""What a bot would have done in a finished game: asked with what the seat knew then, and with nothing else."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio

from app.archive import suggestions as module
from app.archive.service import Archive
from app.archive.suggestions import Suggestions, unfold
from app.db import users
from app.db.sessions import Database
from app.engine.basics import Refusal, Seat, View
from app.engine.game import Opinion, Reason
from app.engine.kernel import Kernel
from app.engine.record import Record
from app.games.calypso.types import Play
from app.games.catalogue import CATALOGUE
from tests import played
from tests.quiet import *  # noqa: F403
from tests.quiet import Logged

REASONS = (Reason("safe"),)


class Bots:
    """Thinks most of the card that sorts first, and a point less of each after it."""

    def __init__(self) -> None:
        self.asked: list[tuple[View, View, View, int]] = []
        self.fails = self.silent = False

    async def advise(
        self, game: str, public: View, private: View, memory: View, seat: Seat, seed: bytes
    ) -> list[Opinion]:
        self.asked.append((public, private, memory, seat))
        if self.fails:
            raise TimeoutError
        return [] if self.silent else [Opinion(Play(card), -n, REASONS) for n, card in enumerate(private["hand"])]


@pytest.fixture
def bots() -> Bots:
    return Bots()


@pytest_asyncio.fixture
async def game(db: Database, bots: Bots) -> Suggestions:
    async with db.writing() as session:
        for ident in ("anna", "boris"):
            await users.add(session, ident, played.name_of(ident), "en", 1)
    archive = Archive(db, CATALOGUE.get)
    await archive.finish(played.record("T1"))
    await archive.finish(played.record("T2", access="private"))
    return Suggestions(archive, CATALOGUE.get, bots)


def decisions(record: Record) -> dict[int, Any]:
    return dict(unfold(Kernel(CATALOGUE.get("calypso")), record))


async def refused(game: Suggestions, table: str, seq: int, user: str = "anna") -> str:
    with pytest.raises(Refusal) as refusal:
        await game.ask(table, seq, user, lambda: None)
    return refusal.value.code


def test_every_card_of_a_game_was_a_decision() -> None:
    found = decisions(played.record("T1"))
    assert len(found) == 208
    assert {decision.seat for decision in found.values()} == {0, 1, 2, 3}


async def test_it_is_asked_with_what_the_seat_knew(game: Suggestions, bots: Bots) -> None:
    seq, decision = list(decisions(played.record("T1")).items())[30]
    told = await game.ask("T1", seq, "anna", lambda: None)
    rules = CATALOGUE.get("calypso")
    play, seat = decision.play, decision.seat
    assert bots.asked == [(rules.public(play), rules.private(play, seat), rules.memory(play, seat), seat)]
    assert (told.seq, told.seat, told.played) == (seq, seat, decision.command)
    assert told.cost == [one.command for one in told.opinions].index(decision.command)


async def test_a_card_that_the_bot_did_not_think_of_has_no_cost(game: Suggestions, bots: Bots) -> None:
    seq = min(decisions(played.record("T1")))

    async def advise(*_: Any) -> list[Opinion]:
        return [Opinion(Play("XX"), 0)]

    bots.advise = advise  # type: ignore[method-assign]
    assert (await game.ask("T1", seq, "anna", lambda: None)).cost is None


async def test_known_answers_cost_nothing(game: Suggestions, bots: Bots) -> None:
    seq = min(decisions(played.record("T1")))
    asked: list[int] = []
    first = await game.ask("T1", seq, "anna", lambda: asked.append(1))
    assert await game.ask("T1", seq, "boris", lambda: asked.append(1)) is first
    assert (len(bots.asked), asked) == (1, [1])


async def test_only_so_many_are_kept(game: Suggestions, bots: Bots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWERS", 2)
    one, two, three, *_ = decisions(played.record("T1"))
    for seq in (one, two, three, two, one):
        await game.ask("T1", seq, "anna", lambda: None)
    assert len(bots.asked) == 4


async def test_who_may_not_see_the_game_is_told_nothing(game: Suggestions) -> None:
    seq = min(decisions(played.record("T2", access="private")))
    await game.ask("T2", seq, "anna", lambda: None)
    assert await refused(game, "T2", seq, "eve") == "bad.game"
    assert await refused(game, "T9", seq) == "bad.game"


async def test_what_cannot_be_asked(game: Suggestions, bots: Bots, db: Database, logged: Logged) -> None:
    assert await refused(game, "T1", 1) == "rule.no_decision"
    first, second, *_ = decisions(played.record("T1"))
    bots.silent = True
    assert await refused(game, "T1", first) == "rule.no_advice"
    bots.fails = True
    assert await refused(game, "T1", second) == "down.bots"
    logged.take("suggestion.failed")


async def test_rated_games_have_none(game: Suggestions, bots: Bots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "setting", lambda settings, key: "rated")
    assert await refused(game, "T1", min(decisions(played.record("T1")))) == "rule.hints_rated"
    assert not bots.asked
