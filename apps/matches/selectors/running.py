"""Which matches are still being played."""

from __future__ import annotations

from collections.abc import Collection

from apps.matches.models import Match


def among(codes: Collection[str]) -> frozenset[str]:
    """Those of these, by their codes, that are not over; a pause is no end."""
    found = Match.objects.filter(code__in=codes).exclude(status=Match.Status.OVER)
    return frozenset(found.values_list("code", flat=True))
