"""What tests of the lobby share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from apps.accounts.models import Player
from apps.games import catalogue
from apps.lobby.models import Chair, Table
from apps.lobby.services import tables
from apps.matches.engine.deadlines import presets

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
Open = Callable[..., Table]


def table_of(host: Player, *, pace_name: str = "daily", **other: Any) -> Table:
    """A public table of Fuse for two, as usual."""
    usual: dict[str, Any] = {
        "game": "fuse",
        "seats": 2,
        "options": {},
        "pace": presets(catalogue()["fuse"].meta)[pace_name],
        "public": True,
        "now": NOW,
    }
    return tables.open_table(host=host, pace_name=pace_name, **(usual | other))


def seated(table: Table) -> list[str]:
    """Who sits at a table, by chair: a name, `bot`, `for NAME` or `free`."""
    chairs = Chair.objects.filter(table=table).select_related("player", "kept_for").order_by("index")
    return [
        "bot"
        if chair.bot
        else str(chair.player)
        if chair.player
        else f"for {chair.kept_for}"
        if chair.kept_for
        else "free"
        for chair in chairs
    ]


@pytest.fixture
def guest(db: None) -> Player:
    return Player.objects.create_user("quiet-otter-482", guest=True)
