"""Every refusal of the engine, with what its sentence may speak of. Translations are checked against it."""

from __future__ import annotations

REFUSALS: dict[str, tuple[str, ...]] = {
    # malformed, or not his to send: mistakes of a client
    "bad.command": ("reason",),
    "bad.id": (),
    "bad.level": ("level",),
    "bad.not_host": (),
    "bad.not_seated": (),
    "bad.option": ("option", "owner"),
    "bad.seat": ("seat",),
    # against the rules of the table
    "rule.closed": (),
    "rule.confirmed_already": (),
    "rule.left_already": (),
    "rule.no_bot": ("seat",),
    "rule.no_pause": (),
    "rule.not_away": (),
    "rule.not_ready": ("waiting",),
    "rule.not_started": (),
    "rule.over": (),
    "rule.ready_already": (),
    "rule.seat_taken": ("seat",),
    "rule.seated_there": ("seat",),
    "rule.seats_open": ("open",),
    "rule.started": (),
    # too late: somebody or something was quicker
    "stale.id": (),
    "stale.person": ("seat",),
    "stale.timer": (),
    "stale.turn": ("turn",),
}
"""Beside these a game has codes of its own, of the same three kinds."""

SCRIPTS: dict[str, tuple[str, ...]] = {"bad.move": ()}
"""Only ever seen in the traces of scripted games."""
