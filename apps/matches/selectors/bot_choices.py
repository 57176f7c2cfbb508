"""Bots in words, the ones a player met last, and the ones to suggest next."""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from apps.matches.models import DEALT_TO_BOT, Chair, Match

_COUNTED_MATCHES: Final = 3
"""The number of latest matches against a bot that count …"""
_WINS_TO_STEP_UP: Final = 2
"""… the number of wins among them that lead to the next stronger one …"""
_WINLESS_MATCHES_TO_STEP_DOWN: Final = 5
"""… and the number of matches without a win that lead to the next weaker one."""
_BOTS_BY_STRENGTH: Final = tuple(Match.BotStrength)


def describe_bots() -> list[tuple[str, str]]:
    """Return value and description of each bot."""
    return [
        (Match.BotStrength.SPARK, _("Spark, a friendly beginner")),
        (Match.BotStrength.CINDER, _("Cinder, who knows the game")),
        (Match.BotStrength.FLINT, _("Flint, who thinks ahead")),
    ]


def list_bot_strengths() -> list[tuple[str, str, str]]:
    """Return value, name and strength of each bot, the weakest first."""
    return [
        (Match.BotStrength.SPARK, Match.BotStrength.SPARK.label, pgettext("bot", "beginner")),
        (Match.BotStrength.CINDER, Match.BotStrength.CINDER.label, pgettext("bot", "average")),
        (Match.BotStrength.FLINT, Match.BotStrength.FLINT.label, pgettext("bot", "strong")),
    ]


def find_last_bots(player: int | None) -> str:
    """Return the bots of the player's latest match with some, of any game; empty if they had none."""
    if player is None:
        return ""
    bots = Chair.objects.filter(DEALT_TO_BOT, match=OuterRef("match"))
    begun = Chair.objects.filter(Exists(bots), player=player, match__lesson__isnull=True, match__origin="")
    return begun.order_by("-match__begun_at", "-match").values_list("match__opponents", flat=True).first() or ""


def suggest_bots(player: int, game: str) -> Match.BotStrength:
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
        played.filter(Exists(bots))
        .order_by("-match__over_at")
        .values_list("match__opponents", "won")[:_WINLESS_MATCHES_TO_STEP_DOWN]
    )
    if not latest:
        return Match.BotStrength.CINDER if played.exists() else Match.BotStrength.SPARK
    met = Match.BotStrength(latest[0][0])
    won = [won for opponents, won in latest if opponents == met]
    if sum(won[:_COUNTED_MATCHES]) >= _WINS_TO_STEP_UP:
        return _BOTS_BY_STRENGTH[min(_BOTS_BY_STRENGTH.index(met) + 1, len(_BOTS_BY_STRENGTH) - 1)]
    if len(won) == _WINLESS_MATCHES_TO_STEP_DOWN and not any(won):
        return _BOTS_BY_STRENGTH[max(_BOTS_BY_STRENGTH.index(met) - 1, 0)]
    return met
