"""Matches of unfinished tournaments, which organisers can still see and correct."""

from __future__ import annotations

from django.db.models import QuerySet

from apps.tournaments.models import PodMatch, Tournament

_SETTLED_STATUSES = (Tournament.Status.OVER, Tournament.Status.CANCELLED)


def find_unsettled_matches() -> QuerySet[PodMatch]:
    """Return rows that name their `match`."""
    return PodMatch.objects.exclude(pod__round__tournament__status__in=_SETTLED_STATUSES)
