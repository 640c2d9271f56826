"""Canasta for two to six. Rules: RULES.md; the way in: game.py."""

from app.games.canasta.game import GAME

__all__ = ["GAME"]
