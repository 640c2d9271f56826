"""Playing without asking anybody: a seat at some table now, or a table with bots."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from app.engine.basics import Refusal, Seat
from app.engine.table import commands as cmd
from app.engine.table.settings import complete, live, setting
from app.engine.table.state import TableState
from app.tables.hub import person_of
from app.tables.listing import Listing
from app.tables.lobby import Lobby
from app.tables.room import Room
from app.tables.service import Created, Person, Tables, new_id, rendezvous

QUICK: Final = {"access": "public", "rated": "friendly", "autostart": "bots"}
"""What a table is that quick play opens."""
PRACTICE: Final = {
    "access": "private", "clock": "untimed", "undo": "free", "chat": "off", "watch": "none", "pace": "natural",
    "autostart": "full",
}  # fmt: skip
"""Alone with bots."""
CANDIDATES: Final = 8
"""Tables that are tried before one is opened: others may be quicker everywhere."""
TRIES: Final = 3
"""Seats that are tried at one of them."""
SLOT: Final = 120_000
"""ms in which all who find no table come upon the same new ones."""
FRESH: Final = 15_000
"""ms without any commit after which somebody of those who wait at a table has to be connected: nobody is sent where
nobody is."""

_AGAIN: Final = ("rule.seat_taken", "rule.seated_there", "rule.reserved", "rule.started", "stale.busy")
"""Refusals after which the same table is looked at once more: others, or he himself elsewhere, were quicker."""


class Placed(msgspec.Struct, frozen=True):
    """Where somebody plays: he sits there, or takes a bot's seat at the next pause."""

    id: str
    seated: bool


async def practise(tables: Tables, person: Person, game: str, options: Mapping[str, Any], nonce: str = "") -> Created:
    """A game against bots that has begun. Raises as `Tables.create`."""
    level = tables.rooms.kernel(game).game.standin
    return await tables.create(person, game, options, PRACTICE, nonce=nonce, fill=level)


async def quick(tables: Tables, lobby: Lobby, person: Person, game: str, wish: Mapping[str, Any]) -> Placed:
    """A seat at a public friendly table of a game, played against the clock: where he plays already; at the fullest
    that waits for people; a bot's at one that runs; else at a new one. `wish`: settings that the table has to have.

    Raises Refusal `bad.game`, `bad.option`; StoreUnavailable.
    """
    tables.rooms.kernel(game)
    settings = _settings(wish)
    # what has no effect beside the other settings is nothing that a table could have
    play = _Quick(tables, await lobby.cards(), person, game, {key: settings[key] for key in wish})
    return await play.find() or await play.open(settings)


def _settings(wish: Mapping[str, Any]) -> dict[str, Any]:
    """Raises Refusal `bad.option` for a wish that no such table can have."""
    settings = complete({**wish, **QUICK})
    for key in wish:
        if key in QUICK and wish[key] != QUICK[key]:
            raise Refusal("bad.option", option=key, owner="table")
    if not live(settings):
        raise Refusal("bad.option", option="clock", owner="table")
    return settings


class _Quick:
    """One person's search among the tables that there were when it began."""

    def __init__(
        self, tables: Tables, cards: Mapping[str, Listing], person: Person, game: str, wish: Mapping[str, Any]
    ) -> None:
        self._tables = tables
        self._cards = cards
        self._person = person
        self._game = game
        self._wish = {key: value for key, value in wish.items() if key not in QUICK}

    async def find(self) -> Placed | None:
        """A place at a table that there is."""
        cards = [card for card in self._cards.values() if card.game == self._game and self._suits(card)]
        own = self._own(cards)
        if own is not None:
            return own
        waiting = sorted((card for card in cards if card.open), key=_fullest)
        running = sorted((card for card in cards if card.joinable), key=_fullest)
        for card in [*waiting, *running][:CANDIDATES]:
            placed = await self._sit(card.id)
            if placed is not None:
                return placed
        return None

    async def open(self, settings: Mapping[str, Any]) -> Placed:
        """A new table. Who has found none at the same moment would open the very same, and sits down there instead."""
        slot = self._tables.now() // SLOT
        # all that the table would be, not what was said of it: the same may be said in many ways
        wished = msgspec.json.encode(settings, order="sorted").decode()
        ids = (rendezvous(f"quick:{self._game}:{wished}:{slot}:{n}") for n in itertools.count())
        for table in itertools.islice((one for one in ids if one not in self._cards), CANDIDATES):
            made = await self._tables.open(table, self._person, self._game, {}, settings)
            placed = await self._sit(table) if made is None else Placed(table, True)
            if placed is not None:
                return placed
        made = await self._tables.create(self._person, self._game, {}, settings)
        return Placed(made.id, True)

    def _suits(self, card: Listing) -> bool:
        """Whether quick play may lead there, if there is room."""
        public = setting(card.table, "access") == "public" and setting(card.table, "rated") == "friendly"
        return (
            public and live(card.table) and all(setting(card.table, key) == value for key, value in self._wish.items())
        )

    def _own(self, cards: Iterable[Listing]) -> Placed | None:
        """Where he plays already."""
        for card in sorted(cards, key=_first):
            for seat in card.seats:
                sits = seat.user == self._person.user and not seat.left
                if sits or seat.booked == self._person.user:
                    return Placed(card.id, sits)
        return None

    async def _sit(self, table: str) -> Placed | None:
        """A seat at this table, or None if he gets none: others were quicker, or he was shown out there once."""
        try:
            if await self._tables.store.log.head(table) is None:
                return None  # it is parked, for nobody is there: no need to wake it
            room = await self._look(table)
            for _ in range(TRIES):
                seat = _seat(room)
                if _place(room.looks.state, self._person.user) or seat is None or not await self._alive(room):
                    break
                await self._take(table, seat)
            return _place(room.looks.state, self._person.user)
        except Refusal:
            return None

    async def _look(self, table: str) -> Room:
        """The table as it is, also if nobody may watch: who comes to play may see whether there is a seat."""
        room = await self._tables.rooms.get(table)
        async with room.lock:
            await self._tables.rooms.catch_up(room)
        return room

    async def _alive(self, room: Room) -> bool:
        """Whether anybody is there to play with."""
        state, now = room.looks.state, self._tables.now()
        if state.phase != "waiting" or now - state.at < FRESH:
            return True
        here = dict(person_of(who) for who in await self._tables.store.presence.present(room.table, now))
        return any(seat.user in here for seat in state.seats if seat.user)

    async def _take(self, table: str, seat: Seat) -> None:
        """Sit down, if nobody is quicker. Raises Refusal if it makes no sense to try again."""
        try:
            await self._submit(table, cmd.Sit(seat))
        except Refusal as refusal:
            if refusal.code not in _AGAIN:
                raise

    async def _submit(self, table: str, command: cmd.TableCommand) -> None:
        await self._tables.submit(table, self._person.actor, command, 0, f"{new_id(12)}.1", name=self._person.name)


def _fullest(card: Listing) -> tuple[int, int, str]:
    """Order of those where most people are, of equal ones the oldest."""
    return (-sum(seat.kind == "person" and not seat.left for seat in card.seats), *_first(card))


def _first(card: Listing) -> tuple[int, str]:
    return card.opened, card.id


def _place(state: TableState, user: str) -> Placed | None:
    held, booked = state.seat_of(user), state.booking_of(user)
    if held is not None and not state.seats[held].left:
        return Placed(state.table, True)
    return Placed(state.table, False) if booked is not None else None


def _seat(room: Room) -> Seat | None:
    """A seat to sit down in: none at a table that is more than half played, where there may be no pause any more."""
    state, game = room.looks.state, room.kernel.game
    if state.phase == "waiting":
        free = [at for at, seat in enumerate(state.seats) if seat.kind == "open" and not seat.reserved]
    elif state.phase in ("playing", "between"):
        done, in_all = game.progress(state.play)
        late = done * 2 > in_all if in_all else not game.pauses(state.play)
        free = [at for at, seat in enumerate(state.seats) if seat.vacant and not seat.booked and not late]
    else:
        free = []
    return Seat(free[0]) if free and not state.locked else None
