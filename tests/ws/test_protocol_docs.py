"""docs/protocol.md and app/ws/protocol.py say the same, both ways: messages, fields, which may be absent, codes."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest

from app.engine.table import commands as cmd
from app.games.catalogue import CATALOGUE
from app.tables import chat, hub, lobby, talk
from app.tables.chat import ChatLine
from app.ws import protocol as p
from app.ws import transport
from tests.house.tree import text_of

DOCS = text_of("docs/protocol.md")
ROW = re.compile(r"^\| *`([^`]+)` *\| *(.*?) *\| *(.*?) *\|$", re.M)


def section(title: str) -> str:
    """The text under a heading, up to the next of its rank or a higher one."""
    level = title.split()[0]
    after = DOCS.split(f"\n{title}\n", 1)[1]
    return re.split(rf"^#{{1,{len(level)}}} ", after, maxsplit=1, flags=re.M)[0]


def documented(title: str) -> dict[str, str]:
    return {name: fields for name, fields, _ in ROW.findall(section(title))}


def fields(cell: str) -> dict[str, bool]:
    """By name, whether it may be absent."""
    return {name: bool(mark) for name, mark in re.findall(r"`([a-z_]+)(\??)`", cell)}


def tag(message: type[Any]) -> str:
    name = message.__struct_config__.tag
    return name if isinstance(name, str) else {p.TableDelta: "table.delta", p.Ack: "ack"}[message]


def members(union: Any) -> dict[str, type[Any]]:
    return {tag(message): message for message in get_args(union)}


def coded(message: type[Any]) -> dict[str, bool]:
    return {field.name: not field.required for field in msgspec.structs.fields(message)}


FROM_CLIENT = members(p.ClientMessage)
FROM_SERVER = members(p.ServerMessage) | {"table.delta": p.TableDelta, "ack": p.Ack}


def test_every_message_is_described_and_no_other() -> None:
    assert documented("### Browser to server").keys() == FROM_CLIENT.keys()
    assert documented("### Server to browser").keys() == FROM_SERVER.keys()


def test_no_message_of_the_code_is_left_out_of_the_unions() -> None:
    everything = [value for value in vars(p).values() if isinstance(value, type)]
    assert {c for c in everything if issubclass(c, p.FromClient)} - {p.FromClient} == set(FROM_CLIENT.values())
    sent = {c for c in everything if issubclass(c, p.FromServer)} - {p.FromServer}
    assert sent | {p.TableDelta, p.Ack} == set(FROM_SERVER.values())


@pytest.mark.parametrize("name", FROM_CLIENT)
def test_fields_from_the_browser(name: str) -> None:
    assert fields(documented("### Browser to server")[name]) == coded(FROM_CLIENT[name])


@pytest.mark.parametrize("name", sorted(FROM_SERVER.keys() - {"table.delta"}))
def test_fields_from_the_server(name: str) -> None:
    described = fields(documented("### Server to browser")[name])
    message = FROM_SERVER[name]
    assert described == coded(message)
    if message.__struct_config__.array_like:
        assert list(described) == list(message.__struct_fields__)


def test_the_delta_is_an_array_in_this_order() -> None:
    (order,) = re.findall(r"^ {4}\[(.+?)\]", section("### Deltas"), re.M)
    assert tuple(order.split(", ")) == p.TableDelta.__struct_fields__


def test_fields_within_fields() -> None:
    join, hello = DOCS.split("`pos` = {", 1)[1], DOCS.split("`user` = {", 1)[1]
    assert tuple(re.findall(r"`(\w+)`", join.split("}")[0])) == p.Held.__struct_fields__
    assert tuple(re.findall(r"`(\w+)`", hello.split("}")[0])) == p.User.__struct_fields__
    line = DOCS.split("A `line` is {", 1)[1].split("}")[0]
    assert fields(line) == coded(ChatLine)


def test_what_the_text_says_of_the_chat() -> None:
    text = " ".join(section("### Chat").split())
    assert re.findall(r"`([a-z_]+)`", text.split("language: ")[1].split(". ")[0]) == list(chat.PRESETS)
    assert (
        f"its last {talk.KEPT} lines, the lobby {lobby.CHAT_KEPT} of the last {lobby.CHAT_SHOWN // 3_600_000} hours"
        in text
    )
    assert f"1 to {chat.LONGEST} characters" in text
    seconds = chat.WINDOW // 1000
    assert (
        f"at most {chat.MOST} lines in {seconds} s in a room, and at most {chat.MOST_ALIKE} that are nearly the same"
        in text
    )
    assert f"waited for {hub.NUDGE_AFTER // 1000} s or longer" in text
    assert f"within {hub.NUDGE_EVERY // 1000} s of one's last" in text
    assert f"at most {transport.MOST_LAG} ms" in section("### Lag")


def test_close_codes() -> None:
    described = {name: int(code) for code, name in re.findall(r"^\| (\d+) \| `([A-Z_]+)` \|", DOCS, re.M)}
    assert described == {name: code for name, code in vars(p.Close).items() if name.isupper()}
    ours = [code for code in described.values() if code >= 4000]
    assert all(4000 <= code < 5000 for code in ours)


def test_numbers_that_the_text_names() -> None:
    assert f"`{p.SUBPROTOCOL}`" in DOCS
    assert f"over {p.SOFT_LIMIT // 1024} KiB" in DOCS
    assert f"over {p.HARD_LIMIT // 1024} KiB" in DOCS
    levels = [int(number) for number in re.findall(r"^(\d+)\. ", section("## Levels"), re.M)]
    assert levels == list(range(1, p.LEVEL + 1))


def test_commands_of_the_table() -> None:
    described = {name: fields(cell) for name, cell in documented("## Commands").items()}
    coded_ = {
        str(command.__struct_config__.tag): coded(command) for command in cmd.COMMANDS if command not in cmd.INTERNAL
    }
    described.pop("type")  # the head of the table
    assert described == coded_


def test_commands_of_the_games() -> None:
    (line,) = [line for line in section("## Commands").splitlines() if "game commands" in line]
    for game in CATALOGUE.games():
        for command in game.commands:
            assert f"`{command.__struct_config__.tag}`" in line
            for field in msgspec.structs.fields(command):
                assert f"`{field.name}`" in line
