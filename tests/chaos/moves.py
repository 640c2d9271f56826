"""What people do when it is their turn, by what their pages show them: legal, with little thought."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

View = dict[str, Any]


def calypso(public: View, private: View, dice: random.Random) -> View:
    """Any legal card."""
    hand, suits = private["hand"], private.get("legal", "")
    return {"type": "play", "card": dice.choice([card for card in hand if suits == "any" or card[1] in suits])}


def canasta(public: View, private: View, dice: random.Random) -> View:
    """Draw or take, go out or meld when one can, discard any card."""
    may = private["may"].split()
    if "answer" in may:
        return {"type": "answer", "yes": True}
    if "take" in may and dice.random() < 0.8:
        take = private["take"]
        return {"type": "take", "with": _pairs(take["with"]), "melds": take["melds"]}
    if public["phase"] == "draw":
        return {"type": "draw" if "draw" in may else "pass" if "pass" in may else "take"}
    if "ask" in may and dice.random() < 0.5:
        return {"type": "ask"}
    if out := private.get("out"):
        return {"type": "go_out", "melds": out["melds"], "threes": _pairs(out["threes"]), "discard": out["discard"]}
    if groups := _groups(public, private):
        return {"type": "meld", "melds": groups}
    return {"type": "discard", "card": dice.choice(list(private["hand"]))}


def _pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _groups(public: View, private: View) -> list[View]:
    """Natural cards that can be laid, if they are enough and leave some in the hand."""
    lay, values, held = private["lay"], public["values"], private["hand"]
    out, left, made = [], sum(held.values()), 0
    for rank in "AKQJT987654":
        cards = [card for card, n in held.items() for _ in range(n) if card[0] == rank and card != "JK"]
        _, least, _ = lay.get(rank, lay["new"])
        if cards and len(cards) >= least and left - len(cards) > 2:
            out.append({"rank": rank, "cards": cards})
            left, made = left - len(cards), made + len(cards) * values[rank]
    return out if made >= private.get("need", 0) else []


MOVES: dict[str, Callable[[View, View, random.Random], View]] = {"calypso": calypso, "canasta": canasta}
