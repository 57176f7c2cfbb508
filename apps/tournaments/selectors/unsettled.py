"""The matches of tournaments that are not over: an organiser may still look at them, and correct what came of them."""

from __future__ import annotations

from django.db.models import QuerySet

from apps.tournaments.models import PodMatch, Tournament

_SETTLED = (Tournament.Status.OVER, Tournament.Status.CANCELLED)


def unsettled() -> QuerySet[PodMatch]:
    """Rows that name their `match`."""
    return PodMatch.objects.exclude(pod__round__tournament__status__in=_SETTLED)
