"""Recipients of a reminder. This includes sealed answers, so only those players themselves can be notified."""

from __future__ import annotations

from apps.matches.models import Chair, Match, Question


def find_unanswered_players(*, code: str) -> frozenset[int]:
    """Return the players (by id) of a running match with an open question they haven't answered, sealed or not."""
    seats = Question.objects.filter(
        match__code=code, match__status=Match.Status.PLAYING, answered=False, seat__gte=0
    ).values("seat")
    chairs = Chair.objects.filter(match__code=code, index__in=seats, player__isnull=False, autopilot=False)
    return frozenset(player for player in chairs.values_list("player", flat=True) if player is not None)
