"""High Card: whoever lays the highest card takes the trick. A whole game in one small folder."""

from tests.toy.games.highcard.game import GAME

__all__ = ["GAME"]
