"""What the strong level thinks of every card that may be played, and why: the words are `opinion.<code>`.

| code | params | said of a card |
|---|---|---|
| wins_trick | percent | with which its side takes the trick (so likely) |
| ruffs | percent | that trumps in, likewise |
| brings | points | with which the cards on the table are worth so much to its side, likely its own |
| completes | chair | with which that chair's calypso is likely complete |
| own_row | card, points | that its player's calypso needs, in a trick likely his side's |
| partner_row | card, points | that the partner's calypso needs, likewise |
| feeds_partner | card, points | the same where the partner is winning |
| denies | card, points | that an opponent needs and likely does not get |
| gives | card, points | that an opponent needs and likely gets |
| loses_own | card, points | that its own side needs and likely loses |
| discards_dead | card | that no calypso needs, into the others' trick |
| keeps_trump | suit | that lets its player keep his own trumps |
| shortens | suit | the last of a suit: then he can trump in |
| spends_trump | suit | an own trump that is likely not to win |
| leads_own | suit | a lead in one's own trumps, on which others throw away what the calypso needs |
| avoids_own_lead | suit | another lead though there are own trumps |
| pulls | suit, n | a lead in an opponent's suit, of which he needs n ranks |
| costs | points | that would be worth more later than the cheapest one |

`points` are those expected: the chance is in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.dice import Dice
from app.engine.game import Opinion, Reason
from app.games.calypso.bot.policy import Policy, Terms
from app.games.calypso.bot.search import search
from app.games.calypso.bot.sight import Sight
from app.games.calypso.bot.weights import FINE, ONE, PILE, RANKS, weights
from app.games.calypso.types import Play

MOST: Final = 3
"""Reasons for a card."""
LIKELY: Final = ONE * 55 // 100
WORTH_SAYING: Final = 8
"""Points that a reason must weigh."""
HABIT: Final = 12
"""Points that a reason weighs which the tables hold but do not tell apart."""

AGAINST: Final = ("gives", "loses_own", "spends_trump", "leads_own", "costs")
"""Reasons that speak against a card."""

Weighed = tuple[int, Reason]


def opinions(sight: Sight, dice: Dice, budget: int) -> list[Opinion]:
    """All legal cards, best first; points against the best one."""
    policy = Policy(sight, weights(sight.rules.variant))
    if len(sight.legal) > 1 and (found := search(sight, dice, budget)):
        ranked = [(one.code, one.value) for one in found]
    else:
        scored = sorted((-policy.terms(code).score, code) for code in sight.legal)
        ranked = [(code, -score / FINE) for score, code in scored]
    out: list[Opinion] = []
    for code, value in ranked:
        behind = min(round(value - ranked[0][1]), out[-1].points if out else 0)
        out.append(Opinion(Play(sight.card(code)), behind, reasons(policy, code, best=not out)))
    return out


def reasons(policy: Policy, code: int, best: bool) -> tuple[Reason, ...]:
    """The weightiest reasons for or against a card, one to three; for the best one those that speak for it."""
    terms = policy.terms(code)
    weighed = [*_trick(policy, code, terms), *_card(policy, code, terms), *_shape(policy, code, terms)]
    weighed.sort(key=lambda each: -each[0])
    if best:
        weighed = [each for each in weighed if each[1].code not in AGAINST] or weighed
    said = [reason for weight, reason in weighed if weight >= WORTH_SAYING][:MOST]
    return tuple(said or [reason for _, reason in weighed[:1]] or [Reason("wins_trick", {"percent": _percent(terms)})])


def _trick(policy: Policy, code: int, terms: Terms) -> Iterator[Weighed]:
    """Reasons that lie in the trick."""
    sight = policy.sight
    suit, percent = code // RANKS, _percent(terms)
    ruff = bool(sight.trick) and suit == sight.me and sight.trick[0] // RANKS != suit
    if terms.won >= LIKELY:
        gain = terms.won * (terms.ours + terms.theirs) >> 10
        yield max(WORTH_SAYING, gain // 3), Reason("ruffs" if ruff else "wins_trick", {"percent": percent})
    table = [policy.worth(card, policy.need[card])[0] - PILE for card in sight.trick]
    brought = terms.won * sum(table) >> 10
    if terms.won >= LIKELY and brought >= WORTH_SAYING:
        yield brought, Reason("brings", {"points": brought})
    if terms.won >= LIKELY:
        for chair in range(0, policy.n, policy.sides):
            owner = (sight.me + chair) % policy.n
            if completed(policy, owner, code):
                yield terms.won, Reason("completes", {"chair": owner})


def _percent(terms: Terms) -> int:
    return terms.won * 100 // ONE


def completed(policy: Policy, owner: int, code: int) -> bool:
    """Whether the trick with this card has all that a calypso misses."""
    bits = policy.sight.bits(owner)
    for card in (*policy.sight.trick, code):
        if card // RANKS == owner:
            bits |= 1 << card % RANKS
    return bits == (1 << RANKS) - 1


def _card(policy: Policy, code: int, terms: Terms) -> Iterator[Weighed]:
    """Reasons that lie in who needs the card."""
    sight = policy.sight
    named: dict[str, str | int] = {"card": sight.card(code)}
    need = 0 if code in sight.trick else policy.need[code]
    won, lost = policy.worth(code, need)
    relation = policy.relation(code // RANKS)
    gain, loss = terms.won * won >> 10, (ONE - terms.won) * lost >> 10
    if not need:
        if terms.won < ONE - LIKELY:
            yield HABIT, Reason("discards_dead", named)
        return
    likely = terms.won >= LIKELY
    if relation % policy.sides == 0:
        kind = ("feeds_partner" if policy.partner_ahead else "partner_row") if relation else "own_row"
        bad = "loses_own"
    else:
        kind, bad = "denies", "gives"
    points = gain if likely else loss
    yield points, Reason(kind if likely else bad, {**named, "points": points})


def _shape(policy: Policy, code: int, terms: Terms) -> Iterator[Weighed]:
    """Reasons that lie in what is left in the hand, and in the suit led."""
    sight = policy.sight
    suit = code // RANKS
    named: dict[str, str | int] = {"suit": sight.trumps[suit]}
    own: dict[str, str | int] = {"suit": sight.trumps[sight.me]}
    follows = bool(sight.trick) and sight.trick[0] // RANKS == suit
    if not sight.trick:
        if suit == sight.me:
            yield HABIT, Reason("leads_own", named)
        elif policy.counts[sight.me]:
            yield HABIT - 1, Reason("avoids_own_lead", own)
        if policy.relation(suit) % policy.sides:
            missing = RANKS - sight.bits(suit).bit_count()
            yield HABIT + missing, Reason("pulls", {**named, "n": missing})
    elif not follows and terms.won < LIKELY:
        if suit == sight.me:
            yield HABIT, Reason("spends_trump", own)
        elif policy.counts[sight.me]:
            yield HABIT, Reason("keeps_trump", own)
    if policy.counts[suit] == 1 and suit != sight.me and policy.counts[sight.me]:
        yield HABIT + 2, Reason("shortens", named)
    # only the difference between cards means anything
    costs = (max(policy.terms(other).kept for other in sight.legal) - terms.kept) // FINE
    if costs >= WORTH_SAYING:
        yield costs // 2, Reason("costs", {"points": costs})
