"""What the drivers (http, ws, bots, jobs) work with: made by the composition root, found by them in `app.state`."""

from __future__ import annotations

from dataclasses import dataclass

from app.accounts.service import Accounts
from app.archive.service import Archive
from app.archive.suggestions import Suggestions
from app.db.sessions import Database
from app.games.catalogue import Catalogue
from app.live.contracts import LiveStore
from app.settings import Settings
from app.tables.hints import Hints
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.service import Tables


@dataclass(frozen=True)
class Services:
    """Everything that is open while the server runs."""

    settings: Settings
    db: Database
    live: LiveStore
    catalogue: Catalogue
    tables: Tables
    hub: Hub
    lobby: Lobby
    accounts: Accounts
    archive: Archive
    hints: Hints
    suggestions: Suggestions
