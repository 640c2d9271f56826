"""Every message of the WebSocket protocol. docs/protocol.md describes them; a test holds the two together."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from app.engine.basics import View
from app.live.contracts import Position
from app.tables.chat import ChatLine

SUBPROTOCOL: Final = "cards.v1"
LEVEL: Final = 2
"""Raised with every additive change; docs/protocol.md lists them."""

SOFT_LIMIT: Final = 8 * 1024
"""A longer frame is answered `bad.size`, nothing else happens."""
HARD_LIMIT: Final = 64 * 1024
"""A longer frame closes the socket (1009)."""


Number = Annotated[int, msgspec.Meta(ge=-(1 << 63), le=(1 << 63) - 1)]
"""Any, but none so long that it would fill the log."""


class FromClient(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """What a browser sends."""


class FromServer(msgspec.Struct, frozen=True, tag_field="t", omit_defaults=True):
    """What the server sends."""


# browser -> server


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position of the state that a page holds."""

    epoch: str
    seq: int
    chain: str


class TableJoin(FromClient, frozen=True, tag="table.join"):
    """Follow a table on channel `ch`; with `pos`, go on from there. `key` is the invitation to a private table."""

    table: str
    ch: int
    pos: Held | None = None
    key: str = ""


class TableLeave(FromClient, frozen=True, tag="table.leave"):
    """Follow the channel's table no more. A seat is kept."""

    ch: int


class TableDo(FromClient, frozen=True, tag="table.do"):
    """A command. `id` is "<nonce>.<counter>", the same when sent again; `turn` is the decision it is meant for."""

    table: str
    id: str
    turn: Number
    cmd: msgspec.Raw
    key: str = ""


class LobbyJoin(FromClient, frozen=True, tag="lobby.join"):
    """Follow the list of open tables."""


class LobbyLeave(FromClient, frozen=True, tag="lobby.leave"):
    """Follow it no more."""


class ChatSay(FromClient, frozen=True, tag="chat.say"):
    """Say something at the channel's table; without `ch` in the lobby. Either a text or the key of a preset.

    `id` is "<nonce>.<counter>", the same when sent again."""

    id: str
    ch: int = -1
    text: str = ""
    preset: str = ""


class Nudge(FromClient, frozen=True, tag="nudge"):
    """Remind the person in a seat of the channel's table that it is their turn."""

    ch: int
    seat: int


class Ping(FromClient, frozen=True, tag="ping"):
    """Is anybody there? Answered by `pong`."""


ClientMessage = TableJoin | TableLeave | TableDo | LobbyJoin | LobbyLeave | ChatSay | Nudge | Ping


# server -> browser


class User(msgspec.Struct, frozen=True):
    """Who the session belongs to."""

    id: str
    name: str


class Hello(FromServer, frozen=True, tag="hello"):
    """First on every socket. `now` is the server's time, ms since the Unix epoch."""

    level: int
    build: str
    now: int
    user: User | None = None


class TableSnap(FromServer, frozen=True, tag="table.snap"):
    """The whole truth as this viewer may see it; replaces whatever the page held."""

    ch: int
    table: str
    pos: Position
    public: View
    private: View
    log: list[list[Any]]
    """The latest notes, oldest first."""
    at: int
    """When the commit at `pos` was made, ms since the Unix epoch; deltas count on from it."""
    since: int
    """When the present decision began, ms since the Unix epoch."""
    now: int
    here: list[str]
    """Users who are connected to the table."""
    watchers: dict[str, str] = {}
    """The names of those of them who have no seat, by user."""
    invite: str = ""
    """The key of the table, for those who sit at it."""


class TableDelta(msgspec.Struct, frozen=True, array_like=True):
    """One commit. Sent in its short form, an array without its name, empty parts at the end left out."""

    ch: int
    seq: int
    chain: str
    at: int
    """ms since the commit before."""
    public: View = {}
    private: View = {}
    notes: list[list[Any]] = []


class TableCurrent(FromServer, frozen=True, tag="table.current"):
    """All deltas that were missing have been sent: the page holds the truth again."""

    ch: int
    seq: int


class TableGone(FromServer, frozen=True, tag="table.gone"):
    """The channel is closed: no such table, not for you, or it was closed."""

    ch: int
    code: str
    params: dict[str, str | int | bool] = {}


class Ack(msgspec.Struct, frozen=True, array_like=True):
    """The command is durable as commit `seq`, a line of a chat as its line `seq`.

    Sent in its short form, an array without its name: [id, seq]."""

    id: str
    seq: int


class Nack(FromServer, frozen=True, tag="nack"):
    """The command (or message) was refused and changed nothing."""

    code: str
    params: dict[str, str | int | bool] = {}
    id: str = ""


class Presence(FromServer, frozen=True, tag="presence"):
    """The users who are connected to the channel's table now; `watchers`: names of those who have no seat, by user."""

    ch: int
    here: list[str]
    watchers: dict[str, str] = {}


class ChatLog(FromServer, frozen=True, tag="chat.log"):
    """All that was said at the channel's table (without `ch` in the lobby), as far as it is kept, oldest first."""

    lines: list[ChatLine]
    ch: int = -1


class ChatSaid(FromServer, frozen=True, tag="chat.said"):
    """One line more."""

    line: ChatLine
    ch: int = -1


class Nudged(FromServer, frozen=True, tag="nudged"):
    """The person in seat `by` reminds the one in `seat` that it is their turn."""

    ch: int
    by: int
    seat: int


class LobbySnap(FromServer, frozen=True, tag="lobby.snap"):
    """All open tables."""

    tables: list[Any]


class LobbyDelta(FromServer, frozen=True, tag="lobby.delta"):
    """One open table is new or has changed; without `listing` it is no longer open."""

    table: str
    listing: Any = None


class Pong(FromServer, frozen=True, tag="pong"):
    """Answer to `ping`; `now` is the server's time."""

    now: int


class Bye(FromServer, frozen=True, tag="bye"):
    """The server is about to close the socket; come back in so many milliseconds (-1: do not)."""

    code: str
    reconnect_in: int = -1


ServerMessage = (
    TableSnap
    | TableCurrent
    | TableGone
    | Hello
    | Nack
    | Presence
    | ChatLog
    | ChatSaid
    | Nudged
    | LobbySnap
    | LobbyDelta
    | Pong
    | Bye
)


class Close:
    """Close codes of ours: 4000-4499 come back, 4500-4999 stay away."""

    SLOW: Final = 4000
    """The reader fell behind: reconnect and resume."""
    SILENT: Final = 4001
    """Nothing was heard for 30 s."""
    FLOOD: Final = 4002
    """Too many messages; come back later."""
    STORE: Final = 4003
    """The live store does not answer: come back and send unanswered commands again."""
    ERROR: Final = 4004
    """A fault of the server: come back."""
    RESTART: Final = 1012
    """The server restarts: come back with jitter."""
    TOO_BIG: Final = 1009
    """A frame over the hard limit."""
    ORIGIN: Final = 4500
    """The page that opened the socket is not ours."""
    SUBPROTOCOL: Final = 4501
    """The page speaks another protocol: reload it."""
