"""Arenas: their settings and players. Their results are computed from the matches."""

# Rows that no page or list shows need no `__str__`.
# ruff: noqa: DJ008

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Arena(models.Model):
    """A few days in which everyone who has joined plays as many rated matches of a game as they like."""

    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("description"), blank=True, max_length=2000)
    game = models.SlugField(max_length=20)
    begins_at = models.DateTimeField(_("starts"))
    ends_at = models.DateTimeField(_("ends"))
    streak = models.PositiveSmallIntegerField(
        _("wins in a row"),
        default=3,
        help_text=_("If set to 3, the third win in a row and each one after it count double. 0 turns this off."),
    )
    created_at = models.DateTimeField()
    circle = models.CharField(
        max_length=16, blank=True, default="", db_default="",
        help_text="Code of the club that it's reserved for. Services check that players are members.",
    )  # fmt: skip

    class Meta:
        verbose_name = _("arena")
        verbose_name_plural = _("arenas")
        constraints = [models.CheckConstraint(name="arena_lasts", condition=Q(ends_at__gt=F("begins_at")))]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        if self.circle:
            return reverse("clubs:arena", args=[self.circle, self.pk])
        return reverse("tournaments:arena", args=[self.pk])


class ArenaPlayer(models.Model):
    """A player of an arena, with the matches that start after they joined."""

    arena = models.ForeignKey(Arena, models.CASCADE, related_name="players")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="arenas")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["arena", "player"], name="arena_player_once")]
