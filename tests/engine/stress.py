"""Plays a whole table in every way it can be played, and checks all that must hold at every commit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from app.engine.actor import Actor
from app.engine.basics import Command, Refusal, Seat
from app.engine.commit import AnyCommit
from app.engine.dice import Dice
from app.engine.game import Game
from app.engine.table import commands as cmd
from app.engine.table.decide import OVERDUE
from app.engine.table.due import FILL, acting, due
from app.engine.table.settings import setting
from tests.engine import checks
from tests.engine.guesses import MALFORMED, Guesser, raw
from tests.engine.leaks import accepted_tells_nothing, refused_tells_nothing
from tests.engine.tables import INTERNAL, Table, person

KINDS = ("bad.", "rule.", "stale.")
NAMES = ("ann", "bea", "cay", "dan", "fay", "gus", "hal")

ANY_TIME: dict[str, tuple[str, ...]] = {"calypso": ("claim", "take_back"), "canasta": ("answer",)}
"""Commands that one may give when it is not one's turn; a game that has such is entered here."""


class Stress(Table):
    """A table whose every commit is checked; `leaks`: one commit in so many goes through the leak test."""

    def __init__(
        self, game: Game, options: Mapping[str, Any], settings: Mapping[str, Any], seed: int, leaks: int = 8
    ) -> None:
        self.random = Dice(seed.to_bytes(32, "big"))
        self.leaks = leaks
        self.seen: Counter[str] = Counter()
        super().__init__(game, options, settings)
        self.folded = checks.log_is_the_state(self.kernel, None, self.commits[0], self.state)

    def chance(self, one_in: int) -> bool:
        return self.random.below(one_in) == 0

    # every commit, every refusal

    def submit(self, actor: Actor, command: Command, turn: int | None = None, id_: str = "") -> AnyCommit:
        before, public = self.looks, msgspec.json.encode(self.looks)
        try:
            commit = super().submit(actor, command, turn, id_)
        except Refusal as refusal:
            self._refused(actor, command, refusal, turn)
            assert self.looks is before
            assert msgspec.json.encode(before) == public, "a refusal changed something"
            raise
        assert msgspec.json.encode(before) == public, "a state that is past was changed"
        self._accepted(before, commit)
        return commit

    def _accepted(self, before: Any, commit: AnyCommit) -> None:
        state, frame = self.state, self.frames[-1]
        self.seen[str(type(commit.command).__struct_config__.tag)] += 1
        self.folded = checks.log_is_the_state(self.kernel, self.folded, commit, state)
        checks.views_are_plain(self.looks)
        checks.shared_parts_are_right(self.kernel, self.looks)
        checks.patches_lead_on(before, frame, self.looks)
        checks.notes_are_plain(frame)
        checks.time_and_turn_go_on(before.state, state, commit)
        checks.clocks_charge_the_mover(self.kernel, before.state, state, commit)
        checks.deadlines_are_sane(self.kernel, state)
        checks.phases_fit(self.kernel, state)
        checks.deals_are_counted(self.kernel, before.state, state, commit)
        assert self.looks.public["act"] == "".join(map(str, acting(self.game, state)))
        if self.chance(self.leaks):
            context = self.context(commit.actor.user.title())
            compared = accepted_tells_nothing(self.kernel, before, commit, frame, context, self.random)
            self.seen["leak"] += compared

    def _refused(self, actor: Actor, command: Command, refusal: Refusal, turn: int | None) -> None:
        assert refusal.code.startswith(KINDS), refusal.code
        assert not [*checks.unfit(dict(refusal.params))]
        self.seen[refusal.code] += 1
        if turn is None and self.chance(self.leaks):
            context = self.context(actor.user.title())
            self.seen["leak.refusal"] += refused_tells_nothing(
                self.kernel, self.looks, actor, command, refusal, context, self.random
            )

    # what must be refused at any time

    def nuisance(self) -> None:
        """Somebody sends what may not be accepted."""
        match self.random.below(6):
            case 0:
                try:
                    self.kernel.command(self.random.choice(MALFORMED))
                except Refusal as refusal:
                    assert refusal.code == "bad.command"
                    return
                raise AssertionError("accepted what is malformed")
            case 1:
                command = self.random.choice((cmd.TimeUp(), cmd.Restore(9), cmd.Open("T", "g", {}, {}, "n", "")))
                self.refusal(self.random.choice((person("ann"), person("eve"), Actor("bot", seat=0))), command)
            case 2:
                self.refusal(person("eve"), self.random.choice((cmd.Leave(), cmd.Back(), cmd.Next(), cmd.Start())))
            case 3:
                self.refusal(person(self.random.choice(self.users)), cmd.Start(), self.state.turn - 1)
            case 4:
                self.refusal(Actor("bot", seat=self.random.choice((-1, 9))), self._guess(0))
            case 5:
                stranger = Actor("person", user="eve") if self.chance(2) else INTERNAL[cmd.TimeUp]
                self.refusal(stranger, self._guess(0))

    @property
    def users(self) -> list[str]:
        return [seat.user for seat in self.state.seats if seat.user]

    def _guess(self, seat: int) -> Command:
        if self.state.play is None:
            return Guesser(self.game, self.looks.public, {}, self.random).command()
        private = self.game.private(self.state.play, Seat(seat))
        return Guesser(self.game, self.looks.public, private, self.random).command()

    # playing

    def populate(self, bots: int) -> None:
        """Persons and bots take seats, move about, get ready, and the game starts."""
        seats, own = len(self.state.seats), setting(self.state.settings, "autostart")
        if setting(self.state.settings, "rated") == "rated":
            bots = 0
        assert self.refused("ann", cmd.Start()) == "rule.seats_open"
        for seat in range(1, seats - bots):
            self.do(NAMES[seat], cmd.Sit(seat))
        if own == "bots" and bots:
            assert self.deadline == self.state.at + FILL
            self.internal(cmd.TimeUp(), self.deadline)
        for seat in range(seats - bots, seats) if own != "bots" else ():
            level = self.random.choice(self.game.levels)
            self.do("ann", cmd.AddBot(seat, level))
            if self.chance(2) and own == "no":
                self.do("ann", cmd.RemoveBot(seat))
                self.do("ann", cmd.AddBot(seat, level))
        if own == "no":
            self.get_ready()
        assert self.state.phase == "playing"

    def get_ready(self) -> None:
        """One after the other; then the host starts."""
        for user in self.random.shuffled(self.users):
            self.nuisance()
            if user != "ann":
                assert self.refused("ann", cmd.Start()) == "rule.not_ready"
            self.do(user, cmd.Ready(True))
            if self.chance(3):
                self.do(user, cmd.Ready(False))
                self.do(user, cmd.Ready(True))
        self.do("ann", cmd.Start())

    def run(self, most: int) -> None:
        """Play on until it is over, or for so many commits."""
        while self.state.phase != "over" and len(self.commits) < most:
            if self.chance(6):
                self.nuisance()
            if self.chance(40):
                self.internal(cmd.Restore(self.state.seq + 3))
            if self.chance(25):
                self.leave_or_return()
            if self.state.phase == "between":
                self.pause()
            else:
                self.turn()

    def leave_or_return(self) -> None:
        user = self.random.choice(self.users)
        seat = self.state.seat_of(user)
        assert seat is not None
        if self.state.seats[seat].standin:
            self.do(user, cmd.Back())
            assert self.refused(user, cmd.Back()) == "rule.not_away"
        else:
            self.do(user, cmd.Leave())
            assert self.refused(user, cmd.Leave()) == "rule.left_already"

    def pause(self) -> None:
        """Everybody sends `next`, or the deadline ends it."""
        waiting = acting(self.game, self.state)
        first = next(iter(due(self.game, self.state)), None)
        if first is not None and first.kind == "rest" and (not waiting or self.chance(5)):
            before = self.state.turn
            self.internal(cmd.TimeUp(), first.at)
            assert self.state.turn > before
            return
        user = self.random.choice(self.users)
        seat = self.state.seat_of(user)
        assert seat is not None
        self.refusal(person(user), self.choice_in_vain(seat))
        if self.state.seats[seat].confirmed:
            assert self.refused(user, cmd.Next()) == "rule.confirmed_already"
            if self.state.seats[seat].standin:
                self.do(user, cmd.Back())
        else:
            self.do(user, cmd.Next())

    def choice_in_vain(self, seat: Seat) -> Command:
        """What may only be done in one's turn."""
        guess = self._guess(seat)
        while type(guess).__struct_config__.tag in ANY_TIME.get(self.game.key, ()):
            guess = self._guess(seat)
        return guess

    def turn(self) -> None:
        """One decision: by a person, a bot, a stand-in, or the timer."""
        seat = self.random.choice(acting(self.game, self.state))
        holder = self.state.seats[seat]
        if self.chance(4):
            self.out_of_turn(seat)
        if self.chance(20) and self.time_up():
            return
        if holder.human or (holder.user and self.chance(10)):
            self.person_moves(seat, holder.user)
        else:
            level = holder.level or self.game.standin
            actor = Actor("bot", seat=seat)
            assert self.refusal(actor, self.choice(seat, level), self.state.turn - 1).code == "stale.turn"
            self.submit(actor, self.choice(seat, level))

    def out_of_turn(self, seat: Seat) -> None:
        """Somebody who need not act tries to."""
        idle = [at for at in range(len(self.state.seats)) if at not in acting(self.game, self.state)]
        other = Seat(self.random.choice(idle or [seat]))
        holder = self.state.seats[other]
        if idle and holder.user:
            guess = self.choice_in_vain(other)
            self.refusal(person(holder.user), guess)
            self.refusal(person(holder.user), guess, self.state.turn - 1)
        if holder.human:
            assert self.refusal(Actor("bot", seat=other), self._guess(other)).code == "stale.person"

    def time_up(self) -> bool:
        """The timer fires at the first deadline: early for nothing, then for good. False if none runs but the last."""
        running = [one for one in due(self.game, self.state) if one.kind != "forgotten"]
        if not running:
            return False
        if running[0].at > self.now + 2 * self.step:
            self.now = running[0].at - 2 * self.step
            assert self.refusal(INTERNAL[cmd.TimeUp], cmd.TimeUp()).code == "stale.timer"
        late = OVERDUE if running[0].kind == "bot" else 0
        turn = self.state.turn
        self.internal(cmd.TimeUp(), max(self.now, running[0].at + late))
        assert self.refusal(INTERNAL[cmd.TimeUp], cmd.TimeUp(), turn).code == "stale.turn"
        return True

    def person_moves(self, seat: Seat, user: str) -> None:
        """Guesses until one is legal; after a few a bot tells him what to do."""
        for _ in range(8):
            guess = self._guess(seat)
            assert self.kernel.command(raw(guess)) == guess
            try:
                self.submit(person(user), guess, id_=f"{user}.{len(self.commits)}")
                return
            except Refusal:
                continue
        self.do(user, self.choice(seat), id_=f"{user}.{len(self.commits)}")
