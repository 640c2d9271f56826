"""Revokes that are not prevented but claimed (R5.3 to R5.11): taking back, claims, penalties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from app.engine.basics import Card, Event, Refusal
from app.games.calypso import rules as r
from app.games.calypso.types import Claimed, Last, Revoke, Rules, State, TakenBack

PENALTY: Final = 260
"""Points for a revoke that was claimed (R5.1)."""
FALSE_CLAIMS: Final = 2
"""False claims that a side may make in a hand (R5.8)."""
GATHER: Final = 3_000
"""ms for which a finished trick lies, so that its last player can take his card back (R5.4)."""


def penalty(claims: Sequence[Claimed], round_: int, chair: int) -> int:
    """R5.8, R5.9: what a chair is charged in a round."""
    return PENALTY * sum(claim.upheld for claim in claims if (claim.round, claim.offender) == (round_, chair))


def mistaken(state: State, chair: int) -> int:
    """False claims that the chair's side has made in this hand."""
    ours = r.allies(chair, state.rules)
    return sum(not claim.upheld and claim.by in ours for claim in of_hand(state))


def of_hand(state: State) -> list[Claimed]:
    """The claims of the hand in progress, or just finished."""
    return [claim for claim in state.claims if (claim.round, claim.hand) == (state.round, state.hand)]


def returnable(state: State, chair: int) -> Revoke | None:
    """The chair's revoke that it may still take back: the last card on a trick that is not gathered (R5.4)."""
    last = state.revokes[-1] if state.revokes else None
    if last is None or state.phase not in ("play", "gather") or last.chair != chair or last.trick != state.no + 1:
        return None
    return last if (state.leader + len(state.trick) - 1) % state.rules.seats == chair else None


def take_back(state: State, chair: int) -> list[Event]:
    """The card goes back to the hand. Raises Refusal."""
    revoke = returnable(state, chair)
    if revoke is None:
        raise Refusal("rule.no_take_back", rule="5.4")
    cards = state.trick[:-1]
    owns = (state.trumps * 2)[state.leader : state.leader + len(cards)]
    best, why = r.winner(cards, owns, state.rules.lead_holds)
    voids = state.voids[chair].replace(revoke.led, "") if revoke.lit else state.voids[chair]
    return [TakenBack(chair, revoke.card, (state.leader + best) % state.rules.seats, why, voids)]


def claim(state: State, chair: int, offender: int, trick: int) -> list[Event]:
    """A claim is judged, silently (R5.7, R5.8, R5.10). Raises Refusal."""
    if not state.rules.claims:
        raise Refusal("rule.no_claims", rule="5.2")
    if state.phase not in ("play", "gather", "between") or len(state.sheet) > state.round:
        raise Refusal("rule.claim_late", rule="5.7")
    if not 0 <= offender < state.rules.seats or offender in r.allies(chair, state.rules):
        raise Refusal("rule.claim_opponent", rule="5.7")
    if not 1 <= trick <= state.no:
        raise Refusal("rule.claim_early", rule="5.5")
    if any(c.upheld and (c.offender, c.trick) == (offender, trick) for c in of_hand(state)):
        raise Refusal("rule.claimed", rule="5.9")
    if mistaken(state, chair) >= FALSE_CLAIMS:
        raise Refusal("rule.claims_spent", rule="5.8")
    return [_judged(state, chair, offender, trick)]


def _judged(state: State, by: int, offender: int, trick: int) -> Claimed:
    said = Claimed(state.round, state.hand, trick, by, offender, upheld=False)
    if not any((revoke.chair, revoke.trick) == (offender, trick) for revoke in state.revokes):
        return said
    taken = state.tricks[trick - 1]
    card = _card_of(taken, offender, state.rules)
    return replace(said, upheld=True, led=taken.cards[0][1], card=card, proof=_proof(state, offender, trick))


def _card_of(trick: Last, chair: int, rules: Rules) -> Card:
    """The card that a chair played to a finished trick."""
    return trick.cards[(chair - trick.leader) % rules.seats]


def _proof(state: State, offender: int, trick: int) -> str:
    """A card of the suit led in a trick that the offender has played to a later one; "" if he has not yet."""
    led = state.tricks[trick - 1].cards[0][1]
    later = (_card_of(taken, offender, state.rules) for taken in state.tricks[trick:])
    return next((card for card in later if card[1] == led), "")


def evident(state: State, chair: int) -> list[tuple[int, int]]:
    """Revokes of opponents of a chair that the cards played prove and nobody has claimed (R5.11): chairs and tricks."""
    rules, found = state.rules, []
    known = {(claim.offender, claim.trick) for claim in of_hand(state)}
    for offender in range(rules.seats):
        if offender in r.allies(chair, rules):
            continue
        for at, taken in enumerate(state.tricks):
            led = taken.cards[0][1] if taken.leader != offender else ""
            card = _card_of(taken, offender, rules)
            shown = r.renounced(card, led, state.trumps[offender], rules)
            if shown and (offender, at + 1) not in known and _proof(state, offender, at + 1):
                found.append((offender, at + 1))
    return found
