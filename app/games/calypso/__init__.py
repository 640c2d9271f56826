"""Calypso: four players, four packs, a trump suit for each (RULES.md)."""

from app.games.calypso.game import GAME

__all__ = ["GAME"]
