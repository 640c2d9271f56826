"""A game that is nowhere named but in its folder is played over the network, stored and reviewed."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.toy.server import ToyServer


class Visitor:
    """Somebody with a session, over HTTP."""

    def __init__(self, url: str, name: str) -> None:
        self.http = httpx2.Client(base_url=f"{url}/api/v1", headers={"origin": url}, timeout=60)
        self.numbers = itertools.count(1)
        self.post("/session", name=name, lang="en")

    def close(self) -> None:
        self.http.close()

    def get(self, path: str) -> Any:
        return self.http.get(path).raise_for_status().json()

    def post(self, path: str, **body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def do(self, table: str, turn: int, **cmd: Any) -> None:
        self.post(f"/tables/{table}/commands", id=f"n.{next(self.numbers)}", turn=turn, cmd=cmd)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ToyServer]:
    running = ToyServer(tmp_path)
    running.start()
    yield running
    running.close()


def play(ann: Visitor, table: str, seconds: float = 120) -> Any:
    """Ann lays her lowest card whenever it is her turn; the bot plays by itself. The last public view."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        at = ann.get(f"/tables/{table}")
        public, private = at["public"], at["private"]
        if public["phase"] == "over":
            return public
        if public["phase"] == "between" and "0" in public["act"]:
            ann.do(table, public["turn"], type="next")
        elif public["act"] == "0":
            ann.do(table, public["turn"], type="lay", card=next(iter(private["hand"])))
        else:
            time.sleep(0.05)
    raise AssertionError("the game does not end")


def test_a_third_game_is_played_over_the_network(server: ToyServer) -> None:
    with closing(Visitor(server.url, "Ann")) as ann:
        from_lobby_to_review(ann)


def from_lobby_to_review(ann: Visitor) -> None:
    games = {game["key"]: game for game in ann.get("/games")["games"]}
    assert set(games) > {"highcard"}
    assert games["highcard"]["levels"] == ["careful", "bold"]
    options, settings = {"players": 2, "deals": 2}, {"clock": "untimed", "pace": "fast"}
    table = ann.post("/tables", game="highcard", options=options, table=settings)["id"]
    ann.do(table, 0, type="bot.add", seat=1, level="bold")
    ann.do(table, 0, type="start")
    public = play(ann, table)
    assert sum(public["g"]["scores"].values()) == 6
    stored = wait_for_history(ann)
    assert (stored["id"], stored["game"]) == (table, "highcard")
    review = ann.get(f"/history/{table}/review")
    assert review["options"] == {"players": 2, "deals": 2, "drawing": "on", "draws": 1, "hurry": "off"}
    assert any(["end", *public["g"]["scores"].values()] in step["notes"] for step in review["steps"])


def wait_for_history(ann: Visitor) -> Any:
    for _ in range(600):
        if games := ann.get("/history")["games"]:
            return games[0]
        time.sleep(0.1)
    raise AssertionError("the game is not stored")
