"""The players in three levels: bots, stand-in for absent people, adviser. None of them plays at random."""

from app.games.canasta.bot.choose import advise, choose

__all__ = ["advise", "choose"]
