"""The players someone plays with most."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db.models import Count, Model, QuerySet

from apps.common.faces import seed_of
from apps.matches.models import Chair

MAX_COMPANIONS: Final = 4
_MIN_SHARED_MATCHES: Final = 2


class Companion(NamedTuple):
    """Someone a player often plays with."""

    name: str
    face: str
    """The seed of the avatar."""
    matches: int


def find_companions(player: int, *, among: QuerySet[Model, object]) -> tuple[Companion, ...]:
    """Return the players with an account who share most matches with this one.

    :param among: a query for the keys of the matches that count
    """
    others = Chair.objects.filter(match__in=among, player__is_active=True, player__guest=False).exclude(player=player)
    counted = others.values("player__username", "player__face").annotate(matches=Count("pk"))
    rows = counted.filter(matches__gte=_MIN_SHARED_MATCHES).order_by("-matches", "player__username")
    return tuple(
        Companion(name, face or seed_of(name), number)
        for name, face, number in rows.values_list("player__username", "player__face", "matches")[:MAX_COMPANIONS]
    )
