"""What happens at a table, whatever is played at it."""

from __future__ import annotations

from typing import Any

from app.engine.basics import Event
from app.engine.game import Result


class TableEvent(Event, frozen=True):
    """An event of the table itself."""


class Opened(TableEvent, frozen=True, tag="opened", omit_defaults=True):
    """The table exists. All options are written out; `codec` and `rules` stay with it for life."""

    table: str
    game: str
    rules: int
    codec: int
    options: dict[str, Any]
    settings: dict[str, Any]
    host: str
    seats: int
    anchor: str
    barred: tuple[str, ...] = ()
    """Users who were shown out of the game before."""


class Sat(TableEvent, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    user: str
    name: str


class Left(TableEvent, frozen=True, tag="left"):
    """A seat became free while waiting."""

    seat: int


class HostChanged(TableEvent, frozen=True, tag="host"):
    """Another person is host now."""

    user: str


class BotAdded(TableEvent, frozen=True, tag="bot"):
    """A bot took a seat."""

    seat: int
    level: str


class BotRemoved(TableEvent, frozen=True, tag="unbot"):
    """A bot left its seat."""

    seat: int


class Readied(TableEvent, frozen=True, tag="readied"):
    """A person is ready, or not any more."""

    seat: int
    ready: bool


class Started(TableEvent, frozen=True, tag="started"):
    """The game began."""


class StoodIn(TableEvent, frozen=True, tag="stoodin"):
    """From now on the server plays for the seat: its person ran out of time, or left."""

    seat: int
    left: bool = False


class Served(TableEvent, frozen=True, tag="served"):
    """The server chose for a seat whose time was up, or whose bot did not answer. It changes nothing by itself: the
    events that the command leads to follow. Without it nobody could check them once stand-ins choose better."""

    seat: int
    command: dict[str, Any]
    """The game's command as JSON. Part of the log only: it may name what nobody else may see."""


class Returned(TableEvent, frozen=True, tag="returned"):
    """The person plays himself again."""

    seat: int
    bank: int = 0
    """ms that his clock holds at least."""


class Confirmed(TableEvent, frozen=True, tag="confirmed"):
    """A person has seen enough of the pause."""

    seat: int


class Resumed(TableEvent, frozen=True, tag="resumed"):
    """The pause is over."""


class Revealed(TableEvent, frozen=True, tag="revealed"):
    """Link `pack` of the hash chain, which shuffled that pack, is public (hex)."""

    pack: int
    link: str


class Ended(TableEvent, frozen=True, tag="ended"):
    """The game is over."""

    result: Result
    seat: int = -1
    """Who proposed to concede."""


class Kicked(TableEvent, frozen=True, tag="kicked"):
    """A person was shown out for good; the seat is free, and old invitations are void."""

    seat: int
    user: str


class Barred(TableEvent, frozen=True, tag="barred"):
    """Who had booked the seat was shown out for good; its holder stays, and old invitations are void."""

    seat: int
    user: str
    name: str


class Locked(TableEvent, frozen=True, tag="locked"):
    """From now on nobody new may sit down, or anybody may again."""

    locked: bool


class Changed(TableEvent, frozen=True, tag="changed"):
    """The table plays by other options, with so many seats; nobody is ready any more. Who sat beyond the last seat has
    moved to the first that is free."""

    options: dict[str, Any]
    settings: dict[str, Any]
    seats: int


class Reserved(TableEvent, frozen=True, tag="reserved"):
    """An open seat is kept for somebody."""

    seat: int
    name: str


class Released(TableEvent, frozen=True, tag="released"):
    """It is kept no longer."""

    seat: int


class Booked(TableEvent, frozen=True, tag="booked"):
    """A person will take the seat at the next pause."""

    seat: int
    user: str
    name: str


class Unbooked(TableEvent, frozen=True, tag="unbooked"):
    """He will not after all."""

    seat: int


class Offered(TableEvent, frozen=True, tag="offered"):
    """A person proposes something; `to`: the commit after which the game would stand again."""

    what: str
    seat: int
    to: int = 0


class Agreed(TableEvent, frozen=True, tag="agreed"):
    """A person agrees."""

    what: str
    seat: int


class Declined(TableEvent, frozen=True, tag="declined"):
    """A person does not, or takes back what he proposed: it is off the table."""

    what: str
    seat: int


class Lapsed(TableEvent, frozen=True, tag="lapsed"):
    """Nobody has answered in time, the moment has passed, or who proposed it is not at the table any more."""

    what: str


class Paused(TableEvent, frozen=True, tag="paused"):
    """All agree to a pause: no clock runs."""


class Unpaused(TableEvent, frozen=True, tag="unpaused"):
    """It goes on, because a person wants it to (-1: the pause was long enough)."""

    seat: int = -1


class Rewound(TableEvent, frozen=True, tag="rewound"):
    """A decision of the seat is taken back: the game stands as it did after commit `to_seq`."""

    to_seq: int
    seat: int


class Gone(TableEvent, frozen=True, tag="gone"):
    """A person has not been connected for a while."""

    seat: int


class Came(TableEvent, frozen=True, tag="came"):
    """He is connected again."""

    seat: int


class Rematched(TableEvent, frozen=True, tag="rematched"):
    """The next game of the same people is at another table."""

    table: str


class Closed(TableEvent, frozen=True, tag="closed"):
    """The table was given up before a game began: everybody left, or nobody came."""


class Restored(TableEvent, frozen=True, tag="restored"):
    """The live store lost commits up to `lost`; a new telling of the table begins here.

    The present decision has its whole time again, but for what only a page has `told`: it would be a way to get time.
    """

    lost: int
    told: bool = False


EVENTS: tuple[type[TableEvent], ...] = (
    Opened, Sat, Left, HostChanged, BotAdded, BotRemoved, Readied, Started, StoodIn, Served, Returned, Confirmed,
    Resumed, Revealed, Ended, Kicked, Barred, Locked, Changed, Reserved, Released, Booked, Unbooked, Offered, Agreed,
    Declined, Lapsed, Paused, Unpaused, Rewound, Gone, Came, Rematched, Closed, Restored,
)  # fmt: skip
