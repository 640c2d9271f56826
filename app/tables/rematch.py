"""The next game of the same people: once, whoever asks for it, on whatever worker, however often."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.actor import SERVER
from app.engine.basics import Refusal
from app.engine.game import Game
from app.engine.table import commands as cmd
from app.engine.table.state import SeatState
from app.tables.invitations import invitation
from app.tables.room import Room
from app.tables.service import Person, Tables, new_id


async def rematch(tables: Tables, table: str, person: Person, rotate: bool) -> str:
    """The id of the table where the people of a finished game find themselves again: with its options, settings, bots
    and invitation, the person as host; who was shown out stays out. Partners are the same, even where they were drawn
    by lot. `rotate`: the seats but the first move round by one, so that they change; by two if only bots did.

    The first who asks decides. Raises Refusal `bad.table`, `bad.kicked`, `bad.not_seated`, `rule.not_over`;
    StoreUnavailable: then asking again goes on where this ended.
    """
    room = await tables.visit(table, person.user)
    if room.looks.state.seat_of(person.user) is None:
        raise Refusal("bad.not_seated")
    if not room.looks.state.rematch:
        # the same id of the command for everybody: what the first has put down is what all others read
        await tables.submit(table, SERVER, cmd.Rematch(new_id(10)), 0, "rematch.1")
    to = room.looks.state.rematch
    if not await _there(tables, to):
        await _open(tables, to, person, room, rotate)
    return to


async def _there(tables: Tables, table: str) -> bool:
    """Whether there is such a table, perhaps parked."""
    try:
        room = await tables.rooms.get(table)
        async with room.lock:
            await tables.rooms.catch_up(room)
    except Refusal as refusal:
        return refusal.code != "bad.table"
    return True


async def _open(tables: Tables, table: str, person: Person, room: Room, rotate: bool) -> None:
    state, game = room.looks.state, room.kernel.game
    options, order = game.again(state.options, state.play)
    seats = [state.seats[seat] for seat in order]
    if rotate:
        sides = [
            {at for at, seat in enumerate(order) if seat in side.seats} for side in game.standing(state.play).sides
        ]
        seats = _turned(seats, sides)
    await tables.open(
        table,
        person,
        state.game,
        options,
        state.settings,
        seated=_seated(game, seats, person),
        barred=state.barred,
        invite=invitation(room.secrets, state),
    )


def _turned(seats: list[SeatState], sides: Sequence[set[int]]) -> list[SeatState]:
    """The seats moved round until people play with others: one bot is like the next."""
    before = _company(seats, sides)
    for _ in range(len(seats) - 2):
        seats = [seats[0], seats[-1], *seats[1:-1]]
        if _company(seats, sides) != before:
            break
    return seats


def _company(seats: Sequence[SeatState], sides: Sequence[set[int]]) -> list[list[str]]:
    """Who plays together, by users."""
    return sorted(sorted(seats[at].user for at in side) for side in sides)


def _seated(game: Game, seats: Sequence[SeatState], person: Person) -> Sequence[cmd.Seating]:
    people = [
        cmd.Seating(at, user=seat.user, name=person.name if seat.user == person.user else seat.name)
        for at, seat in enumerate(seats)
        if seat.kind == "person"
    ]
    bots = [
        # a newer version may have other levels
        cmd.Seating(at, level=seat.level if seat.level in game.levels else game.standin)
        for at, seat in enumerate(seats)
        if seat.kind == "bot"
    ]
    return [*people, *bots]
