"""Tables without a socket: list, make, look, play."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest

from app.engine.dice import Dice
from app.engine.table import due
from app.http.assets import Assets
from app.main import App
from tests import played
from tests.http.conftest import browser, started

Visit = Callable[..., httpx2.AsyncClient]
Guest = Callable[..., Any]
NONCES = itertools.count()
QUICK = {"clock": "untimed", "pace": "fast"}


async def new(client: httpx2.AsyncClient, **table: str) -> dict[str, str]:
    wish = {"game": "calypso", "options": {"rounds": 1}, "table": {**QUICK, **table}}
    answer = await client.post("/api/v1/tables", json=wish)
    assert answer.status_code == 201, answer.text
    made: dict[str, str] = answer.json()
    return made


class Hand:
    """Sends numbered commands."""

    def __init__(self, client: httpx2.AsyncClient, table: str) -> None:
        self.client, self.table, self.number, self.nonce = client, table, 0, f"n{next(NONCES)}"

    async def look(self) -> dict[str, Any]:
        view: dict[str, Any] = (await self.client.get(f"/api/v1/tables/{self.table}")).json()
        return view

    async def do(self, type_: str, turn: int | None = None, key: str = "", **fields: Any) -> httpx2.Response:
        if turn is None:
            answer = await self.client.get(f"/api/v1/tables/{self.table}", params={"key": key} if key else {})
            turn = answer.json()["public"]["turn"]
        self.number += 1
        body = {"id": f"{self.nonce}.{self.number}", "turn": turn, "cmd": {"type": type_, **fields}}
        return await self.send(body | ({"key": key} if key else {}))

    async def send(self, body: dict[str, Any]) -> httpx2.Response:
        return await self.client.post(f"/api/v1/tables/{self.table}/commands", json=body)


async def test_the_catalogue_draws_the_form(visit: Visit) -> None:
    told = (await visit().get("/api/v1/games")).json()
    calypso = next(game for game in told["games"] if game["key"] == "calypso")
    assert calypso["levels"]
    assert calypso["options"]["owner"] == "calypso"
    assert told["table"]["owner"] == "table"
    for options in (calypso["options"], told["table"]):
        assert "presets" in options
        assert {item["type"] for item in options["items"]} <= {"choice", "number"}


async def test_a_public_table_is_listed_and_everybody_may_look(visit: Visit, guest: Guest) -> None:
    anna = await guest()
    made = await new(anna)
    assert set(made) == {"id"}
    mine = (await anna.get("/api/v1/tables")).json()
    assert [t["id"] for t in mine["mine"]] == [t["id"] for t in mine["open"]] == [made["id"]]
    others = (await visit().get("/api/v1/tables")).json()
    assert ([t["id"] for t in others["open"]], others["mine"]) == ([made["id"]], [])
    seen = (await visit().get(f"/api/v1/tables/{made['id']}")).json()
    assert set(seen) == {"pos", "public", "private", "at", "since", "now"}
    assert seen["private"] == {}
    assert seen["public"]["host"] == anna.user["id"]
    assert (await Hand(anna, made["id"]).look())["private"]["seat"] == 0


async def test_a_private_table_is_there_only_for_the_invited(visit: Visit, guest: Guest) -> None:
    anna, boris = await guest("Anna"), await guest("Boris")
    made = await new(anna, access="private")
    address = f"/api/v1/tables/{made['id']}"
    assert len(made["invite"]) >= 20
    assert (await visit().get("/api/v1/tables")).json()["open"] == []
    for key in ("", "x", made["invite"][:-1]):
        answer = await boris.get(address, params={"key": key})
        assert (answer.status_code, answer.json()["code"]) == (404, "bad.table")
        hand = Hand(boris, made["id"])
        refused = await hand.do("sit", turn=0, key=key, seat=1)
        assert (refused.status_code, refused.json()["code"]) == (404, "bad.table")
    assert (await boris.get(address, params={"key": made["invite"]})).status_code == 200
    sat = await Hand(boris, made["id"]).do("sit", key=made["invite"], seat=1)
    assert sat.status_code == 200, sat.text
    assert (await boris.get(address)).json()["private"]["seat"] == 1


async def test_looking_at_a_link_takes_no_seat(visit: Visit, guest: Guest) -> None:
    anna, boris = await guest("Anna"), await guest("Boris")
    made = await new(anna)
    before = await Hand(anna, made["id"]).look()
    for client in (visit(), boris):
        for path in (f"/t/{made['id']}", f"/api/v1/tables/{made['id']}"):
            await client.get(path)
            await client.head(path)
    after = await Hand(anna, made["id"]).look()
    assert (after["pos"], after["public"]) == (before["pos"], before["public"])


async def test_a_command_sent_twice_counts_once(guest: Guest) -> None:
    anna = await guest()
    hand = Hand(anna, (await new(anna))["id"])
    turn = (await hand.look())["public"]["turn"]
    body = {"id": "abc.1", "turn": turn, "cmd": {"type": "bot.add", "seat": 1, "level": "normal"}}
    first, second = await asyncio.gather(hand.send(body), hand.send(body))
    assert first.json() == second.json() == {"id": "abc.1", "seq": 2}
    assert (await hand.look())["pos"]["seq"] == 2


async def test_what_is_refused_changes_nothing(visit: Visit, guest: Guest) -> None:
    anna, boris = await guest("Anna"), await guest("Boris")
    table = (await new(anna))["id"]
    before = await Hand(anna, table).look()
    turn = before["public"]["turn"]
    good = {"id": "abc.1", "turn": turn, "cmd": {"type": "bot.add", "seat": 1, "level": "normal"}}
    for client, body, status, code in (
        (visit(), good, 401, "bad.session"),
        (boris, good, 403, "bad.not_host"),
        (boris, {**good, "cmd": {"type": "ready", "ready": True}}, 403, "bad.not_seated"),
        (anna, {**good, "cmd": {"type": "nonsense"}}, 400, "bad.command"),
        (anna, {**good, "cmd": {"type": "sit", "seat": 1, "extra": 1}}, 400, "bad.command"),
        (anna, {**good, "cmd": {"type": "sit", "seat": "one"}}, 400, "bad.command"),
        (anna, {**good, "turn": turn + 7, "cmd": {"type": "start"}}, 409, "stale.turn"),
        (anna, {**good, "turn": "x"}, 422, "bad.body"),
        (anna, {**good, "more": 1}, 422, "bad.body"),
        (anna, {"id": "abc.1"}, 422, "bad.body"),
        (anna, {**good, "id": "no number"}, 400, "bad.id"),
    ):
        answer = await client.post(f"/api/v1/tables/{table}/commands", json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), body
    for raw, status, code in ((b"{", 400, "bad.json"), (b"", 400, "bad.json"), (b"x" * 70_000, 413, "bad.size")):
        answer = await anna.post(f"/api/v1/tables/{table}/commands", content=raw)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await anna.post("/api/v1/tables/none/commands", json=good)).json()["code"] == "bad.table"
    assert (await anna.get("/api/v1/tables/none")).status_code == 404
    after = await Hand(anna, table).look()
    assert (after["pos"], after["public"]) == (before["pos"], before["public"])


async def test_tables_that_cannot_be_made(visit: Visit, guest: Guest) -> None:
    anna = await guest()
    for client, wish, status, code in (
        (visit(), {"game": "calypso"}, 401, "bad.session"),
        (anna, {"game": "whist"}, 404, "bad.game"),
        (anna, {"game": "calypso", "options": {"rounds": 99}}, 400, "bad.option"),
        (anna, {"game": "calypso", "options": {"nonsense": 1}}, 400, "bad.option"),
        (anna, {"game": "calypso", "table": {"access": "secret"}}, 400, "bad.option"),
        (anna, {"game": "calypso", "options": {"rounds": [1]}}, 422, "bad.body"),
        (anna, {"game": "calypso", "seats": 4}, 422, "bad.body"),
        (anna, {}, 422, "bad.body"),
    ):
        answer = await client.post("/api/v1/tables", json=wish)
        assert (answer.status_code, answer.json()["code"]) == (status, code), wish
    assert (await visit().get("/api/v1/tables")).json()["open"] == []


@pytest.mark.usefixtures("one_minute")
async def test_new_tables_of_one_person_are_limited(tmp_path: Path, assets: Assets) -> None:
    async with started(tmp_path, assets, CARDS_TABLES_PER_MINUTE="2") as app, browser(app) as anna:
        await anna.post("/api/v1/session", json={"name": "Anna"})
        codes = [(await anna.post("/api/v1/tables", json={"game": "calypso"})).status_code for _ in range(3)]
        assert codes == [201, 201, 429]


async def test_a_whole_game_over_http_is_found_in_the_history(
    app: App, guest: Guest, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One person with three bots; what is stored is what was played."""
    monkeypatch.setattr(due, "FAST", 1)
    services = app.state.services
    anna = await guest()
    hand = Hand(anna, (await new(anna, access="private"))["id"])
    game = services.catalogue.get("calypso")
    for seat in (1, 2, 3):
        assert (await hand.do("bot.add", seat=seat, level=game.levels[0])).status_code == 200
    for command in ({"type_": "ready", "ready": True}, {"type_": "start"}):
        assert (await hand.do(**command)).status_code == 200
    room = await services.tables.rooms.get(hand.table)
    while (state := room.looks.state).phase != "over":
        if state.phase == "between":
            assert (await hand.do("next", turn=state.turn)).status_code == 200
            continue
        (seat,) = game.turn(state.play)
        if seat == 0:
            view, memory = await hand.look(), game.memory(state.play, seat)
            card = game.choose(view["public"]["g"], view["private"], memory, seat, game.standin, Dice(b"anna"))
            move = msgspec.to_builtins(card)
            assert (await hand.do(move.pop("type"), turn=state.turn, **move)).status_code == 200
        else:
            await asyncio.sleep(0.01)
    while not (listed := (await anna.get("/api/v1/history")).json())["games"]:
        await asyncio.sleep(0.05)
    assert [one["id"] for one in listed["games"]] == [hand.table]
    assert listed["more"] is False
    one = (await anna.get(f"/api/v1/history/{hand.table}")).json()
    assert one["result"] == msgspec.to_builtins(room.looks.public["result"]) == listed["games"][0]["result"]
    review = (await anna.get(f"/api/v1/history/{hand.table}/review")).json()
    assert review["steps"]
    record = await anna.get(f"/api/v1/history/{hand.table}/record")
    assert "attachment" in record.headers["content-disposition"]
    for path in (hand.table, f"{hand.table}/review", f"{hand.table}/record"):
        answer = await visit().get(f"/api/v1/history/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "bad.game")
    assert (await visit().get("/api/v1/history")).json()["code"] == "bad.session"


async def test_a_public_game_is_for_everybody(app: App, visit: Visit) -> None:
    await app.state.services.archive.finish(played.record("T1"))
    client = visit()
    assert (await client.get("/api/v1/history/T1")).json()["seats"]["0"]["name"] == "Anna"
    packed = await client.get("/api/v1/history/T1/review")
    plain = await client.get("/api/v1/history/T1/review", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json()
