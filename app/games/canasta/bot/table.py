"""The table as bots reckon with it: counts by kind, changed in place, so that thousands of turns can be played out.

It follows the rules where they matter for a judgement and leaves out what does not: questions and raised minimums are
given, not played. Whoever thinks for a chair looks at no other `hands`, only at `sizes` and `known`.
"""

from __future__ import annotations

from operator import mul

from app.games.canasta import rules as r
from app.games.canasta.bot.kinds import BLACK, FULL, JOKER, KINDS, RANKS, RED, TWO, VALUES

Laid = tuple[int, int, int, int]
"""Cards laid together: rank, naturals, twos, jokers."""


class Table:
    """A deal at one moment."""

    __slots__ = (
        *("chairs", "sides", "accounts", "required", "draws", "packs", "cutthroat", "onto", "always", "black_freezes"),
        *("hands", "sizes", "known", "knowns", "seen", "stock", "pile", "frozen", "turn", "drawn", "need", "begun"),
        *("nat", "wild", "laid", "bonus", "canastas", "opened", "reds", "melded", "fresh", "joined", "lone"),
        *("over", "out", "hidden", "denied"),
    )

    chairs: int
    sides: list[int]
    accounts: list[int]
    required: int
    draws: int
    packs: int
    cutthroat: bool
    onto: bool
    """The top card alone may go onto a canasta."""
    always: bool
    """The pile is always frozen."""
    black_freezes: bool
    hands: list[list[int]]
    """By chair and kind."""
    sizes: list[int]
    known: list[list[int]]
    """By chair and kind: cards of the hand that everybody has seen."""
    knowns: list[int]
    seen: list[int]
    """By kind: cards that everybody has seen, wherever they lie."""
    stock: list[int]
    """Kinds; the next card is the last."""
    pile: list[int]
    frozen: bool
    turn: int
    drawn: bool
    """Who is on turn has drawn or taken."""
    need: list[int]
    """By chair: what its side's first melds must make."""
    begun: list[bool]
    nat: list[list[int]]
    """By side and rank: naturals of the meld."""
    wild: list[list[int]]
    laid: list[int]
    """By side: points of all cards in melds."""
    bonus: list[int]
    canastas: list[int]
    opened: list[bool]
    reds: list[int]
    """Red threes laid, by chair."""
    melded: list[bool]
    fresh: int
    """Ranks begun in this turn, as bits."""
    joined: bool
    lone: int
    over: bool
    out: int
    hidden: bool
    denied: bool
    """Who is on turn may not go out."""

    def clone(self) -> Table:
        """A table of its own to play on."""
        new = Table.__new__(Table)
        new.chairs, new.required, new.draws, new.packs = self.chairs, self.required, self.draws, self.packs
        new.accounts, new.cutthroat, new.onto = self.accounts, self.cutthroat, self.onto
        new.always, new.black_freezes, new.need = self.always, self.black_freezes, self.need
        new.frozen, new.turn, new.drawn, new.denied = self.frozen, self.turn, self.drawn, self.denied
        new.fresh, new.joined, new.lone = self.fresh, self.joined, self.lone
        new.over, new.out, new.hidden = self.over, self.out, self.hidden
        new.sides, new.sizes, new.knowns, new.seen = self.sides[:], self.sizes[:], self.knowns[:], self.seen[:]
        new.hands = [hand[:] for hand in self.hands]
        new.known = [hand[:] for hand in self.known]
        new.nat, new.wild = [row[:] for row in self.nat], [row[:] for row in self.wild]
        new.stock, new.pile, new.begun = self.stock[:], self.pile[:], self.begun[:]
        new.laid, new.bonus, new.canastas = self.laid[:], self.bonus[:], self.canastas[:]
        new.opened, new.reds, new.melded = self.opened[:], self.reds[:], self.melded[:]
        return new

    def draw(self) -> None:
        """From the stock, red threes aside (R2.5)."""
        chair, kept = self.turn, 0
        hand, stock = self.hands[chair], self.stock
        while stock and kept < self.draws:
            kind = stock.pop()
            if kind == RED:
                self.reds[chair] += 1
                self.seen[RED] += 1
            else:
                hand[kind] += 1
                kept += 1
        self.sizes[chair] += kept
        self.drawn = True
        if not kept:
            self.over = True

    def take(self, groups: list[Laid]) -> None:
        """The pile: the first group goes with its top card, the others are laid too."""
        chair, pile = self.turn, self.pile
        hand, known = self.hands[chair], self.known[chair]
        for kind in pile:
            if kind == RED:
                self.reds[chair] += 1
            else:
                hand[kind] += 1
                known[kind] += 1
                self.sizes[chair] += 1
                self.knowns[chair] += 1
        self.pile, self.frozen, self.drawn = [], self.always, True
        if self.cutthroat and self.lone < 0:
            self.part(chair)
        rank, naturals, twos, jokers = groups[0]
        self.lay([(rank, naturals + 1, twos, jokers), *groups[1:]])

    def part(self, lone: int) -> None:
        """R1.9: who plays alone is known; the others pool their melds."""
        one, other = (chair for chair in range(self.chairs) if chair != lone)
        self.lone, self.sides[other] = lone, one
        self.opened[one] = self.opened[one] or self.opened[other]
        for rank in range(RANKS):
            self.nat[one][rank] += self.nat[other][rank]
            self.wild[one][rank] += self.wild[other][rank]
            self.nat[other][rank] = self.wild[other][rank] = 0
        self.laid[one] += self.laid[other]
        self.laid[other], self.opened[other], self.bonus[other], self.canastas[other] = 0, False, 0, 0
        self.count(one)

    def count(self, side: int) -> None:
        """Canastas of a side and what they bring."""
        bonus = canastas = 0
        for naturals, wild in zip(self.nat[side], self.wild[side], strict=True):
            if naturals + wild >= r.CANASTA:
                canastas += 1
                bonus += r.MIXED if wild else r.NATURAL
        self.bonus[side], self.canastas[side] = bonus, canastas

    def lay(self, groups: list[Laid]) -> None:
        """Melds and additions; without a card left the chair is out."""
        chair = self.turn
        side = self.sides[chair]
        nat, wild = self.nat[side], self.wild[side]
        for rank, naturals, twos, jokers in groups:
            if not self.fresh >> rank & 1:
                if nat[rank]:
                    self.joined = True
                else:
                    self.fresh |= 1 << rank
            nat[rank] += naturals
            wild[rank] += twos + jokers
            self.laid[side] += naturals * VALUES[rank] + twos * VALUES[TWO] + jokers * VALUES[JOKER]
            self.shed(chair, rank, naturals)
            if twos:
                self.shed(chair, TWO, twos)
            if jokers:
                self.shed(chair, JOKER, jokers)
        self.opened[side] = True
        self.count(side)
        if not self.sizes[chair]:
            self.finish(chair)

    def shed(self, chair: int, kind: int, many: int) -> None:
        """So many cards have left a hand for where everybody sees them, those that were known first."""
        self.hands[chair][kind] -= many
        self.sizes[chair] -= many
        was = self.known[chair][kind]
        if was:
            shown = min(was, many)
            self.known[chair][kind] -= shown
            self.knowns[chair] -= shown
            many -= shown
        self.seen[kind] += many

    def discard(self, kind: int) -> None:
        """A card onto the pile; the turn passes, or the deal is over."""
        chair = self.turn
        self.shed(chair, kind, 1)
        self.pile.append(kind)
        if TWO <= kind <= JOKER or (kind == BLACK and self.black_freezes):
            self.frozen = True
        if not self.sizes[chair]:
            self.finish(chair)
            return
        self.melded[chair] = self.melded[chair] or self.joined or bool(self.fresh)
        self.turn = (chair + 1) % self.chairs
        self.drawn = self.joined = self.denied = False
        self.fresh = 0
        if not self.begun[self.turn]:
            self.begin(self.turn)

    def begin(self, chair: int) -> None:
        """A first turn: red threes are laid and replaced (R2.4)."""
        self.begun[chair] = True
        hand, stock = self.hands[chair], self.stock
        while hand[RED]:
            hand[RED] -= 1
            self.reds[chair] += 1
            self.seen[RED] += 1
            if not stock:
                self.sizes[chair] -= 1
                self.over = True
                return
            hand[stock.pop()] += 1

    def finish(self, chair: int) -> None:
        """A chair has gone out."""
        side = self.sides[chair]
        own = (rank for rank in range(RANKS) if self.fresh >> rank & 1)
        nat, wild = self.nat[side], self.wild[side]
        whole = any(nat[rank] + wild[rank] >= r.CANASTA for rank in own)
        self.hidden = not self.melded[chair] and not self.joined and whole
        self.over, self.out = True, chair
        if self.cutthroat and self.lone < 0:
            self.part(chair)

    def score(self, account: int) -> int:
        """What the deal would bring an account if it ended now (R4)."""
        own = [chair for chair in range(self.chairs) if self.accounts[chair] == account]
        side = self.sides[own[0]]
        team = [chair for chair in range(self.chairs) if self.sides[chair] == side]
        laid, left = sum([self.reds[chair] for chair in own]), sum([self.hands[chair][RED] for chair in own])
        total = self.laid[side] + self.bonus[side]
        if laid or left:
            total += r.red_line(laid, left, self.opened[side], self.packs)
        for chair in team:
            total -= sum(map(mul, self.hands[chair], VALUES))
        if self.out in team:
            total += r.OUT + (r.CONCEALED if self.hidden else 0)
        return total

    def unseen(self, chair: int) -> list[int]:
        """By kind: cards that a chair has not seen, in the stock or hidden in other hands."""
        total = FULL[self.packs]
        hand, known, seen = self.hands[chair], self.known[chair], self.seen
        return [total[kind] - seen[kind] - hand[kind] + known[kind] for kind in range(KINDS)]
