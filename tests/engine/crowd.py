"""A table where anybody tries anything at any time: the host's tools, proposals, absence, taking back, booked seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from app.engine.actor import SERVER, TIMER, Actor
from app.engine.basics import Command, Millis, Refusal, Seat
from app.engine.commit import AnyCommit
from app.engine.table import commands as cmd
from app.engine.table import events as ev
from app.engine.table.decide import OVERDUE, Context
from app.engine.table.due import acting, due
from app.engine.table.offers import required
from app.engine.table.settings import setting
from app.engine.table.state import TableState
from tests.engine.stress import NAMES, Stress
from tests.engine.tables import person

CROWD = (*NAMES, "eve", "ivy")


def calypso_cards(play: Any) -> Counter[str]:
    rows = [rank + suit for suit, row in zip(play.trumps, play.rows, strict=False) for rank in row]
    done = [rank + suit for suit, n in zip(play.trumps, play.done, strict=False) for rank in "23456789TJQKA" * n]
    loose = play.trick if play.phase == "gather" or 0 < len(play.trick) < play.rules.seats else ()
    held = [card for part in (*play.hands, *play.piles, play.stock) for card in part]
    return Counter([*rows, *done, *loose, *held])


def highcard_cards(play: Any) -> Counter[str]:
    return Counter([card for part in (*play.hands, play.trick, play.stock, play.seen) for card in part])


def canasta_cards(play: Any) -> Counter[str]:
    laid = [meld.cards for melds in play.melds for meld in melds]
    return Counter([card for part in (*play.hands, *laid, *play.threes, play.stock, play.pile) for card in part])


CARDS: dict[str, Callable[[Any], Counter[str]]] = {
    "calypso": calypso_cards,
    "canasta": canasta_cards,
    "highcard": highcard_cards,
}
"""All cards of a game, wherever they lie; a game that there is besides is entered here."""


class Crowd(Stress):
    """Random people give random commands; most are refused, and every one that is not is checked."""

    def _accepted(self, before: Any, commit: AnyCommit) -> None:
        super()._accepted(before, commit)
        for event in commit.events:
            self.seen[f"{type(event).__struct_config__.tag}!"] += 1
        state = self.state
        if state.play is not None and state.phase == "playing":
            self.cards_are_kept(before.state)
        if any(isinstance(event, ev.Rewound) for event in commit.events):
            self.played_again(before.state)
        self.undo_is_told()
        self.room_is_sound()

    def cards_are_kept(self, before: TableState) -> None:
        cards, state = CARDS[self.game.key], self.state
        if before.phase == "playing" and self.game.deal(before.play) == self.game.deal(state.play):
            assert cards(state.play) == cards(before.play)

    def played_again(self, before: TableState) -> None:
        """What was taken back leads, played again, to just the same cards: nothing was shuffled."""
        play = self.state.play
        to = next(event.to_seq for event in self.commits[-1].events if isinstance(event, ev.Rewound))
        assert self.state.past == before.past[: len(self.state.past)]
        again = [past for past in before.past if past.seq >= to]
        for past, after in zip(again, [*[past.play for past in again[1:]], before.play], strict=True):
            commit = self.commits[past.seq]
            same_play = play == past.play
            assert same_play
            for event in commit.events:
                if not isinstance(event, ev.TableEvent):
                    play = self.game.evolve(play, event)
            if past.own:
                redone = self.game.decide(past.play, Seat(past.seat), commit.command)
                assert redone == [event for event in commit.events if not isinstance(event, ev.TableEvent)]
            assert play == after

    def undo_is_told(self) -> None:
        """A page that is told that it may take back may, and no other."""
        for seat, holder in enumerate(self.state.seats):
            if holder.kind != "person":
                assert "undo" not in self.looks.privates[seat]
                continue
            context = Context(Millis(self.now), self.chain)
            try:
                self.kernel.commit(self.state, person(holder.user), cmd.Propose("undo"), self.state.turn, "", context)
                may = True
            except Refusal:
                may = False
            assert self.looks.privates[seat].get("undo", False) is may

    def room_is_sound(self) -> None:
        state, view = self.state, self.looks.public
        users = [user for seat in state.seats for user in (seat.user, seat.booked) if user]
        assert len(users) == len(set(users)), "somebody has two places"
        assert not set(users) & set(state.barred)
        if state.phase not in ("closed", "over") and any(seat.user for seat in state.seats):
            assert state.seat_of(state.host) is not None
        for what, offer in state.offers.items():
            assert offer.seat in offer.yes
            asked = required(self.game, state, what, offer.seat)
            assert view["offers"][what]["need"] or not asked, "all have agreed, and nothing happened"
        if state.phase != "playing":
            assert "undo" not in state.offers
        if state.phase == "between":
            assert not any(seat.booked for seat in state.seats)
        if state.phase in ("waiting", "over", "closed"):
            assert not state.offers
            assert not state.paused
            assert not any(seat.booked for seat in state.seats)
        assert view.get("act", "") == ("" if state.paused else view["act"])

    # what somebody may come up with

    def anything(self) -> tuple[Actor, Command]:
        """A command of the table, and who gives it."""
        state, draw = self.state, self.random
        if state.offers and self.chance(3):
            what = draw.choice(list(state.offers))
            answer = draw.choice((cmd.Agree, cmd.Agree, cmd.Agree, cmd.Decline))
            return person(self.someone()), answer(what)  # type: ignore[arg-type]
        if state.past and self.chance(3):
            mover = state.seats[state.past[-1].seat]
            return person(mover.user if mover.user and not self.chance(4) else self.someone()), cmd.Propose("undo")
        if state.paused and self.chance(3):
            there = [seat.user for seat in state.seats if seat.human]
            return person(draw.choice(there) if there else self.someone()), cmd.Unpause()
        kept = [at for at, seat in enumerate(state.seats) if seat.kind == "open" and seat.reserved]
        if kept and self.chance(2):
            return person(state.host), cmd.Reserve(kept[0], "")
        booked = [(at, seat.booked) for at, seat in enumerate(state.seats) if seat.booked]
        gone = [at for at, seat in enumerate(state.seats) if seat.gone and not seat.standin]
        if gone and self.chance(4):
            return person(self.someone()), cmd.StandIn(gone[0])
        if booked and self.chance(3):
            at, user = booked[0]
            shown_out = self.seen["barred!"] <= self.seen["unbooked!"]
            return (person(state.host), cmd.Kick(at, user)) if shown_out else (person(user), cmd.Leave())
        command = draw.choice(self.waiting() if state.phase == "waiting" else self.running())
        if isinstance(command, cmd.INTERNAL):
            return (SERVER, command) if not self.chance(10) else (person(self.someone()), command)
        hosts = isinstance(command, cmd.Kick | cmd.Lock | cmd.HandOver | cmd.Change | cmd.Reserve | cmd.AddBot)
        return person(state.host if hosts and not self.chance(3) else self.someone()), command

    def a_seat(self, kind: str = "") -> int:
        """Perhaps none that there is; or one with such a holder, if there is any."""
        fit = [at for at, seat in enumerate(self.state.seats) if seat.kind == kind]
        return self.random.choice(fit) if fit else self.random.below(len(self.state.seats) + 2) - 1

    def waiting(self) -> list[Command]:
        """What one says before the game; the last person mostly stays."""
        seat, draw = self.a_seat(), self.random
        out: list[Command] = [
            *[cmd.Sit(seat)] * 6,
            *[cmd.Ready(True)] * 3,
            cmd.Ready(False),
            cmd.AddBot(seat, draw.choice(self.game.levels)),
            cmd.RemoveBot(self.a_seat("bot")),
            cmd.Start(),
            cmd.Kick(self.a_seat("person")),
            cmd.Lock(self.chance(3)),
            cmd.HandOver(seat),
            self.some_change(),
            *[cmd.Reserve(self.a_seat("open"), draw.choice(("", "", "Mia", "Mia", " ", "x" * 25)))] * 2,
            cmd.Propose("pause"),
        ]
        if len(self.users) > 1 or self.chance(12):
            out += [cmd.Leave(), cmd.Absent(seat)]
        return out

    def running(self) -> list[Command]:
        """What one says in play."""
        seat, draw = self.a_seat(), self.random
        return [
            *[cmd.Sit(seat)] * 4,
            cmd.Leave(),
            *[cmd.Back()] * 4,
            cmd.Ready(True),
            cmd.AddBot(seat, draw.choice(self.game.levels)),
            cmd.RemoveBot(self.a_seat("bot")),
            cmd.Start(),
            *[cmd.Next()] * 2,
            *[cmd.Kick(self.a_seat("person"))] * 2,
            cmd.Lock(self.chance(3)),
            cmd.HandOver(seat),
            self.some_change(),
            cmd.Reserve(seat, "Mia"),
            *[cmd.Propose("pause")] * 2,
            *([cmd.Propose("concede"), cmd.Propose("abandon")] if self.chance(4) else []),
            cmd.Unpause(),
            *[cmd.StandIn(seat)] * 2,
            *[cmd.Absent(seat)] * 2,
            *[cmd.Present(seat)] * 3,
            cmd.Rematch("T2"),
            *([cmd.Restore(self.state.seq + draw.below(3), self.chance(2))] if self.chance(4) else []),
        ]

    def some_change(self) -> cmd.Change:
        options = {
            item.key: item.default if self.chance(2) else item.values[-1]
            for item in self.game.options.items
            if hasattr(item, "values") and self.chance(3)
        }
        settings: list[dict[str, Any]] = [{}, {"undo": "free"}, {"access": "private"}, {"clock": "fast"}]
        return cmd.Change(options, self.random.choice(settings))

    def someone(self) -> str:
        """Mostly somebody who has to do with the table."""
        here = [user for seat in self.state.seats for user in (seat.user, seat.booked) if user]
        if self.chance(4):
            return self.state.host
        return self.random.choice(here if here and not self.chance(4) else CROWD)

    def crowd(self, most: int) -> None:
        """Until it is over, or for so many commits: something that goes on, and something that somebody wants."""
        for _ in range(3 * most):
            if self.state.phase == "closed" or len(self.commits) >= most:
                return
            if self.chance(2) or self.state.phase == "over":
                if self.state.phase == "over" and self.chance(8):
                    return
                self.attempt(*self.anything())
            else:
                self.go_on()

    def attempt(self, actor: Actor, command: Command) -> bool:
        """Whether it was accepted."""
        self.lag = self.random.below(700) - 50
        self.invited = self.random.choice((None, None, 0, 1, 2))
        self.now += self.random.below(400)
        try:
            self.submit(actor, command)
        except Refusal:
            return False
        return True

    def go_on(self) -> None:
        """What would happen at a quiet table; if it waits for nobody who moves, time passes."""
        for actor, command in self.moves():
            if self.attempt(actor, command):
                return
        running = [one for one in due(self.game, self.state) if one.kind != "forgotten" or self.chance(50)]
        if running and (running[0].kind != "idle" or self.chance(20)):
            self.now = max(self.now, running[0].at + (OVERDUE if running[0].kind == "bot" else 0))
            self.attempt(TIMER, cmd.TimeUp())
        elif "undo" in self.state.offers:
            self.attempt(person(self.state.seats[self.state.offers["undo"].seat].user), cmd.Decline("undo"))

    def moves(self) -> Iterator[tuple[Actor, Command]]:
        """What those would do who have to act; now and then they are too slow."""
        state = self.state
        if state.phase == "waiting":
            yield from ((person(seat.user), cmd.Ready(True)) for seat in state.seats if seat.user and not seat.ready)
            yield person(state.host), cmd.Start()
            free = [at for at, seat in enumerate(state.seats) if seat.kind == "open"]
            if free and setting(state.settings, "rated") == "friendly" and self.chance(2):
                yield person(state.host), cmd.AddBot(self.random.choice(free), self.game.levels[0])
            if free:
                yield person(self.random.choice(CROWD)), cmd.Sit(self.random.choice(free))
            if state.locked:
                yield person(state.host), cmd.Lock(False)
        if self.chance(30):
            return
        for seat in acting(self.game, state):
            holder = state.seats[seat]
            if state.phase == "between":
                yield person(holder.user), cmd.Next()
            elif holder.human:
                yield person(holder.user), self.choice(seat)
            elif "undo" not in state.offers:
                yield Actor("bot", seat=seat), self.choice(seat, holder.level)
