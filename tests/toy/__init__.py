"""A third game that nobody else knows, made by the contract alone, and ways to run it."""

from __future__ import annotations

from app.games.catalogue import Catalogue

PACKAGES = ("app.games", "tests.toy.games")


def catalogue() -> Catalogue:
    """The games of the house and the toy."""
    return Catalogue(PACKAGES)
