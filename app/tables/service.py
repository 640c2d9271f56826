"""Commands on live tables: load, decide, append if the log is still where it was, else catch up and decide again."""

from __future__ import annotations

import hmac
import secrets as tokens
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
import structlog

from app.engine.actor import SERVER, Actor
from app.engine.basics import Command, Millis, Refusal
from app.engine.commit import AnyCommit
from app.engine.dice import Chain
from app.engine.kernel import Kernel
from app.engine.table import commands as cmd
from app.engine.table.answers import answered
from app.engine.table.decide import Context
from app.engine.table.due import deadline
from app.engine.table.state import TableState
from app.live.contracts import NO_CHAIN, Append, LiveStore, Position, Published, Secrets
from app.tables.listing import LOBBY, change, listing, lobby_change
from app.tables.room import Room, Snapshot
from app.tables.rooms import Rooms

TRIES: Final = 8
"""How often a command is decided anew when others were quicker."""
DOUBT_EVERY: Final = 5000
"""A table's telling begins anew on the word of a page at most once in so many ms."""
DOUBT_AGAIN: Final = 600_000
"""And on the word of the same person: each time the present decision gets its time from the beginning."""
MOST_LOST: Final = 10_000
"""Nobody is believed that more commits than this were lost: a decision's number must stay one that pages can count."""
CLOSED_FOR: Final = 30_000
"""ms after which a closed table whose closer died before he could drop it is dropped by its timer."""

_ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_log = structlog.get_logger()


def wall_clock() -> Millis:
    """This machine's time in ms since the Unix epoch."""
    return Millis(time.time_ns() // 1_000_000)


def new_id(length: int) -> str:
    """A random id without characters that are mistaken for one another; 5.8 bits a character."""
    return "".join(tokens.choice(_ALPHABET) for _ in range(length))


class Person(msgspec.Struct, frozen=True):
    """Who a request comes from."""

    user: str
    name: str

    @property
    def actor(self) -> Actor:
        """The person as the log names him."""
        return Actor("person", user=self.user)


class Created(msgspec.Struct, frozen=True, omit_defaults=True):
    """A new table; `invite` only for a private one."""

    id: str
    invite: str = ""


class Tables:
    """Make tables and submit commands to them. One for a process."""

    def __init__(self, store: LiveStore, rooms: Rooms, now: Callable[[], Millis] = wall_clock) -> None:
        self.store = store
        self.rooms = rooms
        self.now = now
        self.on_deadline: Callable[[int], None] | None = None
        """Told each deadline this process sets, so that its timers wake in time."""
        self._doubted: dict[tuple[str, str], int] = {}
        rooms.on_rollback = self.renew

    async def create(
        self,
        person: Person,
        game: str,
        options: Mapping[str, Any],
        settings: Mapping[str, Any],
        *,
        fill: str = "",
        seated: Sequence[cmd.Seating] = (),
    ) -> Created:
        """A new table with the person as host, in seat 0 if `seated` does not say who sits where; `fill`: the level of
        bots for all other seats. Raises Refusal `bad.game`, `bad.option`, `bad.level`; StoreUnavailable."""
        kernel = self.rooms.kernel(game)
        table, end = new_id(10), tokens.token_bytes(32)
        chain, settled = Chain(end), dict(settings)
        command = cmd.Open(table, game, dict(options), settled, person.name, chain.anchor, fill, tuple(seated))
        commit = kernel.open(person.actor, command, Context(self.now(), chain))
        state = kernel.evolve(None, commit)
        secrets = Secrets(end.hex(), new_id(22) if state.settings["access"] == "private" else "")
        body = kernel.codec.encode(commit)
        append = self._append(kernel, None, state, Position("", 0, NO_CHAIN), body)
        if await self.store.log.create(table, new_id(8), secrets, append) is None:
            raise Refusal("stale.busy")
        self._told(append.deadline)
        await self._known(append.listing, None, state)
        return Created(table, secrets.invite)

    async def submit(
        self,
        table: str,
        actor: Actor,
        command: Command | msgspec.Raw | bytes,
        turn: int,
        id_: str,
        *,
        name: str = "",
        key: str = "",
        lag: int = 0,
    ) -> int:
        """Do a command; the seq of its commit. The one path for people, bots, timers and the server.

        `lag`: ms that the sender's messages are on their way, there and back, which cost no time on any clock.
        A command that was accepted before under the same id gets its first answer again.
        Raises Refusal (nothing has changed), StoreUnavailable (the outcome is unknown: submit again under the same id).
        """
        room = await self.rooms.get(table)
        async with room.lock:
            for _ in range(TRIES):
                try:
                    if actor.kind == "person":
                        # first of all: what else is wrong is told only to those who may know of the table
                        admit(room, actor.user, key)
                    if isinstance(command, (msgspec.Raw, bytes)):
                        command = room.kernel.command(command)
                    before = answered(room.looks.state, actor, id_)
                    if before is not None:
                        # seldom asked for; what this process remembers may have been lost since
                        if await self.rooms.catch_up(room):
                            continue
                        return before
                    commit = self._decide(room, actor, command, turn, id_, name, lag)
                except Refusal:
                    # a refusal may rest on an old state: it stands only if the log has not moved on
                    if await self.rooms.catch_up(room):
                        continue
                    raise
                if await self._commit(room, commit):
                    return commit.seq
                await self.rooms.catch_up(room)
        raise Refusal("stale.busy")

    async def look(self, table: str, user: str, key: str = "") -> Snapshot:
        """The table as it is now, without following it. Raises Refusal `bad.table`, `bad.version`; StoreUnavailable."""
        room = await self.rooms.get(table)
        async with room.lock:
            await self.rooms.catch_up(room)
            admit(room, user, key)
            return room.seen_by(user)

    def _decide(
        self, room: Room, actor: Actor, command: Command, turn: int, id_: str, name: str = "", lag: int = 0
    ) -> AnyCommit:
        context = Context(self.now(), room.chain, name, lag=lag)
        return room.kernel.commit(room.looks.state, actor, command, turn, id_, context)

    async def _commit(self, room: Room, commit: AnyCommit, renew: str | None = None) -> bool:
        before = room.looks.state
        after = room.evolve(commit)
        body = room.kernel.codec.encode(commit)
        append = self._append(room.kernel, before, after, room.position, body, renew)
        room.expect(commit, after, body)
        position = await self.store.log.append(append)
        if position is None:
            return False
        if not room.receive(Published(position, body)):
            # a new telling, or the log went elsewhere meanwhile
            await self.rooms.catch_up(room)
        self._told(append.deadline)
        await self._known(append.listing, before, after)
        if after.phase == "closed":
            await self.discard(room)
        elif after.phase == "over":
            await self.rooms.release(room)
        return True

    def _append(
        self,
        kernel: Kernel,
        before: TableState | None,
        after: TableState,
        expected: Position,
        body: bytes,
        renew: str | None = None,
    ) -> Append:
        return Append(
            table=after.table,
            expected=expected,
            body=body,
            deadline=after.at + CLOSED_FOR if after.phase == "closed" else deadline(kernel.game, after),
            finished=after.phase == "over",
            listing=change(before, after),
            renew=renew,
        )

    async def _known(self, card: bytes | None, before: TableState | None, after: TableState) -> None:
        """Keep "my tables" and the lobby in step.

        A process that dies before is mended when people come back or look again.
        """
        if card is None:
            return
        old = {seat.user for seat in before.seats} - {""} if before else set()
        new = {seat.user for seat in after.seats if after.phase != "closed"} - {""}
        for user in sorted(new - old):
            await self.store.directory.remember(user, after.table, self.now())
        for user in sorted(old - new):
            await self.store.directory.forget(user, after.table)
        is_open = listing(after).open
        if is_open or (before is not None and listing(before).open):
            await self.store.presence.announce(LOBBY, lobby_change(after.table, card if is_open else b""))

    async def discard(self, room: Room) -> None:
        """Drop a closed table. Idempotent."""
        await self.store.log.drop(room.table)
        await self.rooms.forget(room, "rule.closed")

    def _told(self, due: int | None) -> None:
        if due is not None and self.on_deadline is not None:
            self.on_deadline(due)

    async def doubt(self, room: Room, user: str, held: Position) -> None:
        """A page holds a position that the log should have but has not: its word for it that commits were lost.

        It may lie, so it is listened to now and then only, and not whatever it says.
        """
        if held.seq - room.position.seq > MOST_LOST:
            return
        now, anybody, him = self.now(), (room.table, ""), (room.table, user)
        self._doubted = {who: at for who, at in self._doubted.items() if now - at < DOUBT_AGAIN}
        if him in self._doubted or now - self._doubted.get(anybody, -DOUBT_EVERY) < DOUBT_EVERY:
            return
        self._doubted |= {anybody: now, him: now}
        await self.renew(room, held.epoch, held.seq)

    async def renew(self, room: Room, epoch: str, lost: int) -> None:
        """The live store has lost commits of the telling `epoch`, the last that is known of being `lost`:

        begin a new one, so that everybody gets what there is.
        """
        async with room.lock:
            if room.position.epoch != epoch:
                return
            _log.warning("table.rolled_back", table=room.table, seq=room.position.seq, lost=lost)
            command = cmd.Restore(max(lost, room.position.seq))
            try:
                commit = self._decide(room, SERVER, command, room.looks.state.turn, "")
            except Refusal:  # it is closed: nobody needs it any more
                return
            if not await self._commit(room, commit, renew=new_id(8)):
                await self.rooms.catch_up(room)


def admit(room: Room, user: str, key: str) -> None:
    """Who may come in: everybody to a public table; to a private one those who sit there or hold the invitation.

    Raises Refusal `bad.table`, the same as for a table that does not exist.
    """
    state = room.looks.state
    if state.settings["access"] == "public" or state.seat_of(user) is not None:
        return
    if not (room.secrets.invite and hmac.compare_digest(room.secrets.invite.encode(), key.encode())):
        raise Refusal("bad.table")
