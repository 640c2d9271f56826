"""Asking a bot over HTTP: during a friendly game, and of a finished one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.bots.runner import BotPool
from app.engine.basics import Seat
from app.engine.game import Opinion, Reason
from app.games.calypso.types import Play
from app.main import App
from tests import played
from tests.http.test_tables import Guest, Hand, new

API = "/api/v1"

OPINIONS = [Opinion(Play("2H"), 0, (Reason("safe", {"chance": 80}),)), Opinion(Play("3H"), -12)]


@pytest.fixture
def advised(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats for which a bot was asked, which answers OPINIONS."""
    seats: list[int] = []

    async def advise(_: BotPool, game: str, public: Any, private: Any, memory: Any, seat: Seat, seed: bytes) -> Any:
        seats.append(seat)
        return OPINIONS

    monkeypatch.setattr(BotPool, "advise", advise)
    return seats


async def test_a_hint(guest: Guest, advised: list[int]) -> None:
    ann = await guest("Ann")
    made = (await ann.post("/api/v1/practice", json={"game": "calypso", "options": {"rounds": 1}})).json()
    hand = Hand(ann, made["id"])
    while "0" not in (seen := await hand.look())["public"]["act"]:
        await asyncio.sleep(0.05)
    answer = await ann.post(f"/api/v1/tables/{made['id']}/hint")
    assert answer.status_code == 200, answer.text
    assert answer.json() == {
        "turn": seen["public"]["turn"],
        "opinions": [
            {
                "command": {"type": "play", "card": "2H"},
                "points": 0,
                "reasons": [{"code": "safe", "params": {"chance": 80}}],
            },
            {"command": {"type": "play", "card": "3H"}, "points": -12, "reasons": []},
        ],
    }
    assert advised == [0]


async def test_refusals_of_a_hint(guest: Guest, visit: Any, advised: list[int]) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    table = (await new(ann))["id"]
    answers = [
        (await client.post(f"/api/v1/tables/{one}/hint")).json()["code"]
        for client, one in ((visit(), table), (bob, table), (bob, "nowhere"), (ann, table))
    ]
    assert answers == ["bad.session", "bad.not_seated", "bad.table", "rule.not_your_turn"]
    assert not advised


@pytest.mark.usefixtures("one_minute")
async def test_a_suggestion_for_a_finished_game(guest: Guest, visit: Any, app: App, advised: list[int]) -> None:
    await app.state.services.archive.finish(played.record("T1"))
    eve = await guest("Eve")
    path = f"{API}/history/T1"
    review = (await eve.get(f"{path}/review")).json()
    seq = next(step["seq"] for step in review["steps"] if step["actor"]["kind"] == "bot")
    answer = await eve.get(f"{path}/suggestion", params={"seq": seq})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["seq"], told["seat"], len(told["opinions"])) == (seq, advised[0], 2)
    assert set(told["played"]) == {"type", "card"}
    assert (await visit().get(f"{path}/suggestion", params={"seq": seq})).json()["code"] == "bad.session"
    assert (await eve.get(f"{path}/suggestion")).status_code == 422
    wrong = [eve.get(f"{path}/suggestion", params={"seq": 1}) for _ in range(150)]
    codes = [answer.json()["code"] for answer in await asyncio.gather(*wrong)]
    assert set(codes) == {"rule.no_decision", "bad.rate"}
    assert codes.count("rule.no_decision") in (59, 60)
