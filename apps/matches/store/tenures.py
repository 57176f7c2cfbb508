"""Previous players of a seat, read along with its chair."""

# SQL is built from constants and names of tables and columns. Values are always parameters.
# ruff: noqa: S608

from __future__ import annotations

import msgspec
from django.contrib.auth import get_user_model

from apps.common.sql import Rows, array_of
from apps.matches.engine.tenures import Former
from apps.matches.models import Tenure


def build_formers_sql(match: str, seat: str) -> str:
    """Return SQL for all previous players of a seat, both named by columns, as one text for `parse_formers`."""
    player = get_user_model()
    return (
        f"(SELECT {array_of('t.until', f'p.{player.USERNAME_FIELD}', 't.bot')}"
        f" FROM {Rows(Tenure).table} t LEFT JOIN {Rows(player).table} p ON p.id = t.player_id"
        f" WHERE t.match_id = {match} AND t.seat = {seat})"
    )


def parse_formers(text: str | None) -> tuple[Former, ...]:
    """Parse a text of `build_formers_sql` former players, in order."""
    formers = msgspec.json.decode(text or "[]")
    return tuple(sorted(Former(until, username, bool(bot)) for until, username, bot in formers))
