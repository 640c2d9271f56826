"""What people see and remember, what is said of events, and states that agree with what a seat knows."""

from __future__ import annotations

import msgspec

from app.engine.basics import Card, Event, Note, Seat, View
from app.engine.cards import counts, sort_cards
from app.engine.dice import Dice
from tests.toy.games.highcard.play import PACK, on_turn
from tests.toy.games.highcard.types import Concluded, Dealt, Drew, Laid, Rules, State, Taken


def by_chair(items: tuple[int, ...]) -> View:
    return {str(at): item for at, item in enumerate(items)}


def public(state: State) -> View:
    return {
        "phase": state.phase,
        "chairs": by_chair(state.chairs),
        "deal": state.deal,
        "dealer": state.dealer,
        "no": state.no,
        "leader": state.leader,
        "trick": "".join(state.trick),
        "drawn": by_chair(state.drawn),
        "sizes": by_chair(tuple(map(len, state.hands))),
        "left": len(state.stock),
        "scores": by_chair(state.scores),
    }


def private(state: State, seat: Seat) -> View:
    chair = state.chairs[seat]
    view: View = {"hand": counts(state.hands[chair])}
    if state.phase == "play" and chair == on_turn(state):
        view["may"] = "lay draw" if state.drawn[chair] < state.rules.draws else "lay"
    return view


def memory(state: State, seat: Seat) -> View:
    return {"rules": msgspec.to_builtins(state.rules), "count": state.count, "seen": "".join(state.seen)}


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(text[at : at + 2]) for at in range(0, len(text), 2))


def imagine(public: View, private: View, memory: View, seat: Seat, dice: Dice) -> State:
    rules = msgspec.convert(memory["rules"], Rules)
    seen, trick = cards(memory["seen"]), cards(public["trick"])
    own = tuple(sort_cards(card for card, n in private["hand"].items() for _ in range(n)))
    loose = dice.shuffled([card for card in PACK if card not in (*seen, *trick, *own)])
    hands = []
    for chair in range(rules.players):
        size = public["sizes"][str(chair)]
        if chair == public["chairs"][str(seat)]:
            hands.append(own)
            continue
        hands.append(tuple(sort_cards(loose[:size])))
        loose = loose[size:]
    return State(
        rules,
        tuple(public["chairs"].values()),
        public["phase"],
        memory["count"],
        public["deal"],
        public["dealer"],
        public["no"],
        public["leader"],
        trick,
        tuple(public["drawn"].values()),
        tuple(hands),
        tuple(loose[: public["left"]]),
        seen,
        tuple(public["scores"].values()),
    )


def shown(event: Event) -> View:
    if isinstance(event, Dealt):
        return {"type": "dealt", "deal": event.deal, "dealer": event.dealer}
    if isinstance(event, Drew):
        return {"type": "drew", "chair": event.chair}
    if isinstance(event, Laid):
        return {"type": "laid", "chair": event.chair, "card": event.card, "hurried": event.hurried}
    if isinstance(event, Taken):
        return {"type": "taken", "winner": event.winner}
    return {"type": "concluded" if isinstance(event, Concluded) else "silent"}


def notes(before: View, shown: View, after: View) -> list[Note]:
    match shown["type"]:
        case "dealt":
            return [Note("deal", (shown["deal"], shown["dealer"]))]
        case "drew":
            return [Note("draw", (shown["chair"],))]
        case "laid":
            return [Note("lay", (shown["chair"], shown["card"]), evident=not shown["hurried"])]
        case "taken":
            return [Note("trick", (shown["winner"],))]
        case "concluded":
            return [Note("end", tuple(after["scores"].values()))]
    return []
