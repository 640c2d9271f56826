"""The short ways to a game, invitations, and who is kept out by every door."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from app.http.assets import Assets
from app.main import App
from app.tables.service import table_of
from tests import played
from tests.http.conftest import browser, started
from tests.http.test_tables import Hand, new

Visit = Callable[..., httpx2.AsyncClient]
Guest = Callable[..., Any]
API = "/api/v1"


async def post(client: httpx2.AsyncClient, path: str, body: dict[str, Any], status: int = 200) -> dict[str, Any]:
    answer = await client.post(API + path, json=body)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def told(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_two_strangers_meet_by_quick_play(guest: Guest, visit: Visit) -> None:
    anna, boris = await guest("Anna"), await guest("Boris")
    first = await post(anna, "/quick", {"game": "calypso"})
    assert set(first) == {"id", "seated"}
    assert await post(boris, "/quick", {"game": "calypso"}) == first == await post(anna, "/quick", {"game": "calypso"})
    seen = await Hand(boris, first["id"]).look()
    assert [seat.get("name") for seat in seen["public"]["seats"].values()] == ["Anna", "Boris", None, None]
    slow = await post(boris, "/quick", {"game": "calypso", "table": {"clock": "slow"}})
    assert slow["id"] != first["id"]


async def test_practice_begins_at_once(guest: Guest, visit: Visit) -> None:
    anna = await guest()
    body = {"game": "calypso", "options": {"rounds": 1}, "id": "practice-1"}
    made = await post(anna, "/practice", body, 201)
    assert set(made) == {"id", "invite"}
    assert await post(anna, "/practice", body, 201) == made
    seen = await Hand(anna, made["id"]).look()
    assert (seen["public"]["phase"], seen["pos"]["seq"]) == ("playing", 1)
    assert seen["public"]["table"]["undo"] == "free"
    assert (await visit().get(f"{API}/tables/{made['id']}", params={"key": made["invite"]})).status_code == 404


@pytest.mark.parametrize("path", ["/quick", "/practice", "/tables"])
async def test_wishes_that_are_refused(guest: Guest, visit: Visit, path: str) -> None:
    anna = await guest()
    for client, body, status, code in (
        (visit(), {"game": "calypso"}, 401, "bad.session"),
        (anna, {"game": "whist"}, 404, "bad.game"),
        (anna, {}, 422, "bad.body"),
        (anna, {"game": "calypso", "seat": 1}, 422, "bad.body"),
        (anna, {"game": "calypso", "options" if path == "/practice" else "table": {"x": 1}}, 400, "bad.option"),
        (anna, {"game": "calypso", "id": "short"}, 422, "bad.body"),
        (anna, {"game": "calypso", "id": "not, a nonce"}, 422, "bad.body"),
    ):
        assert await told(await client.post(API + path, json=body)) == (status, code), body
    assert (await anna.get(f"{API}/tables")).json() == {"open": [], "mine": []}


async def test_a_table_asked_for_twice_is_made_once(app: App, guest: Guest) -> None:
    anna, boris = await guest("Anna"), await guest("Boris")
    body = {"game": "calypso", "table": {"access": "private"}, "id": "nonce-nonce"}
    first, second = await asyncio.gather(post(anna, "/tables", body, 201), post(anna, "/tables", body, 201))
    assert first == second
    assert first["invite"]
    assert await post(boris, "/tables", body, 201) != first
    assert len((await anna.get(f"{API}/tables")).json()["mine"]) == 1


async def test_nor_once_its_game_lies_in_the_archive(app: App, guest: Guest) -> None:
    anna = await guest()
    table = table_of(anna.user["id"], "nonce-nonce")
    await app.state.services.archive.finish(played.record(table, access="private"))
    for path in ("/tables", "/practice"):
        assert await post(anna, path, {"game": "calypso", "id": "nonce-nonce"}, 201) == {"id": table}
    assert (await anna.get(f"{API}/tables/{table}")).status_code == 404


async def test_the_host_gets_the_links_to_hand_out(guest: Guest) -> None:
    anna, boris, clara = await guest("Anna"), await guest("Boris"), await guest("Clara")
    made = await new(anna, access="private")
    table = f"{API}/tables/{made['id']}"
    host = Hand(anna, made["id"])
    assert (await host.do("reserve", seat=2, name="Boris")).status_code == 200
    keys = (await anna.get(f"{table}/invites")).json()
    assert (keys["key"], set(keys["seats"])) == (made["invite"], {"2"})
    for seat, key, code in ((1, keys["seats"]["2"], "rule.reserved"), (2, keys["key"], "rule.reserved")):
        assert (await told(await Hand(boris, made["id"]).do("sit", key=key, seat=seat)))[1] == code
    assert (await Hand(boris, made["id"]).do("sit", key=keys["seats"]["2"], seat=2)).status_code == 200
    for client, expected in ((boris, (403, "bad.not_host")), (clara, (404, "bad.table"))):
        assert await told(await client.get(f"{table}/invites")) == expected


async def test_who_was_shown_out_stays_out(guest: Guest) -> None:
    anna, boris = await guest("Anna"), await guest("Boris")
    made = await new(anna)
    table = f"{API}/tables/{made['id']}"
    assert (await Hand(boris, made["id"]).do("sit", seat=1)).status_code == 200
    assert (await Hand(anna, made["id"]).do("kick", seat=1)).status_code == 200
    for answer in (
        await boris.get(table),
        await boris.get(f"{table}/invites"),
        await boris.post(f"{table}/rematch", json={"rotate": False}),
        await Hand(boris, made["id"]).do("sit", turn=0, seat=1),
        await Hand(boris, made["id"]).do("nonsense", turn=0),
    ):
        assert await told(answer) == (403, "bad.kicked")
    assert (await boris.get(f"{API}/tables")).json()["mine"] == []


async def test_once_more(guest: Guest) -> None:
    anna, boris = await guest("Anna"), await guest("Boris")
    made = await post(anna, "/practice", {"game": "calypso"}, 201)
    path = f"/tables/{made['id']}/rematch"
    assert await told(await anna.post(API + path, json={"rotate": True})) == (409, "rule.not_over")
    assert (await Hand(anna, made["id"]).do("offer", what="abandon")).status_code == 200
    assert await told(await boris.post(API + path, json={})) == (404, "bad.table")
    assert await told(await anna.post(API + path, json={"rotate": "often"})) == (422, "bad.body")
    again = await post(anna, path, {"rotate": True})
    assert await post(anna, path, {}) == again != {"id": made["id"]}
    seen = await Hand(anna, made["id"]).look()
    assert seen["public"]["rematch"] == again["id"]
    assert (await Hand(anna, again["id"]).look())["public"]["phase"] == "playing"


async def test_a_seat_of_a_bot_is_listed(visit: Visit, guest: Guest) -> None:
    anna, boris = await guest("Anna"), await guest("Boris")
    made = await new(anna, autostart="full", clock="slow")
    host = Hand(anna, made["id"])
    for seat in (1, 2, 3):
        assert (await host.do("bot.add", seat=seat, level="normal")).status_code == 200
    (card,) = (await visit().get(f"{API}/tables")).json()["open"]
    assert (card["phase"], [seat["kind"] for seat in card["seats"]]) == ("playing", ["person", "bot", "bot", "bot"])
    assert (await Hand(boris, made["id"]).do("sit", seat=2)).status_code == 200
    (card,) = (await boris.get(f"{API}/tables")).json()["mine"]
    assert card["seats"][2]["booked"] == boris.user["id"]
    assert (await host.do("lock", locked=True)).status_code == 200
    lists = (await anna.get(f"{API}/tables")).json()
    assert (lists["open"], lists["mine"][0]["locked"]) == ([], True)


@pytest.mark.usefixtures("one_minute")
async def test_whatever_may_open_a_table_is_limited_together(tmp_path: Path, assets: Assets) -> None:
    async with started(tmp_path, assets, CARDS_TABLES_PER_MINUTE="3") as app, browser(app) as anna:
        await post(anna, "/session", {"name": "Anna"}, 201)
        made = await post(anna, "/practice", {"game": "calypso"}, 201)
        await post(anna, "/tables", {"game": "calypso"}, 201)
        await post(anna, "/quick", {"game": "calypso"})
        for path in ("/practice", "/tables", "/quick", f"/tables/{made['id']}/rematch"):
            answer = await anna.post(API + path, json={"rotate": False} if "rematch" in path else {"game": "calypso"})
            assert await told(answer) == (429, "bad.rate")
            assert int(answer.headers["retry-after"]) > 0


@pytest.mark.usefixtures("one_minute")
async def test_and_so_is_asking_for_keys(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = await guest()
    made = await new(anna)
    codes = [(await anna.get(f"{API}/tables/{made['id']}/invites")).status_code for _ in range(61)]
    assert codes == [200] * 60 + [429]
