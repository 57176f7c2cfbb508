"""Leagues: their settings, their members, and the tournaments that are the divisions of their seasons.

The players of a division are not stored. They follow from the entries of the tournaments.
"""

# Rows that no page or list shows need no `__str__`.
# ruff: noqa: DJ008

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from apps.matches.engine.bot_strength import BotStrength
from apps.tournaments.models.tournament import Tournament


class League(models.Model):
    """The settings of a league's seasons. A change applies from the next season on.

    This row is also the lock under which players join and leave, and seasons start.
    """

    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("description"), blank=True, max_length=2000)
    active = models.BooleanField(_("active"), default=True, help_text=_("If off, the current season is the last."))

    game = models.SlugField(max_length=20)
    options = models.JSONField(default=dict, help_text="Options, validated by the game's setup.")
    pace = models.JSONField(default=dict, help_text="Seconds allowed for each kind of question.")
    pace_name = models.CharField(max_length=20)
    plan = models.JSONField(default=dict, help_text="Plan of a division, see `formats.plan.Plan`.")
    rated = models.BooleanField(_("rated"), default=True)
    opponents = models.CharField(
        _("bots"), max_length=6, choices=BotStrength, default=BotStrength.CINDER,
        help_text=_("How well they play if an organiser adds any."),
    )  # fmt: skip

    least = models.PositiveSmallIntegerField(_("minimum division size"), default=6)
    most = models.PositiveSmallIntegerField(_("maximum division size"), default=12)
    moves = models.PositiveSmallIntegerField(
        _("promoted per division"),
        default=2,
        help_text=_("From each division. The same number are relegated to make room."),
    )
    round_hours = models.PositiveIntegerField(_("hours per round"), default=7 * 24)
    pause_days = models.PositiveSmallIntegerField(_("days between seasons"), default=7)
    starts_at = models.DateTimeField(_("first season starts"))
    created_at = models.DateTimeField()
    circle = models.CharField(
        max_length=16, blank=True, default="", db_default="",
        help_text="Code of the club that it's reserved for. Services check that players are members.",
    )  # fmt: skip

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        constraints = [
            models.CheckConstraint(
                name="league_numbers",
                condition=Q(least__gte=3, most__gte=models.F("least"), moves__gte=1, moves__lt=models.F("least")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        if self.circle:
            return reverse("clubs:league", args=[self.circle, self.pk])
        return reverse("tournaments:league", args=[self.pk])


class LeagueMember(models.Model):
    """A present or former member of a league. A member who returns gets another row."""

    league = models.ForeignKey(League, models.CASCADE, related_name="members")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="leagues")
    since = models.DateTimeField()
    left_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "player"], name="league_member_once", condition=Q(left_at__isnull=True)
            )
        ]


class Division(models.Model):
    """A tournament that is a division of a league's season."""

    league = models.ForeignKey(League, models.CASCADE, related_name="divisions")
    season = models.PositiveSmallIntegerField(help_text="Number of the season, from 1.")
    number = models.PositiveSmallIntegerField(help_text="Number of the division. 1 is the highest.")
    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="division")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "season", "number"], name="division_once")]
