"""Rated matches as recorded, for callers that count them again, e.g. an arena."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, QuerySet

from apps.ratings.models import Sheet


class RatedMatch(NamedTuple):
    """The start of a match, and the places that its rating uses."""

    begun_at: datetime
    places: list[tuple[int | None, int]]
    """Pairs of a player, None if their account was deleted, and their place."""


def open_ones(game: str, *, since: datetime, until: datetime) -> QuerySet[Sheet]:
    """Return listed, rated matches of open tables that started and ended within this time, by their end.

    Arranged ones, such as those of tournaments, are left out.
    """
    within = Sheet.objects.filter(game=game, over_at__gte=since, over_at__lte=until, match__begun_at__gte=since)
    return within.filter(match__listed=True, match__occasion="").exclude(places=[]).order_by("over_at", "match")


def load_rated_matches(found: QuerySet[Sheet]) -> list[RatedMatch]:
    """Return all of these matches."""
    rows = found.values_list("match__begun_at", "places")
    return [RatedMatch(begun_at, [(player, place) for player, place in places]) for begun_at, places in rows]


def compute_change_mark(found: QuerySet[Sheet]) -> str:
    """Return a text that changes whenever a match is added."""
    counts = found.order_by().aggregate(last=Max("match"), count=Count("match"))
    return f"{counts['count']}-{counts['last']}"
