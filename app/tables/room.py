"""One live table as this process holds it: a cache of the log that proves itself against it, and its followers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
import structlog

from app.engine import patch
from app.engine.basics import Refusal, Seat, View
from app.engine.commit import AnyCommit
from app.engine.dice import Chain
from app.engine.kernel import Kernel, Looks, PeekEvent
from app.engine.table.state import TableState
from app.live.contracts import NO_CHAIN, Page, Position, Published, Secrets
from app.tables.chat import ChatLine
from app.tables.feed import RECENT, Delayed, Feed, Shown
from app.tables.frames import Encoded, briefly, encode
from app.tables.invitations import admit, invitation
from app.tables.talk import Talk

_log = structlog.get_logger()


class Snapshot(msgspec.Struct, frozen=True):
    """The whole truth about a table for one viewer."""

    table: str
    position: Position
    public: View
    private: View
    log: list[list[Any]]
    at: int
    since: int
    here: list[str]
    watchers: dict[str, str]
    invite: str


class Follower(Protocol):
    """Somebody who looks at a table. None of these may block or raise."""

    user: str
    name: str

    def snapshot(self, snap: Snapshot) -> None:
        """Show this instead of whatever was shown."""

    def delta(self, core: bytes) -> None:
        """One commit more."""

    def current(self, seq: int) -> None:
        """Everything up to `seq` has been told."""

    def presence(self, here: list[str], watchers: dict[str, str]) -> None:
        """Who is connected now, and the names of those of them who have no seat."""

    def chat_log(self, lines: list[ChatLine]) -> None:
        """All that was said, instead of what was told before."""

    def chat_said(self, line: ChatLine) -> None:
        """One line more."""

    def nudged(self, by: Seat, seat: Seat) -> None:
        """The person in seat `by` reminds the one in `seat`."""

    def gone(self, code: str) -> None:
        """The table is no longer there."""


class RolledBack(Exception):
    """The log is not the one that was read before."""


class Coming(msgspec.Struct, frozen=True):
    """A commit of this process on its way to the log: what comes back from there need not be worked out again."""

    before: Position
    after: Position
    commit: AnyCommit
    state: TableState


class Room:
    """A table's state, views and latest commits. Only `Rooms` makes them; `lock` serialises everything that awaits."""

    def __init__(self, table: str, kernel: Kernel, numbers: PeekEvent, secrets: Secrets) -> None:
        self.table = table
        self._adopt(kernel, numbers, secrets)
        self.lock = asyncio.Lock()
        self.followers: dict[str, Follower] = {}
        """By connection, named among all processes."""
        self._keys: dict[str, str] = {}
        """What each of them has shown to be let in."""
        self.silent: set[str] = set()
        """Those of them whose line gives no sign of life."""
        self.on_put_out: Callable[[str, Follower], None] | None = None
        """Told the connection of a follower to whom the table is no longer open."""
        self.people: dict[str, str] = {}
        """Who is connected now: names by user."""
        self.nudges: dict[str, int] = {}
        """When users last nudged somebody."""
        self.talk: Talk | None = None
        """The chat; None while nobody follows the table."""
        self._presence: tuple[list[str], dict[str, str]] = [], {}
        """Who is connected as the followers know it."""
        self.listening = False
        self.position = Position("", 0, NO_CHAIN)
        self._coming: Coming | None = None
        self._live = Feed()
        self._delayed: Delayed | None = None
        """What watchers see where they are kept some steps behind."""

    def _adopt(self, kernel: Kernel, numbers: PeekEvent, secrets: Secrets) -> None:
        self.kernel, self._numbers, self.secrets = kernel, numbers, secrets
        self.chain = Chain(bytes.fromhex(secrets.chain_end))

    @property
    def looks(self) -> Looks:
        """State and views now."""
        looks = self._live.looks
        if looks is None:
            raise RolledBack(self.table)
        return looks

    @property
    def finished(self) -> bool:
        """Whether nothing happens at the table any more."""
        looks = self._live.looks
        return looks is not None and looks.state.phase in ("over", "closed")

    # reading the log

    def reload(self, kernel: Kernel, numbers: PeekEvent, secrets: Secrets, page: Page) -> None:
        """Load anew, perhaps another table: one that was closed may come again under its id. Raises as `load`."""
        if (kernel, numbers, secrets) != (self.kernel, self._numbers, self.secrets):
            self._adopt(kernel, numbers, secrets)
        self.load(page)

    def load(self, page: Page) -> None:
        """Fold a log from its beginning. Raises all sorts of errors on one that cannot be read."""
        early = page.bodies[:-RECENT]
        state = None
        for body in early:
            state = self.kernel.evolve(state, self._read(body))
        if state is not None and _delay(state) and state.phase != "waiting":
            early, state = [], None  # what watchers may see yet can be told only from the beginning
        position = Position(page.head.epoch, 0, NO_CHAIN)
        for body in early:
            position = position.after(body)
        self._delayed = None
        self._live.begin(self.kernel.look(state) if state else None, position)
        for body in page.bodies[len(early) :]:
            position, commit = position.after(body), self._read(body)
            self._advance(position, self.evolve(commit), commit)
        if position != page.head:
            raise ValueError("the log does not lead to its head")
        self.position = position

    def catch_up(self, page: Page, seq: int) -> None:
        """Apply what the log has after `seq`, but for what was heard while the page was on its way.

        Raises RolledBack if the log is not a continuation of this cache.
        """
        if page.head.seq < seq:
            raise RolledBack(self.table)
        heard = self.position.seq - seq
        if heard > len(page.bodies):
            return
        bodies = page.bodies[heard:]
        position = self.position
        for body in bodies:
            position = position.after(body)
        if page.head != position:
            raise RolledBack(self.table)
        for body in bodies:
            self.receive(Published(self.position.after(body), body))

    def expect(self, commit: AnyCommit, state: TableState, body: bytes) -> None:
        """A commit that this process is about to append, with the state after it."""
        self._coming = Coming(self.position, self.position.after(body), commit, state)

    def receive(self, published: Published) -> bool:
        """Apply the next commit and tell the followers; False if it is not the next one. Old ones are dropped."""
        coming, position = self._coming, published.position
        if position.epoch == self.position.epoch and position.seq <= self.position.seq:
            return not self.contradicts(position)
        if coming is not None and coming.after == position and coming.before == self.position:
            commit, state = coming.commit, coming.state
        elif position == self.position.after(published.body):
            commit = self._read(published.body)
            state = self.evolve(commit)
        else:
            return False
        before = self.looks
        encoded, late = self._advance(position, state, commit)
        self.position, self._coming = position, None
        self._tell(before, encoded, late)
        if encoded.moved:
            self.tell_presence()
        return True

    def evolve(self, commit: AnyCommit) -> TableState:
        """The state that a commit leads to from here."""
        looks = self._live.looks
        return self.kernel.evolve(looks.state if looks else None, commit)

    def _read(self, body: bytes) -> AnyCommit:
        return self.kernel.read(body, self._numbers.codec, self._numbers.rules)

    def _advance(self, position: Position, state: TableState, commit: AnyCommit) -> tuple[Encoded, list[Encoded]]:
        """Take a commit in; its bytes, and those that watchers kept behind may see now."""
        before = self._live.looks
        after = self.kernel.look(state, before)
        blank = before or Looks(after.state, {}, ({},) * len(after.privates))
        frame = self.kernel.frame(blank, commit, after)
        users = [seat.user for seat in after.state.seats]
        moved = before is None or users != [seat.user for seat in before.state.seats]
        shown = Shown(encode(position, blank, frame, after, moved), after, [note.wire() for note in frame.notes])
        self._keep_behind(_delay(state))
        self._live.add(shown)
        if self._delayed is None:
            return shown.encoded, []
        done = 0 if state.play is None else self.kernel.game.progress(state.play)[0]
        return shown.encoded, [one.encoded for one in self._delayed.offer(shown, done)]

    def _keep_behind(self, steps: int) -> None:
        """Watchers see what lies so many steps back from now on (said while the table waits for its start)."""
        if steps == (self._delayed.steps if self._delayed else 0):
            return
        self._delayed = Delayed(steps) if steps else None
        if self._delayed is not None:
            self._delayed.begin(self._live.looks, self._live.position, self._live.lines)

    # who may follow

    def admit(self, user: str, key: str) -> None:
        """Let somebody look, or keep him out. Raises Refusal `bad.table`, `bad.kicked`."""
        admit(self.secrets, self.looks.state, user, key)

    def follow(self, connection: str, follower: Follower, key: str) -> None:
        """Tell somebody, who was admitted with the key, of every commit."""
        self.followers[connection], self._keys[connection] = follower, key

    def unfollow(self, connection: str) -> None:
        """Tell him no more."""
        del self.followers[connection], self._keys[connection]
        self.silent.discard(connection)

    def _put_out(self) -> None:
        """Whoever could not come now may not stay either."""
        for connection, follower in list(self.followers.items()):
            try:
                self.admit(follower.user, self._keys[connection])
            except Refusal as refusal:
                self.unfollow(connection)
                follower.gone(refusal.code)
                if self.on_put_out is not None:
                    self.on_put_out(connection, follower)

    # telling the followers

    def _tell(self, before: Looks, encoded: Encoded, late: list[Encoded]) -> None:
        renewed = before.state.keys != self.looks.state.keys
        if encoded.moved or _doors(before.state) != _doors(self.looks.state):
            self._put_out()
        cores: dict[Seat | None, bytes] = {}
        for follower in self.followers.values():
            seat = self.looks.state.seat_of(follower.user)
            held = before.state.seat_of(follower.user) if encoded.moved else seat
            if (renewed and seat is not None) or (self._delayed is not None and (seat is None) != (held is None)):
                # another invitation to pass on; or from the one feed to the other
                self.snapshot(follower)
            elif self._delayed is not None and seat is None:
                for one in late:
                    follower.delta(one.core(None))
            elif held != seat:
                own = self.looks.private(seat)
                change = briefly(patch.diff(before.private(held), own), own)
                follower.delta(encoded.core_with(msgspec.json.encode(change)))
            else:
                core = cores.get(seat)
                if core is None:
                    core = cores[seat] = encoded.core(seat)
                follower.delta(core)

    def _feed(self, seat: Seat | None) -> Feed:
        """What a viewer is shown: watchers of a delayed table what lies a few steps back."""
        return self._delayed if seat is None and self._delayed is not None else self._live

    def seen_by(self, user: str) -> Snapshot:
        """The whole truth as a user may see it ("" for nobody known)."""
        seat = self.looks.state.seat_of(user)
        feed = self._feed(seat)
        looks = feed.looks or self.looks
        here, watchers = self._company()
        return Snapshot(
            table=self.table,
            position=feed.position,
            public=looks.public,
            private=looks.private(seat),
            log=list(feed.lines),
            at=looks.state.at,
            since=looks.state.since,
            here=here,
            watchers=watchers,
            invite=invitation(self.secrets, self.looks.state) if seat is not None else "",
        )

    def snapshot(self, follower: Follower) -> None:
        """Send a follower the whole truth."""
        follower.snapshot(self.seen_by(follower.user))

    def snapshot_all(self) -> None:
        """Send everybody the whole truth: a new telling has begun."""
        self._put_out()
        for follower in self.followers.values():
            self.snapshot(follower)

    def resume(self, follower: Follower, held: Position | None) -> None:
        """Send what is missing since the position the follower holds, or a snapshot if that cannot be told."""
        seat = self.looks.state.seat_of(follower.user)
        feed = self._feed(seat)
        missing = None if held is None else feed.since(held)
        if missing is None:
            self.snapshot(follower)
            return
        for encoded in missing:
            follower.delta(encoded.core(seat))
        follower.current(feed.position.seq)

    # who is here, and what they say

    def _company(self) -> tuple[list[str], dict[str, str]]:
        """Who is connected, and the names of those of them who have no seat."""
        here, seated = sorted(self.people), {seat.user for seat in self.looks.state.seats}
        return here, {user: self.people[user] for user in here if user not in seated}

    def tell_presence(self, newcomer: Follower | None = None) -> None:
        """Tell the followers who is connected if that has changed, a newcomer in any case."""
        before, self._presence = self._presence, self._company()
        for follower in self.followers.values():
            if self._presence != before or follower is newcomer:
                follower.presence(*self._presence)

    def chat_said(self, line: ChatLine) -> None:
        """Tell the followers a line."""
        for follower in self.followers.values():
            follower.chat_said(line)

    def chat_log(self, lines: list[ChatLine]) -> None:
        """Tell the followers all lines anew."""
        for follower in self.followers.values():
            follower.chat_log(lines)

    def nudged(self, by: Seat, seat: Seat) -> None:
        """Tell the followers who reminds whom, but for those kept behind, who do not know yet whose turn it is."""
        for follower in self.followers.values():
            if self._delayed is None or self.looks.state.seat_of(follower.user) is not None:
                follower.nudged(by, seat)

    def contradicts(self, held: Position) -> bool:
        """Whether a position that somebody holds proves that this log has been rolled back."""
        if held.epoch != self.position.epoch:
            return False
        known = self._live.known(held.seq)
        return held.seq > self.position.seq or (known is not None and known != held)


def _doors(state: TableState) -> tuple[object, ...]:
    """What it depends on who may follow, but for the seats' people."""
    booked = [seat.booked for seat in state.seats]
    return state.settings, state.play is None, state.barred, state.keys, booked


def _delay(state: TableState) -> int:
    """How many steps of the game watchers are kept behind."""
    return int(state.settings["delay"]) if state.settings.get("watch") == "delayed" else 0
