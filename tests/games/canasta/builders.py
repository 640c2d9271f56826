"""Short ways to write positions, deals and commands of Canasta, and games that play themselves."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.engine.basics import Card, Command, Event, Seat
from app.engine.cards import sort_cards
from app.engine.dice import Dice
from app.games.canasta import GAME, decide
from app.games.canasta import rules as r
from app.games.canasta.bot.legal import any_legal
from app.games.canasta.course import Course
from app.games.canasta.evolve import new
from app.games.canasta.options import OPTIONS, rules_of
from app.games.canasta.types import (
    Answer,
    Ask,
    Discard,
    DrawStock,
    GoOut,
    Group,
    LayDown,
    Meld,
    Pass,
    Rules,
    State,
    TakePile,
)

Player = Callable[[State, int, Dice], Command]
FILLER = "4D 5D 6D 8D 9D"
"""The stock of a position that names none."""


def cards(text: str) -> tuple[Card, ...]:
    """Cards from "7H 7S"."""
    return tuple(Card(card) for card in text.split())


def hand_of(text: str) -> tuple[Card, ...]:
    return tuple(sort_cards(cards(text)))


def rules(**options: Any) -> Rules:
    return rules_of(OPTIONS.complete(options))


def dice(seed: object) -> Dice:
    """Dice that fall the same for the same seed."""
    return Dice(hashlib.sha256(repr(seed).encode()).digest())


def melds_of(*texts: str, by: int = 0) -> tuple[Meld, ...]:
    """The melds of a side from "7H 7D 2S"; in order of rank."""
    melds: tuple[Meld, ...] = ()
    for text in texts:
        group = group_of(text)
        melds = r.laid(melds, group.rank, [Card(card) for card in group.cards], by)
    return melds


def position(hands: Sequence[str], **more: Any) -> State:
    """A moment in a deal. `more`: options, or fields of the state; cards as text, a side's melds as a list of it."""
    fields = {key: more.pop(key) for key in list(more) if key in State.__struct_fields__}
    known = rules(**more)
    n = known.chairs
    start = replace(
        new(known),
        phase="draw",
        deal=0,
        dealer=n - 1,
        hands=tuple(hand_of(hand) for hand in hands) + ((),) * (n - len(hands)),
        stock=cards(FILLER),
        pile=cards("9C"),
        begun=(True,) * n,
    )
    for key in ("pile", "stock"):
        if key in fields:
            fields[key] = cards(fields[key])
    for key in ("threes", "known", "left"):
        if key in fields:
            fields[key] = tuple(hand_of(text) for text in fields[key])
    if "melds" in fields:
        fields["melds"] = tuple(melds_of(*texts, by=side) for side, texts in enumerate(fields["melds"]))
        fields["melds"] += ((),) * (known.sides - len(fields["melds"]))
    return replace(start, **{key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()})


def pack_of(hands: Sequence[str], turned: str, stock: str, dealer: int, known: Rules) -> list[Card]:
    """A pack that deals these hands, filled up with natural cards, and then these cards."""
    given = [cards(hand) for hand in hands] + [()] * (known.chairs - len(hands))
    left = Counter(r.full_pack(known))
    left.subtract([card for hand in given for card in hand] + [*cards(turned), *cards(stock)])
    spare = [card for card in left.elements() if r.is_upcard(card)][::-1]
    full = [[*hand, *(spare.pop() for _ in range(known.hand - len(hand)))] for hand in given]
    order = [(dealer + 1 + step) % known.chairs for step in range(known.chairs)]
    return [full[chair][at] for at in range(known.hand) for chair in order] + [*cards(turned), *cards(stock)]


def dealt(hands: Sequence[str], turned: str = "9H", stock: str = FILLER, dealer: int = -1, **options: Any) -> State:
    """The first moment of a deal."""
    known = rules(**options)
    dealer %= known.chairs
    course = Course(new(known))
    course.deal(0, dealer, pack_of(hands, turned, stock, dealer, known))
    return course.state


def group_of(text: str) -> Group:
    """A group from "7H 7D 2S", or from "7: 2S" where it has no natural card."""
    rank, colon, rest = text.rpartition(":")
    held = cards(rest)
    naturals = [card for card in held if not r.is_wild(card)]
    return Group(rank.strip() if colon else naturals[0][0] if naturals else "", held)


def groups_of(text: str) -> tuple[Group, ...]:
    """Groups from "7H 7D 2S + K: 2C"."""
    return tuple(group_of(part) for part in text.split("+") if part.strip())


def command(text: str) -> Command:
    """A command: draw; take KH KD + AH AD 2C (first what goes with the top card); meld 7H 7D 7S + K: 2C; discard 4C;
    out 7H 7D 7S / 3S 3C 3S / 4C; ask; yes; no; pass."""
    word, _, rest = text.partition(" ")
    if word == "take":
        first, _, more = rest.partition("+")
        return TakePile(cards(first), groups_of(more))
    if word == "out":
        laid, threes, thrown = (*(part.strip() for part in rest.split("/")), "", "")[:3]
        return GoOut(groups_of(laid), cards(threes), thrown)
    simple = {"draw": DrawStock(), "ask": Ask(), "yes": Answer(True), "no": Answer(False), "pass": Pass()}
    return simple[word] if word in simple else LayDown(groups_of(rest)) if word == "meld" else Discard(rest)


def events_of(state: State, text: str) -> list[Event]:
    """What "2 yes" leads to: a chair and its command. "lapse" and "next" stand alone."""
    if text == "lapse":
        return decide.lapse(state)
    if text == "next":
        return decide.resume(state, dice(0))
    chair, _, rest = text.partition(" ")
    return decide.act(state, int(chair), command(rest))


def fold(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def after(state: State, *texts: str) -> State:
    """The state after commands: "0 draw", "0 discard 4C"."""
    for text in texts:
        state = fold(state, events_of(state, text))
    return state


def at_random(state: State, chair: int, rolls: Dice) -> Command:
    """Any legal command."""
    return any_legal(state, chair, rolls)


def bot(state: State, chair: int, rolls: Dice) -> Command:
    seat = Seat(state.chairs.index(chair))
    return GAME.choose(GAME.public(state), GAME.private(state, seat), GAME.memory(state, seat), seat, "normal", rolls)


def game(
    seed: object, options: Mapping[str, Any], player: Player = at_random
) -> Iterator[tuple[State, list[Event], State]]:
    """A game that plays itself: before, events, after of each step. A question lapses now and then."""
    complete = OPTIONS.complete(options)
    rolls = dice(seed)
    state = GAME.begin(complete)
    events = GAME.start(complete, rolls)
    while True:
        reached = fold(state, events)
        yield state, events, reached
        state = reached
        if state.phase == "over":
            return
        events = step(state, player, rolls)


def step(state: State, player: Player, rolls: Dice) -> list[Event]:
    """What happens next."""
    if state.phase == "between":
        return decide.resume(state, rolls)
    if state.phase == "ask" and rolls.below(5) == 0:
        return decide.lapse(state)
    seat = rolls.choice(sorted(GAME.turn(state)))
    chair = state.chairs[seat]
    return GAME.decide(state, seat, player(state, chair, rolls))
