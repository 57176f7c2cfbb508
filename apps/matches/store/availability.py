"""Quiet hours and vacations as the database stores them."""

# SQL is built from constants and names of tables and columns. Values are always parameters.
# ruff: noqa: S608

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.contrib.auth import get_user_model

from apps.common.sql import Rows
from apps.matches.engine.availability import NO_QUIET_HOURS, Availability, QuietHours, Span
from apps.matches.models import QuietHoursRow, Vacation

_VACATIONS: Final = Rows(Vacation)


def load_availabilities(player_ids: Collection[int], *, since: datetime) -> dict[int, Availability]:
    """Return the availability from then on of those players who ever rest, in two statements."""
    quiet = {
        row.pk: build_quiet_hours(row, row.player.time_zone)
        for row in QuietHoursRow.objects.filter(pk__in=player_ids).select_related("player")
    }
    spans: dict[int, list[Span]] = {}
    for player, begins_at, ends_at in Vacation.objects.filter(player__in=player_ids, ends_at__gt=since).values_list(
        "player", "begins_at", "ends_at"
    ):
        spans.setdefault(player, []).append((begins_at, ends_at))
    return {
        player: Availability(quiet.get(player, NO_QUIET_HOURS), tuple(sorted(spans.get(player, ()))))
        for player in {*quiet, *spans}
    }


def load_availability(player: int) -> Availability:
    """Return a player's availability with all vacations they ever took, oldest first, and always their own zone."""
    row = QuietHoursRow.objects.filter(pk=player).select_related("player").first()
    zone = "" if row else get_user_model().objects.values_list("time_zone", flat=True).get(pk=player)
    spans = Vacation.objects.filter(player=player).order_by("begins_at").values_list("begins_at", "ends_at")
    return Availability(build_quiet_hours(row, row.player.time_zone) if row else QuietHours(zone=zone), tuple(spans))


def build_vacations_sql(player: str) -> str:
    """Return SQL for all vacations of a player, named by a column, as one text for `spans`."""
    return f"(SELECT {_VACATIONS.gathered('v')} FROM {_VACATIONS.table} v WHERE v.player_id = {player})"


def parse_vacations(text: str | None) -> tuple[Span, ...]:
    """Parse a text of `build_vacations_sql` vacations, in order."""
    if not text:
        return ()
    return tuple(sorted((vacation.begins_at, vacation.ends_at) for vacation in _VACATIONS.scattered(text)))


def build_quiet_hours(row: QuietHoursRow, zone: str) -> QuietHours:
    """Return the quiet hours of a row, for a player in this zone."""
    return QuietHours(row.begins, row.ends, row.next_begins, row.next_ends, row.changes_at, zone)
