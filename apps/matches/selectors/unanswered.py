"""Recipients of a reminder. This includes sealed answers, so only those players themselves can be notified."""

from __future__ import annotations

from collections.abc import Collection

from apps.matches.models import Chair, Match, Question


def find_unanswered_players(*, code: str, among: Collection[int] | None = None) -> frozenset[int]:
    """Return the players (by id) of a running match with an open question they haven't answered, sealed or not.

    `among` leaves out all seats but these.
    """
    seats = Question.objects.filter(
        match__code=code, match__status=Match.Status.PLAYING, answered=False, seat__gte=0
    ).values("seat")
    chairs = Chair.objects.filter(match__code=code, index__in=seats, player__isnull=False, autopilot=False)
    if among is not None:
        chairs = chairs.filter(index__in=among)
    return frozenset(player for player in chairs.values_list("player", flat=True) if player is not None)
