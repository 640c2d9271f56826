"""The players in three levels (R9): bots, stand-in for absent people, adviser. None of them plays at random."""

from app.games.calypso.bot.choose import advise, choose

__all__ = ["advise", "choose"]
