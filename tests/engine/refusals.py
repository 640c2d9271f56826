"""Every refusal of the engine, with what its sentence may speak of. Translations are checked against it."""

from __future__ import annotations

REFUSALS: dict[str, tuple[str, ...]] = {
    # malformed, or not his to send: mistakes of a client
    "bad.command": ("reason",),
    "bad.id": (),
    "bad.kicked": (),
    "bad.level": ("level",),
    "bad.name": (),
    "bad.not_host": (),
    "bad.not_seated": (),
    "bad.option": ("option", "owner"),
    "bad.seat": ("seat",),
    # against the rules of the table
    "rule.away": (),
    "rule.closed": (),
    "rule.concede_sides": (),
    "rule.confirmed_already": (),
    "rule.kick_playing": ("seat",),
    "rule.kick_self": (),
    "rule.left_already": (),
    "rule.locked": (),
    "rule.no_bot": ("seat",),
    "rule.no_change": (),
    "rule.no_pause": (),
    "rule.nobody": ("seat",),
    "rule.not_asked": (),
    "rule.not_away": (),
    "rule.not_gone": ("seat",),
    "rule.not_offered": (),
    "rule.not_over": (),
    "rule.not_paused": (),
    "rule.not_ready": ("waiting",),
    "rule.not_started": (),
    "rule.offered_already": (),
    "rule.offers_most": ("most",),
    "rule.over": (),
    "rule.pause_untimed": (),
    "rule.paused": (),
    "rule.rated_bots": (),
    "rule.ready_already": (),
    "rule.rematched": ("table",),
    "rule.reserved": ("seat",),
    "rule.seat_taken": ("seat",),
    "rule.seated_there": ("seat",),
    "rule.seats_open": ("open",),
    "rule.started": (),
    "rule.unrated": ("option", "owner"),
    "rule.unwatched": (),
    "rule.too_many": ("seats",),
    "rule.undo_deal": (),
    "rule.undo_late": (),
    "rule.undo_most": ("most",),
    "rule.undo_off": (),
    # too late: somebody or something was quicker
    "stale.asked": (),
    "stale.id": (),
    "stale.person": ("seat",),
    "stale.timer": (),
    "stale.turn": ("turn",),
}
"""Beside these a game has codes of its own, of the same three kinds."""

SCRIPTS: dict[str, tuple[str, ...]] = {"bad.move": ()}
"""Only ever seen in the traces of scripted games."""
