"""Finished games: stored once, listed, looked through."""
