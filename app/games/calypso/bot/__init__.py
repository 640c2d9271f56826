"""The player by rule of thumb (R9.4, R9.5): bot, and stand-in for absent people. Never plays at random."""

from app.games.calypso.bot.choose import advise, choose

__all__ = ["advise", "choose"]
