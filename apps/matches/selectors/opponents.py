"""Bots in words, the ones a player met last, and the ones to suggest next."""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from apps.matches.models import DEALT_TO_BOT, Chair, Match

_LATEST: Final = 3
"""The number of latest matches against a bot that count …"""
_ENOUGH: Final = 2
"""… the number of wins among them that lead to the next stronger one …"""
_HOPELESS: Final = 5
"""… and the number of matches without a win that lead to the next weaker one."""
_ORDER: Final = tuple(Match.Opponents)


def spoken() -> list[tuple[str, str]]:
    """Return value and description of each bot."""
    return [
        (Match.Opponents.SPARK, _("Spark, a friendly beginner")),
        (Match.Opponents.CINDER, _("Cinder, who knows the game")),
        (Match.Opponents.FLINT, _("Flint, who thinks ahead")),
    ]


def strengths() -> list[tuple[str, str, str]]:
    """Return value, name and strength of each bot, the weakest first."""
    return [
        (Match.Opponents.SPARK, Match.Opponents.SPARK.label, pgettext("bot", "beginner")),
        (Match.Opponents.CINDER, Match.Opponents.CINDER.label, pgettext("bot", "average")),
        (Match.Opponents.FLINT, Match.Opponents.FLINT.label, pgettext("bot", "strong")),
    ]


def last(player: int | None) -> str:
    """Return the bots of the player's latest match with some, of any game; empty if they had none."""
    if player is None:
        return ""
    bots = Chair.objects.filter(DEALT_TO_BOT, match=OuterRef("match"))
    begun = Chair.objects.filter(Exists(bots), player=player, match__lesson__isnull=True, match__origin="")
    return begun.order_by("-match__begun_at", "-match").values_list("match__opponents", flat=True).first() or ""


def suggested(player: int, game: str) -> Match.Opponents:
    """Return the bots to suggest to a player.

    That's Spark for a first match of the game and Cinder after matches among people only. Otherwise, it's the last bots
    they met, or the next stronger or weaker ones, depending on results. Matches with hints don't count.
    """
    bots = Chair.objects.filter(DEALT_TO_BOT, match=OuterRef("match"))
    played = Chair.objects.filter(
        player=player,
        match__game=game,
        match__status=Match.Status.OVER,
        match__lesson__isnull=True,
        match__origin="",
        match__hinted=False,
    )
    latest = list(
        played.filter(Exists(bots)).order_by("-match__over_at").values_list("match__opponents", "won")[:_HOPELESS]
    )
    if not latest:
        return Match.Opponents.CINDER if played.exists() else Match.Opponents.SPARK
    met = Match.Opponents(latest[0][0])
    won = [won for opponents, won in latest if opponents == met]
    if sum(won[:_LATEST]) >= _ENOUGH:
        return _ORDER[min(_ORDER.index(met) + 1, len(_ORDER) - 1)]
    if len(won) == _HOPELESS and not any(won):
        return _ORDER[max(_ORDER.index(met) - 1, 0)]
    return met
