"""Rated matches as they were judged: for whoever counts them once more, e.g. an arena."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Max, QuerySet

from apps.ratings.models import Sheet


class RatedMatch(NamedTuple):
    """When it began, and who came where of those it was rated for, as the rules of rating place them."""

    begun_at: datetime
    places: list[tuple[int | None, int]]
    """(player, place); None for an account that is gone."""


def open_ones(game: str, *, since: datetime, until: datetime) -> QuerySet[Sheet]:
    """Listed matches of open tables, arranged by nobody, that began and ended within that time and were rated, in the
    order in which they ended.
    """
    within = Sheet.objects.filter(game=game, over_at__gte=since, over_at__lte=until, match__begun_at__gte=since)
    return within.filter(match__listed=True, match__occasion="").exclude(places=[]).order_by("over_at", "match")


def read(found: QuerySet[Sheet]) -> list[RatedMatch]:
    """All of them."""
    rows: Any = found.values_list("match__begun_at", "places")
    return [RatedMatch(begun_at, [(player, place) for player, place in places]) for begun_at, places in rows]


def mark(found: QuerySet[Sheet]) -> str:
    """A word that changes whenever there is another one."""
    counts = found.order_by().aggregate(last=Max("match"), count=Count("match"))
    return f"{counts['count']}-{counts['last']}"
