"""Matches that are still being played."""

from __future__ import annotations

from collections.abc import Collection

from apps.matches.models import Match


def find_running_codes(codes: Collection[str]) -> frozenset[str]:
    """Return which of these codes belong to matches that aren't over, paused ones included."""
    found = Match.objects.filter(code__in=codes).exclude(status=Match.Status.OVER)
    return frozenset(found.values_list("code", flat=True))
