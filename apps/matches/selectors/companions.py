"""The players someone plays with most."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db.models import Count, F, Model, Q, QuerySet

from apps.common.faces import seed_of
from apps.matches.models import Chair
from apps.matches.selectors.head_to_head import build_place_column

MAX_COMPANIONS: Final = 3
_MIN_SHARED_MATCHES: Final = 2


class Companion(NamedTuple):
    """Someone a player often plays with."""

    name: str
    face: str
    """The seed of the avatar."""
    bot: bool
    matches: int
    ahead: int = 0
    """The number of them in which the player finished ahead of the companion, if they are scored."""
    behind: int = 0


def find_companions(player: int, *, among: QuerySet[Model, object], scored: bool = False) -> tuple[Companion, ...]:
    """Return the players with an account who share most matches with this one.

    :param among: a query for the keys of the matches that count
    :param scored: whether to count who finished ahead, which takes twice as long
    """
    others = Chair.objects.filter(match__in=among, player__is_active=True, player__guest=False).exclude(player=player)
    if scored:
        mine, theirs = build_place_column("match__seats__index"), build_place_column("index")
        others = others.filter(match__seats__player=player).annotate(mine=mine, theirs=theirs)
    counted = others.values("player__username", "player__face", "player__bot").annotate(matches=Count("pk"))
    shown = ["player__username", "player__face", "player__bot", "matches"]
    if scored:
        counted = counted.annotate(
            ahead=Count("pk", filter=Q(mine__lt=F("theirs"))), behind=Count("pk", filter=Q(mine__gt=F("theirs")))
        )
        shown += ["ahead", "behind"]
    rows = counted.filter(matches__gte=_MIN_SHARED_MATCHES).order_by("-matches", "player__username")
    return tuple(
        Companion(name, face or seed_of(name), bot, *shared)
        for name, face, bot, *shared in rows.values_list(*shown)[:MAX_COMPANIONS]
    )
