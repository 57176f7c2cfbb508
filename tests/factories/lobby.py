"""Tables of the lobby for tests, and their players."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from apps.accounts.models import Player
from apps.games import load_games
from apps.lobby.models import Chair, Table
from apps.lobby.services import tables
from apps.matches.engine.deadlines import list_preset_paces

NOW = datetime(2026, 3, 1, 20, tzinfo=UTC)


def lobby_table(
    host: Player, *others: Player, game: str = "fuse", pace_name: str = "daily", now: datetime = NOW, **more: Any
) -> Table:
    """Create a table that these others have joined, by default a public one of Fuse for two."""
    usual: dict[str, Any] = {"public": True, "seats": 2, "options": {}}
    if "pace" not in more:
        usual["pace"] = list_preset_paces(load_games()[game].meta)[pace_name]
    table = tables.open_table(host=host, game=game, pace_name=pace_name, now=now, **(usual | more))
    for other in others:
        tables.join_table(code=table.code, player=other, now=now)
    return table


def seated(table: Table) -> list[str]:
    """Return the seats of a table: a name, `bot`, `for NAME` or `free`."""
    chairs = Chair.objects.filter(table=table).select_related("player", "kept_for").order_by("index")
    return [_sitter(chair) for chair in chairs]


def _sitter(chair: Chair) -> str:
    if chair.bot:
        return "bot"
    if chair.player:
        return str(chair.player)
    return f"for {chair.kept_for}" if chair.kept_for else "free"
