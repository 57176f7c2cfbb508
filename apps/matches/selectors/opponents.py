"""The house's players in words, and against whom of them somebody plays next."""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from apps.matches.models import Chair, Match

_LATEST: Final = 3
"""So many matches against one opponent are looked at …"""
_ENOUGH: Final = 2
"""… and whoever won so many of them meets the next one."""
_ORDER: Final = tuple(Match.Opponents)


def spoken() -> list[tuple[str, str]]:
    """(as posted, in words) of each."""
    return [
        (Match.Opponents.SPARK, _("Spark, a friendly beginner")),
        (Match.Opponents.CINDER, _("Cinder, who knows the game")),
        (Match.Opponents.FLINT, _("Flint, who thinks ahead")),
    ]


def suggested(player: int, game: str) -> Match.Opponents:
    """Spark for whoever never ended a match of the game; then whoever they met last, or the next better one."""
    bots = Chair.objects.filter(match=OuterRef("match"), bot=True, former=None)
    played = Chair.objects.filter(
        Exists(bots),
        player=player,
        match__game=game,
        match__status=Match.Status.OVER,
        match__lesson__isnull=True,
        match__origin="",
    )
    latest = list(played.order_by("-match__over_at").values_list("match__opponents", "won")[:_LATEST])
    if not latest:
        return Match.Opponents.SPARK
    met = Match.Opponents(latest[0][0])
    wins = sum(won for opponents, won in latest if opponents == met)
    return _ORDER[min(_ORDER.index(met) + (wins >= _ENOUGH), len(_ORDER) - 1)]
