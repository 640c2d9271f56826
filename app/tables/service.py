"""Commands on live tables: load, decide, append if the log is still where it was, else catch up and decide again."""

from __future__ import annotations

import hashlib
import secrets as tokens
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
import structlog

from app.engine.actor import SERVER, Actor
from app.engine.basics import Command, Millis, Refusal, Seat
from app.engine.commit import AnyCommit
from app.engine.dice import Chain
from app.engine.game import Game
from app.engine.kernel import Kernel
from app.engine.table import commands as cmd
from app.engine.table.answers import answered
from app.engine.table.decide import Context
from app.engine.table.due import deadline
from app.engine.table.state import TableState
from app.live.contracts import NO_CHAIN, Append, LiveStore, Position, Published, Secrets, StoreUnavailable
from app.tables.invitations import ALPHABET, LENGTH, enter, hidden, invitation, seat_keys, spelled
from app.tables.limits import Limit
from app.tables.listing import LOBBY, change, listing, lobby_change
from app.tables.room import Room, Snapshot
from app.tables.rooms import Rooms

COMMANDS_PER_MINUTE: Final = 60
"""What one person may do at tables besides playing: moves are counted by the rules, all else would be without end."""
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

_log = structlog.get_logger()


def wall_clock() -> Millis:
    """This machine's time in ms since the Unix epoch."""
    return Millis(time.time_ns() // 1_000_000)


def new_id(length: int) -> str:
    """A random id without characters that are mistaken for one another; 5.8 bits a character."""
    return "".join(tokens.choice(ALPHABET) for _ in range(length))


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


class Invitations(msgspec.Struct, frozen=True):
    """The keys that a table's links carry: that of the table, those of seats that are kept for somebody."""

    key: str
    seats: dict[str, str]


class Tables:
    """Make tables and submit commands to them. One for a process."""

    def __init__(
        self, store: LiveStore, rooms: Rooms, now: Callable[[], Millis] = wall_clock, *, commands_per_minute: int = 0
    ) -> None:
        self.store = store
        self.rooms = rooms
        self.now = now
        self.on_deadline: Callable[[int], None] | None = None
        """Told each deadline this process sets, so that its timers wake in time."""
        self._doubted: dict[tuple[str, str], int] = {}
        self._limit = Limit(commands_per_minute)
        rooms.on_rollback = self.renew

    async def create(
        self,
        person: Person,
        game: str,
        options: Mapping[str, Any],
        settings: Mapping[str, Any],
        *,
        nonce: str = "",
        fill: str = "",
    ) -> Created:
        """A new table with the person as host in seat 0; `fill`: the level of bots in all other seats. The same person
        gets the same table by the same nonce. Raises Refusal `bad.game`, `bad.option`, `bad.level`; StoreUnavailable.
        """
        for _ in range(TRIES):
            table = table_of(person.user, nonce) if nonce else new_id(10)
            if nonce and (before := await self._before(person, table)):
                return before
            made = await self.open(table, person, game, options, settings, fill=fill)
            if made is not None:
                return made
        raise Refusal("stale.busy")

    async def _before(self, person: Person, table: str) -> Created | None:
        """The table that was made before, if there is one; its invitation only for who sits there."""
        try:
            room = await self.rooms.get(table)
            async with room.lock:
                await self.rooms.catch_up(room)
                invited = room.looks.state.seat_of(person.user) is not None
                return self._created(room.secrets, room.looks.state) if invited else Created(table)
        except Refusal as refusal:
            if refusal.code != "bad.table":
                raise
            return None

    async def open(
        self,
        table: str,
        person: Person,
        game: str,
        options: Mapping[str, Any],
        settings: Mapping[str, Any],
        *,
        fill: str = "",
        seated: Sequence[cmd.Seating] = (),
        barred: Sequence[str] = (),
        invite: str = "",
    ) -> Created | None:
        """A new table under this id; None if there is one. `seated`: who sits where, the person among them; `barred`:
        who is kept out; `invite`: the first invitation. Raises as `create`."""
        kernel = self.rooms.kernel(game)
        end = tokens.token_bytes(32)
        chain, settled = Chain(end), dict(settings)
        people = tuple(seated), tuple(barred)
        command = cmd.Open(table, game, dict(options), settled, person.name, chain.anchor, fill, *people)
        commit = kernel.open(person.actor, command, Context(self.now(), chain))
        state = kernel.evolve(None, commit)
        secrets = Secrets(end.hex(), invite or new_id(LENGTH))
        append = self._append(kernel, None, state, Position("", 0, NO_CHAIN), kernel.codec.encode(commit))
        if await self.store.log.create(table, new_id(8), secrets, append) is None:
            return None
        self._told(append.deadline)
        await self._known(kernel.game, append.listing, None, state)
        return self._created(secrets, state)

    def _created(self, secrets: Secrets, state: TableState) -> Created:
        private = state.settings["access"] == "private"
        return Created(state.table, invitation(secrets, state) if private else "")

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
        room, counted = await self.rooms.get(table), False
        async with room.lock:
            for _ in range(TRIES):
                try:
                    before = _answer_before(room, actor, id_, key)
                    if before is not None:
                        # seldom asked for; what this process remembers may have been lost since
                        if await self.rooms.catch_up(room):
                            continue
                        return before
                    command, kept = _heard(room, actor, command, key)
                    commit = self._decide(room, actor, command, turn, id_, name, lag, kept)
                    counted = counted or self._count(commit)
                except Refusal:
                    # a refusal may rest on an old state: it stands only if the log has not moved on
                    if await self.rooms.catch_up(room):
                        continue
                    raise
                if await self._commit(room, commit):
                    return commit.seq
                await self.rooms.catch_up(room)
        raise Refusal("stale.busy")

    def _count(self, commit: AnyCommit) -> bool:
        """A person does something. Raises Refusal `bad.rate`."""
        if commit.actor.kind == "person" and isinstance(commit.command, cmd.TableCommand):
            self._limit.take(commit.actor.user)
        return True

    async def look(self, table: str, user: str, key: str = "") -> Snapshot:
        """The table as it is now, without following it. Raises Refusal `bad.table`, `bad.kicked`, `bad.version`;
        StoreUnavailable."""
        return (await self.visit(table, user, key)).seen_by(user)

    async def visit(self, table: str, user: str, key: str = "") -> Room:
        """The table's room, current, for somebody who may look. Raises as above."""
        room = await self.rooms.get(table)
        async with room.lock:
            await self.rooms.catch_up(room)
            room.admit(user, key)
            return room

    async def invitations(self, table: str, user: str) -> Invitations:
        """What the host may hand on. Raises Refusal `bad.not_host`, and as above."""
        room = await self.visit(table, user)
        state = room.looks.state
        if state.host != user:
            raise Refusal("bad.not_host")
        seats = {str(seat): key for seat, key in seat_keys(room.secrets, state).items()}
        return Invitations(invitation(room.secrets, state), seats)

    def _decide(
        self,
        room: Room,
        actor: Actor,
        command: Command,
        turn: int,
        id_: str,
        name: str = "",
        lag: int = 0,
        kept: Seat | None = None,
    ) -> AnyCommit:
        context = Context(self.now(), room.chain, name, lag=lag, invited=kept)
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
        await self._known(room.kernel.game, append.listing, before, after)
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
            # what is said of a finished game afterwards is no reason to store it once more
            finished=after.phase == "over" and (before is None or before.phase != "over" or renew is not None),
            listing=change(kernel.game, before, after),
            renew=renew,
        )

    async def _known(self, game: Game, card: bytes | None, before: TableState | None, after: TableState) -> None:
        """Keep "my tables" and the lobby in step.

        A process that dies before is mended when people come back or look again.
        """
        if card is None:
            return
        old, new = _people(before), _people(after)
        for user in sorted(new - old):
            await self.store.directory.remember(user, after.table, self.now())
        for user in sorted(old - new):
            await self.store.directory.forget(user, after.table)
        shown = listing(game, after).listed
        if shown or (before is not None and listing(game, before).listed):
            await self.store.presence.announce(LOBBY, lobby_change(after.table, card if shown else b""))

    async def discard(self, room: Room) -> None:
        """Drop a closed table. Idempotent. While the database is away its log stays, and its timer brings us here
        again: forgotten by the live store alone it would be woken once more."""
        try:
            await self.rooms.ended(room.table)
        except StoreUnavailable as error:
            _log.warning("table.kept", table=room.table, error=str(error))
        else:
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
        await self.renew(room, held.epoch, held.seq, told=True)

    async def renew(self, room: Room, epoch: str, lost: int, *, told: bool = False) -> None:
        """The live store has lost commits of the telling `epoch`, the last that is known of being `lost`:

        begin a new one, so that everybody gets what there is. `told`: a page says so, nobody else has seen it.
        """
        async with room.lock:
            if room.position.epoch != epoch:
                return
            _log.warning("table.rolled_back", table=room.table, seq=room.position.seq, lost=lost)
            command = cmd.Restore(max(lost, room.position.seq), told)
            try:
                commit = self._decide(room, SERVER, command, room.looks.state.turn, "")
            except Refusal:  # it is closed: nobody needs it any more
                return
            if not await self._commit(room, commit, renew=new_id(8)):
                await self.rooms.catch_up(room)


def rendezvous(what: str) -> str:
    """The id of a table that all who mean the same come upon; 70 bits."""
    return spelled(hashlib.sha256(what.encode()).digest(), 12)


def table_of(user: str, nonce: str) -> str:
    """The id of the table that a user makes by a nonce of his own."""
    return rendezvous(f"table:{user}:{nonce}")


def _people(state: TableState | None) -> set[str]:
    """Who has to do with a table."""
    if state is None or state.phase == "closed":
        return set()
    return {user for seat in state.seats for user in (seat.user, seat.booked)} - {""}


def _answer_before(room: Room, actor: Actor, id_: str, key: str) -> int | None:
    """The answer that a command got before, also if its sender could no longer send it."""
    try:
        return answered(room.looks.state, actor, id_)
    except Refusal:
        if actor.kind == "person":
            room.admit(actor.user, key)
        raise


def _heard(room: Room, actor: Actor, command: Command | msgspec.Raw | bytes, key: str) -> tuple[Command, Seat | None]:
    """The command, and the seat that is kept for its sender. What is wrong with it is told only to those who may know
    of the table: first of all it is seen who asks."""
    kept, secret = None, False
    if actor.kind == "person":
        kept = enter(room.secrets, room.looks.state, actor.user, key)
        secret = hidden(room.looks.state, actor.user)
    try:
        read = room.kernel.command(command) if isinstance(command, (msgspec.Raw, bytes)) else command
    except Refusal:
        if secret:
            raise Refusal("bad.table") from None
        raise
    if secret and not (isinstance(read, cmd.Sit) and room.looks.state.phase in ("playing", "between")):
        raise Refusal("bad.table")
    return read, kept
